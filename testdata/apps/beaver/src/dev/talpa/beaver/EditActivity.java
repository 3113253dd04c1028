package dev.talpa.beaver;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.EditText;

/** A form. Planted: a number with too many digits, read by a helper (NumberFormatException). */
public class EditActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.edit);
    findViewById(R.id.save)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                save();
              }
            });
  }

  private void save() {
    String title = text(R.id.title);
    String length = text(R.id.length);
    if (!title.isEmpty()) {
      new Store(this).add(title, length.isEmpty() ? 0 : Integer.parseInt(length));
      finish();
    }
  }

  private String text(int id) {
    return ((EditText) findViewById(id)).getText().toString();
  }
}
