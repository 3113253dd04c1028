package talpa.agent.bridge;

/**
 * Whether a thread reads XML of the framework: a drawable, a colour, a layout. The framework in the
 * device is newer than the level that it shows, and so is its XML, which is read as ever. What is
 * read inside of it is, too.
 */
public final class FrameworkXml {
  /** The package of the framework's resources, the first byte of their ids. */
  private static final int PACKAGE = 1;

  private static final ThreadLocal<Integer> DEPTH = ThreadLocal.withInitial(() -> 0);

  private FrameworkXml() {}

  /** Reading a resource begins; {@link #end} follows. */
  public static void begin(int id) {
    if (Level.isOlder() && (id >>> 24 == PACKAGE || reading())) {
      DEPTH.set(DEPTH.get() + 1);
    }
  }

  /** Reading it has ended, well or not. */
  public static void end() {
    if (Level.isOlder() && reading()) {
      DEPTH.set(DEPTH.get() - 1);
    }
  }

  /** Whether this thread is inside of one of the framework's. */
  public static boolean reading() {
    return DEPTH.get() > 0;
  }
}
