package dev.talpa.decks;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.Menu;
import android.view.MenuItem;
import android.view.View;
import android.widget.AdapterView;
import android.widget.ArrayAdapter;
import android.widget.ListView;
import android.widget.Toast;

/**
 * Decks of cards in a list.
 *
 * <p>Planted: the shape of AnkiDroid's issue 5756. A click on a deck fails once a filtered deck has
 * been asked for, which shows in the visibility of a view that only one menu item changes. The
 * settings and the other menu item have nothing to do with it.
 */
public class DeckActivity extends Activity
    implements AdapterView.OnItemClickListener, View.OnClickListener {
  private View studyOptions;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.decks);
    studyOptions = findViewById(R.id.study_options);
    ListView list = (ListView) findViewById(R.id.deck_list);
    list.setAdapter(
        new ArrayAdapter<>(
            this, android.R.layout.simple_list_item_1, new String[] {"Default", "Verbs"}));
    list.setOnItemClickListener(this);
    findViewById(R.id.setting).setOnClickListener(this);
  }

  @Override
  public void onItemClick(AdapterView<?> parent, View view, int position, long id) {
    if (studyOptions.getVisibility() == View.VISIBLE) {
      study(null);
    } else {
      Toast.makeText(this, "No filter", Toast.LENGTH_SHORT).show();
    }
  }

  private void study(String order) {
    setTitle(order.trim());
  }

  @Override
  public boolean onCreateOptionsMenu(Menu menu) {
    getMenuInflater().inflate(R.menu.decks, menu);
    return true;
  }

  @Override
  public boolean onOptionsItemSelected(MenuItem item) {
    switch (item.getItemId()) {
      case R.id.menu_filter:
        startActivity(new Intent(this, FilterActivity.class));
        studyOptions.setVisibility(View.VISIBLE);
        return true;
      case R.id.menu_check:
        Toast.makeText(this, "Database is fine", Toast.LENGTH_SHORT).show();
        return true;
      default:
        return super.onOptionsItemSelected(item);
    }
  }

  @Override
  public void onClick(View view) {
    startActivity(new Intent(this, SettingsActivity.class));
  }
}
