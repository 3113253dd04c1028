package talpa.agent.dalvik;

/**
 * One name for a class that is allocated and the superclass whose constructor is run on it, as an
 * optimiser leaves it: what stands in for the one class must not stand in for the other. The names
 * are taken apart when the class file is written.
 */
public final class Allocation {
  private static final String MARK = "$talpa$built$by$";

  private Allocation() {}

  /** The descriptor that names both. */
  public static String join(String type, String owner) {
    return type.substring(0, type.length() - 1) + MARK + owner.substring(1);
  }

  /** The internal name of the class whose constructor runs. */
  public static String owner(String name) {
    int i = name.indexOf(MARK);
    return i < 0 ? name : name.substring(i + MARK.length());
  }
}
