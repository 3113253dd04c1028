package dev.talpa.lookout;

import android.service.quicksettings.Tile;
import android.service.quicksettings.TileService;

/** The tile in the quick settings. */
public class Lamp extends TileService {
  @Override
  public void onTileAdded() {
    Told.note("tile added");
  }

  @Override
  public void onTileRemoved() {
    Told.note("tile removed");
  }

  @Override
  public void onStopListening() {
    Told.note("tile rests");
  }

  @Override
  public void onStartListening() {
    Told.note("tile listens " + (getQsTile() != null));
  }

  @Override
  public void onClick() {
    Tile tile = getQsTile();
    tile.setState(tile.getState() == Tile.STATE_ACTIVE ? Tile.STATE_INACTIVE : Tile.STATE_ACTIVE);
    tile.updateTile();
    Told.note("tile " + (tile.getState() == Tile.STATE_ACTIVE));
  }
}
