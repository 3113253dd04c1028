package dev.talpa.stoat;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.TextView;

/** The phase of the moon, of which the layout for dark colours knows nothing. */
public class MoonActivity extends Activity {
  private TextView phase;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.moon);
    phase = findViewById(R.id.phase);
    findViewById(R.id.look)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                phase.setText("Full");
              }
            });
  }
}
