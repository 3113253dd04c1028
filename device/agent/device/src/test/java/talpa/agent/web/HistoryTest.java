package talpa.agent.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import android.webkit.WebBackForwardList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryTest {
  /** The pages, the one that is shown in brackets. */
  private static String told(History h) {
    WebBackForwardList l = h.list();
    List<String> all = new ArrayList<>();
    for (int i = 0; i < l.getSize(); i++) {
      String url = l.getItemAtIndex(i).getUrl();
      all.add(i == l.getCurrentIndex() ? "[" + url + "]" : url);
    }
    return String.join(" ", all);
  }

  /** Steps: a page is visited, a number of pages gone on or back, or the history cleared. */
  @ParameterizedTest
  @CsvSource({
    "a b c, a b [c]",
    "a a, [a]",
    "a b -1, [a] b",
    "a b -1 +1, a [b]",
    "a b c -2, [a] b c",
    "a b -1 c, a [c]",
    "a b -2, a [b]",
    "a b +1, a [b]",
    "a b c -1 clear, [b]",
    "a b clear c, b [c]",
    "clear a, [a]",
  })
  void pagesAreVisitedInOrder(String steps, String expected) {
    History h = new History();
    for (String s : steps.split(" ")) {
      switch (s) {
        case "clear" -> h.clear();
        case "-2", "-1", "+1" -> h.go(Integer.parseInt(s));
        default -> h.visit(new Entry(s, s, null, null), "title of " + s);
      }
    }
    assertEquals(expected, told(h));
  }

  @Test
  void anEmptyHistoryHasNoPage() {
    History h = new History();
    assertNull(h.current());
    assertNull(h.title());
    assertNull(h.go(1));
    assertNull(h.list().getCurrentItem());
    assertEquals(-1, h.list().getCurrentIndex());
  }

  @Test
  void anItemTellsOfItsPage() {
    History h = new History();
    h.visit(new Entry("u", "u", null, null), "first");
    h.visit(new Entry("u", "u", null, null), "second");
    assertEquals("second", h.title());
    assertEquals("second", h.list().getCurrentItem().getTitle());
    assertEquals("u", h.list().getCurrentItem().getOriginalUrl());
    assertNull(h.list().getItemAtIndex(1));
  }
}
