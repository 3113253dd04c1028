package talpa.agent.wire;

/** A request that cannot be done; becomes the error object of its response. */
public final class WireException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Whose fault it is. */
  public enum Kind {
    /** The app died or does not respond. */
    APP,
    /** A fault of the agent. */
    AGENT,
    /** The request is wrong. */
    USAGE
  }

  private final Kind kind;

  /** An error of the given kind. */
  public WireException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** A wrong request. */
  public static WireException usage(String message) {
    return new WireException(Kind.USAGE, message);
  }

  /** Whose fault it is. */
  public Kind kind() {
    return kind;
  }
}
