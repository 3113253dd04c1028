package talpa.agent.drawing;

import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.graphics.Rect;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowBitmapRegionDecoder;

/** Decoders of parts of pictures, which take no options for the default ones. */
@Implements(className = "android.graphics.BitmapRegionDecoder")
public class RegionShadow extends ShadowBitmapRegionDecoder {
  @Override
  @Implementation
  protected Bitmap decodeRegion(Rect rect, BitmapFactory.Options options) {
    return super.decodeRegion(rect, options == null ? new BitmapFactory.Options() : options);
  }
}
