package talpa.agent.standin;

import android.content.Context;
import android.graphics.Color;
import android.util.TypedValue;
import android.view.ContextThemeWrapper;
import android.view.Gravity;
import android.view.View;
import android.view.ViewGroup.LayoutParams;
import android.view.accessibility.AccessibilityNodeInfo;
import android.widget.Button;
import android.widget.EditText;
import android.widget.ImageButton;
import android.widget.ImageView;
import android.widget.LinearLayout;
import android.widget.TextView;
import org.robolectric.RuntimeEnvironment;

/**
 * Makes the widgets of another app. Accessibility, and so dumps and test tools, see them as the
 * other app's own, with its package and its resource ids.
 */
public final class Widgets {
  private static final int PADDING_DP = 16;
  private static final int IMAGE_DP = 72;
  private static final int TEXT_SP = 18;

  private final Context context;
  private final String packageName;

  private Widgets(Context context, String packageName) {
    this.context = context;
    this.packageName = packageName;
  }

  static Widgets of(String packageName, boolean dialog) {
    int theme =
        dialog
            ? android.R.style.Theme_DeviceDefault_Light_Dialog_NoActionBar
            : android.R.style.Theme_DeviceDefault_Light_NoActionBar;
    Context base = RuntimeEnvironment.getApplication().getBaseContext();
    return new Widgets(new OtherContext(base, theme, packageName), packageName);
  }

  Context context() {
    return context;
  }

  String packageName() {
    return packageName;
  }

  /** Widgets one below the other. */
  LinearLayout column(View... children) {
    return line(LinearLayout.VERTICAL, children);
  }

  /** Widgets side by side. */
  LinearLayout row(View... children) {
    return line(LinearLayout.HORIZONTAL, children);
  }

  private LinearLayout line(int orientation, View... children) {
    LinearLayout l = new LinearLayout(context);
    l.setOrientation(orientation);
    l.setBackgroundColor(Color.WHITE);
    for (View c : children) {
      l.addView(c);
    }
    return l;
  }

  /** Lets a widget of a column take the room that the others leave. */
  static <V extends View> V grow(V v) {
    v.setLayoutParams(new LinearLayout.LayoutParams(LayoutParams.MATCH_PARENT, 0, 1));
    return v;
  }

  /** A text. */
  TextView text(String id, CharSequence s) {
    return text(new TextView(context), id, s);
  }

  private <T extends TextView> T text(T t, String id, CharSequence s) {
    t.setText(s);
    t.setTextColor(Color.BLACK);
    t.setTextSize(TEXT_SP);
    int p = dp(PADDING_DP);
    t.setPadding(p, p, p, p);
    return named(t, id);
  }

  /** A line of a list that can be touched. */
  TextView item(String id, CharSequence s, Runnable click) {
    TextView t = text(id, s);
    t.setOnClickListener(v -> click.run());
    return t;
  }

  /** A text button. */
  Button button(String id, CharSequence s, Runnable click) {
    Button b = text(new Button(context), id, s);
    b.setOnClickListener(v -> click.run());
    return b;
  }

  /** A text field. */
  EditText field(String id, CharSequence s) {
    return text(new EditText(context), id, s);
  }

  /** An image that can be touched. */
  ImageView image(String id, int picture, CharSequence description, Runnable click) {
    return image(new ImageView(context), id, picture, description, click);
  }

  /** A button with an image. */
  ImageView imageButton(String id, int picture, CharSequence description, Runnable click) {
    return image(new ImageButton(context), id, picture, description, click);
  }

  private ImageView image(ImageView v, String id, int picture, CharSequence desc, Runnable click) {
    v.setImageResource(picture);
    v.setColorFilter(Color.DKGRAY);
    v.setContentDescription(desc);
    v.setOnClickListener(w -> click.run());
    LinearLayout.LayoutParams p = new LinearLayout.LayoutParams(0, dp(IMAGE_DP), 1);
    p.gravity = Gravity.CENTER;
    v.setLayoutParams(p);
    return named(v, id);
  }

  /**
   * Gives a widget its id.
   *
   * @param id "name", an id of the other app; or "package:id/name"
   */
  <V extends View> V named(V v, String id) {
    String full = id.isEmpty() || id.indexOf(':') >= 0 ? id : packageName + ":id/" + id;
    v.setAccessibilityDelegate(
        new View.AccessibilityDelegate() {
          @Override
          public void onInitializeAccessibilityNodeInfo(View host, AccessibilityNodeInfo info) {
            super.onInitializeAccessibilityNodeInfo(host, info);
            info.setViewIdResourceName(full);
          }
        });
    return v;
  }

  private int dp(int n) {
    return (int)
        TypedValue.applyDimension(
            TypedValue.COMPLEX_UNIT_DIP, n, context.getResources().getDisplayMetrics());
  }

  /** The app's base context under another name. */
  private static final class OtherContext extends ContextThemeWrapper {
    private final String name;

    OtherContext(Context base, int theme, String name) {
      super(base, theme);
      this.name = name;
    }

    @Override
    public String getPackageName() {
      return name;
    }
  }
}
