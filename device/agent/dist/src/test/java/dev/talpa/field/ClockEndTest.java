package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.os.Handler;
import android.os.HandlerThread;
import android.os.Looper;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of an app's threads, and of what they hold, when its process ends. */
class ClockEndTest {
  /** In the app: the threads that it started. */
  private static final List<Thread> STARTED = new CopyOnWriteArrayList<>();

  private static volatile boolean over;

  private Device device;

  /** The app's copy of this class. */
  private Class<?> there;

  @BeforeEach
  void begin() throws Exception {
    device = Device.shared();
    device.fresh(Device.TARGET);
    there = Class.forName(ClockEndTest.class.getName(), true, device.loader());
  }

  @AfterEach
  void end() throws Exception {
    endLoops(); // of a test that failed: they would take a processor from all tests after it
    device.unload();
  }

  private void endLoops() throws ReflectiveOperationException {
    Method m = there.getDeclaredMethod("over");
    m.setAccessible(true);
    m.invoke(null);
  }

  // ---- in the app ----

  private static Thread started(Thread t) {
    STARTED.add(t);
    t.start();
    return t;
  }

  /** Begins one kind of thread on the main thread. */
  static void start(String kind) {
    new Handler(Looper.getMainLooper()).post(() -> begin(kind));
  }

  private static void begin(String kind) {
    switch (kind) {
      case "sleeps" -> started(new Thread(() -> quietly(() -> Thread.sleep(Long.MAX_VALUE))));
      case "waits" -> started(new Thread(() -> quietly(ClockEndTest::waitOnMonitor)));
      case "takes" -> started(new Thread(() -> quietly(new LinkedBlockingQueue<>()::take)));
      case "counts down" -> started(new Thread(() -> quietly(new CountDownLatch(1)::await)));
      case "parks again and again" -> started(new Thread(ClockEndTest::park));
      case "sleeps again and again" -> started(new Thread(ClockEndTest::sleepOn));
      case "loops" -> started(new HandlerThread("loops"));
      case "ticks" -> tick();
      case "works" -> work(Executors.newSingleThreadExecutor(t -> named(t)));
      case "works wrapped" -> work(Executors.newFixedThreadPool(1, t -> named(() -> t.run())));
      case "computes" -> started(new Thread(ClockEndTest::compute, "computes"));
      default -> throw new IllegalArgumentException(kind);
    }
  }

  /** What may be interrupted. */
  private interface Waiting {
    void run() throws InterruptedException;
  }

  private static void quietly(Waiting w) {
    try {
      w.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void waitOnMonitor() throws InterruptedException {
    Object monitor = new Object();
    synchronized (monitor) {
      while (!over) {
        monitor.wait();
      }
    }
  }

  private static void park() {
    while (!over) {
      LockSupport.park();
    }
  }

  private static void sleepOn() {
    while (!over) {
      try {
        Thread.sleep(1000);
      } catch (InterruptedException e) {
        Thread.interrupted();
      }
    }
  }

  private static void compute() {
    while (!over) {
      Thread.onSpinWait();
    }
  }

  private static void tick() {
    Timer t = new Timer("ticks");
    t.schedule(
        new TimerTask() {
          @Override
          public void run() {
            if (STARTED.isEmpty()) {
              STARTED.add(Thread.currentThread());
            }
          }
        },
        0,
        1000);
  }

  private static Thread named(Runnable r) {
    Thread t = new Thread(r, "works");
    STARTED.add(t);
    return t;
  }

  private static void work(java.util.concurrent.ExecutorService pool) {
    pool.execute(() -> {});
  }

  static List<Thread> threads() {
    return List.copyOf(STARTED);
  }

  static void over() {
    over = true;
  }

  // ---- outside ----

  /** Calls a method of the app's copy of this class. */
  private Object there(String method, Object... arguments) {
    try {
      Class<?> c = Class.forName(ClockEndTest.class.getName(), true, device.loader());
      for (Method m : c.getDeclaredMethods()) {
        if (m.getName().equals(method) && m.getParameterCount() == arguments.length) {
          m.setAccessible(true);
          return m.invoke(null, arguments);
        }
      }
      throw new AssertionError("no " + method);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** Has the app start threads, and gives them. */
  private List<?> started(String kind) throws IOException {
    there("start", kind);
    device.result("wait", Map.of("ms", 100));
    return (List<?>) there("threads");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sleeps",
        "waits",
        "takes",
        "counts down",
        "parks again and again",
        "sleeps again and again",
        "loops",
        "ticks",
        "works",
        "works wrapped",
      })
  void noThreadOutlivesTheApp(String kind) throws Exception {
    List<?> threads = started(kind);
    assertEquals(1, threads.size(), kind);
    Thread t = (Thread) threads.get(0);
    assertTrue(t.isAlive(), kind);
    Map<?, ?> r = device.result("unload", Map.of());
    assertEquals(List.of(), r.get("names"), kind);
    assertEquals(true, r.get("clean"), kind);
    t.join(2000);
    assertFalse(t.isAlive(), () -> kind + ": " + List.of(t.getStackTrace()));
  }

  /** Java cannot end it: so the process is not used for another app. */
  @Test
  void aThreadThatComputesForEverIsNamed() throws Exception {
    Thread t = (Thread) started("computes").get(0);
    Map<?, ?> r = device.result("unload", Map.of());
    assertEquals(false, r.get("clean"));
    assertEquals(1L, r.get("threads"));
    assertEquals(List.of("computes"), r.get("names"));
    endLoops();
    t.join(10_000);
    assertFalse(t.isAlive());
  }

  @Test
  void sleepsOfAnAppDoNotWakeTheNext() throws Exception {
    started("sleeps again and again");
    device.result("unload", Map.of());
    device.load(Device.TARGET, Map.of());
    Map<?, ?> r = device.result("wait", Map.of("ms", 5000));
    assertEquals(true, r.get("idle"), r.toString());
    assertEquals("", device.said());
    assertEquals(List.of(), there("threads"));
  }
}
