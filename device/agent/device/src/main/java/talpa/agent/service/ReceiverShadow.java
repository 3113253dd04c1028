package talpa.agent.service;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import java.util.concurrent.atomic.AtomicBoolean;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowBroadcastReceiver;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;

/** Receivers that end an ordered broadcast, and fail, as on a device. */
@Implements(className = "android.content.BroadcastReceiver")
public class ReceiverShadow extends ShadowBroadcastReceiver {
  @RealObject private BroadcastReceiver receiver;

  @Override
  @Implementation
  protected void abortBroadcast() {
    reflector(Real.class, receiver).abortBroadcast();
  }

  /** What a registered receiver throws leaves it in the words of LoadedApk.ReceiverDispatcher. */
  @Override
  public void onReceive(Context context, Intent intent, AtomicBoolean abort) {
    try {
      Context own = DynamicReceivers.registrant(receiver);
      super.onReceive(own == null ? context : own, intent, abort);
    } catch (Exception e) {
      throw new RuntimeException("Error receiving broadcast " + intent + " in " + receiver, e);
    }
  }

  /** The code of the framework. */
  @ForType(BroadcastReceiver.class)
  interface Real {
    @Direct
    void abortBroadcast();
  }
}
