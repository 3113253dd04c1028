package talpa.agent.boot;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import talpa.agent.bridge.Unloaded;

/**
 * An archive of a loaded app. It is closed when the app goes, while threads may still read it: the
 * app's own, which nobody can wait for, and the one that defines classes for the next start. These
 * get {@link Unloaded}, which no app is blamed for, whatever the archive throws.
 */
final class AppArchive implements Closeable {
  private final JarFile jar;
  private volatile boolean closed;

  AppArchive(Path file) throws IOException {
    jar = new JarFile(file.toFile(), false);
  }

  /** Whether it has an entry of that name. */
  boolean has(String name) {
    return entry(name) != null;
  }

  /** The content of an entry, null if there is none. */
  byte[] read(String name) throws ClassNotFoundException {
    ZipEntry e = entry(name);
    if (e == null) {
      return null;
    }
    try (InputStream in = jar.getInputStream(e)) {
      return in.readAllBytes();
    } catch (IOException | RuntimeException x) { // an inflater that is closed throws what it likes
      if (closed) {
        throw new Unloaded(name);
      }
      throw new ClassNotFoundException(name, x);
    }
  }

  private ZipEntry entry(String name) {
    try {
      return jar.getEntry(name);
    } catch (IllegalStateException x) { // that is how it says that it is closed
      throw new Unloaded(name);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    jar.close();
  }
}
