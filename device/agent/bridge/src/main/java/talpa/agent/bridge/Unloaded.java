package talpa.agent.bridge;

/**
 * What code of an unloaded app gets that asks for a class: nobody can wait until each of its
 * threads has ended, and what becomes of them is no crash of the app that is loaded now.
 */
public final class Unloaded extends Error {
  private static final long serialVersionUID = 1L;

  /** For a class of that name. */
  public Unloaded(String className) {
    super(className, null, false, false);
  }

  /** Whether a throwable is one, or comes of one. */
  public static boolean isCauseOf(Throwable t) {
    Throwable c = t;
    for (int i = 0; i < 100 && c != null; i++) {
      if (c instanceof Unloaded) {
        return true;
      }
      c = c.getCause();
    }
    return false;
  }
}
