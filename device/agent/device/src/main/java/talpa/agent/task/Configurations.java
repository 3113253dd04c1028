package talpa.agent.task;

import android.app.Application;
import android.content.ComponentCallbacks;
import android.content.pm.ActivityInfo;
import android.content.res.Configuration;
import android.content.res.Resources;
import android.os.LocaleList;
import android.util.DisplayMetrics;
import android.view.Display;
import android.view.Surface;
import java.util.HashSet;
import java.util.Set;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowDisplay;
import org.robolectric.shadows.ShadowDisplayManager;
import talpa.agent.backstack.ActivityRecord;
import talpa.agent.backstack.ActivityRecord.State;
import talpa.agent.process.AppProcess;
import talpa.agent.service.ServiceManager;

/** Changes of the device's configuration and what they do to the running app. */
public final class Configurations {
  private final TaskManager tasks;
  private final Lifecycle lifecycle;

  /** Activities that were not seen at a change that they do not handle themselves. */
  private final Set<ActivityRecord> missed = new HashSet<>();

  private int userRotation;

  Configurations(TaskManager tasks, Lifecycle lifecycle) {
    this.tasks = tasks;
    this.lifecycle = lifecycle;
  }

  /** The user turns the device: quarter turns, 0 to 3. An activity may insist on its own way. */
  void rotate(int rotation) {
    userRotation = rotation;
    AppProcess.current().later(() -> apply(wanted()));
  }

  /** Locale ("de-DE"), font scale (1 is normal), night mode; null leaves a value as it is. */
  void change(String locale, Float fontScale, Boolean night) {
    Runnable op =
        () -> {
          StringBuilder q = new StringBuilder();
          if (locale != null) {
            q.append('+').append(localeQualifier(locale));
          }
          if (night != null) {
            q.append(q.length() == 0 ? "+" : "-").append(night ? "night" : "notnight");
          }
          change(
              () -> {
                if (q.length() > 0) {
                  RuntimeEnvironment.setQualifiers(q.toString());
                }
                if (fontScale != null) {
                  RuntimeEnvironment.setFontScale(fontScale);
                }
              });
        };
    AppProcess.current().later(op);
  }

  static String localeQualifier(String tag) {
    String[] p = tag.replace('_', '-').split("-");
    return p.length > 1 ? p[0] + "-r" + p[1] : p[0];
  }

  /** Before an activity comes to the front the device turns as it asks. */
  void followOrientation(ActivityRecord top) {
    if (top.state == State.NEW && top.visit == null) {
      top.opaque = Lifecycle.opaque(top.info());
    }
    apply(wanted());
  }

  /** The activity in front asks for an orientation. */
  void requested(ActivityRecord r) {
    TaskManager.enqueue(
        () -> {
          if (r == tasks.stack().top()) {
            apply(wanted());
          }
        });
  }

  /**
   * The rotation that what is seen asks for: one that is seen through may leave it to those below.
   */
  private int wanted() {
    for (ActivityRecord r : tasks.visible()) {
      int asked = r.requestedOrientation;
      if (asked != ActivityInfo.SCREEN_ORIENTATION_BEHIND && (r.opaque || asked >= 0)) {
        return wanted(asked);
      }
    }
    return userRotation;
  }

  private int wanted(int orientation) {
    return switch (orientation) {
      case ActivityInfo.SCREEN_ORIENTATION_PORTRAIT,
              ActivityInfo.SCREEN_ORIENTATION_USER_PORTRAIT,
              ActivityInfo.SCREEN_ORIENTATION_SENSOR_PORTRAIT ->
          userRotation % 2 == 0 ? userRotation : Surface.ROTATION_0;
      case ActivityInfo.SCREEN_ORIENTATION_LANDSCAPE,
              ActivityInfo.SCREEN_ORIENTATION_USER_LANDSCAPE,
              ActivityInfo.SCREEN_ORIENTATION_SENSOR_LANDSCAPE ->
          userRotation % 2 == 1 ? userRotation : Surface.ROTATION_90;
      case ActivityInfo.SCREEN_ORIENTATION_REVERSE_PORTRAIT -> Surface.ROTATION_180;
      case ActivityInfo.SCREEN_ORIENTATION_REVERSE_LANDSCAPE -> Surface.ROTATION_270;
      case ActivityInfo.SCREEN_ORIENTATION_LOCKED -> display().getRotation();
      case ActivityInfo.SCREEN_ORIENTATION_NOSENSOR -> Surface.ROTATION_0;
      default -> userRotation;
    };
  }

  private static Display display() {
    return ShadowDisplay.getDefaultDisplay();
  }

  private void apply(int rotation) {
    Display d = display();
    int old = d.getRotation();
    if (old == rotation) {
      return;
    }
    ShadowDisplay shadow = Shadow.extract(d);
    if (old % 2 == rotation % 2) {
      shadow.setRotation(rotation);
      return;
    }
    boolean portrait =
        Resources.getSystem().getConfiguration().orientation == Configuration.ORIENTATION_PORTRAIT;
    change(
        () -> {
          String q = portrait ? "+land" : "+port";
          ShadowDisplayManager.changeDisplay(d.getDisplayId(), q);
          RuntimeEnvironment.setQualifiers(q);
          // Only now: the qualifiers turn the display back to one of two rotations.
          shadow.setRotation(rotation);
        });
  }

  private void change(Runnable r) {
    Application app = RuntimeEnvironment.getApplication();
    Configuration before = new Configuration(app.getResources().getConfiguration());
    r.run();
    Configuration now = new Configuration(app.getResources().getConfiguration());
    if (before.diff(now) == 0) {
      return;
    }
    LocaleList.setDefault(now.getLocales()); // as ActivityThread: what formats without a locale
    if (!AppProcess.current().starting()) {
      app.onConfigurationChanged(now);
    }
    for (ComponentCallbacks c : ServiceManager.get().services()) {
      c.onConfigurationChanged(now);
    }
    for (ActivityRecord a : tasks.stack().activities()) {
      if (a.alive() && !a.finishing) {
        tell(a, now);
      }
    }
    tasks.settleStack();
  }

  private void tell(ActivityRecord r, Configuration now) {
    if (r.visit != null) {
      r.visit.reopen(r.token);
      return;
    }
    Resources res = Lifecycle.activity(r).getResources();
    DisplayMetrics dm = RuntimeEnvironment.getApplication().getResources().getDisplayMetrics();
    update(res, now, dm);
    int diff = lifecycle.currentConfiguration(r).diffPublicOnly(now);
    if (diff == 0) {
      return;
    }
    if (!unhandled(r, now)) {
      lifecycle.configurationChanged(r, now, diff);
    } else if (r.state == State.RESUMED || tasks.visible().contains(r)) {
      lifecycle.relaunch(r, r.state == State.RESUMED);
    } else {
      missed.add(r);
    }
  }

  /** Whether an activity missed a change when it was not seen that still is one; asked once. */
  boolean outdated(ActivityRecord r) {
    return missed.remove(r)
        && r.alive()
        && unhandled(r, RuntimeEnvironment.getApplication().getResources().getConfiguration());
  }

  private boolean unhandled(ActivityRecord r, Configuration now) {
    int diff = lifecycle.currentConfiguration(r).diffPublicOnly(now);
    return (diff & ~r.info().getRealConfigChanged()) != 0;
  }

  @SuppressWarnings("deprecation")
  private static void update(Resources res, Configuration c, DisplayMetrics dm) {
    res.updateConfiguration(c, dm);
  }
}
