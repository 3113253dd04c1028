package talpa.agent.world;

import android.app.Application;
import android.content.Intent;
import android.net.Uri;
import android.os.Environment;
import android.os.storage.StorageVolume;
import java.util.Set;
import talpa.agent.media.Volumes;
import talpa.agent.process.Storage;

/**
 * Shared storage goes, comes back, or can be read only: what a card does that is taken out, and a
 * phone that is connected to a computer as a drive. The front does it to the files.
 */
final class Volume {
  /** The broadcasts of it. */
  static final Set<String> ACTIONS =
      Set.of(
          Intent.ACTION_MEDIA_EJECT,
          Intent.ACTION_MEDIA_UNMOUNTED,
          Intent.ACTION_MEDIA_REMOVED,
          Intent.ACTION_MEDIA_MOUNTED);

  private Volume() {}

  /**
   * The volume comes into a state, with the broadcasts of the way there.
   *
   * @param state in the words of {@code Environment}: mounted, mounted_ro or removed
   */
  static void become(String state) {
    if (Storage.state().equals(state)) {
      return;
    }
    boolean was = !Storage.state().equals(Environment.MEDIA_REMOVED);
    Storage.setState(state);
    Volumes.install((Application) SurroundingsModule.context());
    if (was) {
      tell(Intent.ACTION_MEDIA_EJECT);
      tell(Intent.ACTION_MEDIA_UNMOUNTED);
    }
    tell(
        state.equals(Environment.MEDIA_REMOVED)
            ? Intent.ACTION_MEDIA_REMOVED
            : Intent.ACTION_MEDIA_MOUNTED);
  }

  private static void tell(String action) {
    Uri place = Uri.fromFile(Environment.getExternalStorageDirectory());
    SurroundingsModule.broadcast(
        new Intent(action, place)
            .putExtra("read-only", Storage.state().equals(Environment.MEDIA_MOUNTED_READ_ONLY))
            .putExtra(StorageVolume.EXTRA_STORAGE_VOLUME, Volumes.primary()));
  }
}
