package talpa.agent.order;

import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.Map;

/**
 * Identity hash codes that are the same in every run: sets and maps of objects without a {@code
 * hashCode} of their own are walked in the order of these. An object that a thread of the app is
 * about to ask for its hash code gets one that is made of its class's name and of how many of that
 * class came before; a class gets one of its name.
 *
 * <p>HotSpot keeps the hash code in the first word of an object, once it has one; it is put there
 * before the JVM draws one. Where that word has another form (it is tried once), and for an object
 * that some thread has locked at that moment, the JVM's stays. Safe for use by all threads.
 */
public final class Identity {
  /** The first word of an object that is not locked: its lowest bits, and where the code is. */
  private static final int UNLOCKED = 1;

  private static final int LOCK_BITS = 7;
  private static final int SHIFT = 8;
  private static final int MASK = 0x7fffffff;

  /** Odd; spreads the bits of a product. */
  private static final int SPREAD = 0x9e3779b9;

  /** How many objects of a class have got one since {@link #reset}, by the class's name. */
  private static final Map<String, int[]> COUNTS = new HashMap<>();

  private static boolean usable;

  /** The map above asks for hash codes, too. */
  private static boolean busy;

  private Identity() {}

  /** Begins, if this JVM's objects have the form that is known. */
  public static void begin() {
    usable = isKnownForm();
  }

  /** Counts anew: another app is loaded. */
  public static void reset() {
    synchronized (RunQueue.LOCK) {
      COUNTS.clear();
    }
  }

  /** An object, or null, is about to be asked for its hash code by the calling thread. */
  public static void mark(Object o) {
    if (o == null || !usable || o instanceof String) {
      return;
    }
    long word = Header.get(o);
    if (isFree(word)) {
      draw(o);
    }
  }

  /** Whether an object with that first word has no hash code and can be given one. */
  private static boolean isFree(long word) {
    return ((int) (word >>> SHIFT) & MASK) == 0 && (word & LOCK_BITS) == UNLOCKED;
  }

  private static void draw(Object o) {
    if (o instanceof Integer || o instanceof Long || o instanceof MethodType) {
      return; // many are made, and nobody asks for theirs
    }
    if (o instanceof Class<?> c) {
      put(o, code(name(c), 0));
      return;
    }
    synchronized (RunQueue.LOCK) {
      if (busy) {
        return;
      }
      busy = true;
      try {
        if (RunQueue.current() != null) {
          String name = name(o.getClass());
          int[] count = COUNTS.get(name);
          if (count == null) {
            count = new int[1];
            COUNTS.put(name, count);
          }
          put(o, code(name, ++count[0]));
        }
      } finally {
        busy = false;
      }
    }
  }

  /** A class's name, without the numbers of those that are made as they are needed. */
  private static String name(Class<?> c) {
    String name = c.getName();
    int hidden = name.indexOf('/');
    int end = hidden < 0 ? name.length() : hidden;
    if (hidden >= 0 || name.contains("$Proxy") || name.contains("$$Reflector")) {
      while (end > 0 && Character.isDigit(name.charAt(end - 1))) {
        end--;
      }
    }
    return name.substring(0, end);
  }

  /** The hash code of the n-th object of a class: never zero, which means none. */
  private static int code(String name, int n) {
    int h = name.hashCode() + n * SPREAD;
    h = (h ^ h >>> 16) * SPREAD;
    h = (h ^ h >>> 15) & MASK;
    return h == 0 ? 1 : h;
  }

  private static void put(Object o, int code) {
    long word;
    do {
      word = Header.get(o);
    } while (isFree(word) && !Header.swap(o, word, word | (long) code << SHIFT));
  }

  private static boolean isKnownForm() {
    Object o = new Object();
    if (!isFree(Header.get(o))) {
      return false;
    }
    int code = System.identityHashCode(o);
    if (((int) (Header.get(o) >>> SHIFT) & MASK) != code) {
      return false;
    }
    Object p = new Object();
    put(p, SHIFT);
    return System.identityHashCode(p) == SHIFT;
  }
}
