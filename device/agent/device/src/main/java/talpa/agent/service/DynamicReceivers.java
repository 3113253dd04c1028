package talpa.agent.service;

import android.app.Application;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.Build;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.util.ReflectionHelpers;

/** Receivers that the app registers itself; Robolectric keeps them. */
final class DynamicReceivers {
  /** Actions of the platform and its parts begin so; which of them only the system sends varies. */
  private static final List<String> PLATFORM = List.of("android.", "com.android.", "com.google.");

  private static final int BOTH = Context.RECEIVER_EXPORTED | Context.RECEIVER_NOT_EXPORTED;

  private DynamicReceivers() {}

  /**
   * Throws what the activity manager does if a receiver may not be registered: apps for Android 14
   * say whether other apps reach it. Actions of the platform are let through without.
   */
  static void check(BroadcastReceiver receiver, IntentFilter filter, int flags) {
    Application app = RuntimeEnvironment.getApplication();
    if ((flags & BOTH) == BOTH) {
      throw new IllegalArgumentException(
          "Receiver can't specify both RECEIVER_EXPORTED and RECEIVER_NOT_EXPORTED flag");
    }
    if (app != null
        && receiver != null
        && (flags & BOTH) == 0
        && app.getApplicationInfo().targetSdkVersion >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE
        && hasOwnAction(filter)) {
      throw new SecurityException(
          app.getPackageName()
              + ": One of RECEIVER_EXPORTED or RECEIVER_NOT_EXPORTED should be specified when a"
              + " receiver isn't being registered exclusively for system broadcasts");
    }
  }

  private static boolean hasOwnAction(IntentFilter filter) {
    for (int i = 0; i < filter.countActions(); i++) {
      String action = filter.getAction(i);
      if (PLATFORM.stream().noneMatch(action::startsWith)) {
        return true;
      }
    }
    return false;
  }

  /**
   * A broadcast as the system sends it on: not to apps that were stopped, if nothing else is said.
   */
  static Intent sent(Intent i) {
    Intent out = new Intent(i);
    if ((i.getFlags() & Intent.FLAG_INCLUDE_STOPPED_PACKAGES) == 0) {
      out.addFlags(Intent.FLAG_EXCLUDE_STOPPED_PACKAGES);
    }
    return out;
  }

  /** Whether a broadcast can reach receivers that the app registered: not one for another app. */
  static boolean reached(Intent i) {
    String own = RuntimeEnvironment.getApplication().getPackageName();
    return i.getComponent() == null && (i.getPackage() == null || i.getPackage().equals(own));
  }

  /** Adds the receivers that an ordered broadcast matches. */
  static void add(OrderedBroadcast to, Intent i) {
    Application app = RuntimeEnvironment.getApplication();
    ShadowApplication shadow = Shadow.extract(app);
    String type = i.resolveTypeIfNeeded(app.getContentResolver());
    for (ShadowApplication.Wrapper w : shadow.getRegisteredReceivers()) {
      IntentFilter f = w.getIntentFilter();
      if (reached(i)
          && f.match(i.getAction(), type, i.getScheme(), i.getData(), i.getCategories(), "talpa")
              >= 0) {
        to.add(f.getPriority(), w.scheduler, w.getBroadcastReceiver(), w.getContext());
      }
    }
  }

  /**
   * The context that registered a receiver, which is handed to it: Robolectric hands it the one
   * that sends. null of those that are not registered.
   */
  static Context registrant(BroadcastReceiver receiver) {
    ShadowApplication app = Shadow.extract(RuntimeEnvironment.getApplication());
    for (ShadowApplication.Wrapper w : app.getRegisteredReceivers()) {
      if (w.getBroadcastReceiver() == receiver) {
        return w.getContext();
      }
    }
    return null;
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
