package dev.talpa.shrew;

import android.app.Activity;
import android.os.Bundle;
import android.view.ActionMode;
import android.view.Menu;
import android.view.MenuItem;
import android.view.View;
import android.view.ViewGroup;
import android.widget.AbsListView;
import android.widget.AdapterView;
import android.widget.BaseAdapter;
import android.widget.ListView;
import android.widget.TextView;
import java.util.ArrayList;
import java.util.List;

/** Seeds that can be eaten one by one, which can be undone, or several at once. */
public class HoardActivity extends Activity implements AbsListView.MultiChoiceModeListener {
  private final List<String> seeds = new ArrayList<>();
  private final List<Integer> picked = new ArrayList<>();
  private final Seeds rows = new Seeds();
  private View undo;
  private String eaten;
  private int at;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.hoard);
    for (int i = 1; i <= 5; i++) {
      seeds.add("Seed " + i);
    }
    undo = findViewById(R.id.undo);
    ListView list = findViewById(R.id.list);
    list.setAdapter(rows);
    list.setChoiceMode(ListView.CHOICE_MODE_MULTIPLE_MODAL);
    list.setMultiChoiceModeListener(this);
    list.setOnItemClickListener(
        new AdapterView.OnItemClickListener() {
          @Override
          public void onItemClick(AdapterView<?> parent, View view, int position, long id) {
            at = position;
            eaten = seeds.remove(position);
            rows.notifyDataSetChanged();
            undo.setVisibility(View.VISIBLE);
          }
        });
    undo.setOnClickListener(
        new View.OnClickListener() {
          @Override
          public void onClick(View view) {
            seeds.add(at, eaten);
            rows.notifyDataSetChanged();
            undo.setVisibility(View.GONE);
          }
        });
    findViewById(R.id.trim)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                while (seeds.size() > 2) {
                  seeds.remove(seeds.size() - 1);
                }
                rows.notifyDataSetChanged();
              }
            });
    findViewById(R.id.drop)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                if (!seeds.isEmpty()) {
                  seeds.remove(0); // the rows are not told
                }
              }
            });
  }

  @Override
  public boolean onCreateOptionsMenu(Menu menu) {
    getMenuInflater().inflate(R.menu.hoard, menu);
    return true;
  }

  @Override
  public boolean onOptionsItemSelected(MenuItem item) {
    if (item.getItemId() == R.id.clear) {
      seeds.clear();
    } else {
      seeds.add("Seed " + (seeds.size() + 1));
    }
    rows.notifyDataSetChanged();
    return true;
  }

  @Override
  public boolean onCreateActionMode(ActionMode mode, Menu menu) {
    mode.getMenuInflater().inflate(R.menu.picked, menu);
    return true;
  }

  @Override
  public boolean onPrepareActionMode(ActionMode mode, Menu menu) {
    return false;
  }

  @Override
  public void onItemCheckedStateChanged(ActionMode mode, int position, long id, boolean checked) {
    if (checked) {
      picked.add(position);
    } else {
      picked.remove((Integer) position);
    }
  }

  @Override
  public boolean onActionItemClicked(ActionMode mode, MenuItem item) {
    List<String> all = new ArrayList<>();
    for (int position : picked) {
      all.add(seeds.get(position));
    }
    seeds.removeAll(all);
    mode.finish();
    rows.notifyDataSetChanged();
    return true;
  }

  @Override
  public void onDestroyActionMode(ActionMode mode) {
    picked.clear();
  }

  private final class Seeds extends BaseAdapter {
    @Override
    public int getCount() {
      return seeds.size();
    }

    @Override
    public Object getItem(int position) {
      return seeds.get(position);
    }

    @Override
    public long getItemId(int position) {
      return position;
    }

    @Override
    public View getView(int position, View old, ViewGroup parent) {
      int layout = android.R.layout.simple_list_item_1;
      View row = old == null ? getLayoutInflater().inflate(layout, parent, false) : old;
      ((TextView) row).setText(seeds.get(position));
      return row;
    }
  }
}
