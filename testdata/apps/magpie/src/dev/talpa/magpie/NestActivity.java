package dev.talpa.magpie;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.ClipData;
import android.content.Intent;
import android.database.Cursor;
import android.net.Uri;
import android.os.Bundle;
import android.provider.CalendarContract;
import android.provider.CallLog;
import android.provider.ContactsContract;
import android.provider.DocumentsContract;
import android.provider.OpenableColumns;
import android.provider.Telephony;
import android.view.View;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.TextView;
import java.io.File;
import java.io.InputStream;
import java.util.Arrays;

/** Collects what lies about on a phone: files that people pick, rows of other apps. */
public class NestActivity extends Activity implements View.OnClickListener {
  private static final String[] NAMES = {
    "Any", "Book", "Table", "Several", "Tree", "Downloads", "People", "Show picture", "Read page", "Scan", "Photo",
    "Photos"
  };
  private static final int ONE = 1;
  private static final int TREE = 2;
  private static final int SCAN = 3;

  private TextView found;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    LinearLayout all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    found = new TextView(this);
    for (String name : NAMES) {
      Button b = new Button(this);
      b.setText(name);
      b.setOnClickListener(this);
      all.addView(b);
    }
    all.addView(found);
    ScrollView scroll = new ScrollView(this);
    scroll.addView(all);
    setContentView(scroll);
  }

  @Override
  public void onClick(View v) {
    switch (((Button) v).getText().toString()) {
      case "Any":
        pick("*/*");
        break;
      case "Book":
        pick("application/epub+zip");
        break;
      case "Table":
        pick("text/comma-separated-values");
        break;
      case "Several":
        several();
        break;
      case "Tree":
        startActivityForResult(new Intent(Intent.ACTION_OPEN_DOCUMENT_TREE), TREE);
        break;
      case "Downloads":
        downloads();
        break;
      case "People":
        people();
        break;
      case "Show picture":
        show();
        break;
      case "Read page":
        startActivity(new Intent(Intent.ACTION_VIEW, Uri.parse("http://example.com/")));
        break;
      case "Photo":
        photos(1);
        break;
      case "Photos":
        photos(2);
        break;
      default:
        scan();
    }
  }

  private void pick(String type) {
    startActivityForResult(new Intent(Intent.ACTION_GET_CONTENT).setType(type).addCategory(Intent.CATEGORY_OPENABLE), ONE);
  }

  private void several() {
    startActivityForResult(
        new Intent(Intent.ACTION_OPEN_DOCUMENT).setType("*/*").putExtra(Intent.EXTRA_ALLOW_MULTIPLE, true), ONE);
  }

  /** Asks the photo picker, as androidx does from Android 13 on without a look whether it is there. */
  private void photos(int most) {
    Intent i = new Intent("android.provider.action.PICK_IMAGES").setType("image/*");
    startActivityForResult(most > 1 ? i.putExtra("android.provider.extra.PICK_IMAGES_MAX", most) : i, ONE);
  }

  /** Asks first whether an app shows pictures. Planted: nobody asks for "Read page". */
  private void show() {
    Intent i = new Intent(Intent.ACTION_VIEW).setDataAndType(Uri.parse("content://media/external/images/media/1"), "image/jpeg");
    if (i.resolveActivity(getPackageManager()) == null) {
      found.setText("no app for pictures");
    } else {
      startActivity(i);
      found.setText("an app shows it");
    }
  }

  private void scan() {
    try {
      startActivityForResult(new Intent("com.google.zxing.client.android.SCAN"), SCAN);
    } catch (ActivityNotFoundException e) {
      found.setText("no scanner");
    }
  }

  @Override
  protected void onActivityResult(int request, int result, Intent data) {
    if (result != RESULT_OK) {
      found.setText("nothing picked");
    } else if (request == SCAN) {
      found.setText("scanned " + data.getStringExtra("SCAN_RESULT"));
    } else if (request == TREE) {
      found.setText(tree(data.getData()));
    } else if (data.getData() == null) {
      StringBuilder s = new StringBuilder("picked");
      ClipData clip = data.getClipData();
      for (int i = 0; i < clip.getItemCount(); i++) {
        s.append(' ').append(name(clip.getItemAt(i).getUri()));
      }
      found.setText(s);
    } else {
      found.setText("picked " + name(data.getData()) + ", " + getContentResolver().getType(data.getData()) + ", begins "
          + start(data.getData()));
    }
  }

  private String name(Uri u) {
    try (Cursor c = getContentResolver().query(u, new String[] {OpenableColumns.DISPLAY_NAME}, null, null, null)) {
      c.moveToFirst();
      return c.getString(0);
    }
  }

  /** The first two bytes. Planted: a file has some. */
  private String start(Uri u) {
    byte[] b = new byte[2];
    try (InputStream in = getContentResolver().openInputStream(u)) {
      if (in.read(b) < 2) {
        throw new IllegalStateException("the file is empty");
      }
    } catch (java.io.IOException e) {
      return "unreadable";
    }
    return new String(b);
  }

  private String tree(Uri top) {
    Uri children = DocumentsContract.buildChildDocumentsUriUsingTree(top, DocumentsContract.getTreeDocumentId(top));
    StringBuilder s = new StringBuilder("in the tree:");
    try (Cursor c = getContentResolver().query(children, new String[] {"_display_name", "document_id"}, null, null, null)) {
      while (c.moveToNext()) {
        s.append(' ').append(c.getString(0));
      }
    }
    try {
      Uri top1 = DocumentsContract.buildDocumentUriUsingTree(top, DocumentsContract.getTreeDocumentId(top));
      Uri made = DocumentsContract.createDocument(getContentResolver(), top1, "text/plain", "new.txt");
      s.append(", made ").append(name(made));
      s.append(DocumentsContract.deleteDocument(getContentResolver(), made) ? ", deleted" : ", kept");
    } catch (java.io.FileNotFoundException e) {
      s.append(", nothing made");
    }
    return s.toString();
  }

  private void downloads() {
    String[] names = new File("/sdcard/Download").list();
    if (names != null) {
      Arrays.sort(names);
    }
    found.setText("downloads " + (names == null ? 0 : names.length) + " " + Arrays.toString(names));
  }

  private void people() {
    found.setText(
        "contacts " + count(ContactsContract.Contacts.CONTENT_URI) + " calls " + count(CallLog.Calls.CONTENT_URI)
            + " messages " + count(Telephony.Sms.CONTENT_URI) + " events " + count(CalendarContract.Events.CONTENT_URI)
            + " pictures " + count(Uri.parse("content://media/external/images/media"))
            + " sounds " + count(Uri.parse("content://media/external/audio/media")) + ".");
  }

  private int count(Uri u) {
    try (Cursor c = getContentResolver().query(u, null, null, null, null)) {
      return c.getCount();
    }
  }
}
