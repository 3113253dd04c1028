package dev.talpa.granary;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.widget.AdapterView;
import android.widget.ArrayAdapter;
import android.widget.ListView;

/** All sacks by name. */
public class ShelfActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.shelf);
    findViewById(R.id.fill)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                startActivity(new Intent(ShelfActivity.this, FillActivity.class));
              }
            });
  }

  @Override
  protected void onResume() {
    super.onResume();
    ListView list = (ListView) findViewById(R.id.sacks);
    list.setAdapter(
        new ArrayAdapter<>(this, android.R.layout.simple_list_item_1, new Shelf(this).sorted()));
    list.setOnItemClickListener(
        new AdapterView.OnItemClickListener() {
          @Override
          public void onItemClick(AdapterView<?> parent, View view, int position, long id) {
            startActivity(
                new Intent(ShelfActivity.this, SackActivity.class)
                    .putExtra(SackActivity.POSITION, position));
          }
        });
  }
}
