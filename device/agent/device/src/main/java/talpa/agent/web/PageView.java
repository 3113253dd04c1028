package talpa.agent.web;

import android.content.Context;
import android.graphics.drawable.Drawable;
import android.text.InputType;
import android.view.View;
import android.view.accessibility.AccessibilityNodeInfo;
import android.webkit.WebView;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import java.util.function.Consumer;
import java.util.function.Function;

/** A page as widgets in a column that scrolls. */
final class PageView extends ScrollView {
  private static final int MARGIN = 8;
  private static final int GAP = 12;
  private static final int INDENT = 32;

  private final LinearLayout column;
  private final float density;
  private String title = "";

  PageView(Context c) {
    super(c);
    density = getResources().getDisplayMetrics().density;
    setBackgroundColor(0xffffffff);
    column = new LinearLayout(c);
    column.setOrientation(LinearLayout.VERTICAL);
    int m = px(MARGIN);
    column.setPadding(m, m, m, m);
    addView(column);
  }

  /** Shows a document from its top; follow is told of links, pictures gives those of the page. */
  void show(Document d, Consumer<String> follow, Function<String, Drawable> pictures) {
    title = d.title();
    column.removeAllViews();
    scrollTo(0, 0);
    for (Block b : d.blocks()) {
      View v = widget(b, follow, pictures);
      LinearLayout.LayoutParams p =
          new LinearLayout.LayoutParams(
              b.kind == Block.Kind.TEXT || b.kind == Block.Kind.RULE
                  ? LinearLayout.LayoutParams.MATCH_PARENT
                  : LinearLayout.LayoutParams.WRAP_CONTENT,
              b.kind == Block.Kind.RULE ? px(1) : LinearLayout.LayoutParams.WRAP_CONTENT);
      p.leftMargin = px(b.indent * INDENT);
      p.bottomMargin = px(GAP);
      column.addView(v, p);
    }
  }

  /** Its height in pixels when it may be as high as it likes. */
  int heightAt(int width) {
    column.measure(
        MeasureSpec.makeMeasureSpec(width, MeasureSpec.EXACTLY),
        MeasureSpec.makeMeasureSpec(0, MeasureSpec.UNSPECIFIED));
    return column.getMeasuredHeight();
  }

  int contentHeight() {
    return column.getHeight();
  }

  private View widget(Block b, Consumer<String> follow, Function<String, Drawable> pictures) {
    Context c = getContext();
    switch (b.kind) {
      case RULE -> {
        View v = new View(c);
        v.setBackgroundColor(0xff808080);
        return v;
      }
      case FIELD, SECRET -> {
        EditText e = new EditText(c);
        e.setText(b.text());
        e.setTextColor(0xff000000);
        e.setMinWidth(px(160));
        int secret = b.kind == Block.Kind.SECRET ? InputType.TYPE_TEXT_VARIATION_PASSWORD : 0;
        e.setInputType(InputType.TYPE_CLASS_TEXT | secret);
        return e;
      }
      case CHECK -> {
        return new CheckBox(c);
      }
      case BUTTON -> {
        Button v = new Button(c);
        v.setAllCaps(false);
        v.setText(b.text());
        return v;
      }
      default -> {
        return new BlockText(c, b, follow, pictures);
      }
    }
  }

  private int px(int dp) {
    return Math.round(dp * density);
  }

  /** A browser tells of the page as of a web view in the web view. */
  @Override
  public CharSequence getAccessibilityClassName() {
    return WebView.class.getName();
  }

  @Override
  public void onInitializeAccessibilityNodeInfo(AccessibilityNodeInfo info) {
    super.onInitializeAccessibilityNodeInfo(info);
    info.setText(title);
  }
}
