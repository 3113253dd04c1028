package talpa.agent.service;

import android.app.IServiceConnection;
import android.content.ComponentName;
import android.os.IBinder;
import android.os.RemoteException;
import java.lang.ref.WeakReference;
import java.util.concurrent.Executor;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** A connection of the app's, behind which is the framework's own LoadedApk.ServiceDispatcher. */
final class AppConnection implements ServiceRecord.Client {
  private static final String DISPATCHER = "android.app.LoadedApk$ServiceDispatcher";

  private final IServiceConnection connection;

  AppConnection(IServiceConnection connection) {
    this.connection = connection;
  }

  /** By what the system knows it. */
  IBinder key() {
    return connection.asBinder();
  }

  /**
   * Tells the app. Called as an operation of the main thread, where the framework's message would
   * run; what waits for an executor of the app's goes there.
   */
  @Override
  public void connected(ComponentName name, IBinder binder, boolean dead) {
    WeakReference<?> held = ReflectionHelpers.getField(connection, "mDispatcher");
    Object d = held.get();
    if (d == null) {
      return;
    }
    Executor own = ReflectionHelpers.getField(d, "mActivityExecutor");
    if (own != null) {
      tell(name, binder, dead);
      return;
    }
    Runnable message =
        (Runnable)
            ReflectionHelpers.callConstructor(
                load("$RunConnection"),
                new ClassParameter<>(cast(load("")), d),
                ClassParameter.from(ComponentName.class, name),
                ClassParameter.from(IBinder.class, binder),
                ClassParameter.from(int.class, 0),
                ClassParameter.from(boolean.class, dead));
    message.run();
  }

  private void tell(ComponentName name, IBinder binder, boolean dead) {
    try {
      connection.connected(name, binder, dead);
    } catch (RemoteException e) {
      throw e.rethrowFromSystemServer();
    }
  }

  private static Class<?> load(String inner) {
    return ReflectionHelpers.loadClass(AppConnection.class.getClassLoader(), DISPATCHER + inner);
  }

  @SuppressWarnings("unchecked")
  private static Class<Object> cast(Class<?> c) {
    return (Class<Object>) c;
  }
}
