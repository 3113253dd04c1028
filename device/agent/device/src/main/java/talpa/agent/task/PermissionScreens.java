package talpa.agent.task;

import android.app.Application;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.backstack.ActivityRecord;
import talpa.agent.permit.AppPermissions;
import talpa.agent.permit.Decision;
import talpa.agent.permit.Decision.Answer;
import talpa.agent.standin.Question;

/**
 * The system's dialogs that ask the user for permissions: one for each group of them. The back key
 * leaves what is not answered yet as it is.
 */
final class PermissionScreens {
  private static final String OWNER = "com.android.permissioncontroller";
  private static final String ID = OWNER + ":id/";
  private static final String ACTIVITY = OWNER + ".permission.ui.GrantPermissionsActivity";

  /** What a group allows. */
  private static final Map<String, String> PHRASES =
      Map.ofEntries(
          Map.entry("LOCATION_BACKGROUND", "access this device's location all the time"),
          Map.entry("LOCATION", "access this device's location"),
          Map.entry("CAMERA", "take pictures and record video"),
          Map.entry("MICROPHONE", "record audio"),
          Map.entry("CONTACTS", "access your contacts"),
          Map.entry("CALENDAR", "access your calendar"),
          Map.entry("CALL_LOG", "access your phone call logs"),
          Map.entry("SMS", "send and view SMS messages"),
          Map.entry("PHONE", "make and manage phone calls"),
          Map.entry("STORAGE", "access photos, media, and files on your device"),
          Map.entry("READ_MEDIA_VISUAL", "access photos and videos on this device"),
          Map.entry("READ_MEDIA_AURAL", "access music and audio on this device"),
          Map.entry(
              "NEARBY_DEVICES",
              "find, connect to, and determine the relative position of nearby devices"),
          Map.entry("SENSORS", "access sensor data about your vital signs"),
          Map.entry("ACTIVITY_RECOGNITION", "access your physical activity"),
          Map.entry("NOTIFICATIONS", "send you notifications"));

  /** Groups that are allowed while the app is in use, or once. */
  private static final Set<String> IN_USE = Set.of("LOCATION", "CAMERA", "MICROPHONE");

  private PermissionScreens() {}

  /**
   * Asks for permissions, group after group.
   *
   * @param then comes after the last answer
   */
  static void ask(TaskManager tasks, ActivityRecord source, List<String> names, Runnable then) {
    next(tasks, source, new ArrayList<>(Decision.groups(names).entrySet()), then);
  }

  private static void next(
      TaskManager tasks,
      ActivityRecord source,
      List<Map.Entry<String, List<String>>> left,
      Runnable then) {
    if (left.isEmpty()) {
      then.run();
      return;
    }
    Map.Entry<String, List<String>> group = left.remove(0);
    AtomicBoolean answered = new AtomicBoolean();
    ActivityInfo info = new ActivityInfo();
    info.packageName = OWNER;
    info.name = ACTIVITY;
    info.applicationInfo = RuntimeEnvironment.getApplication().getApplicationInfo();
    tasks
        .standIns()
        .question(
            ActivityRecord.ofOther(info, new Intent().setClassName(OWNER, ACTIVITY)),
            question(group.getKey(), group.getValue(), answered),
            source,
            () -> next(tasks, source, answered.get() ? left : List.of(), then));
  }

  private static Question question(String group, List<String> names, AtomicBoolean answered) {
    Application app = RuntimeEnvironment.getApplication();
    CharSequence label = app.getApplicationInfo().loadLabel(app.getPackageManager());
    List<Question.Choice> choices = new ArrayList<>();
    if (IN_USE.contains(group)) {
      choices.add(
          choice("allow_foreground_only", "While using the app", names, Answer.ALLOW, answered));
      choices.add(choice("allow_one_time", "Only this time", names, Answer.ONCE, answered));
    } else {
      choices.add(choice("allow", "Allow", names, Answer.ALLOW, answered));
    }
    String no = Decision.refused(names) ? "deny_and_dont_ask_again" : "deny";
    choices.add(choice(no, "Don't allow", names, Answer.DENY, answered));
    String what = PHRASES.get(group);
    if (what == null) {
      what = AppPermissions.purpose(names.get(0));
    }
    return new Question(ID + "permission_message", "Allow " + label + " to " + what + "?", choices);
  }

  private static Question.Choice choice(
      String id, String label, List<String> names, Answer answer, AtomicBoolean answered) {
    return new Question.Choice(
        ID + "permission_" + id + "_button",
        label,
        v -> {
          answered.set(true);
          Decision.take(names, answer);
          v.cancel();
        });
  }
}
