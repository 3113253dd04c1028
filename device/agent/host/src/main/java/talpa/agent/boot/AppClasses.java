package talpa.agent.boot;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import talpa.agent.bridge.Unloaded;
import talpa.agent.convert.ClassStore;

/** The class files of a loaded app: all of them in a jar, or those asked for so far in a store. */
interface AppClasses extends Closeable {
  /** The class file of an internal name, null if there is none. */
  byte[] read(String name) throws ClassNotFoundException;

  /** Opens a jar or a store. */
  static AppClasses open(Path file) throws IOException {
    if (ClassStore.is(file)) {
      return new Stored(new ClassStore(file));
    }
    AppArchive jar = new AppArchive(file);
    return new AppClasses() {
      @Override
      public byte[] read(String name) throws ClassNotFoundException {
        return jar.read(name + ".class");
      }

      @Override
      public void close() throws IOException {
        jar.close();
      }
    };
  }

  /** Classes in a store; those that are missing are asked for. */
  final class Stored implements AppClasses {
    private static final int HALTED = 5;

    private final ClassStore store;
    private volatile boolean closed;

    Stored(ClassStore store) {
      this.store = store;
    }

    @Override
    public byte[] read(String name) throws ClassNotFoundException {
      if (!store.names(name)) {
        return null;
      }
      try {
        if (!store.has(name)) {
          ClassRequests.ask(name);
          if (!store.has(name)) { // the app must not take that for a class that it lacks
            System.err.println("the store of converted classes was replaced while it was in use");
            Runtime.getRuntime().halt(HALTED);
          }
        }
        return store.read(name);
      } catch (IOException x) {
        if (closed) {
          throw new Unloaded(name);
        }
        throw new ClassNotFoundException(name, x);
      }
    }

    @Override
    public void close() throws IOException {
      closed = true;
      store.close();
    }
  }
}
