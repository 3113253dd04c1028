package dev.talpa.warm;

import android.app.ListActivity;
import android.app.LoaderManager;
import android.content.ContentValues;
import android.content.CursorLoader;
import android.content.Loader;
import android.database.Cursor;
import android.os.Bundle;
import android.view.ActionMode;
import android.view.Menu;
import android.view.MenuItem;
import android.view.View;
import android.widget.AbsListView;
import android.widget.ListView;
import android.widget.SimpleCursorAdapter;

/** A list of a database's rows, with an action mode, a context menu and changes. */
public class RowsActivity extends ListActivity
    implements LoaderManager.LoaderCallbacks<Cursor>, AbsListView.MultiChoiceModeListener {
  private static final String[] COLUMNS = {"_id", "name", "detail", "at"};

  private SimpleCursorAdapter adapter;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    int[] views = {R.id.name, R.id.detail};
    adapter = new SimpleCursorAdapter(this, R.layout.row, null, new String[] {"name", "detail"}, views, 0);
    setListAdapter(adapter);
    ListView list = getListView();
    list.setChoiceMode(ListView.CHOICE_MODE_MULTIPLE_MODAL);
    list.setMultiChoiceModeListener(this);
    list.addHeaderView(getLayoutInflater().inflate(R.layout.row, list, false));
    getLoaderManager().initLoader(0, null, this);
  }

  @Override
  protected void onListItemClick(ListView list, View row, int position, long id) {
    ContentValues values = new ContentValues();
    values.put("detail", "touched");
    values.put("at", System.currentTimeMillis());
    getContentResolver().update(RowsProvider.ROWS, values, "_id = ?", new String[] {String.valueOf(id)});
  }

  @Override
  public boolean onCreateOptionsMenu(Menu menu) {
    menu.add(0, 1, 0, "Add").setShowAsAction(MenuItem.SHOW_AS_ACTION_ALWAYS);
    menu.add(0, 2, 1, "Sort");
    return true;
  }

  @Override
  public boolean onOptionsItemSelected(MenuItem item) {
    ContentValues values = new ContentValues();
    values.put("name", "new");
    getContentResolver().insert(RowsProvider.ROWS, values);
    return true;
  }

  @Override
  public Loader<Cursor> onCreateLoader(int id, Bundle arguments) {
    return new CursorLoader(this, RowsProvider.ROWS, COLUMNS, "at >= 0 OR at IS NULL", null, "name DESC");
  }

  @Override
  public void onLoadFinished(Loader<Cursor> loader, Cursor rows) {
    adapter.swapCursor(rows);
  }

  @Override
  public void onLoaderReset(Loader<Cursor> loader) {
    adapter.swapCursor(null);
  }

  @Override
  public void onItemCheckedStateChanged(ActionMode mode, int position, long id, boolean checked) {
    mode.setTitle(String.valueOf(getListView().getCheckedItemCount()));
  }

  @Override
  public boolean onCreateActionMode(ActionMode mode, Menu menu) {
    mode.getMenuInflater().inflate(R.menu.rows, menu);
    return true;
  }

  @Override
  public boolean onPrepareActionMode(ActionMode mode, Menu menu) {
    return false;
  }

  @Override
  public boolean onActionItemClicked(ActionMode mode, MenuItem item) {
    mode.finish();
    return true;
  }

  @Override
  public void onDestroyActionMode(ActionMode mode) {}
}
