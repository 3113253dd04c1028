package dev.talpa.possum;

import android.content.Intent;
import android.os.Process;
import android.view.View;
import android.view.accessibility.AccessibilityNodeInfo;
import com.android.internal.util.Predicate;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.ArrayList;
import java.util.List;
import junit.framework.Assert;

/** Ways in which a crash could be lost, or one be made up. */
final class Deaths {
  static final class Silent extends RuntimeException {
    @Override
    public String getMessage() {
      throw new AssertionError("no message");
    }
  }

  /** Tells its causes without end, so that whoever prints it has no stack left. */
  static final class Endless extends RuntimeException {
    @Override
    public String toString() {
      return toString() + "!";
    }

    @Override
    public String getLocalizedMessage() {
      return toString();
    }
  }

  static List<Object> kept;
  static volatile int turns;

  private final HomeActivity screen;
  private final Notes notes;

  Deaths(HomeActivity screen) {
    this.screen = screen;
    this.notes = Notes.of(screen);
  }

  /** Dies, or says what it is that did not die. */
  String die(String how) {
    switch (how) {
      case "thread handler":
        inThread(true, null);
        return "alive after " + notes.all();
      case "group":
        inThread(false, new Group());
        return "alive after " + notes.all();
      case "swallowed in a thread":
        Thread.setDefaultUncaughtExceptionHandler(new Handler("swallows", null));
        inThread(false, null);
        return "alive after " + notes.all();
      case "chained in a thread":
        chain();
        inThread(false, null);
        return "alive after " + notes.all();
      case "no handler in a thread":
        Thread.setDefaultUncaughtExceptionHandler(null);
        inThread(false, null);
        return "alive, default " + Thread.getDefaultUncaughtExceptionHandler();
      case "swallowed":
        Thread.setDefaultUncaughtExceptionHandler(new Handler("swallows", null));
        throw new IllegalStateException(how);
      case "chained":
        chain();
        throw new IllegalStateException(how);
      case "thrown by the handler":
        Thread.setDefaultUncaughtExceptionHandler(
            new Handler("throws", null) {
              @Override
              void then() {
                throw new IllegalArgumentException("the handler's own");
              }
            });
        throw new IllegalStateException(how);
      case "another screen":
        Thread.setDefaultUncaughtExceptionHandler(
            new Handler("starts", null) {
              @Override
              void then() {
                screen.startActivity(
                    new Intent(screen, HomeActivity.class).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
                Process.killProcess(Process.myPid());
                System.exit(10);
              }
            });
        throw new IllegalStateException(how);
      case "handed over":
        Thread.getDefaultUncaughtExceptionHandler()
            .uncaughtException(Thread.currentThread(), new IllegalStateException(how));
        return "came back";
      case "silent":
        throw new Silent();
      case "endless":
        throw new Endless();
      case "accessibility":
        screen.views.addView(
            new View(screen) {
              @Override
              public void onInitializeAccessibilityNodeInfo(AccessibilityNodeInfo info) {
                throw new IllegalStateException("accessibility");
              }
            });
        return "a view that fails when it is asked";
      case "accessibility loop":
        screen.views.addView(
            new View(screen) {
              @Override
              public void onInitializeAccessibilityNodeInfo(AccessibilityNodeInfo info) {
                while (true) {
                  turns++;
                }
              }
            });
        return "a view that never answers";
      case "memory":
        kept = new ArrayList<Object>();
        while (true) {
          kept.add(new byte[1 << 20]);
        }
      case "own memory":
        throw new OutOfMemoryError("of its own");
      case "stack":
        return "depth " + deeper(1);
      case "old library":
        Assert.assertTrue(
            new Predicate<String>() {
              @Override
              public boolean apply(String s) {
                return s.isEmpty();
              }
            }.apply(""));
        return "old library found";
      default:
        throw new IllegalArgumentException(how);
    }
  }

  private int deeper(int n) {
    return deeper(n + 1) + n;
  }

  private void chain() {
    Thread.setDefaultUncaughtExceptionHandler(
        new Handler("chains", Thread.getDefaultUncaughtExceptionHandler()));
  }

  /** A thread fails, and is waited for. */
  private void inThread(boolean handled, ThreadGroup group) {
    Thread t =
        new Thread(group, "worker") {
          @Override
          public void run() {
            throw new IllegalStateException("in a thread");
          }
        };
    if (handled) {
      t.setUncaughtExceptionHandler(new Handler("own", null));
    }
    t.start();
    try {
      t.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Writes down that it was called, and calls the next one. */
  private class Handler implements UncaughtExceptionHandler {
    private final String name;
    private final UncaughtExceptionHandler next;

    Handler(String name, UncaughtExceptionHandler next) {
      this.name = name;
      this.next = next;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable t) {
      notes.add(name + " " + thread.getName() + " " + t.getMessage());
      if (next != null) {
        next.uncaughtException(thread, t);
        notes.add("came back");
      }
      then();
    }

    void then() {}
  }

  private final class Group extends ThreadGroup {
    Group() {
      super("of its own");
    }

    @Override
    public void uncaughtException(Thread thread, Throwable t) {
      new Handler("group", null).uncaughtException(thread, t);
    }
  }
}
