package dev.talpa.dovecote;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;

/**
 * What keepers see.
 *
 * <p>Planted: grain is shared by nests, of which there are none (ArithmeticException).
 */
public class NestsActivity extends Activity {
  private static final int GRAINS = 1000;

  private int nests;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    setContentView(R.layout.nests);
    findViewById(R.id.share)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View v) {
                setTitle(GRAINS / nests + " grains a nest");
              }
            });
  }
}
