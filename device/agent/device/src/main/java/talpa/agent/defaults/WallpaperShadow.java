package talpa.agent.defaults;

import android.graphics.Bitmap;
import android.graphics.Color;
import android.graphics.drawable.BitmapDrawable;
import android.graphics.drawable.Drawable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowWallpaperManager;

/** A plain wallpaper of the screen's size. */
@Implements(className = "android.app.WallpaperManager")
public class WallpaperShadow extends ShadowWallpaperManager {
  private static final int COLOR = Color.rgb(0x26, 0x32, 0x38);

  private static int width() {
    return RuntimeEnvironment.getApplication().getResources().getDisplayMetrics().widthPixels;
  }

  private static int height() {
    return RuntimeEnvironment.getApplication().getResources().getDisplayMetrics().heightPixels;
  }

  private static Drawable plain() {
    Bitmap b = Bitmap.createBitmap(width(), height(), Bitmap.Config.ARGB_8888);
    b.eraseColor(COLOR);
    return new BitmapDrawable(RuntimeEnvironment.getApplication().getResources(), b);
  }

  /** The wallpaper. */
  @Implementation
  protected Drawable getDrawable() {
    return plain();
  }

  /** The wallpaper. */
  @Implementation
  protected Drawable getFastDrawable() {
    return plain();
  }

  /** The wallpaper. */
  @Implementation
  protected Drawable peekDrawable() {
    return plain();
  }

  /** The wallpaper. */
  @Implementation
  protected Drawable peekFastDrawable() {
    return plain();
  }

  /** The screen's width. */
  @Implementation
  protected int getDesiredMinimumWidth() {
    return width();
  }

  /** The screen's height. */
  @Implementation
  protected int getDesiredMinimumHeight() {
    return height();
  }
}
