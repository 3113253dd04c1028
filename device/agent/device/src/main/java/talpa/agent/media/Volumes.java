package talpa.agent.media;

import android.app.Application;
import android.os.Environment;
import android.os.Process;
import android.os.UserHandle;
import android.os.storage.StorageManager;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowStorageManager;
import org.robolectric.shadows.StorageVolumeBuilder;

/** The one volume of a phone without a card: shared storage, emulated and mounted. */
public final class Volumes {
  private Volumes() {}

  public static void install(Application app) {
    ShadowStorageManager s = Shadow.extract(app.getSystemService(StorageManager.class));
    s.resetStorageVolumeList();
    s.addStorageVolume(
        new StorageVolumeBuilder(
                "emulated;0",
                Environment.getExternalStorageDirectory(),
                "Internal shared storage",
                UserHandle.getUserHandleForUid(Process.myUid()),
                Environment.MEDIA_MOUNTED)
            .setIsPrimary(true)
            .setIsEmulated(true)
            .setIsRemovable(false)
            .build());
  }
}
