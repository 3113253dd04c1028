package dev.talpa.orchard;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.TextView;

/** One tree, which can be felled. */
public class TreeActivity extends Activity {
  static final String POSITION = "position";

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.tree);
    final int position = getIntent().getIntExtra(POSITION, 0);
    final Orchard orchard = new Orchard(this);
    ((TextView) findViewById(R.id.now)).setText(Orchard.name(orchard.trees().get(position)));
    findViewById(R.id.fell)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                orchard.fell(position);
                finish();
              }
            });
  }
}
