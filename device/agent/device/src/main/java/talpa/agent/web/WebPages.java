package talpa.agent.web;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.graphics.Bitmap;
import android.graphics.Picture;
import android.graphics.Rect;
import android.net.Uri;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.print.PrintDocumentAdapter;
import android.view.KeyEvent;
import android.view.MotionEvent;
import android.view.View;
import android.view.ViewGroup;
import android.webkit.ValueCallback;
import android.webkit.WebBackForwardList;
import android.webkit.WebChromeClient;
import android.webkit.WebResourceResponse;
import android.webkit.WebSettings;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import android.widget.AbsoluteLayout;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowWebView;
import org.robolectric.util.reflector.ForType;
import talpa.agent.process.AppProcess;
import talpa.agent.process.PerApp;

/**
 * Web views that show what the app itself has, and call their clients as if the network could not
 * be reached. What is missing is reported as unsupported, each kind once.
 */
@SuppressWarnings("deprecation") // Clients that override the old callbacks get them.
@Implements(className = "android.webkit.WebView")
public class WebPages extends ShadowWebView {
  private static final String STATE = "talpa.web.url";
  private static final PerApp<Set<String>> REPORTED = PerApp.of(ConcurrentHashMap::newKeySet);

  @RealObject private WebView view;
  private final History history = new History();
  private PageView page;
  private int loads;
  private int progress = 100;

  /** As large as it must be, or as its page is. */
  @Implementation
  protected void onMeasure(int widthSpec, int heightSpec) {
    int w = size(widthSpec);
    int h = View.MeasureSpec.getSize(heightSpec);
    int mode = View.MeasureSpec.getMode(heightSpec);
    if (mode != View.MeasureSpec.EXACTLY) {
      int most = mode == View.MeasureSpec.AT_MOST ? h : Integer.MAX_VALUE;
      h = page == null ? size(heightSpec) : Math.min(most, page.heightAt(w));
    }
    reflector(Measured.class, view).setMeasuredDimension(w, h);
    if (page != null) {
      page.measure(exactly(w), exactly(h));
    }
  }

  /**
   * Web views belong to their thread: the framework's own check, which its shadowed methods lack.
   */
  private void checkThread() {
    reflector(Owned.class, view).checkThread();
  }

  private static int exactly(int size) {
    return View.MeasureSpec.makeMeasureSpec(size, View.MeasureSpec.EXACTLY);
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
    checkThread();
    super.loadUrl(url, headers);
    if (url != null && !url.startsWith("javascript:")) {
      load(Entry.of(url), true);
    } else if (url != null) {
      report("scripts of web pages do not run");
    }
  }

  @Override
  @Implementation
  protected void loadData(String data, String type, String encoding) {
    checkThread();
    super.loadData(data, type, encoding);
    String text = data == null ? "" : data;
    String url = "data:" + (type == null ? "text/html" : type) + "," + text;
    load(new Entry(url, "about:blank", Source.decode(text, encoding), type), true);
  }

  @Override
  @Implementation
  protected void loadDataWithBaseURL(
      String base, String data, String type, String encoding, String historyUrl) {
    checkThread();
    super.loadDataWithBaseURL(base, data, type, encoding, historyUrl);
    String from = base == null ? "about:blank" : base;
    load(new Entry(from, from, data == null ? "" : data, type), true);
  }

  @Override
  @Implementation
  protected void reload() {
    checkThread();
    super.reload();
    if (history.current() != null) {
      load(history.current(), false);
    }
  }

  /** Loads of before are given up. */
  @Implementation
  protected void stopLoading() {
    checkThread();
    loads++;
    progress = 100;
  }

  @Override
  @Implementation
  protected void destroy() {
    checkThread();
    super.destroy();
    stopLoading();
  }

  /** Scripts do not run; their result is null. */
  @Override
  @Implementation
  protected void evaluateJavascript(String script, ValueCallback<String> callback) {
    checkThread();
    super.evaluateJavascript(script, callback);
    report("scripts of web pages do not run");
    if (callback != null) {
      later(() -> callback.onReceiveValue("null"));
    }
  }

  @Override
  @Implementation
  protected boolean canGoBack() {
    checkThread();
    return history.canGo(-1);
  }

  @Override
  @Implementation
  protected boolean canGoForward() {
    checkThread();
    return history.canGo(1);
  }

  /** Whether there are so many pages. */
  @Implementation
  protected boolean canGoBackOrForward(int steps) {
    checkThread();
    return history.canGo(steps);
  }

  @Override
  @Implementation
  protected void goBack() {
    checkThread();
    goBackOrForward(-1);
  }

  @Override
  @Implementation
  protected void goForward() {
    checkThread();
    goBackOrForward(1);
  }

