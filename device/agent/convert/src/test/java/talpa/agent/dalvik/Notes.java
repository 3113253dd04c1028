package talpa.agent.dalvik;

import java.util.ArrayList;
import java.util.List;

/** What generated code computed, in order: it calls these. */
public final class Notes {
  private static final List<String> ALL = new ArrayList<>();

  private Notes() {}

  /** Notes a number. */
  public static void note(int n) {
    ALL.add("I" + n);
  }

  /** Notes a number. */
  public static void note(long n) {
    ALL.add("J" + n);
  }

  /** Notes a number, all of whose bits count, but for those of what is none. */
  public static void note(float n) {
    ALL.add("F" + Integer.toHexString(Float.floatToIntBits(n)));
  }

  /** Notes a number, all of whose bits count, but for those of what is none. */
  public static void note(double n) {
    ALL.add("D" + Long.toHexString(Double.doubleToLongBits(n)));
  }

  /** Notes an object: a text by what it says, others by their class. */
  public static void note(Object o) {
    ALL.add("L" + (o == null || o instanceof String ? o : o.getClass().getName()));
  }

  /** A number of two words between numbers of one, to see that they keep apart. */
  public static long mix(int a, long b, float c, double d, Object o) {
    return 31 * (31 * (31 * a + b) + Float.floatToIntBits(c)) + (long) d + (o == null ? 7 : 1);
  }

  /** Takes what was noted. */
  static List<String> take() {
    List<String> all = List.copyOf(ALL);
    ALL.clear();
    return all;
  }
}
