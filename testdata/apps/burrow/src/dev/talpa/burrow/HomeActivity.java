package dev.talpa.burrow;

import android.app.Activity;
import android.app.AlertDialog;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;

/** The launcher: one button a screen, and one that leads nowhere. */
public class HomeActivity extends Activity implements View.OnClickListener {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.home);
    findViewById(R.id.open_notes).setOnClickListener(this);
    findViewById(R.id.open_convert).setOnClickListener(this);
    findViewById(R.id.open_picture).setOnClickListener(this);
    findViewById(R.id.about)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                new AlertDialog.Builder(HomeActivity.this)
                    .setMessage("Burrow 1.0")
                    .setPositiveButton(android.R.string.ok, null)
                    .show();
              }
            });
  }

  @Override
  public void onClick(View view) {
    switch (view.getId()) {
      case R.id.open_notes:
        startActivity(new Intent(this, NotesActivity.class));
        break;
      case R.id.open_convert:
        startActivity(new Intent(this, ConvertActivity.class));
        break;
      case R.id.open_picture:
        startActivity(new Intent(this, PictureActivity.class));
        break;
      default:
        throw new AssertionError(view);
    }
  }

  /** Named by android:onClick in the layout. */
  public void openTimer(View view) {
    startActivity(new Intent(this, TimerActivity.class));
  }
}
