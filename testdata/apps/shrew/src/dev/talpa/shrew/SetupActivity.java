package dev.talpa.shrew;

import android.app.Activity;
import android.content.Context;
import android.content.SharedPreferences;
import android.os.Bundle;
import android.view.View;
import android.widget.EditText;

/** Settings that the app shows itself: one is stored by a button, one as the screen is left. */
public class SetupActivity extends Activity {
  private EditText city;

  static SharedPreferences settings(Context context) {
    return context.getSharedPreferences("shrew", MODE_PRIVATE);
  }

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.setup);
    final EditText rate = findViewById(R.id.rate);
    rate.setText(settings(this).getString("rate", "3"));
    city = findViewById(R.id.city);
    city.setText(settings(this).getString("city", "Bern"));
    findViewById(R.id.save)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                String text = rate.getText().toString();
                settings(SetupActivity.this).edit().putString("rate", text).apply();
                finish();
              }
            });
  }

  @Override
  protected void onPause() {
    super.onPause();
    settings(this).edit().putString("city", city.getText().toString()).apply();
  }
}
