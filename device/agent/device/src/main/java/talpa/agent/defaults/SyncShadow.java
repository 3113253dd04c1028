package talpa.agent.defaults;

import android.content.SyncAdapterType;
import android.content.SyncInfo;
import android.content.UriPermission;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowContentResolver;

/** Nothing is synchronised, and no other app holds a grant of this one. */
@Implements(className = "android.content.ContentResolver")
public class SyncShadow extends ShadowContentResolver {
  /** None. */
  @Implementation
  protected static SyncAdapterType[] getSyncAdapterTypes() {
    return new SyncAdapterType[0];
  }

  /** None. */
  @Implementation
  protected static SyncInfo getCurrentSync() {
    return null;
  }

  /** None. */
  @Implementation
  protected static List<SyncInfo> getCurrentSyncs() {
    return new ArrayList<>();
  }

  /** None. */
  @Implementation
  protected List<UriPermission> getOutgoingPersistedUriPermissions() {
    return new ArrayList<>();
  }

  /** None. */
  @Implementation
  protected List<UriPermission> getOutgoingUriPermissions() {
    return new ArrayList<>();
  }
}
