package dev.talpa.vane;

import android.app.Activity;
import android.os.Bundle;
import android.widget.TextView;

/**
 * A place, by link.
 *
 * <p>Planted: the link may name none (NullPointerException); the notification has no link.
 */
public class PlaceActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    TextView name = new TextView(this);
    if (getIntent().getData() == null) {
      name.setText("nowhere");
    } else {
      name.setText(getIntent().getData().getQueryParameter("name").trim());
    }
    setContentView(name);
  }
}
