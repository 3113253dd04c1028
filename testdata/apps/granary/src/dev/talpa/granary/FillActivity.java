package dev.talpa.granary;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.TextView;

/** Makes a new sack. */
public class FillActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.fill);
    findViewById(R.id.save)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                String name = ((TextView) findViewById(R.id.name)).getText().toString().trim();
                if (!name.isEmpty()) {
                  new Shelf(FillActivity.this).add(name);
                }
                finish();
              }
            });
  }
}
