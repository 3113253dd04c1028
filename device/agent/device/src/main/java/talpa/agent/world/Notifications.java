package talpa.agent.world;

import android.app.Notification;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.service.notification.StatusBarNotification;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** What the user does to the app's notifications. The newest of those that fit is meant. */
final class Notifications {
  private static final int BOUND =
      Notification.FLAG_ONGOING_EVENT
          | Notification.FLAG_NO_CLEAR
          | Notification.FLAG_FOREGROUND_SERVICE;

  private Notifications() {}

  /** The wire method: "how" is tap, dismiss or action, "index" the number of the action. */
  static Object act(Params p) throws WireException {
    String how = p.string("how", "tap");
    return switch (how) {
      case "tap" -> tap();
      case "dismiss" -> dismiss();
      case "action" -> press((int) p.integer("index", 0));
      default -> throw WireException.usage("a notification cannot be told to " + how);
    };
  }

  /** What there is to do, in the words of {@code Module.registrations}. */
  static List<String> registrations() {
    List<String> out = new ArrayList<>();
    if (newest(n -> n.contentIntent != null).isPresent()) {
      out.add("notification");
    }
    if (newest(Notifications::dismissible).isPresent()) {
      out.add("notification:dismiss");
    }
    int actions =
        newest(n -> n.actions != null && n.actions.length > 0)
            .map(n -> n.getNotification().actions.length)
            .orElse(0);
    for (int i = 0; i < actions; i++) {
      out.add("notification:action:" + i);
    }
    return out;
  }

  private static NotificationManager manager() {
    return SurroundingsModule.context().getSystemService(NotificationManager.class);
  }

  private static Optional<StatusBarNotification> newest(Predicate<Notification> wanted) {
    return Stream.of(manager().getActiveNotifications())
        .filter(n -> wanted.test(n.getNotification()))
        .max(Comparator.comparingLong(n -> n.getNotification().when));
  }

  /** A swipe takes it away, unless it says that it stays. */
  private static boolean dismissible(Notification n) {
    return (n.flags & BOUND) == 0;
  }

  private static Object tap() throws WireException {
    StatusBarNotification n =
        newest(x -> x.contentIntent != null)
            .orElseThrow(() -> WireException.usage("no notification to tap"));
    return SurroundingsModule.later(
        () -> {
          if (send(n.getNotification().contentIntent)
              && (n.getNotification().flags & Notification.FLAG_AUTO_CANCEL) != 0) {
            manager().cancel(n.getTag(), n.getId());
          }
        });
  }

  private static Object dismiss() throws WireException {
    StatusBarNotification n =
        newest(Notifications::dismissible)
            .orElseThrow(() -> WireException.usage("no notification to dismiss"));
    return SurroundingsModule.later(
        () -> {
          manager().cancel(n.getTag(), n.getId());
          send(n.getNotification().deleteIntent);
        });
  }

  private static Object press(int index) throws WireException {
    StatusBarNotification n =
        newest(x -> x.actions != null && x.actions.length > index)
            .orElseThrow(() -> WireException.usage("no notification has an action " + index));
    return SurroundingsModule.later(() -> send(n.getNotification().actions[index].actionIntent));
  }

  /** Sends what is not null; what was cancelled does nothing. */
  private static boolean send(PendingIntent intent) {
    try {
      if (intent != null) {
        intent.send();
      }
      return intent != null;
    } catch (PendingIntent.CanceledException e) {
      return false;
    }
  }
}
