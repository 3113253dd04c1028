package dev.talpa.vole;

import android.app.Activity;
import android.app.Fragment;
import android.os.Bundle;
import android.view.View;
import android.widget.AdapterView;
import android.widget.ArrayAdapter;
import android.widget.ListView;

/** Pages out of an array, one for each row. */
public class TunnelsActivity extends Activity implements AdapterView.OnItemClickListener {
  private final Fragment[] pages = {
    new RootsPage(), new MossPage(), new RootsPage(), new MossPage(), new RootsPage(), new LarderPage(), new MossPage(),
  };

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.tunnels);
    String[] names = {"North", "East", "South", "West", "Old", "Deep", "New"};
    ListView list = findViewById(R.id.list);
    list.setAdapter(new ArrayAdapter<>(this, android.R.layout.simple_list_item_1, names));
    list.setOnItemClickListener(this);
  }

  @Override
  public void onItemClick(AdapterView<?> parent, View view, int position, long id) {
    getFragmentManager().beginTransaction().replace(R.id.place, pages[position]).commit();
  }
}
