package dev.talpa.beaver;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.TextView;

/** Planted: the user of a process that was killed and whose task came back (NullPointerException). */
public class AccountActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.account);
    ((TextView) findViewById(R.id.owner)).setText(LoginActivity.user.name);
    findViewById(R.id.done)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                finish();
              }
            });
  }
}
