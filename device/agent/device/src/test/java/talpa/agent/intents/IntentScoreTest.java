package talpa.agent.intents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.Intent;
import android.content.IntentFilter;
import android.net.Uri;
import android.os.PatternMatcher;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IntentScoreTest {
  private final IntentFilter filter = new IntentFilter(Intent.ACTION_SEND);

  @BeforeEach
  void setUp() throws IntentFilter.MalformedMimeTypeException {
    filter.addCategory(Intent.CATEGORY_DEFAULT);
    filter.addDataType("text/*");
  }

  @Test
  void actionAndTypeMustMatch() {
    Intent i = new Intent(Intent.ACTION_SEND);
    assertTrue(IntentResolver.score(filter, i, "text/plain") > 0);
    assertEquals(-1, IntentResolver.score(filter, i, "image/png"));
    assertEquals(-1, IntentResolver.score(filter, i, null));
    assertEquals(-1, IntentResolver.score(filter, new Intent(Intent.ACTION_VIEW), "text/plain"));
  }

  @Test
  void everyCategoryOfTheIntentMustBeInTheFilter() {
    Intent i = new Intent(Intent.ACTION_SEND).addCategory(Intent.CATEGORY_BROWSABLE);
    assertEquals(-1, IntentResolver.score(filter, i, "text/plain"));
  }

  @Test
  void aFilterWithoutDefaultTakesNoImplicitIntents() {
    IntentFilter f = new IntentFilter(Intent.ACTION_SEARCH);
    assertEquals(-1, IntentResolver.score(f, new Intent(Intent.ACTION_SEARCH), null));
  }

  @Test
  void priorityCountsBeforePrecision() throws IntentFilter.MalformedMimeTypeException {
    IntentFilter exact = new IntentFilter(Intent.ACTION_SEND);
    exact.addCategory(Intent.CATEGORY_DEFAULT);
    exact.addDataType("text/plain");
    Intent i = new Intent(Intent.ACTION_SEND);
    filter.setPriority(5);
    assertTrue(
        IntentResolver.score(filter, i, "text/plain")
            > IntentResolver.score(exact, i, "text/plain"));
  }

  private static IntentFilter view(String... parts) {
    IntentFilter f = new IntentFilter(Intent.ACTION_VIEW);
    f.addCategory(Intent.CATEGORY_DEFAULT);
    f.addDataScheme("https");
    if (parts.length > 0) {
      f.addDataAuthority(parts[0], null);
    }
    if (parts.length > 1) {
      f.addDataPath(parts[1], PatternMatcher.PATTERN_PREFIX);
    }
    return f;
  }

  /** IntentFilter: MATCH_CATEGORY_SCHEME, HOST and PATH in rising order. */
  @Test
  void theMoreOfAnAddressAFilterNamesTheBetterItMatches() {
    Intent i = new Intent(Intent.ACTION_VIEW, Uri.parse("https://example.org/a/b"));
    long scheme = IntentResolver.score(view(), i, null);
    long host = IntentResolver.score(view("example.org"), i, null);
    long path = IntentResolver.score(view("example.org", "/a"), i, null);
    assertTrue(scheme > 0 && host > scheme && path > host, scheme + " " + host + " " + path);
    assertTrue(IntentResolver.score(view("*.org"), i, null) > 0);
    assertEquals(-1, IntentResolver.score(view("example.com"), i, null));
    assertEquals(-1, IntentResolver.score(view("example.org", "/b"), i, null));
    assertEquals(-1, IntentResolver.score(view(), i, "text/html"), "the filter names no type");
  }

  @Test
  void anIntentWithoutActionOrWithAnAddressThatNobodyWantsMatchesNothing() {
    assertEquals(-1, IntentResolver.score(filter, new Intent(), null));
    Intent i = new Intent(Intent.ACTION_SEND, Uri.parse("https://example.org"));
    assertEquals(-1, IntentResolver.score(filter, i, null), "the filter names types only");
    Intent content = new Intent(Intent.ACTION_SEND, Uri.parse("content://a/b"));
    assertTrue(
        IntentResolver.score(filter, content, "text/plain") > 0,
        "content: and file: need no scheme in the filter");
    assertEquals(-1, IntentResolver.score(filter, i, "text/plain"), "others do");
  }
}
