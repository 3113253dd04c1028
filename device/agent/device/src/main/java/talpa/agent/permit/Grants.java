package talpa.agent.permit;

import android.Manifest;
import android.app.AlarmManager;
import android.app.Application;
import android.content.Intent;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.PermissionInfo;
import android.os.Build;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.shadows.ShadowPackageManager;
import talpa.agent.process.AppProcess;
import talpa.agent.wire.Params;

/**
 * Which permissions the app holds. The front keeps it over the death of the process: it gives the
 * states of those that the user decides on with each load, and is told of each decision. All others
 * that the manifest asks for are held, but for the platform's own.
 */
public final class Grants {
  /** Refusals after which the user is not asked again. */
  private static final int FIXED = 2;

  private static final Grants INSTANCE = new Grants();

  /** How the user answers a request. */
  public enum User {
    /** As stand-ins for other apps answer. */
    DEFAULT,
    /** A dialog is shown in any case. */
    ASK,
    /** Refuses at once, unless stand-ins show screens. */
    DENY
  }

  private record State(boolean held, int refusals, User user) {}

  private final Map<String, State> states = new LinkedHashMap<>();

  private Grants() {}

  /** The grants of the one app of this JVM. */
  public static Grants get() {
    return INSTANCE;
  }

  /** Forgets the app and takes the states of the next one. */
  public void load(Params given) {
    states.clear();
    read(given);
  }

  /** Gives the new application what it holds. */
  public void install(Application app) {
    for (String name : requested(app)) {
      hold(app, name, holds(name));
    }
    states.keySet().forEach(name -> explain(app, name));
  }

  /** Takes new states, and makes them those of the running app. */
  public void change(Params given) {
    Application app = AppProcess.current().application();
    boolean alarms = app != null && exactAlarms();
    for (String name : read(given)) {
      if (app != null && requested(app).contains(name)) {
        hold(app, name, holds(name));
        explain(app, name);
      }
    }
    if (app != null) {
      tellExactAlarms(alarms);
    }
  }

  /** An app that may set exact alarms from now on is told; one that no longer may is not. */
  private static void tellExactAlarms(boolean could) {
    if (!could && exactAlarms()) {
      Application app = RuntimeEnvironment.getApplication();
      app.sendBroadcast(
          new Intent(AlarmManager.ACTION_SCHEDULE_EXACT_ALARM_PERMISSION_STATE_CHANGED)
              .setPackage(app.getPackageName())
              .addFlags(Intent.FLAG_RECEIVER_REPLACE_PENDING | Intent.FLAG_RECEIVER_FOREGROUND));
    }
  }

  private Set<String> read(Params given) {
    for (String name : given.map().keySet()) {
      Params p = given.object(name);
      String user = p.string("user", "");
      states.put(
          name,
          new State(
              p.bool("held", true),
              (int) p.integer("refusals", 0),
              user.equals("ask") ? User.ASK : user.equals("deny") ? User.DENY : User.DEFAULT));
    }
    return given.map().keySet();
  }

  /** Whether the user lets the app do what the permission is for. */
  boolean allowed(String name) {
    State s = states.get(name);
    if (s != null) {
      return s.held();
    }
    return SpecialAccess.is(name) ? SpecialAccess.installed(name) : !ofTheSystem(name);
  }

  /** Whether only what is signed as the platform gets a permission, or what lies in its image. */
  private static boolean ofTheSystem(String name) {
    PermissionInfo p = PlatformPermissions.permission(name);
    if (p == null || p.getProtection() != PermissionInfo.PROTECTION_SIGNATURE) {
      return false;
    }
    return (p.getProtectionFlags() & PermissionInfo.PROTECTION_FLAG_PRE23) == 0
        || !SpecialAccess.old();
  }

  private boolean holds(String name) {
    return allowed(name) && (!SpecialAccess.is(name) || SpecialAccess.granted(name));
  }

  private State state(String name) {
    return states.getOrDefault(name, new State(false, 0, User.DEFAULT));
  }

  /** Whether the app holds a permission. */
  public static boolean held(String name) {
    return RuntimeEnvironment.getApplication().checkSelfPermission(name)
        == PackageManager.PERMISSION_GRANTED;
  }

  /** Whether the app may set alarms at their minute. */
  public static boolean exactAlarms() {
    Application app = RuntimeEnvironment.getApplication();
    String name = Manifest.permission.SCHEDULE_EXACT_ALARM;
    return app.getApplicationInfo().targetSdkVersion < Build.VERSION_CODES.S
        || held(Manifest.permission.USE_EXACT_ALARM)
        || (requested(app).contains(name) && INSTANCE.allowed(name));
  }

  /** Whether another permission of the same group is held: the user is not asked again then. */
  boolean groupHeld(String name) {
    String group = AppPermissions.group(name);
    return group != null
        && states.keySet().stream()
            .anyMatch(other -> group.equals(AppPermissions.group(other)) && held(other));
  }

  /** Whether the user has refused so often that the question is not put any more. */
  boolean fixed(String name) {
    return state(name).refusals() >= FIXED;
  }

  /** Whether the user has refused before. */
  boolean refused(String name) {
    return state(name).refusals() > 0;
  }

  /** How the user answers. */
  User user(String name) {
    return state(name).user();
  }

  /** The user grants a permission; with once until the process ends. */
  void grant(String name, boolean once) {
    Application app = RuntimeEnvironment.getApplication();
    State s = new State(true, 0, user(name));
    states.put(name, s);
    hold(app, name, true);
    explain(app, name);
    if (!once) {
      tell(name, s);
    }
  }

  /** The user switches a permission of {@link SpecialAccess} on or off. */
  void switchTo(String name, boolean on) {
    State s = new State(on, 0, user(name));
    boolean alarms = exactAlarms();
    states.put(name, s);
    hold(RuntimeEnvironment.getApplication(), name, holds(name));
    tell(name, s);
    tellExactAlarms(alarms);
  }

  /** The user refuses a permission. */
  void refuse(String name) {
    State s = new State(false, Math.min(state(name).refusals() + 1, FIXED), user(name));
    states.put(name, s);
    explain(RuntimeEnvironment.getApplication(), name);
    tell(name, s);
  }

  private static void tell(String name, State s) {
    AppProcess.current()
        .wire()
        .notify("permission", Map.of("name", name, "held", s.held(), "refusals", s.refusals()));
  }

  /** After a first refusal the app should say why it asks. */
  private void explain(Application app, String name) {
    ShadowPackageManager pm = Shadow.extract(app.getPackageManager());
    pm.setShouldShowRequestPermissionRationale(name, state(name).refusals() == 1);
  }

  private static void hold(Application app, String name, boolean held) {
    ShadowApplication s = Shadow.extract(app);
    if (held) {
      s.grantPermissions(name);
    } else {
      s.denyPermissions(name);
    }
  }

  /** The permissions that the manifest asks for. */
  static Set<String> requested(Application app) {
    try {
      PackageInfo p =
          app.getPackageManager()
              .getPackageInfo(app.getPackageName(), PackageManager.GET_PERMISSIONS);
      return p.requestedPermissions == null
          ? Set.of()
          : new LinkedHashSet<>(Arrays.asList(p.requestedPermissions));
    } catch (PackageManager.NameNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
