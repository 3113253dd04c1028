package dev.talpa.gecko;

import android.content.Intent;
import android.nfc.NdefMessage;
import android.nfc.NfcAdapter;
import android.nfc.Tag;
import android.os.Parcelable;
import android.util.Log;
import java.util.ArrayList;
import java.util.List;

/** What is said in the log. */
final class Wall {
  private Wall() {}

  static void note(String line) {
    Log.i("gecko", line);
  }

  static List<String> techs(Tag t) {
    List<String> names = new ArrayList<>();
    for (String name : t.getTechList()) {
      names.add(name.substring(name.lastIndexOf('.') + 1));
    }
    return names;
  }

  /** An intent for a tag. */
  static String told(Intent i) {
    Tag t = i.getParcelableExtra(NfcAdapter.EXTRA_TAG);
    Parcelable[] all = i.getParcelableArrayExtra(NfcAdapter.EXTRA_NDEF_MESSAGES);
    String action = i.getAction().substring(i.getAction().lastIndexOf('.') + 1);
    String data = i.getData() != null ? " " + i.getData() : i.getType() != null ? " " + i.getType() : "";
    String text = all == null ? "" : " " + new String(((NdefMessage) all[0]).getRecords()[0].getPayload());
    return action + data + " " + techs(t) + text.replaceAll("[^ -~]", "?");
  }
}
