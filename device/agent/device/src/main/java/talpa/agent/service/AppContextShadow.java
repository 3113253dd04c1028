package talpa.agent.service;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.app.Instrumentation;
import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.ServiceConnection;
import android.os.Build;
import android.os.Bundle;
import android.os.Environment;
import android.os.Handler;
import android.os.UserHandle;
import java.io.File;
import java.util.concurrent.Executor;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowContextImpl;
import org.robolectric.shadows.ShadowInstrumentation;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import talpa.agent.activity.Transactions;
import talpa.agent.defaults.OtherManagers;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Storage;

/** Contexts whose services really run and whose broadcasts reach manifest receivers. */
@Implements(className = "android.app.ContextImpl")
public class AppContextShadow extends ShadowContextImpl {
  @RealObject private Context context;

  private Context outer() {
    return ReflectionHelpers.callInstanceMethod(context, "getOuterContext");
  }

  @Override
  @Implementation
  protected Object getSystemService(String name) {
    Object shared = SharedServices.of(context, name);
    Object own = shared != null ? shared : super.getSystemService(name);
    return own != null ? own : OtherManagers.of(outer(), name);
  }

  @Override
  @Implementation
  protected File getExternalFilesDir(String type) {
    return getExternalFilesDirs(type)[0];
  }

  @Override
  @Implementation
  protected File[] getExternalFilesDirs(String type) {
    File[] dirs = Environment.buildExternalStorageAppFilesDirs(context.getPackageName());
    if (type != null) {
      dirs = Environment.buildPaths(dirs, type);
    }
    for (int i = 0; i < dirs.length; i++) {
      boolean there =
          Storage.isWritable() ? dirs[i].mkdirs() || dirs[i].isDirectory() : readable(dirs[i]);
      dirs[i] = there ? dirs[i] : null;
    }
    return dirs;
  }

  /** Whether a folder is there on storage that is not written. */
  private static boolean readable(File dir) {
    return Storage.state().equals(Environment.MEDIA_MOUNTED_READ_ONLY) && dir.isDirectory();
  }

  @Override
  @Implementation
  protected Intent registerReceiver(
      BroadcastReceiver receiver, IntentFilter filter, String permission, Handler h, int flags) {
    DynamicReceivers.check(receiver, filter, flags);
    return register(receiver, filter, permission, h, flags);
  }

  @Override
  @Implementation
  protected Intent registerReceiver(BroadcastReceiver receiver, IntentFilter filter) {
    DynamicReceivers.check(receiver, filter, 0);
    return register(receiver, filter, null, null, 0);
  }

  @Override
  @Implementation
  protected Intent registerReceiver(BroadcastReceiver receiver, IntentFilter filter, int flags) {
    DynamicReceivers.check(receiver, filter, flags);
    return register(receiver, filter, null, null, flags);
  }

  @Override
  @Implementation
  protected Intent registerReceiver(
      BroadcastReceiver receiver, IntentFilter filter, String permission, Handler h) {
    DynamicReceivers.check(receiver, filter, 0);
    return register(receiver, filter, permission, h, 0);
  }

  /**
   * Registers a receiver in the name of the context that the app sees, an activity say, which the
   * receiver is handed: Robolectric takes the one inside.
   */
  private Intent register(
      BroadcastReceiver receiver, IntentFilter filter, String permission, Handler h, int flags) {
    Instrumentation i = ShadowInstrumentation.getInstrumentation();
    return ReflectionHelpers.callInstanceMethod(
        Shadow.<ShadowInstrumentation>extract(i),
        "registerReceiver",
        ClassParameter.from(BroadcastReceiver.class, receiver),
        ClassParameter.from(IntentFilter.class, filter),
        ClassParameter.from(String.class, permission),
        ClassParameter.from(Handler.class, h),
        ClassParameter.from(int.class, flags),
        ClassParameter.from(Context.class, outer()));
  }

  /**
   * A destroyed activity or service loses the receivers and connections that it left behind. On a
   * phone the system is told of its end before, which takes a while: threads that were woken by the
   * end, and unregister receivers, are done by then.
   */
  @Implementation
  protected void performFinalCleanup(String who, String what) {
    AppProcess.current().loop().letOthers();
    DynamicReceivers.release(outer());
    reflector(Real.class, context).performFinalCleanup(who, what);
  }

  @Override
  @Implementation
  protected void validateServiceIntent(Intent i) {
    int target = RuntimeEnvironment.getApplication().getApplicationInfo().targetSdkVersion;
    if (i.getComponent() == null
        && i.getPackage() == null
        && target >= Build.VERSION_CODES.LOLLIPOP) {
      throw new IllegalArgumentException("Service Intent must be explicit: " + i);
    }
  }

