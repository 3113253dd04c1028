package talpa.agent.surface;

import org.robolectric.annotation.Implements;

/** The real VideoView, over the player that this device has; it shows no picture. */
@Implements(className = "android.widget.VideoView")
public class VideoShadow extends SurfaceViewShadow {}
