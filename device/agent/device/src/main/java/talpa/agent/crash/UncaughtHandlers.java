package talpa.agent.crash;

import talpa.agent.bridge.Unloaded;
import talpa.agent.clock.AppThreads;
import talpa.agent.clock.MainLoop;
import talpa.agent.clock.ProcessDied;
import talpa.agent.order.RunToken;

/**
 * What becomes of a throwable that no code of its thread caught, as ART and Android's RuntimeInit
 * have it: first it is logged as a crash, whoever handles it. Then the handler of the thread is
 * called, else that of its group, else the default one. The default one is Android's, which ends
 * the process, until the app sets another. What a handler throws is dropped.
 *
 * <p>A handler that comes back has saved the process from its end, but not the thread. A process
 * without its main thread does nothing more on a phone than not to respond: here it ends.
 */
public final class UncaughtHandlers implements MainLoop.CrashSink {
  private final Reporter reporter;
  private final Thread.UncaughtExceptionHandler ofAndroid = this::end;
  private volatile Thread.UncaughtExceptionHandler byDefault = ofAndroid;

  /** Handlers that report to a reporter. */
  public UncaughtHandlers(Reporter reporter) {
    this.reporter = reporter;
  }

  /** Makes uncaught throwables of all threads from now on crashes of the app that is loaded. */
  public void catchThreads() {
    byDefault = ofAndroid;
    Thread.setDefaultUncaughtExceptionHandler(this::handleByDefault);
    RunToken.onUncaught(this::uncaught);
  }

  /** Sets the app's default handler; null: nobody handles what only it would. */
  public void setDefault(Thread.UncaughtExceptionHandler h) {
    byDefault = h;
  }

  /** The default handler, as the app sees it: Android's until it sets one. */
  public Thread.UncaughtExceptionHandler getDefault() {
    return byDefault;
  }

  @Override
  public void fatal(Thread main, Throwable t) {
    if (counts(main, t)) {
      reporter.mainThreadEnds();
      handle(main, t);
      reporter.died("its main thread has ended", cause(t));
    }
  }

  private void uncaught(Thread thread, Throwable t) {
    if (counts(thread, t)) {
      handle(thread, t);
    }
  }

  /** Whether a throwable is the app's: not ours, and not of an app that is gone. */
  private static boolean counts(Thread thread, Throwable t) {
    return !(t instanceof ProcessDied || AppThreads.isDisowned(thread) || Unloaded.isCauseOf(t));
  }

  private void handle(Thread thread, Throwable t) {
    reporter.crash(thread, t);
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, t);
    } catch (Throwable e) {
      // As on ART; it may be our own sign that the process has ended.
      return;
    }
  }

  /** Called by the group of a thread that has no handler of its own. */
  private void handleByDefault(Thread thread, Throwable t) {
    Thread.UncaughtExceptionHandler h = byDefault;
    if (h != null) {
      h.uncaughtException(thread, t);
    }
  }

  /**
   * Android's own handler. An app may call it for what it did catch: that is logged if nothing was
   * before.
   *
   * @throws ProcessDied always
   */
  private void end(Thread thread, Throwable t) {
    if (AppThreads.isDisowned(Thread.currentThread())) {
      throw new ProcessDied("unloaded");
    }
    if (!reporter.hasCrash()) {
      reporter.crash(thread, t);
    }
    reporter.died("it crashed", cause(t));
    throw new ProcessDied(cause(t));
  }

  private static String cause(Throwable t) {
    return "crash: " + t.getClass().getName();
  }
}
