package talpa.agent.defaults;

import android.app.DownloadManager;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowDownloadManager;

/** Downloads wait for a network that never answers. */
@Implements(className = "android.app.DownloadManager")
public class DownloadShadow extends ShadowDownloadManager {
  @Override
  @Implementation
  protected long enqueue(DownloadManager.Request request) {
    long id = super.enqueue(request);
    ShadowRequest r = Shadow.extract(request);
    r.setStatus(DownloadManager.STATUS_PENDING);
    return id;
  }
}
