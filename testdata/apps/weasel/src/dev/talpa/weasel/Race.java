package dev.talpa.weasel;

import android.os.AsyncTask;
import android.os.Handler;
import android.os.HandlerThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Threads that race in ways that apps know, each of which writes its letter when it gets to. What
 * comes out is anybody's guess on a phone; the embedded device is to show the same each time.
 */
final class Race extends Thread {
  private static final int ROUNDS = 30;

  private interface Task {
    void run(int n) throws Exception;
  }

  private final HomeActivity activity;
  private final StringBuilder said = new StringBuilder();
  private final List<Integer> seen = new ArrayList<Integer>();
  private final Object lock = new Object();
  private final Random random = new Random();
  private int count;
  private volatile int sink;

  Race(HomeActivity activity) {
    super("race");
    this.activity = activity;
  }

  @Override
  public void run() {
    try {
      two();
      lost();
      pool();
      queue();
      monitors();
      loopers();
      tasks();
      sleepers();
    } catch (Exception e) {
      said.append(e);
    }
    activity.runOnUiThread(new Runnable() {
      @Override
      public void run() {
        activity.said.setText(said + "over");
      }
    });
  }

  private void see(int n) {
    synchronized (seen) {
      seen.add(n);
    }
  }

  private void tell(String name) {
    synchronized (seen) {
      said.append(name).append(' ').append(Integer.toHexString(seen.hashCode())).append(", ");
      seen.clear();
    }
  }

  /** Takes a while that nobody knows before. */
  private void work() {
    int rounds = 1000 + (int) (System.identityHashCode(new Object()) & 0xffff);
    for (int i = 0; i < rounds; i++) {
      sink += i;
    }
  }

  /** Starts so many threads with a task, and waits for their ends. */
  private static void all(int threads, final Task task) throws InterruptedException {
    List<Thread> l = new ArrayList<Thread>();
    for (int i = 0; i < threads; i++) {
      final int n = i;
      Thread t = new Thread("racer " + n) {
        @Override
        public void run() {
          try {
            task.run(n);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        }
      };
      l.add(t);
      t.start();
    }
    for (Thread t : l) {
      t.join();
    }
  }

  private void two() throws Exception {
    all(2, new Task() {
      @Override
      public void run(int n) {
        for (int i = 0; i < ROUNDS; i++) {
          work();
          see(n);
          Thread.yield();
        }
      }
    });
    tell("two");
  }

  /** Updates that get lost. */
  private void lost() throws Exception {
    count = 0;
    all(4, new Task() {
      @Override
      public void run(int n) {
        for (int i = 0; i < ROUNDS; i++) {
          int c = count;
          if (random.nextInt(3) == 0) {
            Thread.yield();
          }
          work();
          count = c + 1;
        }
      }
    });
    see(count);
    tell("lost");
  }

  private void pool() throws Exception {
    ExecutorService s = Executors.newFixedThreadPool(4);
    for (int i = 0; i < ROUNDS; i++) {
      final int n = i;
      s.execute(new Runnable() {
        @Override
        public void run() {
          work();
          see(n);
          if (n % 3 == 0) {
            Thread.yield();
          }
          see(-n);
        }
      });
    }
    s.shutdown();
    s.awaitTermination(1, TimeUnit.DAYS);
    tell("pool");
  }

  private void queue() throws Exception {
    final LinkedBlockingQueue<Integer> q = new LinkedBlockingQueue<Integer>(2);
    all(5, new Task() {
      @Override
      public void run(int n) throws InterruptedException {
        for (int i = 0; i < 12; i++) {
          if (n < 2) {
            work();
            q.put(100 * n + i);
          } else if (i < 8) {
            see(1000 * n + q.take());
          }
        }
      }
    });
    tell("queue");
  }

  private void monitors() throws Exception {
    count = 0;
    all(4, new Task() {
      @Override
      public void run(int n) throws InterruptedException {
        synchronized (lock) {
          for (int i = 0; i < ROUNDS; i++) {
            while (count % 2 != n % 2) {
              lock.wait();
            }
            count++;
            see(n);
            work();
            if (i % 5 == 0) {
              lock.notify();
              lock.wait(10);
            } else {
              lock.notifyAll();
            }
          }
        }
      }
    });
    tell("monitors");
  }

  private void loopers() throws Exception {
    HandlerThread t = new HandlerThread("racer");
    t.start();
    final Handler there = new Handler(t.getLooper());
    final Handler here = new Handler(activity.getMainLooper());
    final CountDownLatch end = new CountDownLatch(2 * ROUNDS);
    for (int i = 0; i < ROUNDS; i++) {
      final int n = i;
      final Runnable pong = new Runnable() {
        @Override
        public void run() {
          see(n);
          end.countDown();
        }
      };
      Runnable ping = new Runnable() {
        @Override
        public void run() {
          work();
          see(-n);
          (n % 2 == 0 ? here : there).post(pong);
          end.countDown();
        }
      };
      (n % 3 == 0 ? here : there).postDelayed(ping, n % 4);
    }
    end.await();
    t.quit();
    tell("loopers");
  }

  private void tasks() throws Exception {
    final CountDownLatch end = new CountDownLatch(ROUNDS);
    for (int i = 0; i < ROUNDS; i++) {
      final int n = i;
      (n % 2 == 0 ? AsyncTask.THREAD_POOL_EXECUTOR : AsyncTask.SERIAL_EXECUTOR).execute(new Runnable() {
        @Override
        public void run() {
          work();
          see(n);
          end.countDown();
        }
      });
    }
    end.await();
    tell("tasks");
  }

  /** All wake at the same time. */
  private void sleepers() throws Exception {
    all(6, new Task() {
      @Override
      public void run(int n) throws InterruptedException {
        for (int i = 0; i < 5; i++) {
          Thread.sleep(10 * (n % 3));
          work();
          see(n);
        }
      }
    });
    tell("sleepers");
  }
}
