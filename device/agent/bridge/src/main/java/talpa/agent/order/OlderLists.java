package talpa.agent.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What {@code ArrayList} of an older Android throws for an index outside of it, in place of what
 * the JDK's does. From Android 7 to 13 it compares the index with the size and then leaves a
 * negative one to the array (libcore, {@code ojluni}), before it did the same in other words
 * ({@code luni}). Frames are the JDK's, without those of its checks.
 */
public final class OlderLists {
  /** The first level whose list checks both ends, as the JDK's of Java 17 does. */
  public static final int SINCE = 34;

  /** The first level with the JDK's list. */
  private static final int OPEN_JDK = 24;

  private static final String LIST = ArrayList.class.getName();

  /** The line of a release of Android 6. */
  private static final StackTraceElement THROWER =
      new StackTraceElement(LIST, "throwIndexOutOfBoundsException", "ArrayList.java", 255);

  private static volatile int level = SINCE;

  private OlderLists() {}

  /** Has the lists be those of a level. */
  public static void show(int api) {
    level = api;
  }

  /**
   * What is thrown in an exception's place.
   *
   * @param e the JDK's
   * @param size the elements that there are
   * @param room the elements that the list's array has room for
   */
  public static IndexOutOfBoundsException thrown(
      IndexOutOfBoundsException e, int index, int size, int room) {
    int api = level;
    if (api >= SINCE) {
      return e;
    }
    boolean harmony = api < OPEN_JDK;
    boolean ofArray = index < 0;
    IndexOutOfBoundsException older =
        ofArray
            ? new ArrayIndexOutOfBoundsException("length=" + room + "; index=" + index)
            : new IndexOutOfBoundsException(
                harmony
                    ? "Invalid index " + index + ", size is " + size
                    : "Index: " + index + ", Size: " + size);
    older.setStackTrace(frames(e.getStackTrace(), harmony && !ofArray));
    return older;
  }

  private static StackTraceElement[] frames(StackTraceElement[] all, boolean thrower) {
    int list = 0;
    while (list < all.length && !all[list].getClassName().equals(LIST)) {
      list++;
    }
    List<StackTraceElement> out = new ArrayList<>();
    if (thrower) {
      out.add(THROWER);
    }
    out.addAll(Arrays.asList(all).subList(list, all.length));
    return out.toArray(new StackTraceElement[0]);
  }
}
