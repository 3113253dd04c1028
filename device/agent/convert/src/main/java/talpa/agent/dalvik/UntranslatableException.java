package talpa.agent.dalvik;

/** Code of a method that this package does not translate; the message says which and why. */
public final class UntranslatableException extends Exception {
  private static final long serialVersionUID = 1;

  UntranslatableException(String why) {
    super(why);
  }
}
