package talpa.agent.task;

import android.app.Activity;
import android.content.Intent;
import java.util.Locale;
import java.util.Map;
import talpa.agent.backstack.ActivityRecord;
import talpa.agent.backstack.ResultTarget;
import talpa.agent.intents.Answers;
import talpa.agent.intents.IntentResolver.Match;
import talpa.agent.intents.Screens;
import talpa.agent.permit.SpecialAccess;
import talpa.agent.process.AppProcess;
import talpa.agent.standin.Screen;
import talpa.agent.standin.Visit;

/**
 * Plays the other apps that the app starts: each covers the app for a moment, then answers as the
 * user was told to. Every start is reported as an {@code external} notification.
 */
final class StandIns {
  /** How the user answers in other apps. */
  enum Mode {
    /** Pickers and cameras give something, all others are left by the back key. */
    AUTO,
    /** Whatever can give something does. */
    OK,
    /** All answer that it went well, and give nothing. */
    EMPTY,
    /** All answer that it went well, with data in which nothing is. */
    BARE,
    /** Like ok, and two files are picked where the app takes several. */
    SEVERAL,
    /** Like ok, and what is picked is gone by then. */
    GONE,
    /** Like ok, and files are told by their path, as file managers before Android 7 did. */
    FILE,
    /** All are left by the back key. */
    CANCELLED,
    /** The other app stays in front. */
    NONE,
    /** The other app shows a screen and waits for who works it. */
    SCREEN
  }

  private final TaskManager tasks;
  private final Answers answers = new Answers();
  private final Screens screens = new Screens(answers, this::forward);
  private Mode mode = Mode.AUTO;

  StandIns(TaskManager tasks) {
    this.tasks = tasks;
  }

  /**
   * Sets how the other apps answer.
   *
   * @throws IllegalArgumentException if there is no such mode
   */
  void setMode(String name) {
    mode = Mode.valueOf(name.toUpperCase(Locale.ROOT));
    answers.pick(
        switch (mode) {
          case SEVERAL -> Answers.Pick.SEVERAL;
          case GONE -> Answers.Pick.GONE;
          case FILE -> Answers.Pick.PATH;
          default -> Answers.Pick.ONE;
        });
  }

  /** Starts the activity of another app. */
  void start(Intent i, Match match, ActivityRecord source, ResultTarget target) {
    if (asks()) {
      report(i, "screen");
      show(ActivityRecord.ofOther(match.info(), i), screens.of(i, match.info()), source, target);
    } else {
      TaskManager.enqueue(() -> cover(i, target));
    }
  }

  /** Whether other apps show screens and wait for an answer. */
  boolean asks() {
    return mode == Mode.SCREEN;
  }

  /** Shows a screen of another app or of the system, in the front until it is answered. */
  void show(ActivityRecord r, Screen screen, ActivityRecord source, ResultTarget target) {
    r.visit = new Visit(r.component(), screen, (code, data) -> tasks.finish(r, code, data));
    tasks.startOther(r, source, target);
  }

  /**
   * Asks the user something in the system's name. What comes then is run when it is answered, while
   * the question still covers the app: that is not resumed between two questions, nor before it has
   * its result.
   */
  void question(ActivityRecord r, Screen screen, ActivityRecord source, Runnable then) {
    r.visit =
        new Visit(
            r.component(),
            screen,
            (code, data) -> {
              TaskManager.enqueue(then);
              tasks.finish(r, code, data);
            });
    tasks.startOther(r, source, new ResultTarget(null, null, -1));
  }

  /** The user chose an app in the share sheet: it starts, and answers in the place of the sheet. */
  private void forward(Intent i, Match match, Visit from) {
    ActivityRecord sheet = tasks.stack().of(from);
    if (sheet == null) {
      return;
    }
    tasks.startChosen(i, match, sheet);
    from.cancel();
  }

  private void cover(Intent i, ResultTarget target) {
    ActivityRecord top = tasks.stack().top();
    if (top != null) {
      tasks.lifecycle().pause(top, true);
      if (!overlay(i)) {
        tasks.lifecycle().stop(top);
      }
    }
    Mode now = mode;
    boolean left = now == Mode.CANCELLED || now == Mode.NONE;
    Intent data = left ? null : answer(i, now);
    boolean ok = data != null;
    SpecialAccess.Page page = left ? null : SpecialAccess.page(i);
    if (page != null) {
      SpecialAccess.switchTo(page, true);
    }
    report(i, now == Mode.NONE ? "none" : ok || page != null ? "ok" : "cancelled");
    if (now == Mode.NONE) {
      target.answer(Activity.RESULT_CANCELED, null);
      tasks.stack().goHome();
      return;
    }
    target.answer(
        ok ? Activity.RESULT_OK : Activity.RESULT_CANCELED, data == Answers.NO_DATA ? null : data);
    TaskManager.enqueue(tasks::settleStack);
  }

  private Intent answer(Intent i, Mode now) {
    return switch (now) {
      case EMPTY -> Answers.NO_DATA;
      case BARE -> new Intent();
      default -> answers.data(i, now != Mode.AUTO);
    };
  }

  /** Whether the other app is only a window over ours, which stays visible. */
  private static boolean overlay(Intent i) {
    String a = String.valueOf(i.getAction());
    return a.equals(Intent.ACTION_CHOOSER)
        || a.equals(Intent.ACTION_DELETE)
        || a.equals(Intent.ACTION_UNINSTALL_PACKAGE)
        || a.contains("RINGTONE_PICKER")
        || a.startsWith("android.bluetooth.adapter.action.REQUEST");
  }

  private static void report(Intent i, String answer) {
    AppProcess.current().wire().notify("external", Map.of("intent", words(i), "answer", answer));
  }

  private static String words(Intent i) {
    String s = i.toString();
    return s.startsWith("Intent { ") ? s.substring(9, s.length() - 2) : s;
  }
}
