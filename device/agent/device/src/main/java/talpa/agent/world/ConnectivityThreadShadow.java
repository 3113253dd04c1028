package talpa.agent.world;

import android.os.Looper;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/**
 * The thread on which the network's managers call back. The platform keeps it in a static field,
 * where the next process of this JVM would find the ended one of the process before.
 */
@Implements(className = "android.net.ConnectivityThread", isInAndroidSdk = false)
public class ConnectivityThreadShadow {
  @Implementation
  protected static Looper getInstanceLooper() {
    return ConnectivityShadow.thread().getLooper();
  }
}
