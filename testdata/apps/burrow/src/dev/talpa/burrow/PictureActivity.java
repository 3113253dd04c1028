package dev.talpa.burrow;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.widget.Button;

/**
 * Picks a picture with another app.
 *
 * <p>Planted: a cancelled pick brings no data (NullPointerException in onActivityResult).
 */
public class PictureActivity extends Activity {
  private static final int PICK = 7;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    Button pick = new Button(this);
    pick.setText("Pick");
    pick.setOnClickListener(
        new View.OnClickListener() {
          @Override
          public void onClick(View view) {
            Intent intent = new Intent(Intent.ACTION_GET_CONTENT).setType("image/*");
            startActivityForResult(intent, PICK);
          }
        });
    setContentView(pick);
  }

  @Override
  protected void onActivityResult(int request, int result, Intent data) {
    if (request == PICK) {
      setTitle(data.getData().toString());
    }
  }
}
