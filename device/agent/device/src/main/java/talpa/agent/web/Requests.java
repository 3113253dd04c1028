package talpa.agent.web;

import android.net.Uri;
import android.webkit.WebResourceError;
import android.webkit.WebResourceRequest;
import java.util.HashMap;
import java.util.Map;

/** What clients of a web view are told of a request and of its failure. */
final class Requests {
  private static final Map<String, String> HEADERS =
      Map.of(
          "Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
          "Upgrade-Insecure-Requests", "1");

  private Requests() {}

  /** A request for a whole page; gesture says whether the user's finger made it. */
  static WebResourceRequest page(String url, boolean gesture) {
    return new WebResourceRequest() {
      @Override
      public Uri getUrl() {
        return Uri.parse(url);
      }

      @Override
      public boolean isForMainFrame() {
        return true;
      }

      @Override
      public boolean isRedirect() {
        return false;
      }

      @Override
      public boolean hasGesture() {
        return gesture;
      }

      @Override
      public String getMethod() {
        return "GET";
      }

      @Override
      public Map<String, String> getRequestHeaders() {
        return new HashMap<>(HEADERS);
      }

      @Override
      public String toString() {
        return shown(this, "WebResourceRequestAdapter");
      }
    };
  }

  static WebResourceError error(int code, String description) {
    return new WebResourceError() {
      @Override
      public int getErrorCode() {
        return code;
      }

      @Override
      public CharSequence getDescription() {
        return description;
      }

      @Override
      public String toString() {
        return shown(this, "WebResourceErrorAdapter");
      }
    };
  }

  /** What apps print of the engine's objects, which have no text of their own. */
  private static String shown(Object o, String name) {
    return "com.android.webview.chromium." + name + "@" + Integer.toHexString(o.hashCode());
  }
}