  @Override
  @Implementation
  protected void goBackOrForward(int steps) {
    checkThread();
    Entry e = steps == 0 ? null : history.go(steps);
    if (e != null) {
      load(e, false);
    }
  }

  @Override
  @Implementation
  protected WebBackForwardList copyBackForwardList() {
    checkThread();
    return history.list();
  }

  @Override
  @Implementation
  protected void clearHistory() {
    checkThread();
    super.clearHistory();
    history.clear();
  }

  @Override
  @Implementation
  protected WebBackForwardList saveState(Bundle out) {
    checkThread();
    Entry e = history.current();
    if (e == null) {
      return null;
    }
    out.putString(STATE, e.url());
    return history.list();
  }

  @Override
  @Implementation
  protected WebBackForwardList restoreState(Bundle in) {
    checkThread();
    String url = in.getString(STATE);
    if (url == null) {
      return null;
    }
    load(Entry.of(url), true);
    return history.list();
  }

  @Override
  @Implementation
  protected String getUrl() {
    checkThread();
    return history.current() == null ? null : history.current().url();
  }

  @Override
  @Implementation
  protected String getOriginalUrl() {
    checkThread();
    return getUrl();
  }

  @Override
  @Implementation
  protected String getTitle() {
    checkThread();
    return history.title();
  }

  /** Never null, as apps hand it on at once. */
  @Implementation
  protected PrintDocumentAdapter createPrintDocumentAdapter(String name) {
    checkThread();
    return new PagePrint(name);
  }

  /** What the view shows now. */
  @Implementation
  protected Picture capturePicture() {
    checkThread();
    Picture picture = new Picture();
    view.draw(picture.beginRecording(Math.max(1, view.getWidth()), Math.max(1, view.getHeight())));
    picture.endRecording();
    return picture;
  }

  /** Percent. */
  @Implementation
  protected int getProgress() {
    checkThread();
    return progress;
  }

  /** Of the page, in its own pixels. */
  @Implementation
  protected int getContentHeight() {
    checkThread();
    return page == null ? 0 : Math.round(page.contentHeight() / getScale());
  }

  /** Pages are as large as the screen makes them. */
  @Implementation
  protected float getScale() {
    return view.getResources().getDisplayMetrics().density;
  }

  /** What the browser does not take its parent class gets. */
  @Implementation
  protected boolean dispatchKeyEvent(KeyEvent e) {
    return view.new PrivateAccess().super_dispatchKeyEvent(e);
  }

  /** As any view. */
  @Implementation
  protected boolean setFrame(int left, int top, int right, int bottom) {
    return view.new PrivateAccess().super_setFrame(left, top, right, bottom);
  }

  /** As any view. */
  @Implementation
  protected boolean performLongClick() {
    return view.new PrivateAccess().super_performLongClick();
  }

  /** As any group of views. */
  @Implementation
  protected boolean requestFocus(int direction, Rect previous) {
    return view.new PrivateAccess().super_requestFocus(direction, previous);
  }

  /** As any group of views. */
  @Implementation
  protected View findFocus() {
    View child = view.getFocusedChild();
    return view.isFocused() ? view : child == null ? null : child.findFocus();
  }

  /** The browser takes what touches it. */
  @Implementation
  protected boolean onTouchEvent(MotionEvent e) {
    return view.isEnabled();
  }

  @Override
  @Implementation
  protected WebSettings getSettings() {
    checkThread();
    return super.getSettings();
  }

  @Override
  @Implementation
  protected void setWebViewClient(WebViewClient client) {
    checkThread();
    super.setWebViewClient(client);
  }

  @Override
  @Implementation
  protected void setWebChromeClient(WebChromeClient client) {
    checkThread();
    super.setWebChromeClient(client);
  }

  @Override
  @Implementation
  protected void addJavascriptInterface(Object object, String name) {
    checkThread();
    super.addJavascriptInterface(object, name);
  }

  private void load(Entry e, boolean enter) {
    if (wasDestroyCalled()) {
      return;
    }
    int id = ++loads;
    progress = 10;
    later(
        () -> {
          if (id == loads) {
            begin(e, enter, id);
          }
        });
  }

  /** Asks the client, on a thread of the browser's as it may expect, for a page of its own. */
  private void begin(Entry e, boolean enter, int id) {
    WebViewClient client = getWebViewClient();
    if (e.data() != null || client == null || !Callbacks.intercepts(client)) {
      finish(e, enter, null);
      return;
    }
    Thread t =
        new Thread(
            () -> {
              WebResourceResponse r =
                  client.shouldInterceptRequest(view, Requests.page(e.url(), false));
              String text = r == null ? null : body(r);
              later(
                  () -> {
                    if (id == loads) {
                      finish(
                          e, enter, text == null ? null : Source.document(text, r.getMimeType()));
                    }
                  });
            },
            "ThreadPoolForeg");
    t.start();
  }

