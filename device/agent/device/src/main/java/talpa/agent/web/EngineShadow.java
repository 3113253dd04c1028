package talpa.agent.web;

import android.webkit.WebViewFactoryProvider;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** Gives those who ask for the browser engine behind web views one without a browser. */
@Implements(className = "android.webkit.WebViewFactory", isInAndroidSdk = false)
public class EngineShadow {
  private static Engine engine;

  @Implementation
  protected static synchronized WebViewFactoryProvider getProvider() {
    if (engine == null) {
      engine = new Engine();
    }
    return engine;
  }

  /** The next app has an engine of its own. */
  public static synchronized void forget() {
    engine = null;
  }
}
