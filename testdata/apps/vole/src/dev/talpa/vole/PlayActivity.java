package dev.talpa.vole;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.widget.TextView;

/** Plays a song; starts itself for the next. */
public class PlayActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.play);
    findViewById(R.id.next)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                startActivity(new Intent(PlayActivity.this, PlayActivity.class));
              }
            });
    play(getIntent());
  }

  @Override
  protected void onNewIntent(Intent intent) {
    play(intent);
  }

  private void play(Intent intent) {
    ((TextView) findViewById(R.id.sum)).setText(intent.getStringExtra("song").trim());
  }
}
