package talpa.agent.service;

import android.app.Notification;
import android.app.Service;
import android.content.pm.ServiceInfo;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowService;

/** Services that stop when they say so. */
@Implements(className = "android.app.Service")
public class AppServiceShadow extends ShadowService {
  @RealObject private Service service;
  private int foregroundTypes;

  @Override
  @Implementation
  protected void stopSelf() {
    ServiceManager.get().stopSelf(service, -1);
  }

  @Override
  @Implementation
  protected void stopSelf(int id) {
    ServiceManager.get().stopSelf(service, id);
  }

  @Override
  @Implementation
  protected boolean stopSelfResult(int id) {
    return ServiceManager.get().stopSelf(service, id);
  }

  @Override
  @Implementation
  protected void startForeground(int id, Notification notification) throws Exception {
    startForeground(id, notification, ServiceInfo.FOREGROUND_SERVICE_TYPE_MANIFEST);
  }

  @Override
  @Implementation
  protected void startForeground(int id, Notification notification, int type) throws Exception {
    if (id == 0) { // as ActiveServices has it: it leaves the foreground, and its notification stays
      leave();
      return;
    }
    if (notification == null) {
      throw new IllegalArgumentException("null notification");
    }
    int types = ForegroundRules.types(service, type);
    // It is kept even where it is refused for its types, which apps catch.
    ServiceManager.get().promiseKept(service);
    ForegroundRules.check(service, types);
    ServiceManager.get().foreground(service, true);
    foregroundTypes = types;
    if (!Foreground.hasChannel(notification)) {
      ServiceManager.enqueue(Foreground::badNotification);
      return;
    }
    super.startForeground(
        id,
        NotificationShadow.hasIcon(notification) ? notification : Foreground.standIn(notification));
  }

  /** Those that it entered the foreground with, 0 outside of it. */
  @Implementation
  protected int getForegroundServiceType() {
    return foregroundTypes;
  }

  private void leave() {
    foregroundTypes = 0;
    ServiceManager.get().foreground(service, false);
  }

  @Override
  @Implementation
  protected void stopForeground(boolean removeNotification) {
    leave();
    super.stopForeground(removeNotification);
  }

  @Override
  @Implementation
  protected void stopForeground(int behavior) {
    leave();
    super.stopForeground(behavior);
  }
}
