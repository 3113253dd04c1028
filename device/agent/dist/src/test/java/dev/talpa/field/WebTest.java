package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.pm.PackageInfo;
import android.graphics.Bitmap;
import android.os.Bundle;
import android.os.Looper;
import android.view.ViewGroup;
import android.webkit.GeolocationPermissions;
import android.webkit.ServiceWorkerController;
import android.webkit.ServiceWorkerWebSettings;
import android.webkit.TracingConfig;
import android.webkit.TracingController;
import android.webkit.WebBackForwardList;
import android.webkit.WebChromeClient;
import android.webkit.WebResourceError;
import android.webkit.WebResourceRequest;
import android.webkit.WebResourceResponse;
import android.webkit.WebSettings;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Web views: what their clients hear, in which order, and what is seen of a page. */
@SuppressWarnings("deprecation")
class WebTest extends FieldTest {
  /** Says what it hears of pages. */
  private static class Client extends WebViewClient {
    @Override
    public void onPageStarted(WebView v, String url, Bitmap icon) {
      say("started " + url);
    }

    @Override
    public void onPageFinished(WebView v, String url) {
      say("finished " + url);
    }

    @Override
    public void doUpdateVisitedHistory(WebView v, String url, boolean again) {
      say(again ? "visited again" : "visited");
    }

    @Override
    public void onPageCommitVisible(WebView v, String url) {
      say("seen");
    }
  }

  /** Says what it hears around pages. */
  private static final class Chrome extends WebChromeClient {
    @Override
    public void onProgressChanged(WebView v, int percent) {
      say(percent + "%");
    }

    @Override
    public void onReceivedTitle(WebView v, String title) {
      say("title " + title);
    }
  }

  private TasksTest.Root host;
  private WebView web;

  @Override
  void prepare() {
    host = open(TasksTest.Root.class);
    main(
        () -> {
          web = new WebView(host);
          host.setContentView(web);
        });
    said();
  }

  private void quiet() {
    main(
        () -> {
          web.setWebViewClient(new WebViewClient());
          web.setWebChromeClient(null);
        });
  }

  private void load(String html) {
    main(() -> web.loadDataWithBaseURL("https://example.org/a/b", html, null, null, null));
  }

  // ---- loading ----

  @Test
  void clientsHearOfAPageInOrder() {
    main(
        () -> {
          web.setWebViewClient(new Client());
          web.setWebChromeClient(new Chrome());
          web.loadData("<title>T</title>text", "text/html", null);
          assertEquals("", said(), "not within the call");
          assertTrue(web.getProgress() < 100);
        });
    assertSaid(
        "started data:text/html,<title>T</title>text",
        "10%",
        "visited",
        "seen",
        "title T",
        "100%",
        "finished data:text/html,<title>T</title>text");
    main(
        () -> {
          assertEquals("T", web.getTitle());
          assertEquals("data:text/html,<title>T</title>text", web.getUrl());
          assertEquals(web.getUrl(), web.getOriginalUrl());
          assertEquals(100, web.getProgress());
          assertTrue(web.getContentHeight() > 0);
        });
  }

  @Test
  void aLaterLoadTakesThePlaceOfAnEarlierOneAndStoppingEndsBoth() {
    main(
        () -> {
          web.setWebViewClient(new Client());
          web.loadUrl("about:blank");
          web.loadDataWithBaseURL("https://x/", "two", null, null, null);
        });
    assertSaid("started https://x/", "visited", "seen", "finished https://x/");
    main(
        () -> {
          web.loadUrl("about:blank");
          web.stopLoading();
        });
    assertSaid("");
    main(() -> web.loadUrl((String) null));
    assertSaid("");
    assertEquals("https://x/", url());
    main(web::reload);
    assertSaid("started https://x/", "visited again", "seen", "finished https://x/");
  }

  private String url() {
    String[] s = {null};
    main(() -> s[0] = web.getUrl());
    return s[0];
  }

