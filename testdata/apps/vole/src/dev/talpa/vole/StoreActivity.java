package dev.talpa.vole;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.view.ViewGroup;
import android.widget.AdapterView;
import android.widget.BaseAdapter;
import android.widget.ListView;
import android.widget.TextView;
import java.util.ArrayList;
import java.util.List;

/** Things of several kinds, whose rows differ. */
public class StoreActivity extends Activity implements View.OnClickListener, AdapterView.OnItemClickListener {
  private static final int NUT = 0;
  private static final int LEAF = 1;
  private static final int SEED = 2;

  private static final class Thing {
    final int kind;
    final String name;
    String note;

    Thing(int kind, String name) {
      this.kind = kind;
      this.name = name;
    }
  }

  private final List<Thing> things = new ArrayList<>();
  private final Things rows = new Things();

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.store);
    for (int id : new int[] {R.id.nut, R.id.leaf, R.id.seed, R.id.eat, R.id.drop}) {
      findViewById(id).setOnClickListener(this);
    }
    ListView list = findViewById(R.id.list);
    list.setAdapter(rows);
    list.setOnItemClickListener(this);
    for (int i = 0; i < 3; i++) {
      put(NUT, "Nut");
    }
  }

  private void put(int kind, String name) {
    Thing thing = new Thing(kind, name);
    if (kind != LEAF) {
      thing.note = "hard";
    }
    things.add(thing);
    rows.notifyDataSetChanged();
  }

  @Override
  public void onClick(View view) {
    switch (view.getId()) {
      case R.id.nut:
        put(NUT, "Nut");
        break;
      case R.id.leaf:
        put(LEAF, "Leaf");
        break;
      case R.id.seed:
        put(SEED, "Seed");
        break;
      case R.id.eat:
        for (Thing thing : things) {
          if (thing.kind == LEAF) {
            things.remove(thing);
          }
        }
        rows.notifyDataSetChanged();
        break;
      default:
        things.remove(0);
    }
  }

  @Override
  public void onItemClick(AdapterView<?> parent, View view, int position, long id) {
    Thing thing = things.get(position);
    setTitle(thing.note.toUpperCase());
  }

  private final class Things extends BaseAdapter {
    @Override
    public int getCount() {
      return things.size();
    }

    @Override
    public Object getItem(int position) {
      return things.get(position);
    }

    @Override
    public long getItemId(int position) {
      return position;
    }

    @Override
    public int getViewTypeCount() {
      return 2;
    }

    @Override
    public int getItemViewType(int position) {
      return things.get(position).kind == SEED ? 1 : 0;
    }

    @Override
    public View getView(int position, View old, ViewGroup parent) {
      View row = old;
      if (row == null) {
        int layout = getItemViewType(position) == 1 ? R.layout.row_plain : R.layout.row_photo;
        row = getLayoutInflater().inflate(layout, parent, false);
      }
      ((TextView) row.findViewById(R.id.name)).setText(things.get(position).name);
      ((TextView) row.findViewById(R.id.caption)).setText("small");
      return row;
    }
  }
}
