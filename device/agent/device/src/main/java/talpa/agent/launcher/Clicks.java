package talpa.agent.launcher;

import android.app.PendingIntent;
import android.content.Intent;
import android.widget.RemoteViews;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.robolectric.util.ReflectionHelpers;

/**
 * What a remote view lets people touch, and the services whose rows it shows: read off its actions,
 * in the order in which the app set them.
 */
final class Clicks {
  /** What a touch sends. */
  record Click(PendingIntent intent, Intent fillIn) {
    void send() {
      Clicks.send(intent, fillIn);
    }
  }

  final List<Click> clicks = new ArrayList<>();
  final List<Intent> collections = new ArrayList<>();

  /** What rows fill in; the template is the collection's. */
  final List<Intent> fillIns = new ArrayList<>();

  private PendingIntent template;

  Clicks(RemoteViews views) {
    read(views);
  }

  /** What touches of a collection's rows send, or null. */
  PendingIntent template() {
    return template;
  }

  private void read(RemoteViews views) {
    if (views == null) {
      return;
    }
    read(field(views, "mPortrait"));
    for (String name : List.of("mSizedRemoteViews", "mActions")) {
      Object all = ReflectionHelpers.getField(views, name);
      if (all instanceof Collection<?> c) {
        c.forEach(this::readPart);
      }
    }
  }

  private void readPart(Object part) {
    if (part instanceof RemoteViews views) {
      read(views);
      return;
    }
    switch (part.getClass().getSimpleName()) {
      case "SetOnClickResponse" -> response(ReflectionHelpers.getField(part, "mResponse"));
      case "SetPendingIntentTemplate" ->
          template = ReflectionHelpers.getField(part, "mPendingIntentTemplate");
      case "ViewGroupActionAdd" -> read(field(part, "mNestedViews"));
      case "SetRemoteCollectionItemListAdapterAction" -> collection(part, "mServiceIntent");
      case "SetRemoteViewsAdapterIntent" -> collection(part, "mIntent");
      default -> {}
    }
  }

  private void response(Object response) {
    PendingIntent intent = ReflectionHelpers.getField(response, "mPendingIntent");
    Intent fillIn = ReflectionHelpers.getField(response, "mFillIntent");
    if (intent != null) {
      clicks.add(new Click(intent, null));
    } else if (fillIn != null) {
      fillIns.add(fillIn);
    }
  }

  private void collection(Object part, String name) {
    Intent service = ReflectionHelpers.getField(part, name);
    if (service != null) {
      collections.add(service);
    }
  }

  private static RemoteViews field(Object of, String name) {
    return ReflectionHelpers.getField(of, name);
  }

  /** Sends what is not cancelled. */
  static void send(PendingIntent intent, Intent fillIn) {
    try {
      intent.send(LauncherModule.context(), 0, fillIn);
    } catch (PendingIntent.CanceledException e) {
      return; // a touch of it does nothing
    }
  }
}