  /** Of old and new clients: the new method hands on to the old one for whole pages. */
  @Test
  void aPageOfTheNetworkCannotBeGot() {
    main(
        () ->
            web.setWebViewClient(
                new Client() {
                  @Override
                  public void onReceivedError(WebView v, int code, String text, String url) {
                    say(code + " " + text + " " + url);
                  }
                }));
    main(() -> web.loadUrl("https://example.org"));
    assertSaid(
        "started https://example.org/",
        "-2 net::ERR_NAME_NOT_RESOLVED https://example.org/",
        "visited",
        "seen",
        "finished https://example.org/");
    assertTrue(dump().contains("Webpage not available"));
    List<String> printed = new ArrayList<>();
    main(
        () ->
            web.setWebViewClient(
                new WebViewClient() {
                  @Override
                  public void onReceivedError(WebView v, WebResourceRequest r, WebResourceError e) {
                    printed.add(e.getErrorCode() + " " + e.getDescription() + " " + r.getUrl());
                    printed.add(r.getMethod() + r.isForMainFrame() + r.hasGesture());
                    printed.add(e + " " + r);
                  }
                }));
    main(() -> web.loadUrl("file:///android_asset/none.html"));
    main(() -> web.loadUrl("odd:thing"));
    assertEquals("-14 net::ERR_FILE_NOT_FOUND file:///android_asset/none.html", printed.get(0));
    assertEquals("GETtruefalse", printed.get(1));
    assertTrue(
        printed
            .get(2)
            .matches(
                "com\\.android\\.webview\\.chromium\\.WebResourceErrorAdapter@\\w+"
                    + " com\\.android\\.webview\\.chromium\\.WebResourceRequestAdapter@\\w+"),
        printed.get(2));
    assertEquals("-10 net::ERR_UNKNOWN_URL_SCHEME odd:thing", printed.get(3));
  }

  @Test
  void aClientMayHavePagesOfItsOwn() {
    boolean[] aside = {false};
    main(
        () -> {
          web.setWebViewClient(
              new WebViewClient() {
                @Override
                public WebResourceResponse shouldInterceptRequest(WebView v, WebResourceRequest r) {
                  aside[0] = Looper.myLooper() != Looper.getMainLooper();
                  return r.getUrl().getPath().equals("/own")
                      ? new WebResourceResponse("text/html", "utf-8", bytes("<p>own page"))
                      : null;
                }
              });
          web.loadUrl("https://example.org/own");
        });
    rest(10);
    assertTrue(aside[0], "on a thread of the browser's");
    assertTrue(dump().contains("own page"));
    main(() -> web.loadUrl("https://example.org/other"));
    rest(10);
    assertTrue(dump().contains("Webpage not available"));
  }

