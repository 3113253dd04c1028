package dev.talpa.lookout;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.Button;

/**
 * The first build, which knew its station by a number. The newer one reads a name under the same
 * key (ClassCastException after an update).
 */
public class LookoutActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    Button number = new Button(this);
    number.setText("Station 7");
    number.setOnClickListener(new View.OnClickListener() {
      @Override
      public void onClick(View view) {
        getSharedPreferences("station", MODE_PRIVATE).edit().putInt("name", 7).commit();
        android.util.Log.i("lookout", "station 7");
      }
    });
    setContentView(number);
  }
}
