package talpa.agent.convert;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import talpa.agent.wire.Json;

/**
 * Entry of the converter: {@code java @convert.flags -cp 'LIB/*' talpa.agent.convert.Main [-probes]
 * IN.apk OUT.jar}. With -probes the code records what is run ({@link Probes}). Prints one JSON
 * line; exit code 0, or 1 with a message on standard error. OUT is replaced atomically. The flags
 * pick the quick compiler: it halves the processor time.
 */
public final class Main {
  private Main() {}

  /** Converts one APK. */
  public static void main(String[] args) {
    int n = args.length;
    boolean probed = n == 3 && args[0].equals("-probes");
    if (n != 2 && !probed) {
      System.err.println("usage: talpa.agent.convert.Main [-probes] IN.apk OUT.jar");
      System.exit(2);
    }
    long t = System.nanoTime();
    try {
      ApkConverter.Result r =
          new ApkConverter(probed).convert(Path.of(args[n - 2]), Path.of(args[n - 1]));
      Map<String, Object> m = new LinkedHashMap<>();
      m.put("classes", r.classes());
      m.put("methods", r.methods());
      m.put("failed", r.failed());
      m.put("native", r.nativeLibraries());
      m.put("ms", (System.nanoTime() - t) / 1_000_000);
      System.out.println(Json.write(m));
    } catch (Exception | OutOfMemoryError | StackOverflowError e) {
      System.err.println("converting " + args[n - 2] + ": " + e);
      System.exit(1);
    }
  }
}
