package dev.talpa.decks;

import android.app.Activity;
import android.os.Bundle;
import android.widget.CheckBox;
import android.widget.CompoundButton;

/** A setting that nobody reads. */
public class SettingsActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.settings);
    CheckBox night = (CheckBox) findViewById(R.id.night);
    night.setOnCheckedChangeListener(
        new CompoundButton.OnCheckedChangeListener() {
          @Override
          public void onCheckedChanged(CompoundButton button, boolean on) {
            getPreferences(MODE_PRIVATE).edit().putBoolean("night", on).apply();
          }
        });
  }
}
