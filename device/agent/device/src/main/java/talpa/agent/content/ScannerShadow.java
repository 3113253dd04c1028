package talpa.agent.content;

import android.content.Context;
import android.media.MediaScannerConnection;
import android.net.Uri;
import android.os.AsyncTask;
import android.os.Build;
import android.provider.MediaStore;
import android.util.Log;
import java.io.File;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowMediaScannerConnection;

/** Files that apps have the media store look at, in the background as the platform does it. */
@Implements(className = "android.media.MediaScannerConnection")
public class ScannerShadow extends ShadowMediaScannerConnection {
  @Implementation
  protected static void scanFile(
      Context context,
      String[] paths,
      String[] types,
      MediaScannerConnection.OnScanCompletedListener listener) {
    AsyncTask.THREAD_POOL_EXECUTOR.execute(
        () -> {
          for (String path : paths) {
            Uri u = MediaStore.scanFile(context.getContentResolver(), new File(path));
            if (listener != null) {
              tell(context, listener, path, u);
            }
          }
        });
  }

  /** What a listener throws counts since Android 11. */
  private static void tell(
      Context context,
      MediaScannerConnection.OnScanCompletedListener listener,
      String path,
      Uri found) {
    try {
      listener.onScanCompleted(path, found);
    } catch (RuntimeException e) {
      if (context.getApplicationInfo().targetSdkVersion >= Build.VERSION_CODES.R) {
        throw e;
      }
      Log.w("MediaScannerConnection", "Ignoring exception from callback", e);
    }
  }
}
