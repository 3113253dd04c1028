package dev.talpa.beaver;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.widget.CheckBox;
import android.widget.CompoundButton;
import android.widget.EditText;

/** The first screen, which is gone once it was passed. Its user lives as long as the process. */
public class LoginActivity extends Activity {
  static User user;

  /** Who uses the app. */
  static class User {
    String name;
  }

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.login);
    ((CheckBox) findViewById(R.id.terms))
        .setOnCheckedChangeListener(
            new CompoundButton.OnCheckedChangeListener() {
              @Override
              public void onCheckedChanged(CompoundButton box, boolean on) {
                findViewById(R.id.enter).setEnabled(on);
              }
            });
    findViewById(R.id.enter)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                enter();
              }
            });
  }

  private void enter() {
    EditText name = findViewById(R.id.name);
    if (name.length() == 0) {
      name.setError("Who are you?");
      return;
    }
    user = new User();
    user.name = name.getText().toString();
    startActivity(new Intent(this, LogsActivity.class));
    finish();
  }
}
