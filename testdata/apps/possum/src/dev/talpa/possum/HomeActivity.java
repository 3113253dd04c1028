package dev.talpa.possum;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.widget.LinearLayout;
import android.widget.TextView;

/**
 * Dies in the way that its intent names, and remembers what its handlers were told: the next start
 * shows it.
 */
public class HomeActivity extends Activity {
  LinearLayout views;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    views = new LinearLayout(this);
    views.setOrientation(LinearLayout.VERTICAL);
    TextView told = new TextView(this);
    told.setText("told: " + Notes.of(this).all());
    views.addView(told);
    setContentView(views);
    String death = getIntent().getStringExtra("death");
    setIntent(new Intent());
    if (death != null) {
      told.setText(new Deaths(this).die(death));
    }
  }
}
