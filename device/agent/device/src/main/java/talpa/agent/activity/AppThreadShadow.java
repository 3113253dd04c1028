package talpa.agent.activity;

import android.app.ActivityThread;
import android.os.IBinder;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowActivityThread;
import talpa.agent.permit.SplitPermissions;
import talpa.agent.process.MadeUp;

/** Lets calls to the system that Robolectric does not know give made-up answers. */
@Implements(className = "android.app.ActivityThread", isInAndroidSdk = false)
public class AppThreadShadow extends ShadowActivityThread {
  /** The package in whose processes Android runs advertisers' libraries: the framework asks. */
  private static final String SDK_SANDBOX = "com.android.sdksandbox";

  /** The package manager's binder interface. */
  @Implementation
  public static @ClassName("android.content.pm.IPackageManager") Object getPackageManager() {
    Object known = ShadowActivityThread.getPackageManager();
    InvocationHandler h = Proxy.getInvocationHandler(known);
    return Proxy.newProxyInstance(
        AppThreadShadow.class.getClassLoader(),
        known.getClass().getInterfaces(),
        (proxy, method, args) -> {
          try {
            return h.invoke(proxy, method, args);
          } catch (UnsupportedOperationException e) {
            return method.getName().equals("getSdkSandboxPackageName")
                ? SDK_SANDBOX
                : MadeUp.answer(method);
          }
        });
  }

  /** The permission manager's binder interface, which knows which permissions were split. */
  @Implementation
  public static @ClassName("android.permission.IPermissionManager") Object getPermissionManager() {
    Object known = ShadowActivityThread.getPermissionManager();
    InvocationHandler h = Proxy.getInvocationHandler(known);
    return Proxy.newProxyInstance(
        AppThreadShadow.class.getClassLoader(),
        known.getClass().getInterfaces(),
        (proxy, method, args) ->
            method.getName().equals("getSplitPermissions")
                ? SplitPermissions.all()
                : h.invoke(proxy, method, args));
  }

  private static Consumer<IBinder> relaunch = t -> {};

  /** Who makes an activity anew. */
  public static void relaunchBy(Consumer<IBinder> by) {
    relaunch = by;
  }

  /**
   * Has the system make an activity anew. The framework does it by itself, but not for tokens that
   * are of its own process, as all are here.
   */
  @Implementation
  protected void scheduleRelaunchActivity(IBinder token) {
    relaunch.accept(token);
  }

  /** Tells nobody which configurations the resources distinguish: nobody asks. */
  @Implementation
  protected void reportSizeConfigurations(ActivityThread.ActivityClientRecord r) {}
}
