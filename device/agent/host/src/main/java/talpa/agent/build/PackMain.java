package talpa.agent.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import talpa.agent.boot.AgentClassLoader;
import talpa.agent.boot.Library;
import talpa.agent.convert.ApkConverter;

/**
 * Makes the pack of classes, as part of the build: starts the agent within this JVM, with itself as
 * the front, and writes what was loaded. Argument: none, or an APK, whose first screen is then part
 * of what is packed (its own classes are not).
 */
public final class PackMain {
  private final LocalFront front;

  private PackMain(LocalFront front) {
    this.front = front;
  }

  /** Writes the pack to its place in the agent's folder. */
  public static void main(String[] args) throws IOException {
    AgentClassLoader.record();
    int code = 1;
    try {
      PackMain p = new PackMain(LocalFront.start());
      p.call("boot", Map.of());
      if (args.length == 1) {
        p.show(Path.of(args[0]));
      }
      int n = AgentClassLoader.writeRecord(Library.pack(), Library.key());
      System.out.println(Library.pack() + ": " + n + " classes");
      code = n > 0 ? 0 : 1;
    } finally {
      // The agent's threads never end.
      Runtime.getRuntime().halt(code);
    }
  }

  private void show(Path apk) throws IOException {
    Path dir = Files.createTempDirectory("talpa-pack");
    Path classes = dir.resolve("classes.jar");
    new ApkConverter(false).convert(apk, classes);
    Map<String, String> load =
        Map.of(
            "apk",
            apk.toAbsolutePath().toString(),
            "classes",
            classes.toString(),
            "dataDir",
            dir.toString());
    call("load", load);
    for (String m : new String[] {"launch", "dump", "screenshot"}) {
      call(m, Map.of());
    }
  }

  private void call(String method, Map<String, String> params) throws IOException {
    Object error = front.call(method, params).get("error");
    if (error != null) {
      System.err.println(method + ": " + error);
      throw new IOException(method + ": " + error);
    }
  }
}
