package dev.talpa.gecko;

import android.app.Activity;
import android.app.PendingIntent;
import android.content.Intent;
import android.content.IntentFilter;
import android.nfc.FormatException;
import android.nfc.NdefMessage;
import android.nfc.NdefRecord;
import android.nfc.NfcAdapter;
import android.nfc.Tag;
import android.nfc.tech.MifareClassic;
import android.nfc.tech.Ndef;
import android.os.Bundle;
import android.view.View;
import android.widget.Button;
import android.widget.LinearLayout;
import java.io.IOException;

/** Reads and writes the tag that was held to the phone last. It takes a message for granted. */
public class GeckoActivity extends Activity implements View.OnClickListener, NfcAdapter.ReaderCallback {
  private static final int FLAGS = NfcAdapter.FLAG_READER_NFC_A | NfcAdapter.FLAG_READER_SKIP_NDEF_CHECK;

  private NfcAdapter adapter;
  private Tag tag;
  private boolean waits;
  private boolean late;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    adapter = NfcAdapter.getDefaultAdapter(this);
    Wall.note(adapter == null ? "no adapter" : "adapter " + adapter.isEnabled());
    LinearLayout column = new LinearLayout(this);
    column.setOrientation(LinearLayout.VERTICAL);
    for (String label : new String[] {"Wait", "Wait for links", "Reader", "Message", "Write", "Leave"}) {
      Button b = new Button(this);
      b.setText(label);
      b.setOnClickListener(this);
      column.addView(b);
    }
    setContentView(column);
  }

  @Override
  public void onClick(View v) {
    switch (((Button) v).getText().toString()) {
      case "Wait":
        wait(null);
        break;
      case "Wait for links":
        waitForLinks();
        break;
      case "Reader":
        adapter.enableReaderMode(this, this, FLAGS, null);
        break;
      case "Leave":
        late = true;
        finish();
        break;
      case "Message":
        message();
        break;
      default:
        write();
    }
  }

  private void wait(IntentFilter[] filters) {
    Intent again = new Intent(this, GeckoActivity.class);
    adapter.enableForegroundDispatch(this, PendingIntent.getActivity(this, 0, again, 0), filters, null);
    waits = true;
  }

  private void waitForLinks() {
    IntentFilter f = new IntentFilter(NfcAdapter.ACTION_NDEF_DISCOVERED);
    f.addDataScheme("https");
    wait(new IntentFilter[] {f});
  }

  @Override
  public void onTagDiscovered(Tag t) {
    tag = t;
    Wall.note("read " + Wall.techs(t) + " on " + Thread.currentThread().getName().split(":")[0]);
  }

  @Override
  protected void onNewIntent(Intent i) {
    super.onNewIntent(i);
    tag = i.getParcelableExtra(NfcAdapter.EXTRA_TAG);
    Wall.note("new " + Wall.told(i));
    try (Ndef ndef = Ndef.get(tag)) {
      if (ndef != null) {
        ndef.connect();
      }
    } catch (IOException e) {
      Wall.note("too late: " + e.getClass().getSimpleName());
    }
  }

  @Override
  protected void onPause() {
    super.onPause();
    if (waits) {
      adapter.disableForegroundDispatch(this);
      waits = false;
    }
  }

  /** Planted: before Android 15 it is too late to stop waiting. */
  @Override
  protected void onStop() {
    super.onStop();
    if (late) {
      adapter.disableForegroundDispatch(this);
    }
  }

  /** Planted: a tag without a message has none. */
  private void message() {
    Ndef ndef = Ndef.get(tag);
    MifareClassic classic = MifareClassic.get(tag);
    if (ndef == null) {
      Wall.note("no NDEF" + (classic == null ? "" : ", " + classic.getSize() + " bytes"));
      return;
    }
    try {
      ndef.connect();
      NdefMessage m = ndef.getNdefMessage();
      Wall.note("message " + m.getRecords().length + " of " + ndef.getMaxSize());
      ndef.close();
    } catch (IOException | FormatException e) {
      Wall.note(e.getClass().getSimpleName());
    }
  }

  private void write() {
    try (Ndef ndef = Ndef.get(tag)) {
      ndef.connect();
      ndef.writeNdefMessage(new NdefMessage(NdefRecord.createUri("https://gecko.example/wall")));
      Wall.note("written " + ndef.getNdefMessage().getRecords()[0].toUri());
    } catch (IOException | FormatException e) {
      Wall.note("not written: " + e.getClass().getSimpleName());
    }
  }
}