  @Override
  @Implementation
  protected ComponentName startService(Intent i) {
    validateServiceIntent(i);
    return startAllowed(i, false);
  }

  /** Starts a service for the app itself, which may be refused. */
  private static ComponentName startAllowed(Intent i, boolean foreground) {
    Transactions.sendOfContext(i);
    ComponentName c = ServiceManager.get().find(i);
    if (c != null) {
      BackgroundStarts.check(i, c, foreground);
    }
    return ServiceManager.get().start(i, foreground);
  }

  @Override
  @Implementation
  protected ComponentName startForegroundService(Intent i) {
    validateServiceIntent(i);
    return startAllowed(i, true);
  }

  @Override
  @Implementation
  protected boolean stopService(Intent i) {
    validateServiceIntent(i);
    Transactions.sendOfContext(i);
    return ServiceManager.get().stop(i);
  }

  /** The framework's own code, which asks the {@link ManagerProxy}. */
  @Override
  @Implementation
  protected boolean bindService(Intent i, int flags, Executor e, ServiceConnection c) {
    return reflector(Real.class, context).bindService(i, flags, e, c);
  }

  @Override
  @Implementation
  protected boolean bindService(Intent i, ServiceConnection c, int flags) {
    return reflector(Real.class, context).bindService(i, c, flags);
  }

  @Override
  @Implementation
  protected boolean bindServiceAsUser(Intent i, ServiceConnection c, int flags, UserHandle user) {
    return reflector(Real.class, context).bindServiceAsUser(i, c, flags, user);
  }

  @Override
  @Implementation
  protected void unbindService(ServiceConnection c) {
    reflector(Real.class, context).unbindService(c);
  }

  /** A broadcast as it leaves the app, of a type that is known: this is where a null one fails. */
  private Intent sent(Intent i) {
    i.resolveTypeIfNeeded(context.getContentResolver());
    Transactions.sendOfContext(i);
    return DynamicReceivers.sent(i);
  }

  @Override
  @Implementation
  protected void sendBroadcast(Intent i) {
    Intent sent = sent(i);
    if (DynamicReceivers.reached(sent)) {
      super.sendBroadcast(sent);
    }
    ManifestReceivers.send(sent, true);
  }

  @Override
  @Implementation
  protected void sendBroadcast(Intent i, String permission) {
    Intent sent = sent(i);
    if (DynamicReceivers.reached(sent)) {
      super.sendBroadcast(sent, permission);
    }
    ManifestReceivers.send(sent, true);
  }

  @Override
  @Implementation
  protected void sendBroadcast(Intent i, String permission, Bundle options) {
    Intent sent = sent(i);
    if (DynamicReceivers.reached(sent)) {
      super.sendBroadcast(sent, permission, options);
    }
    ManifestReceivers.send(sent, true);
  }

  @Override
  @Implementation
  protected void sendOrderedBroadcast(Intent i, String permission) {
    ordered(i, null, null, 0, null, null);
  }

  @Override
  @Implementation
  protected void sendOrderedBroadcastAsUser(
      Intent i,
      UserHandle user,
      String permission,
      BroadcastReceiver result,
      Handler scheduler,
      int code,
      String data,
      Bundle extras) {
    ordered(i, result, scheduler, code, data, extras);
  }

  @Override
  @Implementation
  protected void sendOrderedBroadcast(
      Intent i,
      String permission,
      BroadcastReceiver result,
      Handler scheduler,
      int code,
      String data,
      Bundle extras) {
    ordered(i, result, scheduler, code, data, extras);
  }

  /** All receivers are the app's own: it holds the permission if it names one. */
  private void ordered(
      Intent i, BroadcastReceiver result, Handler h, int code, String data, Bundle extras) {
    Intent sent = sent(i);
    OrderedBroadcast b = new OrderedBroadcast(sent);
    DynamicReceivers.add(b, sent);
    ManifestReceivers.add(b, sent);
    b.send(result, outer(), h, code, data, extras);
  }

  /** The code of the framework. */
  @ForType(className = "android.app.ContextImpl")
  interface Real {
    @Direct
    boolean bindService(Intent i, int flags, Executor e, ServiceConnection c);

    @Direct
    boolean bindService(Intent i, ServiceConnection c, int flags);

    @Direct
    boolean bindServiceAsUser(Intent i, ServiceConnection c, int flags, UserHandle user);

    @Direct
    void unbindService(ServiceConnection c);

    @Direct
    void performFinalCleanup(String who, String what);
  }
}