  private static InputStream bytes(String s) {
    return new ByteArrayInputStream(s.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void filesOfTheAppAreShown() throws IOException {
    quiet();
    File f = new File(app().getFilesDir(), "page.html");
    Files.writeString(f.toPath(), "<title>File</title><p>from a file<p><a href=page.txt>more</a>");
    Files.writeString(new File(app().getFilesDir(), "page.txt").toPath(), "<plain> text");
    main(() -> web.loadUrl("file://" + f.getPath()));
    assertTrue(dump().contains("from a file"));
    press("more");
    assertTrue(dump().contains("&lt;plain&gt; text"), dump());
    assertTrue(url().endsWith("/page.txt"));
  }

  // ---- links ----

  @Test
  void linksAreNodesThatTheClientIsAskedAbout() {
    main(
        () ->
            web.setWebViewClient(
                new WebViewClient() {
                  @Override
                  public boolean shouldOverrideUrlLoading(WebView v, String url) {
                    say("asked " + url);
                    return url.endsWith("taken");
                  }
                }));
    load(
        "<p>Go <a href=taken>here</a> or <a href='../c?d=e:f'>there</a><p><a href='#x'>down</a>"
            + "<p><a href='javascript:x()'>run</a>");
    press("here");
    assertSaid("asked https://example.org/a/taken");
    assertEquals("https://example.org/a/b", url());
    press("down");
    press("run");
    assertSaid("");
    press("there");
    assertSaid("asked https://example.org/c?d=e:f");
    assertEquals("https://example.org/c?d=e:f", url());
  }

  @Test
  void withoutAClientLinksOpenInTheBrowser() {
    device("answer", Map.of("mode", "none"));
    load("<a href='https://example.org/x'>out</a>");
    press("out");
    assertSaid("Root leave", "Root pause", "Root stop", "Root save");
    assertEquals("https://example.org/a/b", url());
  }

  // ---- what is seen ----

  @Test
  void aPageIsSeenAsTextsAndFields() {
    load(
        "<title>Form</title><h1>Head</h1>Name <input value=Ann><input type=password value=s3>"
            + "<input type=checkbox><button>Send</button><textarea>long</textarea><hr>");
    String xml = dump();
    for (String seen :
        List.of(
            "class=\"android.webkit.WebView\"",
            "text=\"Form\"",
            "text=\"Head\"",
            "text=\"Name \"",
            "text=\"Ann\"",
            "class=\"android.widget.EditText\"",
            "class=\"android.widget.CheckBox\"",
            "password=\"true\"",
            "text=\"Send\"",
            "text=\"long\"")) {
      assertTrue(xml.contains(seen), () -> seen + " in " + xml);
    }
    assertFalse(xml.contains("talpa.agent"), "nothing of ours is seen");
    assertFalse(xml.contains("text=\"s3\""), "a password is not");
  }

  @Test
  void aPageIsAsHighAsItLikesWhereItMay() {
    main(
        () ->
            web.setLayoutParams(
                new android.widget.FrameLayout.LayoutParams(
                    ViewGroup.LayoutParams.MATCH_PARENT, ViewGroup.LayoutParams.WRAP_CONTENT)));
    load("<p>one");
    int one = web.getHeight();
    load("<p>one<p>two<p>three");
    assertTrue(one > 0 && web.getHeight() > 2 * one, one + " " + web.getHeight());
    assertEquals(host.getWindow().getDecorView().getWidth(), web.getWidth());
  }

  // ---- history ----

  @Test
  void pagesAreGoneBackToAndForward() {
    quiet();
    main(() -> assertFalse(web.canGoBack() || web.canGoForward()));
    for (String page : List.of("a", "b", "c")) {
      main(() -> web.loadDataWithBaseURL("https://x/" + page, "<title>" + page, null, null, null));
    }
    main(web::goBack);
    assertEquals("https://x/b", url());
    main(
        () -> {
          assertTrue(web.canGoBack() && web.canGoForward());
          assertTrue(web.canGoBackOrForward(-1) && web.canGoBackOrForward(1));
          assertFalse(web.canGoBackOrForward(2));
          WebBackForwardList l = web.copyBackForwardList();
          assertEquals(3, l.getSize());
          assertEquals(1, l.getCurrentIndex());
          assertEquals("b", l.getCurrentItem().getTitle());
          web.goForward();
        });
    assertEquals("https://x/c", url());
    main(() -> web.goBackOrForward(-2));
    assertEquals("https://x/a", url());
    main(() -> web.goBackOrForward(-2));
    assertEquals("https://x/a", url());
    main(web::clearHistory);
    main(() -> assertFalse(web.canGoForward()));
  }

  @Test
  void aViewsPageOutlivesIt() {
    quiet();
    Bundle state = new Bundle();
    main(
        () -> {
          assertNull(web.saveState(state));
          assertNull(web.restoreState(new Bundle()));
          web.loadUrl("about:blank");
        });
    WebView[] other = {null};
    main(
        () -> {
          other[0] = new WebView(host);
          assertNotNull(web.saveState(state));
          assertNotNull(other[0].restoreState(state));
        });
    main(() -> assertEquals("about:blank", other[0].getUrl()));
  }

  // ---- a view that is gone, and threads ----

  @Test
  void aViewThatIsDestroyedLoadsNothing() {
    main(
        () -> {
          web.setWebViewClient(new Client());
          web.loadUrl("about:blank");
          web.destroy();
        });
    assertSaid("");
    main(() -> web.loadUrl("about:blank"));
    assertSaid("");
  }

  private static Exception elsewhere(Runnable call) throws InterruptedException {
    Exception[] thrown = {null};
    Thread t =
        new Thread(
            () -> {
              try {
                call.run();
              } catch (RuntimeException e) {
                thrown[0] = e;
              }
            },
            "other");
    t.start();
    t.join();
    return thrown[0];
  }

  @Test
  void otherThreadsMayNotTouchIt() throws InterruptedException {
    for (Runnable call :
        List.<Runnable>of(
            () -> web.loadUrl("about:blank"),
            () -> web.loadData("x", null, null),
            () -> web.evaluateJavascript("1", null),
            () -> web.getSettings(),
            () -> web.getUrl(),
            () -> web.goBack(),
            () -> web.setWebViewClient(null),
            () -> web.addJavascriptInterface(this, "x"),
            () -> web.destroy())) {
      Exception e = elsewhere(call);
      assertNotNull(e);
      assertEquals(RuntimeException.class, e.getClass());
      String m = e.getCause().getMessage();
      assertTrue(
          m.startsWith(
              "A WebView method was called on thread 'other'. All WebView methods must be called on"
                  + " the same thread. (Expected Looper Looper (main, tid "),
          m);
    }
  }

  @Test
  @Aimed(17)
  void appsForAndroid4_2AreOnlyWarned() throws InterruptedException {
    assertNull(elsewhere(() -> web.getSettings()));
  }

  // ---- scripts, printing, the engine ----

  @Test
  void scriptsDoNotRunAndThatIsTold() {
    main(() -> web.evaluateJavascript("1 + 1", s -> say("result " + s)));
    assertSaid("result null");
    load("<script>x()</script>text");
    main(() -> web.loadUrl("javascript:x()"));
    List<Map<?, ?>> told = events("unsupported");
    assertEquals(1, told.size(), told.toString());
    assertEquals("webview", told.get(0).get("kind"));
    main(() -> assertNotNull(web.createPrintDocumentAdapter("page")));
    main(() -> assertNotNull(web.capturePicture()));
  }

  @Test
  void theEngineKeepsItsSettings() throws IOException {
    PackageInfo p = WebView.getCurrentWebViewPackage();
    assertEquals("com.android.webview", p.packageName);
    String agent = WebSettings.getDefaultUserAgent(app());
    assertTrue(
        agent.matches(
            "Mozilla/5\\.0 \\(Linux; Android 15; .+ Build/.+; wv\\) AppleWebKit/537\\.36 \\(KHTML,"
                + " like Gecko\\) Version/4\\.0 Chrome/[0-9.]+ Mobile Safari/537\\.36"),
        agent);
    main(() -> assertEquals(agent, web.getSettings().getUserAgentString()));
    main(
        () -> {
          GeolocationPermissions places = GeolocationPermissions.getInstance();
          places.allow("https://x");
          places.getAllowed("https://x", v -> say("allowed " + v));
          places.clear("https://x");
          places.getAllowed("https://x", v -> say("allowed " + v));
          assertEquals("", said(), "answers come later");
        });
    assertSaid("allowed true", "allowed false");
    ServiceWorkerWebSettings s =
        ServiceWorkerController.getInstance().getServiceWorkerWebSettings();
    assertTrue(s.getAllowContentAccess());
    assertEquals(WebSettings.LOAD_DEFAULT, s.getCacheMode());
    s.setCacheMode(WebSettings.LOAD_NO_CACHE);
    assertSame(
        s, ServiceWorkerController.getInstance().getServiceWorkerWebSettings(), "there is one");
    assertEquals(WebSettings.LOAD_NO_CACHE, s.getCacheMode());
    TracingController traces = TracingController.getInstance();
    traces.start(new TracingConfig.Builder().build());
    assertTrue(traces.isTracing());
    Exception e =
        assertThrows(
            IllegalStateException.class, () -> traces.start(new TracingConfig.Builder().build()));
    assertEquals("Tracing is already on", e.getMessage());
    assertTrue(traces.stop(null, Runnable::run));
    assertFalse(traces.stop(null, Runnable::run));
  }
}
