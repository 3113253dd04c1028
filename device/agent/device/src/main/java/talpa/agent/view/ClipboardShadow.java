package talpa.agent.view;

import android.content.ClipData;
import android.os.Parcel;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowClipboardManager;

/**
 * A clipboard that lies in another process, as Android's does: what is copied is written to a
 * parcel and read back, so that of a text those spans are left that can be written. Others, such as
 * the watchers of the field that the text was copied from, would go on to work in the field that it
 * is pasted into.
 */
@Implements(className = "android.content.ClipboardManager")
public class ClipboardShadow extends ShadowClipboardManager {
  @Override
  @Implementation
  protected void setPrimaryClip(ClipData clip) {
    super.setPrimaryClip(clip == null ? null : copy(clip));
  }

  private static ClipData copy(ClipData clip) {
    Parcel p = Parcel.obtain();
    try {
      clip.writeToParcel(p, 0);
      p.setDataPosition(0);
      return ClipData.CREATOR.createFromParcel(p);
    } finally {
      p.recycle();
    }
  }
}
