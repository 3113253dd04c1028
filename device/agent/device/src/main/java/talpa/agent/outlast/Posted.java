package talpa.agent.outlast;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.Context;
import android.service.notification.StatusBarNotification;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.robolectric.shadow.api.Shadow;
import talpa.agent.service.NotificationShadow;
import talpa.agent.wire.Params;

/** The app's notifications: what can be done with them, and their words. */
final class Posted {
  private Posted() {}

  /** Those that stay; one of a service in the foreground goes with its process. */
  static List<Object> take(NotificationManager manager) {
    List<Object> all = new ArrayList<>();
    for (StatusBarNotification s : manager.getActiveNotifications()) {
      if ((s.getNotification().flags & Notification.FLAG_FOREGROUND_SERVICE) == 0) {
        all.add(written(s));
      }
    }
    return all;
  }

  private static Map<String, Object> written(StatusBarNotification s) {
    Notification n = s.getNotification();
    Map<String, Object> m = new LinkedHashMap<>();
    if (s.getTag() != null) {
      m.put("tag", s.getTag());
    }
    m.put("id", s.getId());
    m.put("when", n.when);
    m.put("flags", n.flags);
    if (n.getChannelId() != null) {
      m.put("channel", n.getChannelId());
    }
    m.put("title", text(n, Notification.EXTRA_TITLE));
    m.put("text", text(n, Notification.EXTRA_TEXT));
    m.put("content", Sendings.of(n.contentIntent));
    m.put("delete", Sendings.of(n.deleteIntent));
    List<Object> actions = new ArrayList<>();
    if (n.actions != null) {
      for (Notification.Action a : n.actions) {
        Map<String, Object> action = Sendings.of(a.actionIntent);
        action.put("title", String.valueOf(a.title));
        actions.add(action);
      }
    }
    m.put("actions", actions);
    return m;
  }

  private static String text(Notification n, String key) {
    CharSequence s = n.extras.getCharSequence(key);
    return s == null ? "" : s.toString();
  }

  /** Posts what an earlier process had posted. */
  static void restore(Context c, List<Params> kept) {
    if (kept.isEmpty()) {
      return; // as at nearly every start
    }
    NotificationManager manager = c.getSystemService(NotificationManager.class);
    NotificationShadow shown = Shadow.extract(manager);
    for (Params p : kept) {
      shown.keep(p.string("tag", null), (int) p.integer("id", 0), read(c, p));
    }
  }

  private static Notification read(Context c, Params p) {
    Notification.Builder b =
        new Notification.Builder(c, channel(c, p.string("channel", "")))
            .setSmallIcon(android.R.drawable.ic_dialog_info)
            .setWhen(p.integer("when", 0))
            .setContentTitle(p.string("title", ""))
            .setContentText(p.string("text", ""))
            .setContentIntent(Sendings.read(c, p.object("content")))
            .setDeleteIntent(Sendings.read(c, p.object("delete")));
    for (Params a : p.objects("actions")) {
      PendingIntent send = Sendings.read(c, a);
      b.addAction(new Notification.Action.Builder(null, a.string("title", ""), send).build());
    }
    Notification n = b.build();
    n.flags = (int) p.integer("flags", 0);
    return n;
  }

  /** The channel of a notification, which outlasts the process, too; without a name of its own. */
  private static String channel(Context c, String id) {
    NotificationManager manager = c.getSystemService(NotificationManager.class);
    if (!id.isEmpty() && manager.getNotificationChannel(id) == null) {
      manager.createNotificationChannel(
          new NotificationChannel(id, id, NotificationManager.IMPORTANCE_DEFAULT));
    }
    return id.isEmpty() ? null : id;
  }
}
