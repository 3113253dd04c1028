package talpa.agent.web;

import android.content.Context;
import android.content.Intent;
import android.net.Uri;
import android.os.Handler;
import android.os.Looper;
import android.webkit.CookieManager;
import android.webkit.GeolocationPermissions;
import android.webkit.ServiceWorkerController;
import android.webkit.TokenBindingService;
import android.webkit.TracingController;
import android.webkit.ValueCallback;
import android.webkit.WebChromeClient;
import android.webkit.WebIconDatabase;
import android.webkit.WebSettings;
import android.webkit.WebStorage;
import android.webkit.WebView;
import android.webkit.WebViewDatabase;
import android.webkit.WebViewFactoryProvider;
import android.webkit.WebViewProvider;
import java.util.List;

/**
 * What an app can ask the browser engine for beside its web views, whose shadow never comes here:
 * settings are kept, requests answered as by an engine that has loaded no page. Token bindings and
 * icons are null, as since Android 8.
 */
final class Engine implements WebViewFactoryProvider, WebViewFactoryProvider.Statics {
  private final GeolocationPermissions geolocation = new EngineParts.Geolocation();
  private final ServiceWorkerController workers = new EngineParts.Workers();
  private final TracingController tracing = new EngineParts.Tracing();

  @Override
  public Statics getStatics() {
    return this;
  }

  @Override
  public WebViewProvider createWebView(WebView view, WebView.PrivateAccess access) {
    throw new UnsupportedOperationException("web views have no provider");
  }

  @Override
  public GeolocationPermissions getGeolocationPermissions() {
    return geolocation;
  }

  @Override
  public CookieManager getCookieManager() {
    return CookieManager.getInstance();
  }

  @Override
  public TokenBindingService getTokenBindingService() {
    return null;
  }

  @Override
  public TracingController getTracingController() {
    return tracing;
  }

  @Override
  public ServiceWorkerController getServiceWorkerController() {
    return workers;
  }

  @Override
  public WebIconDatabase getWebIconDatabase() {
    return null;
  }

  @Override
  public WebStorage getWebStorage() {
    return WebStorage.getInstance();
  }

  @Override
  public WebViewDatabase getWebViewDatabase(Context context) {
    return WebViewDatabase.getInstance(context);
  }

  /** A loader without the engine's classes: androidx.webkit then finds no feature supported. */
  @Override
  public ClassLoader getWebViewClassLoader() {
    return WebView.class.getClassLoader();
  }

  @Override
  public String findAddress(String text) {
    return null;
  }

  @Override
  public String getDefaultUserAgent(Context context) {
    return WebSettings.getDefaultUserAgent(context);
  }

  @Override
  public void freeMemoryForTests() {}

  @Override
  public void setWebContentsDebuggingEnabled(boolean enabled) {}

  @Override
  public void clearClientCertPreferences(Runnable done) {
    if (done != null) {
      new Handler(Looper.getMainLooper()).post(done);
    }
  }

  @Override
  public void enableSlowWholeDocumentDraw() {}

  @Override
  public Uri[] parseFileChooserResult(int code, Intent data) {
    return WebChromeClient.FileChooserParams.parseResult(code, data);
  }

  /** Safe Browsing needs Google's services. */
  @Override
  public void initSafeBrowsing(Context context, ValueCallback<Boolean> done) {
    EngineParts.answer(done, false);
  }

  @Override
  public void setSafeBrowsingWhitelist(List<String> hosts, ValueCallback<Boolean> done) {
    EngineParts.answer(done, true);
  }

  @Override
  public Uri getSafeBrowsingPrivacyPolicyUrl() {
    return Uri.parse("https://www.google.com/chrome/browser/privacy/");
  }
}
