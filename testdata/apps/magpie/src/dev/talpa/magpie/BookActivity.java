package dev.talpa.magpie;

import android.app.Activity;
import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import android.widget.TextView;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Shows how many chapters a book has. Planted: every book has some. */
public class BookActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    Intent i = getIntent();
    Uri book = i.getData() != null ? i.getData() : (Uri) i.getParcelableExtra(Intent.EXTRA_STREAM);
    TextView t = new TextView(this);
    String last = null;
    int entries = 0;
    try (InputStream in = book == null ? null : getContentResolver().openInputStream(book);
        ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry e; (e = zip.getNextEntry()) != null; entries++) {
        last = e.getName();
      }
    } catch (IOException e) {
      t.setText("unreadable: " + book);
      setContentView(t);
      return;
    }
    t.setText(i.getAction() + " of " + entries + " entries, the last " + last.toUpperCase());
    setContentView(t);
  }
}
