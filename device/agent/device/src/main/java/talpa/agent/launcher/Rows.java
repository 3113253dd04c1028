package talpa.agent.launcher;

import android.content.Intent;
import android.os.Handler;
import android.os.HandlerThread;
import android.os.IBinder;
import android.os.RemoteException;
import android.widget.RemoteViews;
import com.android.internal.widget.IRemoteViewsFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import talpa.agent.service.ServiceManager;

/**
 * The rows of a widget's collection: the home screen binds to the app's service and asks its
 * factory for the first rows. The factory runs on a thread that is not the main one, as on a phone
 * where the calls come from another process.
 */
final class Rows {
  /** As many as a widget shows at once. */
  private static final int SHOWN = 8;

  private final Map<String, List<RemoteViews>> rows = new HashMap<>();
  private final Map<String, IRemoteViewsFactory> factories = new HashMap<>();
  private Handler worker;

  /** The rows that a service gave last. */
  synchronized List<RemoteViews> of(Intent service) {
    return rows.getOrDefault(key(service), List.of());
  }

  private static String key(Intent service) {
    return service.toUri(0);
  }

  /** Asks a service for its rows, by and by. */
  void load(Intent service) {
    LauncherModule.later(() -> ask(service));
  }

  private void ask(Intent service) {
    IRemoteViewsFactory factory = factories.get(key(service));
    if (factory != null) {
      worker().post(() -> read(service, factory));
    } else {
      ServiceManager.get().bind(new Intent(service), new Object(), b -> bound(service, b));
    }
  }

  private void bound(Intent service, IBinder b) {
    IRemoteViewsFactory factory = b == null ? null : IRemoteViewsFactory.Stub.asInterface(b);
    if (factory != null) {
      factories.put(key(service), factory);
      worker().post(() -> read(service, factory));
    }
  }

  private Handler worker() {
    if (worker == null) {
      HandlerThread t = new HandlerThread("Binder:widgets");
      t.start();
      worker = new Handler(t.getLooper());
    }
    return worker;
  }

  private void read(Intent service, IRemoteViewsFactory factory) {
    List<RemoteViews> got = new ArrayList<>();
    try {
      factory.onDataSetChanged();
      int count = factory.getCount();
      factory.getViewTypeCount();
      factory.hasStableIds();
      for (int i = 0; i < Math.min(count, SHOWN); i++) {
        RemoteViews row = factory.getViewAt(i);
        factory.getItemId(i);
        if (row != null) {
          got.add(row);
        }
      }
    } catch (RemoteException e) {
      throw e.rethrowFromSystemServer();
    }
    synchronized (this) {
      rows.put(key(service), got);
    }
  }
}
