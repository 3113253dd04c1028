package talpa.agent.web;

import android.webkit.WebViewFactoryProvider;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import talpa.agent.process.PerApp;

/** Gives those who ask for the browser engine behind web views one without a browser. */
@Implements(className = "android.webkit.WebViewFactory", isInAndroidSdk = false)
public class EngineShadow {
  /** The next app has an engine of its own. */
  private static final PerApp<Engine> ENGINE = PerApp.of(Engine::new);

  @Implementation
  protected static synchronized WebViewFactoryProvider getProvider() {
    return ENGINE.get();
  }
}
