package talpa.agent.service;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.app.ActivityThread;
import android.app.Service;
import android.content.BroadcastReceiver;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.res.CompatibilityInfo;
import android.os.Build;
import android.os.Bundle;
import android.os.IBinder;
import android.os.Process;
import java.lang.reflect.Constructor;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import talpa.agent.bridge.Platform;

/** The calls by which the system makes {@code ActivityThread} run services and receivers. */
final class ServiceThread {
  private static final String OUTER = "android.app.ActivityThread$";

  private ServiceThread() {}

  private static ActivityThread thread() {
    return (ActivityThread) RuntimeEnvironment.getActivityThread();
  }

  /** Creates a service; throws "Unable to create service ..." as Android does. */
  static void create(ServiceRecord r) {
    Object data = make("CreateServiceData");
    set(data, "token", r.token);
    set(data, "info", r.info);
    set(data, "compatInfo", CompatibilityInfo.DEFAULT_COMPATIBILITY_INFO);
    set(data, "intent", new Intent().setComponent(r.name));
    call("handleCreateService", data);
    r.service = reflector(Access.class, thread()).getServices().get(r.token);
  }

  /** By what the system knows a service, from the beginning of its onCreate on. */
  static IBinder token(Service s) {
    return ReflectionHelpers.getField(s, "mToken");
  }

  /** Binds; the binder comes by publishService. */
  static void bind(IBinder token, Intent intent, boolean rebind) {
    call("handleBindService", bindData(token, intent, rebind));
  }

  static void unbind(IBinder token, Intent intent) {
    call("handleUnbindService", bindData(token, intent, false));
  }

  private static Object bindData(IBinder token, Intent intent, boolean rebind) {
    Object data = make("BindServiceData");
    set(data, "token", token);
    set(data, "intent", intent);
    set(data, "rebind", rebind);
    return data;
  }

  /** Delivers one start. */
  static void startCommand(IBinder token, Intent args, int startId, int flags) {
    Object data = make("ServiceArgsData");
    set(data, "token", token);
    set(data, "startId", startId);
    set(data, "flags", flags);
    set(data, "args", args);
    call("handleServiceArgs", data);
  }

  static void stop(IBinder token) {
    ReflectionHelpers.callInstanceMethod(
        ActivityThread.class,
        thread(),
        "handleStopService",
        ClassParameter.from(IBinder.class, token));
  }

  /** Creates a manifest receiver and gives it the broadcast. */
  static void receive(ActivityInfo info, Intent intent) {
    receive(info, intent, 0, null, null, false);
  }

  /** The same for an ordered broadcast, with the result so far; returns what it works on. */
  static BroadcastReceiver.PendingResult receiveOrdered(
      ActivityInfo info, Intent intent, BroadcastReceiver.PendingResult soFar) {
    return (BroadcastReceiver.PendingResult)
        receive(
            info,
            intent,
            soFar.getResultCode(),
            soFar.getResultData(),
            soFar.getResultExtras(false),
            true);
  }

  private static Object receive(
      ActivityInfo info, Intent intent, int code, String text, Bundle extras, boolean ordered) {
    String type = "ReceiverData";
    IBinder token = new android.os.Binder();
    int sender = Process.myUid();
    Object data =
        Platform.has(Build.VERSION_CODES.UPSIDE_DOWN_CAKE)
            ? make(
                type,
                intent,
                code,
                text,
                extras,
                ordered,
                false,
                true,
                token,
                0,
                sender,
                info.packageName)
            : make(type, intent, code, text, extras, ordered, false, token, 0);
    set(data, "info", info);
    set(data, "compatInfo", CompatibilityInfo.DEFAULT_COMPATIBILITY_INFO);
    BackgroundStarts.receiving(() -> call("handleReceiver", data));
    return data;
  }

  private static Class<?> load(String name) {
    return ReflectionHelpers.loadClass(ServiceThread.class.getClassLoader(), OUTER + name);
  }

  private static Object make(String name, Object... values) {
    for (Constructor<?> c : load(name).getDeclaredConstructors()) {
      if (c.getParameterCount() == values.length) {
        return ReflectionHelpers.callConstructor(
            load(name), ClassParameter.fromComponentLists(c.getParameterTypes(), values));
      }
    }
    throw new IllegalStateException(name + " is not made of " + values.length + " values");
  }

  private static void set(Object o, String field, Object value) {
    ReflectionHelpers.setField(o, field, value);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static void call(String method, Object data) {
    Class type = data.getClass();
    ReflectionHelpers.callInstanceMethod(
        ActivityThread.class, thread(), method, new ClassParameter(type, data));
  }

  /** Access to the services of the process. */
  @ForType(ActivityThread.class)
  interface Access {
    @Accessor("mServices")
    Map<IBinder, Service> getServices();
  }
}
