package dev.talpa.vole;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;

/** Leads to the other screens. */
public class FieldActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.field);
  }

  /** Opens the screen of a button. */
  public void open(View view) {
    switch (view.getId()) {
      case R.id.tunnels:
        startActivity(new Intent(this, TunnelsActivity.class));
        break;
      case R.id.weather:
        startActivity(new Intent(this, TabsActivity.class));
        break;
      case R.id.store:
        startActivity(new Intent(this, StoreActivity.class));
        break;
      case R.id.tally:
        startActivity(new Intent(this, TallyActivity.class));
        break;
      case R.id.draft:
        startActivity(new Intent(this, DraftActivity.class));
        break;
      default:
        startActivity(new Intent(this, PlayActivity.class).putExtra("song", "hum"));
    }
  }
}
