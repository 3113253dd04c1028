package dev.talpa.brood;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.TextView;
import java.io.IOException;
import java.util.Scanner;

/** An app in splits: shows what it finds in them, and runs the code of one. */
public class BroodActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.brood);
    findViewById(R.id.feature)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View v) {
                feature();
              }
            });
  }

  private void feature() {
    try (Scanner note = new Scanner(getAssets().open("note.txt"), "UTF-8")) {
      Class<?> extra = Class.forName("dev.talpa.brood.extra.Extra");
      Runnable run = (Runnable) extra.getConstructor(String.class).newInstance(note.nextLine());
      ((TextView) findViewById(R.id.greeting)).setText(run.toString());
      run.run();
    } catch (ReflectiveOperationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
