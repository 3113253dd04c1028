package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Clocks and waits of the Java library: all of them are on the device's time. */
class LibcoreTimeTest extends LibcoreTimed {
  private static final TimeUnit MS = TimeUnit.MILLISECONDS;

  /** How long the waits of these tests are. */
  private static final int LIMIT = 300;

  /** Does it on a thread of the app; says its result, or what it threw, and how long it took. */
  private Thread aside(String name, Callable<?> c) {
    Thread t =
        new Thread(
            () -> {
              long begin = now();
              Object result;
              try {
                result = c.call();
              } catch (Throwable e) {
                result = e.getClass().getSimpleName();
              }
              say(name + " " + result + " after " + (now() - begin));
            });
    t.start();
    return t;
  }

  @Test
  void allClocksTellTheSameTime() {
    main(
        () -> {
          long now = System.currentTimeMillis();
          ZoneId zone = ZoneId.systemDefault();
          Map<String, Long> all = new LinkedHashMap<>();
          all.put("Date", new Date().getTime());
          all.put("Calendar", Calendar.getInstance().getTimeInMillis());
          all.put("in a zone", Calendar.getInstance(TimeZone.getTimeZone("UTC")).getTimeInMillis());
          all.put("of a locale", Calendar.getInstance(Locale.FRANCE).getTimeInMillis());
          all.put("GregorianCalendar", new GregorianCalendar().getTimeInMillis());
          all.put("Instant", Instant.now().toEpochMilli());
          all.put("Zoned", ZonedDateTime.now().toInstant().toEpochMilli());
          all.put("Local", LocalDateTime.now().atZone(zone).toInstant().toEpochMilli());
          all.put("UTC", Clock.systemUTC().millis());
          all.put("default", Clock.systemDefaultZone().millis());
          all.put("system", Clock.system(zone).millis());
          all.put("millis", Clock.tickMillis(zone).millis());
          for (Map.Entry<String, Long> e : all.entrySet()) {
            assertEquals(now, e.getValue(), e.getKey());
          }
          Instant i = Instant.ofEpochMilli(now);
          assertEquals(i.atZone(zone).toLocalDate(), LocalDate.now());
          assertEquals(i.atZone(zone).toLocalTime(), LocalTime.now());
        });
  }

  @Test
  void clocksGoOnWithTheDevice() {
    Clock c = Clock.system(ZoneId.of("Asia/Tokyo"));
    timed(
        () -> {
          long wall = c.millis();
          long nanos = System.nanoTime();
          Thread.sleep(1234);
          assertEquals(1234, c.millis() - wall);
          assertEquals(1_234_000_000L, System.nanoTime() - nanos);
        });
    assertEquals(0, Clock.tickSeconds(ZoneId.systemDefault()).millis() % 1000);
    assertEquals(0, Clock.tickMinutes(ZoneId.systemDefault()).millis() % 60_000);
  }

  @Test
  void clocksAreEqualByTheirZones() {
    ZoneId zone = ZoneId.of("Asia/Tokyo");
    assertEquals(Clock.system(zone), Clock.systemUTC().withZone(zone));
    assertEquals(Clock.system(zone).hashCode(), Clock.systemUTC().withZone(zone).hashCode());
    assertNotEquals(Clock.system(zone), Clock.systemUTC());
    assertEquals("SystemClock[Asia/Tokyo]", Clock.system(zone).toString());
    assertThrows(NullPointerException.class, () -> Clock.system(null));
  }

  @Test
  void aCalendarThatIsMadeForADateHasThatDate() {
    Calendar c = new GregorianCalendar(2020, Calendar.MARCH, 1, 12, 30, 15);
    assertEquals(2020, c.get(Calendar.YEAR));
    assertEquals(15, c.get(Calendar.SECOND));
    assertEquals(30, new GregorianCalendar(2020, 2, 1, 12, 30).get(Calendar.MINUTE));
    assertEquals(0, new GregorianCalendar(2020, 2, 1).get(Calendar.HOUR_OF_DAY));
    TimeZone utc = TimeZone.getTimeZone("UTC");
    assertEquals(utc, new GregorianCalendar(utc).getTimeZone());
    assertEquals(
        new GregorianCalendar(Locale.US).getTimeInMillis(),
        new GregorianCalendar(utc, Locale.US).getTimeInMillis());
  }

