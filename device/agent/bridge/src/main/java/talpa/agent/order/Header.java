package talpa.agent.order;

/**
 * The first word of an object, as the JVM keeps it. These are for a JVM without the agent's hooks;
 * {@code talpa.agent.jdk.HashHooks} replaces them by those of the JDK's own that read and write.
 */
final class Header {
  private Header() {}

  /** The word; 0 if it cannot be read. */
  static long get(Object o) {
    return 0;
  }

  /** Sets the word if it is still the one expected; says whether it was. */
  static boolean swap(Object o, long expected, long word) {
    return false;
  }
}
