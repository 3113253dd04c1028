package dev.talpa.field;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/** Base of tests of the network: stand-in servers are behind it. */
abstract class NetApp extends FieldTest {
  static final String HOST = "https://api.example";

  /** Does it on a thread of the app's; gives its result, or what it threw. */
  static String aside(Callable<?> c) {
    String[] result = {"it did not end"};
    main(
        () ->
            new Thread(
                    () -> {
                      try {
                        result[0] = "" + c.call();
                      } catch (Throwable e) {
                        result[0] = e.getClass().getName() + ": " + e.getMessage();
                      }
                    })
                .start());
    return result[0];
  }

  static HttpURLConnection open(String url) throws IOException {
    return (HttpURLConnection) URI.create(url).toURL().openConnection();
  }

  static String body(String path) throws IOException {
    try (InputStream in = open(HOST + path).getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static String get(String path) {
    return aside(() -> body(path));
  }
}