  @Test
  void theMainThreadSleepsInVirtualTime() {
    timed(
        () -> {
          Thread.sleep(700);
          Thread.sleep(200, 5);
          TimeUnit.MILLISECONDS.sleep(100);
          TimeUnit.SECONDS.sleep(-1);
          assertEquals(1000, now());
        });
  }

  @Test
  void noneSleepsForANegativeTime() {
    Class<IllegalArgumentException> wrong = IllegalArgumentException.class;
    assertEquals("millis < 0: -1", assertThrows(wrong, () -> Thread.sleep(-1)).getMessage());
    assertEquals("nanos < 0: -1", assertThrows(wrong, () -> Thread.sleep(1, -1)).getMessage());
    assertEquals(
        "nanos > 999999: 1000000",
        assertThrows(wrong, () -> Thread.sleep(1, 1_000_000)).getMessage());
    Object o = new Object();
    assertThrows(wrong, () -> waitOn(o, -1, 0));
    assertThrows(wrong, () -> waitOn(o, 1, -1));
    assertThrows(wrong, () -> Thread.currentThread().join(-1));
  }

  private static void waitOn(Object o, long millis, int nanos) throws InterruptedException {
    synchronized (o) {
      if (nanos == 0) {
        o.wait(millis);
      } else {
        o.wait(millis, nanos);
      }
    }
  }

  @Test
  void whoWaitsForAMonitorThatItDoesNotHoldIsRefused() {
    assertThrows(IllegalMonitorStateException.class, () -> new Object().wait(10));
  }

  /** What there is to wait with a limit, and what comes of it if nothing happens. */
  private static Map<String, Callable<?>> waits() {
    Lock free = new ReentrantLock();
    Condition c = free.newCondition();
    Lock taken = new ReentrantLock();
    main(taken::lock);
    BlockingQueue<String> full = new ArrayBlockingQueue<>(1);
    full.add("x");
    BlockingQueue<String> empty = new SynchronousQueue<>();
    Future<String> never = new CompletableFuture<>();
    Map<String, Callable<?>> all = new LinkedHashMap<>();
    all.put("sleep null", () -> done(() -> Thread.sleep(LIMIT)));
    all.put("unit null", () -> done(() -> MS.sleep(LIMIT)));
    all.put("wait null", () -> done(() -> waitOn(new Object(), LIMIT, 0)));
    all.put("nanos null", () -> done(() -> waitOn(new Object(), LIMIT - 1, 5)));
    all.put("latch false", () -> new CountDownLatch(1).await(LIMIT, MS));
    all.put("semaphore false", () -> new Semaphore(0).tryAcquire(LIMIT, MS));
    all.put("lock false", () -> taken.tryLock(LIMIT, MS));
    all.put("future TimeoutException", () -> never.get(LIMIT, MS));
    all.put("poll null", () -> empty.poll(LIMIT, MS));
    all.put("offer false", () -> full.offer("y", LIMIT, MS));
    all.put("handed false", () -> empty.offer("y", LIMIT, MS));
    all.put("pool false", LibcoreTimeTest::awaitPool);
    all.put("join null", () -> done(() -> endless().join(LIMIT)));
    all.put("park null", () -> done(() -> LockSupport.parkNanos(LIMIT * 1_000_000L)));
    all.put("until null", () -> done(() -> LockSupport.parkUntil(end())));
    all.put("condition false", () -> locked(free, () -> c.await(LIMIT, MS)));
    all.put("left true", () -> locked(free, () -> c.awaitNanos(LIMIT * 1_000_000L) <= 0));
    all.put("date false", () -> locked(free, () -> c.awaitUntil(new Date(end()))));
    all.put("barrier TimeoutException", () -> new CyclicBarrier(2).await(LIMIT, MS));
    return all;
  }

  private static long end() {
    return System.currentTimeMillis() + LIMIT;
  }

