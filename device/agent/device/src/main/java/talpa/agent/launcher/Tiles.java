package talpa.agent.launcher;

import android.app.PendingIntent;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.PackageManager.NameNotFoundException;
import android.graphics.drawable.Icon;
import android.os.Binder;
import android.os.Bundle;
import android.os.Handler;
import android.os.IBinder;
import android.os.Looper;
import android.os.RemoteException;
import android.service.quicksettings.IQSService;
import android.service.quicksettings.IQSTileService;
import android.service.quicksettings.Tile;
import android.service.quicksettings.TileService;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import talpa.agent.process.PerApp;
import talpa.agent.service.BackgroundStarts;
import talpa.agent.service.ServiceManager;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/**
 * The quick settings as they bind to the services of an app's tiles: the user adds a tile, pulls
 * the panel down, touches the tile, and closes the panel, or removes the tile. What a tile looks
 * like is kept as long as the process.
 */
final class Tiles {
  private static final PerApp<Map<ComponentName, Tile>> TILES = PerApp.of(HashMap::new);
  private static final Set<String> HOW = Set.of("added", "click", "removed");

  private Tiles() {}

  /** The wire method: "component" is the tile's service, "how" is click, added or removed. */
  static Object act(Params p) throws WireException {
    ComponentName name = LauncherModule.component(p);
    String how = p.string("how", "click");
    if (!HOW.contains(how)) {
      throw WireException.usage("a tile is not " + how);
    }
    try {
      LauncherModule.context().getPackageManager().getServiceInfo(name, 0);
    } catch (NameNotFoundException e) {
      throw WireException.usage("no service " + name.flattenToShortString());
    }
    return LauncherModule.later(() -> new Visit(name).make(how));
  }

  /** One binding of the panel to a tile. */
  private static final class Visit extends IQSService.Stub {
    private final ComponentName name;
    private final IBinder token = new Binder();
    private boolean dialog;

    Visit(ComponentName name) {
      this.name = name;
    }

    void make(String how) {
      BackgroundStarts.active();
      Bundle extras = new Bundle();
      extras.putBinder(TileService.EXTRA_SERVICE, this);
      extras.putBinder(TileService.EXTRA_TOKEN, token);
      Intent intent = new Intent(TileService.ACTION_QS_TILE).setComponent(name).putExtras(extras);
      ServiceManager.get().bind(intent, this, b -> bound(b, how));
    }

    private void bound(IBinder b, String how) {
      IQSTileService tile = b == null ? null : IQSTileService.Stub.asInterface(b);
      if (tile == null) {
        leave();
        return;
      }
      try {
        tell(tile, how);
      } catch (RemoteException e) {
        throw e.rethrowFromSystemServer();
      }
      // What the service was told are messages of the main thread; this comes after them.
      new Handler(Looper.getMainLooper()).post(this::leave);
    }

    private void tell(IQSTileService tile, String how) throws RemoteException {
      switch (how) {
        case "added" -> tile.onTileAdded();
        case "removed" -> tile.onTileRemoved();
        default -> {
          tile.onStartListening();
          tile.onClick(token);
          tile.onStopListening();
        }
      }
    }

    private void leave() {
      if (!dialog) {
        LauncherModule.later(() -> ServiceManager.get().unbind(this));
      }
    }

    @Override
    public Tile getTile(IBinder of) {
      return TILES.get().computeIfAbsent(name, n -> new Tile());
    }

    @Override
    public void updateQsTile(Tile tile, IBinder of) {
      TILES.get().put(name, tile);
    }

    @Override
    public void updateStatusIcon(IBinder of, Icon icon, String description) {}

    @Override
    public void onShowDialog(IBinder of) {
      dialog = true;
    }

    @Override
    public void onDialogHidden(IBinder of) {
      dialog = false;
      leave();
    }

    @Override
    public void onStartActivity(IBinder of) {}

    @Override
    public void startActivity(IBinder of, PendingIntent intent) {
      Clicks.send(intent, null);
    }

    @Override
    public boolean isLocked() {
      return false;
    }

    @Override
    public boolean isSecure() {
      return false;
    }

    @Override
    public void startUnlockAndRun(IBinder of) {}

    @Override
    public void onStartSuccessful(IBinder of) {}
  }
}
