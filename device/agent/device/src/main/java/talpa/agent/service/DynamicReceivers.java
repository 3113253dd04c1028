package talpa.agent.service;

import android.app.Application;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import java.util.LinkedHashSet;
import java.util.Set;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.util.ReflectionHelpers;

/** Receivers that the app registers itself; Robolectric keeps them. */
final class DynamicReceivers {
  private DynamicReceivers() {}

  /** Adds the receivers that an ordered broadcast matches. */
  static void add(OrderedBroadcast to, Intent i) {
    Application app = RuntimeEnvironment.getApplication();
    ShadowApplication shadow = Shadow.extract(app);
    String type = i.resolveTypeIfNeeded(app.getContentResolver());
    boolean own = i.getPackage() == null || i.getPackage().equals(app.getPackageName());
    for (ShadowApplication.Wrapper w : shadow.getRegisteredReceivers()) {
      IntentFilter f = w.getIntentFilter();
      if (own
          && i.getComponent() == null
          && f.match(i.getAction(), type, i.getScheme(), i.getData(), i.getCategories(), "talpa")
              >= 0) {
        to.add(f.getPriority(), w.scheduler, w.getBroadcastReceiver(), w.getContext());
      }
    }
  }

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
