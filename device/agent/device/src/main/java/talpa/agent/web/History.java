package talpa.agent.web;

import android.graphics.Bitmap;
import android.webkit.WebBackForwardList;
import android.webkit.WebHistoryItem;
import java.util.ArrayList;
import java.util.List;

/** The pages of a web view, in the order of the visits, and which of them is shown. */
final class History {
  private record Visit(Entry entry, String title) {}

  private final List<Visit> visits = new ArrayList<>();
  private int at = -1;

  /** The page that is shown, or null. */
  Entry current() {
    return at < 0 ? null : visits.get(at).entry();
  }

  String title() {
    return at < 0 ? null : visits.get(at).title();
  }

  boolean canGo(int steps) {
    return at >= 0 && at + steps >= 0 && at + steps < visits.size();
  }

  /** Moves by steps and gives the page there; null, and no move, if there is none. */
  Entry go(int steps) {
    if (!canGo(steps)) {
      return null;
    }
    at += steps;
    return current();
  }

  /** A page was got. The one that is shown already is not entered twice. */
  void visit(Entry e, String title) {
    if (at >= 0 && current().url().equals(e.url())) {
      visits.set(at, new Visit(e, title));
      return;
    }
    visits.subList(at + 1, visits.size()).clear();
    visits.add(new Visit(e, title));
    at++;
  }

  /** Forgets all but the page that is shown. */
  void clear() {
    if (at >= 0) {
      Visit v = visits.get(at);
      visits.clear();
      visits.add(v);
      at = 0;
    }
  }

  WebBackForwardList list() {
    List<Item> items = new ArrayList<>();
    visits.forEach(v -> items.add(new Item(v.entry().url(), v.title())));
    return new Items(items, at);
  }

  private static final class Items extends WebBackForwardList {
    private static final long serialVersionUID = 1;
    private final transient List<Item> items;
    private final int at;

    Items(List<Item> items, int at) {
      this.items = items;
      this.at = at;
    }

    @Override
    public WebHistoryItem getCurrentItem() {
      return getItemAtIndex(at);
    }

    @Override
    public int getCurrentIndex() {
      return at;
    }

    @Override
    public WebHistoryItem getItemAtIndex(int i) {
      return i < 0 || i >= items.size() ? null : items.get(i);
    }

    @Override
    public int getSize() {
      return items.size();
    }

    @Override
    protected WebBackForwardList clone() {
      return new Items(items, at);
    }
  }

  private static final class Item extends WebHistoryItem {
    private final String url;
    private final String title;

    Item(String url, String title) {
      this.url = url;
      this.title = title;
    }

    @Override
    public int getId() {
      return url.hashCode();
    }

    @Override
    public String getUrl() {
      return url;
    }

    @Override
    public String getOriginalUrl() {
      return url;
    }

    @Override
    public String getTitle() {
      return title;
    }

    @Override
    public Bitmap getFavicon() {
      return null;
    }

    @Override
    protected WebHistoryItem clone() {
      return new Item(url, title);
    }
  }
}
