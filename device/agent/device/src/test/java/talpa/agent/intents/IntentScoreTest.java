package talpa.agent.intents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.Intent;
import android.content.IntentFilter;
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
}
