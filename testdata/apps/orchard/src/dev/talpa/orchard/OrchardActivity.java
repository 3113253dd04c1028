package dev.talpa.orchard;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.view.ViewGroup;
import android.widget.ArrayAdapter;
import android.widget.CheckBox;
import android.widget.CompoundButton;
import android.widget.ListView;
import android.widget.TextView;
import java.util.List;

/** All trees, each with a box for the picked ones. */
public class OrchardActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.orchard);
    findViewById(R.id.plant)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                TextView field = (TextView) findViewById(R.id.name);
                String name = field.getText().toString().trim();
                if (!name.isEmpty()) {
                  new Orchard(OrchardActivity.this).plant(name);
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
  }

  /**
   * The planted bug: a pick changes the order of what is stored, but the rows stay as they are, and
   * a touch on one tells its position.
   */
  private final class Rows extends ArrayAdapter<String> {
    private final List<String> trees;

    Rows() {
      this(new Orchard(OrchardActivity.this).trees());
    }

    private Rows(List<String> trees) {
      super(OrchardActivity.this, R.layout.row, trees);
      this.trees = trees;
    }

    @Override
    public View getView(final int position, View old, ViewGroup parent) {
      View row = getLayoutInflater().inflate(R.layout.row, parent, false);
      final String tree = getItem(position);
      TextView name = (TextView) row.findViewById(R.id.tree);
      name.setText(Orchard.name(tree));
      name.setOnClickListener(
          new View.OnClickListener() {
            @Override
            public void onClick(View view) {
              startActivity(
                  new Intent(OrchardActivity.this, TreeActivity.class)
                      .putExtra(TreeActivity.POSITION, position));
            }
          });
      CheckBox box = (CheckBox) row.findViewById(R.id.picked);
      box.setChecked(tree.startsWith(Orchard.PICKED));
      box.setOnCheckedChangeListener(
          new CompoundButton.OnCheckedChangeListener() {
            @Override
            public void onCheckedChanged(CompoundButton button, boolean checked) {
              new Orchard(OrchardActivity.this).pick(tree, checked);
              trees.set(position, (checked ? Orchard.PICKED : "") + Orchard.name(tree));
            }
          });
      return row;
    }
  }
}
