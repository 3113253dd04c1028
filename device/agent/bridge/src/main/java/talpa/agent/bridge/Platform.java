package talpa.agent.bridge;

/** The version of Android that the agent is. */
public final class Platform {
  /** Its API level. */
  public static final int API = 35;

  private Platform() {}
}
