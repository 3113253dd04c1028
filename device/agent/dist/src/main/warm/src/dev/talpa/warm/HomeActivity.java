package dev.talpa.warm;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.Menu;
import android.view.MenuItem;
import android.view.View;
import android.widget.AdapterView;
import android.widget.ArrayAdapter;
import android.widget.ListView;
import android.widget.TextView;
import android.widget.Toast;

/** The launcher: a list of the other screens, and a menu. */
public class HomeActivity extends Activity implements AdapterView.OnItemClickListener {
  private static final Class<?>[] SCREENS = {
    WidgetsActivity.class,
    DialogsActivity.class,
    RowsActivity.class,
    SettingsActivity.class,
    PagesActivity.class,
    WorkActivity.class,
  };
  private static final int[] NAMES = {
    R.string.widgets, R.string.dialogs, R.string.rows, R.string.settings, R.string.pages, R.string.work,
  };

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.home);
    ArrayAdapter<String> adapter = new ArrayAdapter<>(this, android.R.layout.simple_list_item_1);
    for (int name : NAMES) {
      adapter.add(getString(name));
    }
    ListView list = (ListView) findViewById(R.id.sections);
    list.setAdapter(adapter);
    list.setOnItemClickListener(this);
  }

  @Override
  public void onItemClick(AdapterView<?> list, View row, int position, long id) {
    startActivityForResult(new Intent(this, SCREENS[position]).putExtra("position", position), position);
  }

  @Override
  protected void onActivityResult(int request, int result, Intent data) {
    ((TextView) findViewById(R.id.title)).setText(getString(R.string.count, request, String.valueOf(result)));
  }

  @Override
  public boolean onCreateOptionsMenu(Menu menu) {
    getMenuInflater().inflate(R.menu.home, menu);
    return true;
  }

  @Override
  public boolean onOptionsItemSelected(MenuItem item) {
    if (item.isCheckable()) {
      item.setChecked(!item.isChecked());
    }
    Toast.makeText(this, item.getTitle(), Toast.LENGTH_SHORT).show();
    return super.onOptionsItemSelected(item);
  }
}
