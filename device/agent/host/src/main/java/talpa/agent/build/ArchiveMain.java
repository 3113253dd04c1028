package talpa.agent.build;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Makes the archive of the JDK's classes that a boot loads (class data sharing), as part of the
 * build. Arguments: the list of classes that a boot loaded ({@code -XX:DumpLoadedClassList}) and
 * the agent's folder. Classes of the sandbox cannot be archived, they have a loader of their own;
 * nor are classes of the class path, so that the archive hangs on the JDK alone.
 *
 * <p>The archive saves time and nothing else: where it cannot be made, the build goes on without.
 */
public final class ArchiveMain {
  private static final String ARCHIVE = "jdk.jsa";
  private static final String KEY = "jdk.jsa.key";

  /** Classes of the JDK, and shapes of method handles; dumping fails on some exact invokers. */
  private static final Pattern WANTED =
      Pattern.compile("(java|javax|jdk|sun|com/sun)/\\S+|@lambda-form-invoker (?!.*xactInvoker).*");

  private ArchiveMain() {}

  /** Writes the archive and the key of its JDK. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path folder = Path.of(args[1]);
    Files.deleteIfExists(folder.resolve(KEY));
    Path list = Path.of(args[0] + ".jdk");
    Files.write(list, wanted(Files.readAllLines(Path.of(args[0]))));
    Path made = folder.resolve(ARCHIVE + ".tmp");
    Files.deleteIfExists(made);
    if (dump(list, made) && Files.isRegularFile(made)) {
      Files.move(made, folder.resolve(ARCHIVE), StandardCopyOption.REPLACE_EXISTING);
      Files.writeString(folder.resolve(KEY), key(Path.of(System.getProperty("java.home"))) + "\n");
    } else {
      System.err.println("no class archive: boots take longer (see " + list + ".log)");
    }
  }

  /** The lines of the list that make an archive; class names without the ids that follow them. */
  static List<String> wanted(List<String> loaded) {
    List<String> out = new ArrayList<>();
    for (String line : loaded) {
      String entry = line.startsWith("@") ? line : line.split(" ", 2)[0];
      if (WANTED.matcher(entry).matches()) {
        out.add(entry);
      }
    }
    return out;
  }

  private static boolean dump(Path list, Path archive) throws IOException, InterruptedException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    ProcessBuilder b =
        new ProcessBuilder(
            java.toString(),
            "-Xshare:dump",
            "-XX:+UseSerialGC",
            "-XX:SharedClassListFile=" + list,
            "-XX:SharedArchiveFile=" + archive);
    b.environment().remove("CLASSPATH");
    b.redirectErrorStream(true).redirectOutput(new File(list + ".log"));
    return b.start().waitFor() == 0;
  }

  /** Identifies a build of the JDK, as the front does. */
  private static String key(Path home) throws IOException {
    List<String> parts = new ArrayList<>();
    for (String name : new String[] {"lib/modules", "lib/server/libjvm.so"}) {
      Path file = home.resolve(name);
      long at = Files.getLastModifiedTime(file).toMillis();
      parts.add(name + " " + Files.size(file) + " " + at);
    }
    return String.join(", ", parts);
  }
}
