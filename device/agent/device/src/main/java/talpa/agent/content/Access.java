package talpa.agent.content;

import android.Manifest;
import android.net.Uri;
import android.os.Process;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import talpa.agent.permit.Grants;
import talpa.agent.process.PerApp;

/** What the app may do with the rows of the system's providers. */
public final class Access {
  /** A provider that wants permissions: its name, and what reading and writing takes. */
  private record Guard(String provider, String read, String write) {}

  private static final Guard CONTACTS =
      new Guard(
          "com.android.providers.contacts.ContactsProvider2",
          Manifest.permission.READ_CONTACTS,
          Manifest.permission.WRITE_CONTACTS);
  private static final Guard CALENDAR =
      new Guard(
          "com.android.providers.calendar.CalendarProvider2",
          Manifest.permission.READ_CALENDAR,
          Manifest.permission.WRITE_CALENDAR);
  private static final Map<String, Guard> GUARDS =
      Map.of(
          "com.android.contacts",
          CONTACTS,
          "contacts",
          CONTACTS,
          "com.android.calendar",
          CALENDAR,
          "calendar",
          CALENDAR,
          "call_log",
          guard("contacts.CallLogProvider", "READ_CALL_LOG", "WRITE_CALL_LOG"),
          "sms",
          guard("telephony.SmsProvider", "READ_SMS", null),
          "mms",
          guard("telephony.MmsProvider", "READ_SMS", null),
          "mms-sms",
          guard("telephony.MmsSmsProvider", "READ_SMS", null));

  /** Items that other apps gave: reading them takes no permission. */
  private static final PerApp<Set<Uri>> GIVEN = PerApp.of(HashSet::new);

  private Access() {}

  private static Guard guard(String provider, String read, String write) {
    String prefix = "android.permission.";
    return new Guard(
        "com.android.providers." + provider, prefix + read, write == null ? null : prefix + write);
  }

  /** Another app gave the app an item: it may be read from now on. */
  public static void give(Uri item) {
    GIVEN.get().add(item);
  }

  /** Whether another app gave the app the item. */
  static boolean given(Uri item) {
    return GIVEN.get().contains(item);
  }

  /**
   * Checks that the app may read.
   *
   * @throws SecurityException in Android's words if not
   */
  static void read(Uri u) {
    Guard g = GUARDS.get(String.valueOf(u.getAuthority()));
    if (g != null && !Grants.held(g.read) && !given(u)) {
      throw refusal(g, u, "reading", g.read, g.write);
    }
  }

  /**
   * Checks that the app may write.
   *
   * @return whether it has an effect: only the app for messages may write those
   * @throws SecurityException in Android's words if not
   */
  static boolean write(Uri u) {
    Guard g = GUARDS.get(String.valueOf(u.getAuthority()));
    if (g == null || g.write == null) {
      return g == null;
    }
    if (!Grants.held(g.write)) {
      throw refusal(g, u, "writing", g.write, g.read);
    }
    return true;
  }

  /** Whether the app sees media files that others made. */
  static boolean allMedia() {
    return Grants.held(Manifest.permission.READ_EXTERNAL_STORAGE)
        || Grants.held(Manifest.permission.READ_MEDIA_IMAGES)
        || Grants.held(Manifest.permission.READ_MEDIA_VIDEO)
        || Grants.held(Manifest.permission.READ_MEDIA_AUDIO);
  }

  private static SecurityException refusal(
      Guard g, Uri u, String act, String needed, String other) {
    String who = "pid=" + Process.myPid() + ", uid=" + Process.myUid();
    if (other != null && Grants.held(other)) {
      return new SecurityException(
          "Permission Denial: "
              + act
              + " "
              + g.provider
              + " uri "
              + u
              + " from "
              + who
              + " requires "
              + needed
              + ", or grantUriPermission()");
    }
    return new SecurityException(
        "Permission Denial: opening provider "
            + g.provider
            + " from "
            + who
            + " requires "
            + g.read
            + (g.write == null ? "" : " or " + g.write));
  }
}
