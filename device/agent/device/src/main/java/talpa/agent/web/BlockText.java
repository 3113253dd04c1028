package talpa.agent.web;

import android.content.Context;
import android.graphics.Rect;
import android.graphics.Typeface;
import android.graphics.drawable.Drawable;
import android.text.Layout;
import android.text.SpannableStringBuilder;
import android.text.Spanned;
import android.text.method.LinkMovementMethod;
import android.text.style.BulletSpan;
import android.text.style.ClickableSpan;
import android.text.style.ImageSpan;
import android.text.style.StyleSpan;
import android.text.style.TypefaceSpan;
import android.text.style.UnderlineSpan;
import android.view.View;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityNodeProvider;
import android.widget.TextView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** A paragraph of a page. Its links are nodes of their own, as a browser tells of them. */
final class BlockText extends TextView {
  private static final int BULLET_GAP = 8;

  /** A link: text of its own class, so that the spans of others are left alone. */
  private static final class Link extends ClickableSpan {
    private final String href;
    private final Consumer<String> follow;

    Link(String href, Consumer<String> follow) {
      this.href = href;
      this.follow = follow;
    }

    @Override
    public void onClick(View v) {
      follow.accept(href);
    }
  }

  BlockText(Context c, Block b, Consumer<String> follow, Function<String, Drawable> pictures) {
    super(c);
    SpannableStringBuilder text = new SpannableStringBuilder();
    boolean links = false;
    for (Block.Run r : b.runs) {
      int from = text.length();
      Drawable picture = r.image() == null ? null : pictures.apply(r.image());
      text.append(picture != null && r.text().isEmpty() ? "\ufffc" : r.text());
      style(text, from, r, picture);
      if (r.href() != null && text.length() > from) {
        span(text, new Link(r.href(), follow), from);
        links = true;
      }
    }
    if (b.bullet) {
      text.setSpan(new BulletSpan(BULLET_GAP), 0, text.length(), Spanned.SPAN_PARAGRAPH);
    }
    setText(text, BufferType.SPANNABLE);
    setTextColor(0xff000000);
    setTextSize(b.size);
    if (links) {
      setMovementMethod(LinkMovementMethod.getInstance());
    }
  }

  private static void style(SpannableStringBuilder text, int from, Block.Run r, Drawable picture) {
    if (text.length() == from) {
      return;
    }
    if (picture != null) {
      span(text, new ImageSpan(picture), from);
    }
    if ((r.style() & Block.Style.BOLD) != 0) {
      span(text, new StyleSpan(Typeface.BOLD), from);
    }
    if ((r.style() & Block.Style.ITALIC) != 0) {
      span(text, new StyleSpan(Typeface.ITALIC), from);
    }
    if ((r.style() & Block.Style.UNDERLINE) != 0) {
      span(text, new UnderlineSpan(), from);
    }
    if ((r.style() & Block.Style.MONOSPACE) != 0) {
      span(text, new TypefaceSpan("monospace"), from);
    }
  }

  private static void span(SpannableStringBuilder text, Object span, int from) {
    text.setSpan(span, from, text.length(), Spanned.SPAN_EXCLUSIVE_EXCLUSIVE);
  }

  @Override
  public CharSequence getAccessibilityClassName() {
    return TextView.class.getName();
  }

  @Override
  public AccessibilityNodeProvider getAccessibilityNodeProvider() {
    List<Link> links = links();
    return links.isEmpty() ? null : new LinkNodes(links);
  }

  private List<Link> links() {
    List<Link> l = new ArrayList<>();
    if (getText() instanceof Spanned s) {
      l.addAll(List.of(s.getSpans(0, s.length(), Link.class)));
    }
    return l;
  }

  /** Where the first line of a link is on the screen. */
  private Rect bounds(int from, int to) {
    Layout l = getLayout();
    Rect r = new Rect();
    if (l == null) {
      return r;
    }
    int line = l.getLineForOffset(from);
    int end = Math.min(to, l.getLineEnd(line));
    float a = l.getPrimaryHorizontal(from);
    float b = end < l.getLineEnd(line) ? l.getPrimaryHorizontal(end) : l.getLineRight(line);
    int[] at = new int[2];
    getLocationOnScreen(at);
    r.set((int) Math.min(a, b), l.getLineTop(line), (int) Math.max(a, b), l.getLineBottom(line));
    r.offset(at[0] + getTotalPaddingLeft(), at[1] + getTotalPaddingTop());
    return r;
  }

  /** The nodes of the links. */
  private final class LinkNodes extends AccessibilityNodeProvider {
    private final List<Link> links;

    LinkNodes(List<Link> links) {
      this.links = links;
    }

    @Override
    public AccessibilityNodeInfo createAccessibilityNodeInfo(int id) {
      if (id == HOST_VIEW_ID) {
        AccessibilityNodeInfo host = AccessibilityNodeInfo.obtain(BlockText.this);
        onInitializeAccessibilityNodeInfo(host);
        for (int i = 0; i < links.size(); i++) {
          host.addChild(BlockText.this, i);
        }
        return host;
      }
      if (id < 0 || id >= links.size()) {
        return null;
      }
      Spanned s = (Spanned) getText();
      int from = s.getSpanStart(links.get(id));
      int to = s.getSpanEnd(links.get(id));
      AccessibilityNodeInfo n = AccessibilityNodeInfo.obtain(BlockText.this, id);
      n.setClassName(View.class.getName());
      n.setText(s.subSequence(from, to).toString());
      n.setBoundsInScreen(bounds(from, to));
      n.setClickable(true);
      n.setEnabled(true);
      n.setFocusable(true);
      n.setVisibleToUser(true);
      return n;
    }
  }
}
