package dev.talpa.granary;

import android.app.Activity;
import android.app.AlertDialog;
import android.content.DialogInterface;
import android.os.Bundle;
import android.view.View;
import android.widget.TextView;

/** One sack: another name, or none at all. */
public class SackActivity extends Activity {
  static final String POSITION = "position";

  private int position;
  private String name;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.sack);
    position = getIntent().getIntExtra(POSITION, 0);
    name = new Shelf(this).sorted().get(position);
    ((TextView) findViewById(R.id.now)).setText(name);
    findViewById(R.id.rename)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                rename(((TextView) findViewById(R.id.name)).getText().toString().trim());
              }
            });
    findViewById(R.id.empty)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                ask();
              }
            });
  }

  private void rename(String other) {
    if (!other.isEmpty()) {
      new Shelf(this).rename(position, other);
    }
    finish();
  }

  private void ask() {
    new AlertDialog.Builder(this)
        .setMessage(R.string.sure)
        .setNegativeButton(R.string.no, null)
        .setPositiveButton(
            R.string.yes,
            new DialogInterface.OnClickListener() {
              @Override
              public void onClick(DialogInterface dialog, int which) {
                new Shelf(SackActivity.this).remove(name);
                finish();
              }
            })
        .show();
  }
}
