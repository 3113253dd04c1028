package talpa.agent.service;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.content.BroadcastReceiver;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowBroadcastReceiver;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;

/** Receivers that end an ordered broadcast as on a device. */
@Implements(className = "android.content.BroadcastReceiver")
public class ReceiverShadow extends ShadowBroadcastReceiver {
  @RealObject private BroadcastReceiver receiver;

  @Override
  @Implementation
  protected void abortBroadcast() {
    reflector(Real.class, receiver).abortBroadcast();
  }

  /** The code of the framework. */
  @ForType(BroadcastReceiver.class)
  interface Real {
    @Direct
    void abortBroadcast();
  }
}
