package talpa.agent.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.webkit.WebResourceError;
import android.webkit.WebResourceRequest;
import android.webkit.WebResourceResponse;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import org.junit.jupiter.api.Test;

class CallbacksTest {
  private static class OldOwner extends WebViewClient {
    @Override
    @SuppressWarnings("deprecation")
    public WebResourceResponse shouldInterceptRequest(WebView v, String url) {
      return null;
    }
  }

  private static final class Heir extends OldOwner {}

  private static final class Owner extends WebViewClient {
    @Override
    public WebResourceResponse shouldInterceptRequest(WebView v, WebResourceRequest r) {
      return null;
    }
  }

  @Test
  void aClientThatOverridesEitherMethodHasPagesOfItsOwn() {
    assertFalse(Callbacks.intercepts(new WebViewClient()));
    assertTrue(Callbacks.intercepts(new OldOwner()));
    assertTrue(Callbacks.intercepts(new Heir()));
    assertTrue(Callbacks.intercepts(new Owner()));
  }

  @Test
  void onlyPagesOfTheNetworkAreOfTheNetwork() {
    for (String url : new String[] {"http://x/", "HTTPS://x/", "ftp://x/"}) {
      assertTrue(Entry.of(url).network(), url);
      assertFalse(new Entry(url, url, "its text", null).network(), url);
    }
    for (String url : new String[] {"file:///x", "content://x/1", "about:blank", "data:,x", "x"}) {
      assertFalse(Entry.of(url).network(), url);
    }
  }

  @Test
  void aRequestIsThatOfAWholePage() {
    WebResourceRequest r = Requests.page("https://x/y", true);
    assertEquals("https://x/y", r.getUrl().toString());
    assertTrue(r.isForMainFrame() && r.hasGesture());
    assertFalse(r.isRedirect());
    assertTrue(r.getRequestHeaders().get("Accept").startsWith("text/html"));
    r.getRequestHeaders().put("X", "y"); // the app may do with them what it likes
    assertFalse(Requests.page("https://x/y", false).getRequestHeaders().containsKey("X"));
  }

  @Test
  void anErrorTellsItsNumberAndItsText() {
    WebResourceError e = Requests.error(-2, "net::ERR_NAME_NOT_RESOLVED");
    assertEquals(-2, e.getErrorCode());
    assertEquals("net::ERR_NAME_NOT_RESOLVED", e.getDescription());
  }

  @Test
  void aBlockIsBlankWithoutTextAndPicture() {
    Block b = new Block(Block.Kind.TEXT, 16, 0, false);
    assertTrue(b.blank());
    b.runs.add(new Block.Run(" ", 0, null, null));
    assertTrue(b.blank());
    b.runs.add(new Block.Run("", 0, null, "a.png"));
    assertFalse(b.blank());
    assertEquals(" ", b.text());
  }
}
