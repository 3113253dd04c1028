package dev.talpa.stoat;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.Menu;
import android.view.View;
import android.view.ViewGroup;
import android.widget.BaseAdapter;
import android.widget.ListView;
import android.widget.SearchView;
import android.widget.TextView;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The list of burrows: each can be filled in, and they are searched by a pattern. */
public class BurrowsActivity extends Activity implements SearchView.OnQueryTextListener {
  private final List<String> all = new ArrayList<>();
  private final List<String> shown = new ArrayList<>();
  private final Burrows burrows = new Burrows();

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.burrows);
    for (int i = 1; i <= 6; i++) {
      all.add("Burrow " + i);
    }
    shown.addAll(all);
    ((ListView) findViewById(R.id.list)).setAdapter(burrows);
    findViewById(R.id.moon)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                startActivity(new Intent(BurrowsActivity.this, MoonActivity.class));
              }
            });
    findViewById(R.id.ears)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                startActivity(new Intent(BurrowsActivity.this, EarsActivity.class));
              }
            });
  }

  @Override
  public boolean onCreateOptionsMenu(Menu menu) {
    getMenuInflater().inflate(R.menu.burrows, menu);
    ((SearchView) menu.findItem(R.id.find).getActionView()).setOnQueryTextListener(this);
    return true;
  }

  @Override
  public boolean onQueryTextChange(String text) {
    return false;
  }

  @Override
  public boolean onQueryTextSubmit(String text) {
    Pattern pattern = Pattern.compile(text);
    shown.clear();
    for (String name : all) {
      if (pattern.matcher(name).find()) {
        shown.add(name);
      }
    }
    burrows.notifyDataSetChanged();
    return true;
  }

  private final class Burrows extends BaseAdapter {
    @Override
    public int getCount() {
      return shown.size();
    }

    @Override
    public Object getItem(int i) {
      return shown.get(i);
    }

    @Override
    public long getItemId(int i) {
      return i;
    }

    @Override
    public View getView(int i, View old, ViewGroup parent) {
      final String name = shown.get(i);
      View row = getLayoutInflater().inflate(R.layout.row, parent, false);
      ((TextView) row.findViewById(R.id.name)).setText(name);
      row.findViewById(R.id.fill)
          .setOnClickListener(
              new View.OnClickListener() {
                @Override
                public void onClick(View view) {
                  int at = all.indexOf(name);
                  all.remove(at);
                  shown.remove(name);
                  notifyDataSetChanged();
                }
              });
      return row;
    }
  }
}
