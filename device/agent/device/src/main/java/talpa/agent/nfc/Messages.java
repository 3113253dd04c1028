package talpa.agent.nfc;

import android.net.Uri;
import android.nfc.NdefMessage;
import android.nfc.NdefRecord;
import java.nio.charset.StandardCharsets;
import talpa.agent.wire.WireException;

/** Messages of one record, by what an event says. */
final class Messages {
  /** A message whose record is empty, as formatting leaves it. */
  static final NdefMessage EMPTY =
      new NdefMessage(new NdefRecord(NdefRecord.TNF_EMPTY, null, null, null));

  /** How a filter names records of external types. */
  private static final String EXTERNAL = "vnd.android.nfc://ext/";

  private static final String LANGUAGE = "en";

  private Messages() {}

  static NdefMessage text(String text) {
    return new NdefMessage(NdefRecord.createTextRecord(LANGUAGE, text));
  }

  /** An address, or the record of an external type that a filter names like one. */
  static NdefMessage uri(String uri) throws WireException {
    try {
      if (!uri.startsWith(EXTERNAL)) {
        return new NdefMessage(NdefRecord.createUri(Uri.parse(uri)));
      }
      String[] name = uri.substring(EXTERNAL.length()).split(":", 2);
      String type = name.length < 2 ? "" : name[1];
      return new NdefMessage(NdefRecord.createExternal(name[0], type, new byte[0]));
    } catch (IllegalArgumentException e) {
      throw WireException.usage("no tag holds the address \"" + uri + "\": " + e.getMessage());
    }
  }

  /** "TYPE CONTENT"; what is on the tag may be nothing. */
  static NdefMessage mime(String value) throws WireException {
    String[] parts = value.split(" ", 2);
    byte[] content = (parts.length < 2 ? "" : parts[1]).getBytes(StandardCharsets.UTF_8);
    try {
      return new NdefMessage(NdefRecord.createMime(parts[0], content));
    } catch (IllegalArgumentException e) {
      throw WireException.usage("no tag holds the type \"" + parts[0] + "\": " + e.getMessage());
    }
  }
}
