package talpa.agent.permit;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.content.Context;
import android.provider.Settings;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowSettings;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Static;

/** Windows over other apps are allowed by the app operation, as the framework asks it. */
@Implements(className = "android.provider.Settings")
public class OverlayShadow extends ShadowSettings {
  /** Whether the app may draw over other apps. */
  @Implementation
  protected static boolean canDrawOverlays(Context c) {
    return reflector(Real.class).canDrawOverlays(c);
  }

  /** What is shadowed here. */
  @ForType(Settings.class)
  interface Real {
    @Static
    @Direct
    boolean canDrawOverlays(Context c);
  }
}