  private static Object done(Action d) throws Exception {
    d.run();
    return null;
  }

  private static Object locked(Lock l, Callable<?> c) throws Exception {
    l.lock();
    try {
      return c.call();
    } finally {
      l.unlock();
    }
  }

  private static Thread endless() {
    Thread t = new Thread(LockSupport::park);
    t.setDaemon(true);
    t.start();
    return t;
  }

  private static boolean awaitPool() throws InterruptedException {
    var pool = Executors.newSingleThreadExecutor();
    pool.execute(LockSupport::park);
    return pool.awaitTermination(LIMIT, MS);
  }

  @Test
  void waitsWithALimitEndWhenItIsOverAndNotBefore() {
    Map<String, Callable<?>> waits = waits();
    waits.forEach(
        (name, wait) -> {
          String[] words = name.split(" ");
          timed(
              () -> {
                aside(words[0], wait);
                pass(50); // until it has begun
                pass(LIMIT - 50);
                assertEquals("", said(), name);
                pass(50);
                assertSaid(words[0] + " " + words[1] + " after " + LIMIT);
              });
        });
  }

  @Test
  void waitsEndAsSoonAsWhatTheyWaitForIsThere() {
    timed(
        () -> {
          CountDownLatch latch = new CountDownLatch(1);
          aside("latch", () -> latch.await(LIMIT, MS));
          Semaphore s = new Semaphore(0);
          aside("semaphore", () -> s.tryAcquire(LIMIT, MS));
          CompletableFuture<String> f = new CompletableFuture<>();
          aside("future", () -> f.get(LIMIT, MS));
          BlockingQueue<String> q = new ArrayBlockingQueue<>(1);
          aside("queue", () -> q.poll(LIMIT, MS));
          pass(100);
          latch.countDown();
          s.release();
          f.complete("x");
          q.add("y");
          pass(50);
        });
    assertSaid(
        "latch true after 100",
        "semaphore true after 100",
        "future x after 100",
        "queue y after 100");
  }

  @Test
  void whatIsThereIsNotWaitedFor() throws Exception {
    assertTrue(new CountDownLatch(0).await(LIMIT, MS));
    assertTrue(new Semaphore(1).tryAcquire(LIMIT, MS));
    assertEquals("x", CompletableFuture.completedFuture("x").get(0, MS));
    BlockingQueue<String> q = new ArrayBlockingQueue<>(1);
    assertTrue(q.offer("x", 0, MS));
    assertEquals("x", q.poll(0, MS));
    assertEquals(null, q.poll(0, MS));
    assertThrows(TimeoutException.class, () -> new CompletableFuture<>().get(0, MS));
  }

  @Test
  void whoParksForNoTimeLetsOthersRun() {
    boolean[] done = new boolean[1];
    timed(
        () -> {
          aside(
              "spin",
              () -> {
                for (int round = 0; round < 1000 && !done[0]; round++) {
                  LockSupport.parkNanos(-1);
                }
                return done[0];
              });
          aside("other", () -> done[0] = true);
          pass(10);
        });
    assertSaid("other true after 0", "spin true after 0");
  }

  @Test
  void anInterruptedWaitSaysSo() {
    timed(
        () -> {
          Thread[] all = {
            aside("sleep", () -> done(() -> Thread.sleep(LIMIT))),
            aside("latch", () -> new CountDownLatch(1).await(LIMIT, MS)),
            aside("park", () -> done(() -> LockSupport.parkNanos(LIMIT * 1_000_000L))),
          };
          pass(100);
          for (Thread t : all) {
            t.interrupt();
          }
          pass(50);
        });
    assertSaid(
        "sleep InterruptedException after 100",
        "latch InterruptedException after 100",
        "park null after 100");
  }

  @Test
  void aNotifiedThreadWaitsNoLonger() {
    timed(
        () -> {
          Object monitor = new Object();
          aside("wait", () -> done(() -> waitOn(monitor, LIMIT, 0)));
          pass(100);
          synchronized (monitor) {
            monitor.notifyAll();
          }
          pass(50);
        });
    assertSaid("wait null after 100");
  }
}
