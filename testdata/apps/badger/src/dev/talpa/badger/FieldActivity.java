package dev.talpa.badger;

import android.app.Activity;
import android.content.Context;
import android.os.Bundle;
import android.view.Gravity;
import android.view.View;
import android.view.ViewTreeObserver;
import android.view.WindowInsets;
import android.view.inputmethod.InputMethodManager;
import android.widget.Button;
import android.widget.EditText;
import android.widget.FrameLayout;
import android.widget.LinearLayout;
import android.widget.TextView;

/** A text field at the lower edge, and a line that tells of the room there is and of the insets. */
public class FieldActivity extends Activity {
  private LinearLayout all;
  private TextView line;
  private EditText field;
  private int insets;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    line = new TextView(this);
    all.addView(line);
    button("show", true);
    button("hide", false);
    field = new EditText(this);
    field.setHint("field");
    FrameLayout rest = new FrameLayout(this);
    rest.addView(
        field,
        new FrameLayout.LayoutParams(
            FrameLayout.LayoutParams.MATCH_PARENT,
            FrameLayout.LayoutParams.WRAP_CONTENT,
            Gravity.BOTTOM));
    all.addView(rest, new LinearLayout.LayoutParams(LinearLayout.LayoutParams.MATCH_PARENT, 0, 1));
    setContentView(all);
    getWindow()
        .getDecorView()
        .setOnApplyWindowInsetsListener(
            new View.OnApplyWindowInsetsListener() {
              @Override
              public WindowInsets onApplyWindowInsets(View v, WindowInsets i) {
                insets = i.getSystemWindowInsetBottom();
                return v.onApplyWindowInsets(i);
              }
            });
    all.getViewTreeObserver()
        .addOnGlobalLayoutListener(
            new ViewTreeObserver.OnGlobalLayoutListener() {
              @Override
              public void onGlobalLayout() {
                tell();
              }
            });
    if (getIntent().getBooleanExtra("focus", true)) {
      field.requestFocus();
    }
  }

  private void tell() {
    InputMethodManager m = (InputMethodManager) getSystemService(Context.INPUT_METHOD_SERVICE);
    String now = "room " + all.getHeight() + " insets " + insets + " active " + m.isActive(field);
    if (!now.contentEquals(line.getText())) {
      line.setText(now);
    }
  }

  private void button(String name, final boolean show) {
    Button b = new Button(this);
    b.setText(name);
    b.setOnClickListener(
        new View.OnClickListener() {
          @Override
          public void onClick(View v) {
            InputMethodManager m =
                (InputMethodManager) getSystemService(Context.INPUT_METHOD_SERVICE);
            boolean done =
                show
                    ? m.showSoftInput(field, 0)
                    : m.hideSoftInputFromWindow(field.getWindowToken(), 0);
            ((Button) v).setText(done + "");
          }
        });
    all.addView(b);
  }
}
