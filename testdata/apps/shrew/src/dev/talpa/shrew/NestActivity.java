package dev.talpa.shrew;

import android.app.Activity;
import android.content.Intent;
import android.content.SharedPreferences;
import android.os.Bundle;
import android.view.View;

/** Leads to the other screens, and uses what was set up. */
public class NestActivity extends Activity implements View.OnClickListener {
  private static final int SCAN = 5;

  private final HintDialog hint = new HintDialog();

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.nest);
    findViewById(R.id.weigh).setOnClickListener(this);
    findViewById(R.id.town).setOnClickListener(this);
    findViewById(R.id.scan).setOnClickListener(this);
    findViewById(R.id.hint)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                hint.show(getFragmentManager(), "hint");
              }
            });
  }

  /** Opens the screen of a button. */
  public void open(View view) {
    startActivity(
        new Intent(this, view.getId() == R.id.hoard ? HoardActivity.class : SetupActivity.class));
  }

  @Override
  public void onClick(View view) {
    SharedPreferences settings = SetupActivity.settings(this);
    switch (view.getId()) {
      case R.id.weigh:
        setTitle(100 * Integer.parseInt(settings.getString("rate", "3")) + " g");
        break;
      case R.id.town:
        setTitle(settings.getString("city", "Bern").substring(2));
        break;
      default:
        startActivityForResult(new Intent("com.google.zxing.client.android.SCAN"), SCAN);
    }
  }

  @Override
  protected void onActivityResult(int request, int result, Intent data) {
    if (request == SCAN && result == RESULT_OK && data != null) {
      setTitle(data.getStringExtra("SCAN_RESULT").trim());
    }
  }
}
