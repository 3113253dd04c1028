package talpa.agent.web;

import android.webkit.WebResourceRequest;
import android.webkit.WebView;
import android.webkit.WebViewClient;

/** What the clients of a web view care for. */
final class Callbacks {
  private Callbacks() {}

  /** Whether a client has pages of its own: a thread is made for it only then. */
  static boolean intercepts(WebViewClient c) {
    return overrides(c, WebResourceRequest.class) || overrides(c, String.class);
  }

  private static boolean overrides(WebViewClient c, Class<?> argument) {
    try {
      return c.getClass()
              .getMethod("shouldInterceptRequest", WebView.class, argument)
              .getDeclaringClass()
          != WebViewClient.class;
    } catch (NoSuchMethodException | LinkageError e) {
      return false;
    }
  }
}
