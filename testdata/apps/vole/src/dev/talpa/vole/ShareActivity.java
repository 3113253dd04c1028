package dev.talpa.vole;

import android.app.Activity;
import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import android.widget.TextView;

/** Takes what other apps send. */
public class ShareActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.share);
    TextView sum = findViewById(R.id.sum);
    String type = getIntent().getType();
    if (type.startsWith("image/")) {
      Uri stream = getIntent().getParcelableExtra(Intent.EXTRA_STREAM);
      sum.setText(stream.getLastPathSegment());
    } else if (type.equals("text/plain")) {
      sum.setText(getIntent().getStringExtra(Intent.EXTRA_TEXT).trim());
    } else if (type.startsWith("video/")) {
      sum.setText(getIntent().getStringExtra(Intent.EXTRA_SUBJECT).trim());
    }
  }
}
