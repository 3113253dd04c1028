package talpa.agent.clock;

import android.os.Looper;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.WeakHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.robolectric.shadows.ShadowLooper;
import talpa.agent.order.RunToken;

/** The threads that an app started: found, stopped as far as Java lets one, and disowned. */
public final class AppThreads {
  /** Threads that the framework keeps in static fields. */
  private static final Set<String> FRAMEWORK_LOOPERS =
      Set.of("AsyncQueryWorker", "queued-work-looper", "SurfaceSyncGroupTimer");

  private static final String POOL = ThreadPoolExecutor.class.getName();
  private static final String WORKER = POOL + "$Worker";
  private static final int MAX_WRAPPERS = 3;

  /** Real time that interrupted threads get to end, in milliseconds. */
  private static final long GRACE_MS = 1000;

  private static final Set<Thread> DISOWNED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private final Set<Thread> before = new HashSet<>(alive());
  private final Predicate<String> isApp;

  /**
   * Remembers the threads that run now: they are not the app's.
   *
   * @param isApp whether a class, by name, is the app's
   */
  public AppThreads(Predicate<String> isApp) {
    this.isApp = isApp;
  }

  /** Whether a thread belongs to an app that was unloaded: what happens in it counts no more. */
  public static boolean isDisowned(Thread t) {
    return DISOWNED.contains(t);
  }

  /**
   * Stops the threads that were started since.
   *
   * @return those that still run code of the app
   */
  public List<Thread> stop() {
    List<Thread> threads = started();
    DISOWNED.addAll(threads);
    RunToken.free();
    Map<Thread, Looper> loopers = loopers();
    for (Thread t : threads) {
      Looper l = loopers.get(t);
      if (l == null) {
        stopSource(t);
        t.interrupt();
      } else if (!FRAMEWORK_LOOPERS.contains(t.getName())) {
        // Not interrupted: Robolectric's queue would spin.
        l.quit();
      }
    }
    Sleepers.wakeAll();
    long end = System.nanoTime() + GRACE_MS * 1_000_000;
    while (busy(threads) && System.nanoTime() < end) {
      for (Thread t : threads) {
        if (!loopers.containsKey(t) && runsApp(t)) {
          endWaiting(t);
        }
      }
      pause();
    }
    // Pools of the framework live on and serve the next app.
    threads.removeIf(t -> !runsApp(t));
    DISOWNED.retainAll(threads);
    return threads;
  }

  private static Map<Thread, Looper> loopers() {
    Map<Thread, Looper> m = new HashMap<>();
    for (Looper l : ShadowLooper.getAllLoopers()) {
      m.put(l.getThread(), l);
    }
    return m;
  }

  private List<Thread> started() {
    List<Thread> l = alive();
    l.removeIf(
        t -> before.contains(t) || t == Thread.currentThread() || t.getName().startsWith("talpa-"));
    return l;
  }

  /** All threads of this JVM. */
  static List<Thread> alive() {
    ThreadGroup g = Thread.currentThread().getThreadGroup();
    while (g.getParent() != null) {
      g = g.getParent();
    }
    Thread[] all = new Thread[2 * g.activeCount() + 16];
    int n = g.enumerate(all, true);
    List<Thread> l = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      l.add(all[i]);
    }
    return l;
  }

  /** Thread pools and timers go on after an interrupt: they are shut down. */
  private static void stopSource(Thread t) {
    try {
      if (t.getClass().getName().equals("java.util.TimerThread")) {
        stopTimer(t);
        return;
      }
      ThreadPoolExecutor pool = pool(field(Thread.class, "target").get(t), MAX_WRAPPERS);
      // A factory of the framework's means a pool of the framework's.
      if (pool != null
          && pool.getThreadFactory().getClass().getClassLoader()
              != AppThreads.class.getClassLoader()) {
        pool.shutdownNow();
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the JDK's threads have another form", e);
    }
  }

  /** The pool of a worker, which the pool's thread factory may have wrapped. */
  private static ThreadPoolExecutor pool(Object runnable, int wrappers)
      throws ReflectiveOperationException {
    if (runnable == null || wrappers == 0) {
      return null;
    }
    if (runnable.getClass().getName().equals(WORKER)) {
      return (ThreadPoolExecutor) field(runnable.getClass(), "this$0").get(runnable);
    }
    for (Class<?> c = runnable.getClass(); c != Object.class; c = c.getSuperclass()) {
      for (Field f : c.getDeclaredFields()) {
        if (f.getType() == Runnable.class && f.trySetAccessible()) {
          ThreadPoolExecutor p = pool(f.get(runnable), wrappers - 1);
          if (p != null) {
            return p;
          }
        }
      }
    }
    return null;
  }

  /** As {@link Timer#cancel}, which needs the timer itself. */
  private static void stopTimer(Thread t) throws ReflectiveOperationException {
    Object queue = field(t.getClass(), "queue").get(t);
    synchronized (queue) {
      field(t.getClass(), "newTasksMayBeScheduled").set(t, false);
      java.lang.reflect.Method clear = queue.getClass().getDeclaredMethod("clear");
      clear.setAccessible(true);
      clear.invoke(queue);
      queue.notify();
    }
  }

  private static Field field(Class<?> c, String name) throws ReflectiveOperationException {
    Field f = c.getDeclaredField(name);
    f.setAccessible(true);
    return f;
  }

  /**
   * Ends a thread that waits again after it was interrupted, as the workers of coroutines do. Java
   * 20 and later cannot.
   */
  @SuppressWarnings({"deprecation", "removal"})
  private static void endWaiting(Thread t) {
    boolean waits =
        t.getState() == Thread.State.WAITING || t.getState() == Thread.State.TIMED_WAITING;
    if (!waits) {
      if (t.isInterrupted() && parks(t)) {
        forgetInterrupt(t);
      }
      return;
    }
    try {
      t.stop();
    } catch (UnsupportedOperationException e) {
      t.interrupt();
    }
  }

  /** Whether a thread is about to park, or comes from it. */
  private static boolean parks(Thread t) {
    for (StackTraceElement f : t.getStackTrace()) {
      if (f.getClassName().equals(LockSupport.class.getName())) {
        return true;
      }
    }
    return false;
  }

  /**
   * A thread that never asks whether it is interrupted parks for no time, again and again: without
   * the interrupt it waits, and can be ended.
   */
  private static void forgetInterrupt(Thread t) {
    try {
      field(Thread.class, "interrupted").setBoolean(t, false);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the JDK's threads have another form", e);
    }
  }

  private boolean busy(List<Thread> threads) {
    for (Thread t : threads) {
      if (runsApp(t)) {
        return true;
      }
    }
    return false;
  }

  /** Whether code of the app is on the thread's stack; a parked pool thread does no harm. */
  private boolean runsApp(Thread t) {
    if (!t.isAlive()) {
      return false;
    }
    for (StackTraceElement f : t.getStackTrace()) {
      if (f.getClassName().equals(POOL) && f.getMethodName().equals("getTask")) {
        return false;
      }
      if (isApp.test(f.getClassName())) {
        return true;
      }
    }
    return false;
  }

  private static void pause() {
    try {
      Thread.sleep(5);
    } catch (InterruptedException e) {
      Thread.interrupted();
    }
  }
}
