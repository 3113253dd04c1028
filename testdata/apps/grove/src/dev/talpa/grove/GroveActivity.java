package dev.talpa.grove;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.view.View;
import android.view.ViewGroup;
import android.widget.ArrayAdapter;
import android.widget.CheckBox;
import android.widget.ListView;
import android.widget.TextView;

/**
 * All trees, each with a box for the picked ones. Nothing is wrong with it, but it has what has a
 * comparison of two runs err: a bar with UNDO that comes up over the last rows and goes again, a
 * line that says what was picked last, and more rows than are seen.
 */
public class GroveActivity extends Activity {
  private static final int SHOWN = 2750; // ms

  private final Handler handler = new Handler(Looper.getMainLooper());
  private final Runnable hide =
      new Runnable() {
        @Override
        public void run() {
          findViewById(R.id.bar).setVisibility(View.GONE);
        }
      };

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.grove);
    findViewById(R.id.plant)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                TextView field = (TextView) findViewById(R.id.name);
                String name = field.getText().toString().trim();
                if (!name.isEmpty()) {
                  new Grove(GroveActivity.this).plant(name);
                  field.setText("");
                  show();
                }
              }
            });
  }

  @Override
  protected void onResume() {
    super.onResume();
    show();
  }

  private void show() {
    ((ListView) findViewById(R.id.trees)).setAdapter(new Rows());
    showLast();
  }

  private void showLast() {
    String last = new Grove(this).last();
    ((TextView) findViewById(R.id.last))
        .setText(last.isEmpty() ? getString(R.string.none) : getString(R.string.last, last));
  }

  private void pick(String name, boolean picked) {
    new Grove(this).pick(name, picked);
    showLast();
  }

  /** Says for a while that a tree was picked, and offers to take it back. */
  private void offer(final String name) {
    ((TextView) findViewById(R.id.snackbar_text)).setText(getString(R.string.picked, name));
    findViewById(R.id.snackbar_action)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                pick(name, false);
                show();
                handler.removeCallbacks(hide);
                hide.run();
              }
            });
    findViewById(R.id.bar).setVisibility(View.VISIBLE);
    handler.removeCallbacks(hide);
    handler.postDelayed(hide, SHOWN);
  }

  private final class Rows extends ArrayAdapter<String> {
    Rows() {
      super(GroveActivity.this, R.layout.row, new Grove(GroveActivity.this).trees());
    }

    @Override
    public View getView(int position, View old, ViewGroup parent) {
      View row = getLayoutInflater().inflate(R.layout.row, parent, false);
      final String name = Grove.name(getItem(position));
      TextView words = (TextView) row.findViewById(R.id.tree);
      words.setText(name);
      words.setOnClickListener(
          new View.OnClickListener() {
            @Override
            public void onClick(View view) {
              startActivity(
                  new Intent(GroveActivity.this, TreeActivity.class)
                      .putExtra(TreeActivity.NAME, name));
            }
          });
      final CheckBox box = (CheckBox) row.findViewById(R.id.picked);
      box.setChecked(isPicked(name));
      box.setOnClickListener(
          new View.OnClickListener() {
            @Override
            public void onClick(View view) {
              pick(name, box.isChecked());
              if (box.isChecked()) {
                offer(name);
              }
            }
          });
      return row;
    }

    private boolean isPicked(String name) {
      return new Grove(GroveActivity.this).trees().contains(Grove.PICKED + name);
    }
  }
}
