package talpa.agent.view;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.widget.NumberPicker;
import android.widget.Scroller;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowNumberPicker;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;

/**
 * A second touch of a button before the next frame finds a scroller that has begun anew but still
 * says where the last fling ended, up to 2^31 pixels away, and scrolls all that way. Fingers leave
 * time for a frame between two touches; here they need not.
 */
@Implements(className = "android.widget.NumberPicker")
public class NumberPickerShadow extends ShadowNumberPicker {
  @RealObject NumberPicker real;

  @Implementation
  protected void changeValueByOne(boolean increment) {
    Platform p = reflector(Platform.class, real);
    p.changeValueByOne(increment);
    Scroller s = p.getFlingScroller();
    if (s != null && !s.isFinished()) {
      s.computeScrollOffset(); // as the next frame does
    }
  }

  /** The platform's own. */
  @ForType(NumberPicker.class)
  interface Platform {
    @Accessor("mFlingScroller")
    Scroller getFlingScroller();

    @Direct
    void changeValueByOne(boolean increment);
  }
}
