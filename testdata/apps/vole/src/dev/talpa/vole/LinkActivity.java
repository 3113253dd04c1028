package dev.talpa.vole;

import android.app.Activity;
import android.net.Uri;
import android.os.Bundle;
import android.widget.TextView;

/** Shows what a link names. */
public class LinkActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.share);
    TextView sum = findViewById(R.id.sum);
    Uri link = getIntent().getData();
    if (link != null) {
      String page = link.getPathSegments().get(0);
      if (page.equals("hole")) {
        sum.setText("" + Integer.parseInt(link.getQueryParameter("n")));
      }
    }
  }
}
