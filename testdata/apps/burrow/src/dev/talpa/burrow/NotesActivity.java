package dev.talpa.burrow;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.preference.PreferenceManager;
import android.view.ContextMenu;
import android.view.Menu;
import android.view.MenuItem;
import android.view.View;
import android.widget.AdapterView;
import android.widget.ArrayAdapter;
import android.widget.EditText;
import android.widget.ListView;
import java.util.ArrayList;

/**
 * Notes in a list.
 *
 * <p>Planted: deleting the last note through its context menu reads the note that follows it
 * (IndexOutOfBoundsException); syncing starts a service that trusts an extra; a note limit that is
 * not a number fails here, on another screen than the one that stores it (NumberFormatException).
 */
public class NotesActivity extends Activity {
  private static final int DELETE = 1;
  private static final int COPY = 2;

  private final ArrayList<String> notes = new ArrayList<>();
  private ArrayAdapter<String> adapter;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.notes);
    adapter = new ArrayAdapter<>(this, android.R.layout.simple_list_item_1, notes);
    ListView list = (ListView) findViewById(R.id.note_list);
    list.setAdapter(adapter);
    registerForContextMenu(list);
    findViewById(R.id.add_note)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                add();
              }
            });
  }

  private void add() {
    EditText field = (EditText) findViewById(R.id.note_text);
    String limit =
        PreferenceManager.getDefaultSharedPreferences(this).getString("limit", "10");
    if (notes.size() < Integer.parseInt(limit)) {
      notes.add(field.getText().length() == 0 ? "empty" : field.getText().toString());
      adapter.notifyDataSetChanged();
      field.setText("");
    }
  }

  @Override
  public void onCreateContextMenu(ContextMenu menu, View view, ContextMenu.ContextMenuInfo info) {
    menu.add(0, COPY, 0, "Copy");
    menu.add(0, DELETE, 0, "Delete");
  }

  @Override
  public boolean onContextItemSelected(MenuItem item) {
    int position = ((AdapterView.AdapterContextMenuInfo) item.getMenuInfo()).position;
    switch (item.getItemId()) {
      case DELETE:
        notes.remove(position);
        setTitle("next: " + notes.get(position));
        adapter.notifyDataSetChanged();
        return true;
      case COPY:
        notes.add(notes.get(position));
        adapter.notifyDataSetChanged();
        return true;
      default:
        return false;
    }
  }

  @Override
  public boolean onCreateOptionsMenu(Menu menu) {
    getMenuInflater().inflate(R.menu.notes, menu);
    return true;
  }

  @Override
  public boolean onOptionsItemSelected(MenuItem item) {
    switch (item.getItemId()) {
      case R.id.menu_clear:
        notes.clear();
        adapter.notifyDataSetChanged();
        return true;
      case R.id.menu_sync:
        Intent sync = new Intent(this, SyncService.class);
        if (!notes.isEmpty()) {
          sync.putExtra(SyncService.EXTRA_NOTE, notes.get(0));
        }
        startService(sync);
        return true;
      case R.id.menu_options:
        startActivity(new Intent(this, OptionsActivity.class));
        return true;
      default:
        return super.onOptionsItemSelected(item);
    }
  }
}
