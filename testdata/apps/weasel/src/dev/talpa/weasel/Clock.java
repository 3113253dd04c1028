package dev.talpa.weasel;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** All that waits with a limit of time, one after the other; shows how long each took, in ms. */
final class Clock extends Thread {
  private static final long MILLIS = 100;

  private interface Wait {
    void run() throws Exception;
  }

  private final HomeActivity activity;
  private final StringBuilder said = new StringBuilder();

  Clock(HomeActivity activity) {
    super("clock");
    this.activity = activity;
  }

  @Override
  public void run() {
    measure("sleep", new Wait() {
      @Override
      public void run() throws Exception {
        Thread.sleep(MILLIS);
      }
    });
    measure("wait", new Wait() {
      @Override
      public void run() throws Exception {
        synchronized (said) {
          said.wait(MILLIS);
        }
      }
    });
    measure("park", new Wait() {
      @Override
      public void run() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(MILLIS));
      }
    });
    measure("poll", new Wait() {
      @Override
      public void run() throws Exception {
        new LinkedBlockingQueue<Object>().poll(MILLIS, TimeUnit.MILLISECONDS);
      }
    });
    measure("latch", new Wait() {
      @Override
      public void run() throws Exception {
        new CountDownLatch(1).await(MILLIS, TimeUnit.MILLISECONDS);
      }
    });
    measure("condition", new Wait() {
      @Override
      public void run() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        lock.newCondition().await(MILLIS, TimeUnit.MILLISECONDS);
        lock.unlock();
      }
    });
    measure("timer", new Wait() {
      @Override
      public void run() throws Exception {
        timer();
      }
    });
    measure("scheduled", new Wait() {
      @Override
      public void run() throws Exception {
        scheduled();
      }
    });
    activity.runOnUiThread(new Runnable() {
      @Override
      public void run() {
        activity.said.setText(said);
      }
    });
  }

  private void measure(String name, Wait wait) {
    long begin = System.currentTimeMillis();
    try {
      wait.run();
    } catch (Exception e) {
      said.append(e).append(' ');
    }
    said.append(name).append(' ').append(System.currentTimeMillis() - begin).append(", ");
  }

  /** A task that runs twice. */
  private static void timer() throws InterruptedException {
    final CountDownLatch done = new CountDownLatch(2);
    Timer t = new Timer();
    t.schedule(new TimerTask() {
      @Override
      public void run() {
        done.countDown();
      }
    }, MILLIS, MILLIS);
    done.await();
    t.cancel();
  }

  private static void scheduled() throws InterruptedException {
    final CountDownLatch done = new CountDownLatch(2);
    ScheduledExecutorService s = Executors.newSingleThreadScheduledExecutor();
    s.scheduleAtFixedRate(new Runnable() {
      @Override
      public void run() {
        done.countDown();
      }
    }, MILLIS, MILLIS, TimeUnit.MILLISECONDS);
    done.await();
    s.shutdown();
  }
}
