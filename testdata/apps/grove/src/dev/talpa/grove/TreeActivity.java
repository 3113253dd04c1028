package dev.talpa.grove;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.TextView;

/** One tree, which can be felled. */
public class TreeActivity extends Activity {
  static final String NAME = "name";

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.tree);
    final String name = getIntent().getStringExtra(NAME);
    ((TextView) findViewById(R.id.now)).setText(name);
    findViewById(R.id.fell)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                new Grove(TreeActivity.this).fell(name);
                finish();
              }
            });
  }
}
