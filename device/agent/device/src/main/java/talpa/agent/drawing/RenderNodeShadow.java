package talpa.agent.drawing;

import android.os.Build;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowNativeRenderNode;

/**
 * Nodes without animators: before Android 15 the graphics library ends the process where a picture
 * is taken of a node with one, since no render thread has given it the time.
 */
@Implements(
    className = "android.graphics.RenderNode",
    isInAndroidSdk = false,
    maxSdk = Build.VERSION_CODES.UPSIDE_DOWN_CAKE)
public class RenderNodeShadow extends ShadowNativeRenderNode {
  /** The animator ends after its time, as {@link RenderAnimatorShadow} has it. */
  @Implementation
  protected static void nAddAnimator(long node, long animator) {}
}
