package talpa.agent.task;

import android.app.Application;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.standin.Question;

/** The system's dialogs that ask the user for permissions: one for each group of them. */
final class PermissionScreens {
  private static final String OWNER = "com.android.permissioncontroller";
  private static final String ID = OWNER + ":id/";
  private static final String ACTIVITY = OWNER + ".permission.ui.GrantPermissionsActivity";

  /** What a group allows, by a word that the names of its permissions have. */
  private static final Map<String, String> GROUPS = groups();

  private PermissionScreens() {}

  private static Map<String, String> groups() {
    Map<String, String> m = new LinkedHashMap<>();
    m.put("BACKGROUND_LOCATION", "access this device's location all the time");
    m.put("LOCATION", "access this device's location");
    m.put("CAMERA", "take pictures and record video");
    m.put("RECORD_AUDIO", "record audio");
    m.put("CONTACTS", "access your contacts");
    m.put("GET_ACCOUNTS", "access your contacts");
    m.put("CALENDAR", "access your calendar");
    m.put("CALL_LOG", "access your phone call logs");
    m.put("SMS", "send and view SMS messages");
    m.put("MMS", "send and view SMS messages");
    m.put("PHONE", "make and manage phone calls");
    m.put("EXTERNAL_STORAGE", "access photos, media, and files on your device");
    m.put("READ_MEDIA", "access photos and media on your device");
    m.put("BLUETOOTH", "find, connect to, and determine the position of nearby devices");
    m.put("BODY_SENSORS", "access sensor data about your vital signs");
    m.put("ACTIVITY_RECOGNITION", "access your physical activity");
    m.put("POST_NOTIFICATIONS", "send you notifications");
    return m;
  }

  private static String phrase(String permission) {
    for (Map.Entry<String, String> e : GROUPS.entrySet()) {
      if (permission.contains(e.getKey())) {
        return e.getValue();
      }
    }
    return "use " + permission.substring(permission.lastIndexOf('.') + 1);
  }

  /**
   * Asks for permissions, group after group.
   *
   * @param decided takes each answer
   * @param then comes after the last answer
   */
  static void ask(
      TaskManager tasks,
      ActivityRecord source,
      Collection<String> names,
      BiConsumer<String, Boolean> decided,
      Runnable then) {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (String n : names) {
      groups.computeIfAbsent(phrase(n), p -> new ArrayList<>()).add(n);
    }
    next(tasks, source, new ArrayList<>(groups.entrySet()), decided, then);
  }

  private static void next(
      TaskManager tasks,
      ActivityRecord source,
      List<Map.Entry<String, List<String>>> left,
      BiConsumer<String, Boolean> decided,
      Runnable then) {
    if (left.isEmpty()) {
      then.run();
      return;
    }
    Map.Entry<String, List<String>> group = left.remove(0);
    Application app = RuntimeEnvironment.getApplication();
    CharSequence label = app.getApplicationInfo().loadLabel(app.getPackageManager());
    Question q =
        new Question(
            ID + "permission_message",
            "Allow " + label + " to " + group.getKey() + "?",
            List.of(
                choice("permission_allow_button", "Allow", group.getValue(), true, decided),
                choice("permission_deny_button", "Don't allow", group.getValue(), false, decided)));
    ActivityInfo info = new ActivityInfo();
    info.packageName = OWNER;
    info.name = ACTIVITY;
    info.applicationInfo = app.getApplicationInfo();
    tasks
        .standIns()
        .question(
            ActivityRecord.ofOther(info, new Intent().setClassName(OWNER, ACTIVITY)),
            q,
            source,
            () -> next(tasks, source, left, decided, then));
  }

  private static Question.Choice choice(
      String id,
      String label,
      List<String> names,
      boolean granted,
      BiConsumer<String, Boolean> decided) {
    return new Question.Choice(
        ID + id,
        label,
        v -> {
          names.forEach(n -> decided.accept(n, granted));
          v.cancel();
        });
  }
}
