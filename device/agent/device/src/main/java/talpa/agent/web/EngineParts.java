package talpa.agent.web;

import android.os.Handler;
import android.os.Looper;
import android.webkit.GeolocationPermissions;
import android.webkit.ServiceWorkerClient;
import android.webkit.ServiceWorkerController;
import android.webkit.ServiceWorkerWebSettings;
import android.webkit.TracingConfig;
import android.webkit.TracingController;
import android.webkit.ValueCallback;
import android.webkit.WebSettings;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;

/** The parts of an {@link Engine} that keep something. */
final class EngineParts {
  private EngineParts() {}

  /** Answers on the main thread, as the engine does. */
  static <T> void answer(ValueCallback<T> to, T value) {
    if (to != null) {
      new Handler(Looper.getMainLooper()).post(() -> to.onReceiveValue(value));
    }
  }

  /** Which pages may know where the phone is. */
  static final class Geolocation extends GeolocationPermissions {
    private final Set<String> allowed = new HashSet<>();

    @Override
    public void getOrigins(ValueCallback<Set<String>> to) {
      answer(to, new HashSet<>(allowed));
    }

    @Override
    public void getAllowed(String origin, ValueCallback<Boolean> to) {
      answer(to, allowed.contains(origin));
    }

    @Override
    public void clear(String origin) {
      allowed.remove(origin);
    }

    @Override
    public void allow(String origin) {
      allowed.add(origin);
    }

    @Override
    public void clearAll() {
      allowed.clear();
    }
  }

  /** Service workers, which never ask for anything: scripts do not run. */
  static final class Workers extends ServiceWorkerController {
    private final ServiceWorkerWebSettings settings = new WorkerSettings();

    @Override
    public ServiceWorkerWebSettings getServiceWorkerWebSettings() {
      return settings;
    }

    @Override
    public void setServiceWorkerClient(ServiceWorkerClient client) {}
  }

  private static final class WorkerSettings extends ServiceWorkerWebSettings {
    private int cache = WebSettings.LOAD_DEFAULT;
    private boolean content = true;
    private boolean files;
    private boolean blocked;

    @Override
    public void setCacheMode(int mode) {
      cache = mode;
    }

    @Override
    public int getCacheMode() {
      return cache;
    }

    @Override
    public void setAllowContentAccess(boolean allow) {
      content = allow;
    }

    @Override
    public boolean getAllowContentAccess() {
      return content;
    }

    @Override
    public void setAllowFileAccess(boolean allow) {
      files = allow;
    }

    @Override
    public boolean getAllowFileAccess() {
      return files;
    }

    @Override
    public void setBlockNetworkLoads(boolean block) {
      blocked = block;
    }

    @Override
    public boolean getBlockNetworkLoads() {
      return blocked;
    }
  }

  /** Traces that hold nothing. */
  static final class Tracing extends TracingController {
    private boolean on;

    @Override
    public void start(TracingConfig config) {
      if (config == null) {
        throw new IllegalArgumentException("Tracing config is null");
      }
      if (on) {
        throw new IllegalStateException("Tracing is already on");
      }
      on = true;
    }

    @Override
    public boolean stop(OutputStream out, Executor executor) {
      boolean was = on;
      on = false;
      return was;
    }

    @Override
    public boolean isTracing() {
      return on;
    }
  }
}
