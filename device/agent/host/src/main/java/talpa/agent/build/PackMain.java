package talpa.agent.build;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import talpa.agent.boot.AgentClassLoader;
import talpa.agent.boot.Library;
import talpa.agent.bridge.Platform;
import talpa.agent.convert.ApkConverter;

/**
 * Makes the archive of the framework's resources and the packs of classes, as part of the build:
 * starts the agent within this JVM, with itself as the front, and writes what was loaded. Argument:
 * none, or the app that JVMs run before they are copied. Its first screen is then part of what is
 * packed (its own classes are not), as are the classes that many apps use; it is kept with its
 * classes in the agent's folder.
 */
public final class PackMain {
  private final LocalFront front;

  private PackMain(LocalFront front) {
    this.front = front;
  }

  /** Writes the pack to its place in the agent's folder. */
  public static void main(String[] args) throws IOException, ReflectiveOperationException {
    int code = 1;
    try {
      int files = FrameworkResources.write(framework(), Platform.resources());
      System.out.println(Platform.resources() + ": " + files + " files");
      AgentClassLoader.record();
      PackMain p = new PackMain(LocalFront.start());
      p.call("boot", Map.of());
      if (args.length == 1) {
        p.show(Path.of(args[0]));
      }
      AgentClassLoader.recordCommon();
      int n = AgentClassLoader.writeRecord(Library.pack(), Library.key());
      System.out.println(Library.pack() + ": " + n + " classes");
      Library.writeHooks();
      code = n > 0 ? 0 : 1;
    } finally {
      // The agent's threads never end.
      Runtime.getRuntime().halt(code);
    }
  }

  private static Path framework() throws IOException {
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(Platform.sdk(), "android-all-*.jar")) {
      return all.iterator().next();
    }
  }

  private void show(Path given) throws IOException {
    Path dir = Files.createTempDirectory("talpa-pack");
    Path converted = dir.resolve("classes.jar");
    new ApkConverter(false).convert(given, converted);
    Path kept = Files.createDirectories(Platform.folder().resolve("warm"));
    Path apk = replace(given, kept.resolve("app.apk"));
    Path classes = replace(converted, kept.resolve("app.classes"));
    Map<String, String> load =
        Map.of("apk", apk.toString(), "classes", classes.toString(), "dataDir", dir.toString());
    call("load", load);
    for (String m : new String[] {"launch", "dump", "screenshot"}) {
      call(m, Map.of());
    }
  }

  /** Copies a file to a place where servers may have links to another one. */
  private static Path replace(Path from, Path to) throws IOException {
    Files.deleteIfExists(to);
    return Files.copy(from, to);
  }

  private void call(String method, Map<String, String> params) throws IOException {
    Object error = front.call(method, params).get("error");
    if (error != null) {
      System.err.println(method + ": " + error);
      throw new IOException(method + ": " + error);
    }
  }
}
