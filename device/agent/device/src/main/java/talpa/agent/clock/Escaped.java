package talpa.agent.clock;

/**
 * Carries what app code threw out of the device's code to the call of {@code Looper.loop} that the
 * app made on its main thread, which throws it on. Only {@link MainLoop} and the dispatcher of
 * requests know of it.
 */
public final class Escaped extends Error {
  private static final long serialVersionUID = 1L;

  Escaped(Throwable thrown) {
    super(null, thrown, false, false);
  }
}
