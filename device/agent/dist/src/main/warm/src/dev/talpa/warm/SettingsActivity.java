package dev.talpa.warm;

import android.content.SharedPreferences;
import android.os.Bundle;
import android.preference.Preference;
import android.preference.PreferenceActivity;
import android.preference.PreferenceManager;

/** A screen of settings. */
public class SettingsActivity extends PreferenceActivity
    implements SharedPreferences.OnSharedPreferenceChangeListener {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    addPreferencesFromResource(R.xml.settings);
    PreferenceManager.getDefaultSharedPreferences(this).registerOnSharedPreferenceChangeListener(this);
  }

  @Override
  public void onSharedPreferenceChanged(SharedPreferences settings, String key) {
    Preference about = findPreference("about");
    about.setSummary(key + ": " + settings.getAll().get(key));
  }
}
