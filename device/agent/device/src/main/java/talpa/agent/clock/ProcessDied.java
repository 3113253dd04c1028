package talpa.agent.clock;

/**
 * Unwinds the main thread once the app's process is dead (crash, exit). Already reported; only the
 * dispatcher of requests catches it.
 */
public final class ProcessDied extends Error {
  private static final long serialVersionUID = 1L;

  /** Why the process died, for the response. */
  public ProcessDied(String reason) {
    super(reason, null, false, false);
  }
}
