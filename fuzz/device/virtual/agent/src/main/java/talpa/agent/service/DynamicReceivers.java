package talpa.agent.service;

import android.content.BroadcastReceiver;
import android.content.Context;
import java.util.LinkedHashSet;
import java.util.Set;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.util.ReflectionHelpers;

/** Receivers that the app registers itself; Robolectric keeps them. */
final class DynamicReceivers {
  private DynamicReceivers() {}

  /** Unregisters what a context that is gone had registered. */
  static void release(Context gone) {
    ShadowApplication app = Shadow.extract(RuntimeEnvironment.getApplication());
    Set<BroadcastReceiver> left = new LinkedHashSet<>();
    for (ShadowApplication.Wrapper w : app.getRegisteredReceivers()) {
      Context impl = w.getContext();
      Context outer =
          impl.getClass().getName().equals("android.app.ContextImpl")
              ? ReflectionHelpers.callInstanceMethod(impl, "getOuterContext")
              : impl;
      if (outer == gone) {
        left.add(w.getBroadcastReceiver());
      }
    }
    for (BroadcastReceiver r : left) {
      RuntimeEnvironment.getApplication().unregisterReceiver(r);
    }
  }
}
