package dev.talpa.decks;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;

/** Options of a filtered deck. */
public class FilterActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.filter);
    findViewById(R.id.filter_done)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                finish();
              }
            });
  }
}
