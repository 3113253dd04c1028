package dev.talpa.burrow;

import android.os.Bundle;
import android.preference.PreferenceActivity;

/** Preferences; the note limit is stored as it was typed. */
public class OptionsActivity extends PreferenceActivity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    addPreferencesFromResource(R.xml.options);
  }
}
