package dev.talpa.beaver;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.EditText;
import android.widget.TextView;

/**
 * A sum. Planted: it is formatted in the language of the phone and read again as in English
 * (NumberFormatException).
 */
public class PriceActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.price);
    findViewById(R.id.add)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                add();
              }
            });
  }

  private void add() {
    EditText amount = findViewById(R.id.amount);
    TextView sum = findViewById(R.id.sum);
    double total = Double.parseDouble(sum.getText().toString());
    try {
      total += Double.parseDouble(amount.getText().toString());
    } catch (NumberFormatException e) {
      amount.setError("A number, please");
    }
    sum.setText(String.format("%.2f", total));
  }
}
