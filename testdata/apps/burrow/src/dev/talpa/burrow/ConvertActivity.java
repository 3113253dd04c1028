package dev.talpa.burrow;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.CompoundButton;
import android.widget.EditText;
import android.widget.TextView;

/**
 * A form.
 *
 * <p>Planted: the button is disabled until the box is ticked, and then trusts the text
 * (NumberFormatException): the crash depends on two attributes that another callback sets.
 */
public class ConvertActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.convert);
    final CheckBox strict = (CheckBox) findViewById(R.id.strict);
    final Button run = (Button) findViewById(R.id.run_convert);
    strict.setOnCheckedChangeListener(
        new CompoundButton.OnCheckedChangeListener() {
          @Override
          public void onCheckedChanged(CompoundButton button, boolean checked) {
            run.setEnabled(checked);
          }
        });
    run.setOnClickListener(
        new View.OnClickListener() {
          @Override
          public void onClick(View view) {
            EditText amount = (EditText) findViewById(R.id.amount);
            if (strict.isChecked()) {
              int value = Integer.parseInt(amount.getText().toString());
              ((TextView) findViewById(R.id.result)).setText("= " + value * 2);
            }
          }
        });
  }
}
