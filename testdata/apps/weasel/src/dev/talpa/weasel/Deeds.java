package dev.talpa.weasel;

import android.content.Context;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * What an app must not be able to do, or what it dies of. A deed that returns tells in words how it
 * went: a line for each attempt, which ends in "refused" or "DONE".
 */
final class Deeds {
  static final String[] NAMES = {
    "loop", "sleep", "block", "join", "await", "select", "allocate", "recurse", "threads", "exit",
    "kill", "die", "babble", "delete", "fork", "connect", "outside", "write", "clock", "race", "native",
  };

  private interface Attempt {
    void run() throws Throwable;
  }

  private static volatile int sink;

  private final Context context;
  private final StringBuilder said = new StringBuilder();

  private final String target;

  Deeds(Context context, String target) {
    this.context = context;
    this.target = target;
  }

  String perform(String name) {
    switch (name) {
      case "loop":
        while (true) {
          sink++;
        }
      case "sleep":
        sleep(20_000);
        break;
      case "block":
        block();
        break;
      case "join":
        join();
        break;
      case "await":
        await();
        break;
      case "select":
        select();
        break;
      case "allocate":
        allocate();
        break;
      case "recurse":
        sink = recurse(1);
        break;
      case "threads":
        threads();
        break;
      case "exit":
        System.exit(3);
        break;
      case "kill":
        android.os.Process.killProcess(android.os.Process.myPid());
        break;
      case "die":
        die();
        break;
      case "babble":
        babble();
        break;
      case "delete":
        delete();
        break;
      case "fork":
        fork();
        break;
      case "connect":
        connect();
        break;
      case "outside":
        outside();
        break;
      case "write":
        write();
        break;
      case "native":
        said.append(new Library(context).load(target));
        break;
      default:
        throw new IllegalArgumentException(name);
    }
    return said.length() == 0 ? name + " came back" : said.toString();
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for a thread that computes for ever. */
  private static void join() {
    Thread other =
        new Thread(
            new Runnable() {
              @Override
              public void run() {
                while (true) {
                  sink++;
                }
              }
            });
    other.start();
    try {
      other.join();
    } catch (InterruptedException e) {
      return;
    }
  }

  /** Another thread holds a lock for ever. */
  private static void block() {
    final Object lock = new Object();
    final CountDownLatch held = new CountDownLatch(1);
    new Thread("holder") {
      @Override
      public void run() {
        synchronized (lock) {
          held.countDown();
          while (true) {
            Deeds.sleep(60_000);
          }
        }
      }
    }.start();
    try {
      held.await();
    } catch (InterruptedException e) {
      return;
    }
    synchronized (lock) {
      sink++;
    }
  }

  /** The main thread waits for another one, which takes three seconds: slow, but it comes back. */
  private static void await() {
    final CountDownLatch done = new CountDownLatch(1);
    new Thread("worker") {
      @Override
      public void run() {
        Deeds.sleep(3_000);
        done.countDown();
      }
    }.start();
    try {
      done.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for another thread, while a third one waits for connections in turns of four seconds. */
  private void select() {
    new Thread("selector") {
      @Override
      public void run() {
        try {
          Selector selector = Selector.open();
          while (true) {
            selector.select(4000);
          }
        } catch (IOException e) {
          said.append(e).append('\n');
        }
      }
    }.start();
    await();
  }

  private static void allocate() {
    List<byte[]> all = new ArrayList<byte[]>();
    while (true) {
      all.add(new byte[1 << 20]);
    }
  }

  private static int recurse(int n) {
    return recurse(n + 1) + n;
  }

  private static void threads() {
    while (true) {
      new Thread("endless") {
        @Override
        public void run() {
          Deeds.sleep(Long.MAX_VALUE / 2);
        }
      }.start();
    }
  }

  /** Makes the virtual machine crash. */
  private static void die() {
    try {
      Class<?> c = Class.forName("sun.misc.Unsafe");
      Field f = c.getDeclaredField("theUnsafe");
      f.setAccessible(true);
      c.getMethod("putByte", long.class, byte.class).invoke(f.get(null), 0L, (byte) 1);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes to descriptors that it was not given. */
  private static void babble() {
    try {
      new FileOutputStream(FileDescriptor.out).write(new byte[] {-1, -1, -1, -1, 'x'});
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void attempt(String what, Attempt a) {
    try {
      a.run();
      said.append(what).append(": DONE\n");
    } catch (Throwable t) {
      said.append(what).append(": refused\n");
    }
  }

  private void delete() {
    deleteAll(new File(context.getApplicationInfo().dataDir));
    deleteAll(context.getExternalFilesDir(null));
    final File apk = new File(context.getPackageCodePath());
    attempt(
        "delete the APK",
        new Attempt() {
          @Override
          public void run() throws IOException {
            if (!apk.delete()) {
              throw new IOException();
            }
          }
        });
  }

  private static void deleteAll(File f) {
    File[] children = f.listFiles();
    if (children != null) {
      for (File c : children) {
        deleteAll(c);
      }
    }
    f.delete();
  }

  private void fork() {
    attempt(
        "exec",
        new Attempt() {
          @Override
          public void run() throws IOException {
            Runtime.getRuntime().exec("/bin/true");
          }
        });
    attempt(
        "ProcessBuilder",
        new Attempt() {
          @Override
          public void run() throws IOException {
            new ProcessBuilder("/bin/true").start();
          }
        });
  }

  private void connect() {
    attempt(
        "connect",
        new Attempt() {
          @Override
          public void run() throws IOException {
            new Socket("127.0.0.1", 22).close();
          }
        });
    attempt(
        "send",
        new Attempt() {
          @Override
          public void run() throws IOException {
            DatagramSocket s = new DatagramSocket();
            s.send(new DatagramPacket(new byte[1], 1, InetAddress.getByName("192.0.2.1"), 9));
          }
        });
    attempt(
        "look up",
        new Attempt() {
          @Override
          public void run() throws IOException {
            InetAddress.getByName("example.com");
          }
        });
  }

  /** Speaks in each way with each of the target's "HOST PORT MILLIS", and tells what it hears there. */
  private void outside() {
    Thread other =
        new Thread("outside") {
          @Override
          public void run() {
            for (final String one : target.split(",")) {
              final String[] at = one.split(" ");
              for (final String way : Ways.NAMES) {
                attempt(
                    at[0] + way,
                    new Attempt() {
                      @Override
                      public void run() throws IOException {
                        InetSocketAddress to =
                            new InetSocketAddress(at[0], Integer.parseInt(at[1]));
                        new Ways(Integer.parseInt(at[2])).greet(way, to);
                      }
                    });
              }
            }
          }
        };
    other.start();
    try {
      other.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write() {
    String[] places = {
      "/weasel", "/tmp/weasel", "/etc/weasel", "/dev/shm/weasel", "/var/tmp/weasel",
    };
    for (final String place : places) {
      attempt(
          "write " + place,
          new Attempt() {
            @Override
            public void run() throws IOException {
              new FileOutputStream(place).close();
            }
          });
    }
  }
}
