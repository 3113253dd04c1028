package dev.talpa.gecko;

import android.app.Activity;
import android.nfc.NfcAdapter;
import android.nfc.Tag;
import android.nfc.tech.IsoDep;
import android.os.Bundle;
import java.io.IOException;

/** Opens for a card, and for a tag that could be formatted. */
public class CardActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    Wall.note("card " + Wall.told(getIntent()));
    IsoDep card = IsoDep.get((Tag) getIntent().getParcelableExtra(NfcAdapter.EXTRA_TAG));
    if (card == null) {
      return;
    }
    try {
      card.connect();
      byte[] answer = card.transceive(new byte[] {0, (byte) 0xA4, 4, 0, 0});
      Wall.note("answer " + (answer[0] & 0xFF) + " " + (answer[1] & 0xFF));
    } catch (IOException e) {
      Wall.note("card " + e.getClass().getSimpleName());
    }
  }
}
