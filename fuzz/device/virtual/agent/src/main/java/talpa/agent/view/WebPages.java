package talpa.agent.view;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.graphics.Bitmap;
import android.net.Uri;
import android.os.Handler;
import android.os.Looper;
import android.view.View;
import android.view.ViewGroup;
import android.webkit.ValueCallback;
import android.webkit.WebChromeClient;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import java.util.Locale;
import java.util.Map;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowWebView;
import org.robolectric.util.reflector.ForType;
import talpa.agent.app.AppProcess;

/**
 * Web views without web pages: they have a size and call their clients as if pages from the app
 * itself loaded and pages from the network could not be reached. Reported as unsupported once.
 */
@Implements(className = "android.webkit.WebView")
public class WebPages extends ShadowWebView {
  private static boolean reported;

  @RealObject private WebView view;
  private String last;

  /** Takes the size that the parent offers. */
  @Implementation
  protected void onMeasure(int widthSpec, int heightSpec) {
    reflector(Measured.class, view).setMeasuredDimension(size(widthSpec), size(heightSpec));
  }

  private static int size(int spec) {
    return View.MeasureSpec.getMode(spec) == View.MeasureSpec.UNSPECIFIED
        ? 1
        : View.MeasureSpec.getSize(spec);
  }

  /** As any view does: the provider that would handle it is not there. */
  @Override
  @Implementation
  protected void setLayoutParams(ViewGroup.LayoutParams params) {
    super.setLayoutParams(params);
    view.requestLayout();
  }

  @Override
  @Implementation
  protected void loadUrl(String url, Map<String, String> headers) {
    super.loadUrl(url, headers);
    page(url, local(url));
  }

  @Override
  @Implementation
  protected void loadData(String data, String type, String encoding) {
    super.loadData(data, type, encoding);
    page("data:" + (type == null ? "text/html" : type), true);
  }

  @Override
  @Implementation
  protected void loadDataWithBaseURL(
      String base, String data, String type, String encoding, String history) {
    super.loadDataWithBaseURL(base, data, type, encoding, history);
    page(base == null ? "about:blank" : base, true);
  }

  @Override
  @Implementation
  protected void reload() {
    super.reload();
    if (last != null) {
      page(last, local(last));
    }
  }

  /** Scripts do not run; their result is null. */
  @Override
  @Implementation
  protected void evaluateJavascript(String script, ValueCallback<String> callback) {
    super.evaluateJavascript(script, callback);
    if (callback != null) {
      later(() -> callback.onReceiveValue("null"));
    }
  }

  /** Pages are as large as the screen makes them. */
  @Implementation
  protected float getScale() {
    return view.getResources().getDisplayMetrics().density;
  }

  private static boolean local(String url) {
    String s = url == null ? "" : url.toLowerCase(Locale.ROOT);
    return !s.startsWith("http:") && !s.startsWith("https:") && !s.startsWith("ftp:");
  }

  private void page(String url, boolean ok) {
    report();
    if (url == null || url.startsWith("javascript:")) {
      return;
    }
    last = url;
    later(() -> tell(url, ok));
  }

  @SuppressWarnings("deprecation")
  private void tell(String url, boolean ok) {
    WebViewClient client = getWebViewClient();
    WebChromeClient chrome = getWebChromeClient();
    if (client != null) {
      client.onPageStarted(view, url, (Bitmap) null);
    }
    if (chrome != null) {
      chrome.onProgressChanged(view, 100);
    }
    if (client == null) {
      return;
    }
    if (!ok) {
      client.onReceivedError(
          view, WebViewClient.ERROR_HOST_LOOKUP, "net::ERR_NAME_NOT_RESOLVED", url);
    } else if (chrome != null) {
      chrome.onReceivedTitle(view, title(url));
    }
    client.onPageFinished(view, url);
  }

  private static String title(String url) {
    String s = Uri.parse(url).getLastPathSegment();
    return s == null ? url : s;
  }

  private static void later(Runnable r) {
    new Handler(Looper.getMainLooper()).post(r);
  }

  /** The next app is reported again. */
  static synchronized void forget() {
    reported = false;
  }

  private static synchronized void report() {
    if (!reported && AppProcess.current() != null) {
      reported = true;
      AppProcess.current()
          .wire()
          .notify("unsupported", Map.of("kind", "webview", "detail", "web pages are not loaded"));
    }
  }

  /** A method of View that is not public. */
  @ForType(View.class)
  interface Measured {
    void setMeasuredDimension(int width, int height);
  }
}