  private static String body(WebResourceResponse r) {
    try (InputStream in = r.getData()) {
      return in == null ? "" : Source.text(in.readAllBytes());
    } catch (IOException e) {
      return "";
    }
  }

  private void finish(Entry e, boolean enter, Document intercepted) {
    Document d = intercepted;
    String error = null;
    int code = 0;
    try {
      if (d == null && !e.network()) {
        d = new Source(view.getContext()).document(e);
      }
    } catch (IOException | RuntimeException x) {
      boolean known = e.url().startsWith("file:") || e.url().startsWith("content:");
      code = known ? WebViewClient.ERROR_FILE_NOT_FOUND : WebViewClient.ERROR_UNSUPPORTED_SCHEME;
      error = known ? "net::ERR_FILE_NOT_FOUND" : "net::ERR_UNKNOWN_URL_SCHEME";
    }
    if (d == null && error == null) {
      report("web pages are not loaded");
      code = WebViewClient.ERROR_HOST_LOOKUP;
      error = "net::ERR_NAME_NOT_RESOLVED";
    }
    tell(e, enter, d == null ? Document.unavailable(e.url(), error) : d, code, error);
  }

  private void tell(Entry e, boolean enter, Document d, int code, String error) {
    WebViewClient client = getWebViewClient();
    WebChromeClient chrome = getWebChromeClient();
    if (client != null) {
      client.onPageStarted(view, e.url(), (Bitmap) null);
    }
    if (chrome != null) {
      chrome.onProgressChanged(view, progress);
    }
    if (error != null && client != null) {
      client.onReceivedError(view, Requests.page(e.url(), false), Requests.error(code, error));
    }
    show(e, d);
    if (enter) {
      history.visit(e, d.title().isEmpty() ? e.url() : d.title());
    }
    progress = 100;
    if (client != null) {
      client.doUpdateVisitedHistory(view, e.url(), !enter);
      client.onPageCommitVisible(view, e.url());
    }
    if (chrome != null) {
      chrome.onReceivedTitle(view, d.title().isEmpty() ? e.url() : d.title());
      chrome.onProgressChanged(view, progress);
    }
    if (client != null) {
      client.onPageFinished(view, e.url());
    }
  }

  private void show(Entry e, Document d) {
    if (d.scripted()) {
      report("scripts of web pages do not run");
    }
    if (page == null) {
      page = new PageView(view.getContext());
      view.addView(
          page,
          new AbsoluteLayout.LayoutParams(
              ViewGroup.LayoutParams.MATCH_PARENT, ViewGroup.LayoutParams.MATCH_PARENT, 0, 0));
    }
    Source source = new Source(view.getContext());
    page.show(d, href -> follow(e, href), src -> source.picture(e.base(), src));
    view.requestLayout();
  }

  /** The engine of the image that the device is like. */
  @Implementation
  protected static PackageInfo getCurrentWebViewPackage() {
    try {
      PackageManager pm = RuntimeEnvironment.getApplication().getPackageManager();
      return pm.getPackageInfo("com.android.webview", 0);
    } catch (PackageManager.NameNotFoundException e) {
      return null;
    }
  }

  /** A link was touched. */
  private void follow(Entry from, String href) {
    if (href.startsWith("#")) {
      return;
    }
    if (href.startsWith("javascript:")) {
      report("scripts of web pages do not run");
      return;
    }
    String url = Source.resolve(from.base(), href);
    WebViewClient client = getWebViewClient();
    if (client != null) {
      if (!client.shouldOverrideUrlLoading(view, Requests.page(url, true))) {
        load(Entry.of(url), true);
      }
    } else if (!elsewhere(url)) {
      load(Entry.of(url), true);
    }
  }

  /** Without a client links open where the system sees fit. */
  private boolean elsewhere(String url) {
    if (url.startsWith("about:") || url.startsWith("file:")) {
      return false;
    }
    try {
      Intent i = new Intent(Intent.ACTION_VIEW, Uri.parse(url));
      i.addCategory(Intent.CATEGORY_BROWSABLE);
      view.getContext().startActivity(i);
      return true;
    } catch (ActivityNotFoundException e) {
      return false;
    }
  }

  private static void later(Runnable r) {
    new Handler(Looper.getMainLooper()).post(r);
  }

  private static void report(String detail) {
    if (AppProcess.current() == null || !REPORTED.get().add(detail)) {
      return;
    }
    AppProcess.current().wire().notify("unsupported", Map.of("kind", "webview", "detail", detail));
  }

  /** A method of WebView that is not public. */
  @ForType(WebView.class)
  interface Owned {
    void checkThread();
  }

  /** A method of View that is not public. */
  @ForType(View.class)
  interface Measured {
    void setMeasuredDimension(int width, int height);
  }
}
