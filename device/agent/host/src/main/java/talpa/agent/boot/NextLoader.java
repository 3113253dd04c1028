package talpa.agent.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import talpa.agent.convert.ClassStore;

/**
 * The loader of an app's next start in the same JVM. When a start ends, a thread of its own defines
 * the classes that it used in a new loader, so that the next start of the same app finds them read
 * and parsed. They are not linked and not initialized: what the app can see is as if they were
 * defined when they are first used. A start of another app gets a loader of its own.
 */
final class NextLoader {
  private final AgentClassLoader framework;
  private List<Object> opened = List.of();
  private Path classes;
  private Path apk;
  private boolean testLibrary;
  private AppClassLoader ready;

  NextLoader(AgentClassLoader framework) {
    this.framework = framework;
  }

  /** A loader for an app: the one that is ready, if it is for the same files. */
  synchronized AppClassLoader open(Path classes, Path apk, boolean testLibrary) throws IOException {
    AppClassLoader l = ready;
    ready = null;
    List<Object> files = identity(classes, apk);
    if (l != null && files.equals(opened)) {
      return l;
    }
    if (l != null) {
      l.discard();
    }
    opened = files;
    this.classes = classes;
    this.apk = apk;
    this.testLibrary = testLibrary;
    return new AppClassLoader(framework, this, classes, apk, testLibrary);
  }

  /** Begins to make the next start of the app that was opened last ready. */
  synchronized void prepare(List<String> used) throws IOException {
    if (!identity(classes, apk).equals(opened)) {
      return;
    }
    AppClassLoader l = new AppClassLoader(framework, this, classes, apk, testLibrary);
    ready = l;
    // No thread of the app's: outside of its group, and with nothing of the caller's.
    Thread t = new Thread(system(), () -> l.define(used), "talpa-next", 0, false);
    t.setContextClassLoader(null);
    t.setDaemon(true);
    t.start();
  }

  /**
   * Names two files and their states; a file that is gone has none. A store of classes stays the
   * same while it grows.
   */
  private static List<Object> identity(Path... files) throws IOException {
    List<Object> id = new ArrayList<>();
    for (Path f : files) {
      id.add(f);
      if (ClassStore.is(f)) {
        id.add(Files.readAttributes(f, BasicFileAttributes.class).fileKey());
      } else if (Files.exists(f)) {
        id.add(Files.size(f));
        id.add(Files.getLastModifiedTime(f));
      }
    }
    return id;
  }

  private static ThreadGroup system() {
    ThreadGroup g = Thread.currentThread().getThreadGroup();
    while (g.getParent() != null) {
      g = g.getParent();
    }
    return g;
  }
}
