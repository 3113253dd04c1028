package talpa.agent.nfc;

import android.app.Activity;
import android.app.Application;
import android.app.PendingIntent;
import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentFilter;
import android.net.Uri;
import android.nfc.NdefMessage;
import android.nfc.NdefRecord;
import android.nfc.NfcAdapter;
import android.nfc.Tag;
import android.os.Parcelable;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.robolectric.RuntimeEnvironment;

/**
 * Which part of the app a tag goes to: as NfcDispatcher does, the app in front if it asked for it,
 * else an activity for the message, else one for the technologies, else one for any tag.
 */
final class Dispatch {
  private static final String APPLICATION_RECORD = "android.com:pkg";

  private final Tag tag;
  private final NdefMessage message;

  private Dispatch(Tag tag, NdefMessage message) {
    this.tag = tag;
    this.message = message;
  }

  static void of(Tag tag, NdefMessage message, Nfc.Foreground foreground) {
    Dispatch d = new Dispatch(tag, message);
    if (foreground == null || !d.toForeground(foreground)) {
      d.toManifest();
    }
  }

  private Intent intent(String action) {
    Intent i =
        new Intent(action)
            .putExtra(NfcAdapter.EXTRA_TAG, tag)
            .putExtra(NfcAdapter.EXTRA_ID, tag.getId());
    if (message != null) {
      i.putExtra(NfcAdapter.EXTRA_NDEF_MESSAGES, new Parcelable[] {message});
    }
    return i;
  }

  /** The intent for the first record of the message; null if it says neither address nor type. */
  private Intent ndef() {
    if (message == null) {
      return null;
    }
    NdefRecord first = message.getRecords()[0];
    Uri uri = first.toUri();
    String type = first.toMimeType();
    if (uri != null) {
      return intent(NfcAdapter.ACTION_NDEF_DISCOVERED).setData(uri);
    }
    return type == null ? null : intent(NfcAdapter.ACTION_NDEF_DISCOVERED).setType(type);
  }

  // ---- the app in front ----

  private boolean toForeground(Nfc.Foreground f) {
    boolean byTech = f.techs() != null;
    Intent ndef = ndef();
    if (ndef != null && matches(ndef, f.filters(), byTech)) {
      return send(f.intent(), ndef);
    }
    if (byTech && hasAll(f.techs())) {
      return send(f.intent(), intent(NfcAdapter.ACTION_TECH_DISCOVERED));
    }
    Intent any = intent(NfcAdapter.ACTION_TAG_DISCOVERED);
    return matches(any, f.filters(), byTech) && send(f.intent(), any);
  }

  /** Without filters and technologies the app asked for all tags. */
  private static boolean matches(Intent i, IntentFilter[] filters, boolean byTech) {
    if (filters == null) {
      return !byTech;
    }
    return Arrays.stream(filters)
        .anyMatch(
            f ->
                f.match(RuntimeEnvironment.getApplication().getContentResolver(), i, false, "NFC")
                    >= 0);
  }

  private boolean hasAll(String[][] lists) {
    Set<String> has = Set.of(tag.getTechList());
    return Arrays.stream(lists).anyMatch(l -> l.length > 0 && has.containsAll(Arrays.asList(l)));
  }

  private static boolean send(PendingIntent to, Intent with) {
    try {
      to.send(RuntimeEnvironment.getApplication(), Activity.RESULT_OK, with);
      return true;
    } catch (PendingIntent.CanceledException e) {
      return false;
    }
  }

  // ---- activities of the manifest ----

  private void toManifest() {
    Intent ndef = ndef();
    if (ndef != null && (!forOther() && start(ndef))) {
      return;
    }
    for (Filters.Techs f : Filters.techs()) {
      if (hasAll(f.lists())) {
        startAs(intent(NfcAdapter.ACTION_TECH_DISCOVERED).setComponent(f.activity()));
        return;
      }
    }
    start(intent(NfcAdapter.ACTION_TAG_DISCOVERED));
  }

  /** Whether the message names another app that is to be started. */
  private boolean forOther() {
    String own = RuntimeEnvironment.getApplication().getPackageName();
    return Stream.of(message.getRecords())
        .filter(r -> r.getTnf() == NdefRecord.TNF_EXTERNAL_TYPE)
        .filter(r -> APPLICATION_RECORD.equals(new String(r.getType())))
        .anyMatch(r -> !own.equals(new String(r.getPayload())));
  }

  private static boolean start(Intent i) {
    ComponentName c = Filters.activity(i);
    if (c != null) {
      startAs(i.setComponent(c));
    }
    return c != null;
  }

  /** Starts it in a task of its own, as from NfcRootActivity. */
  private static void startAs(Intent i) {
    Application app = RuntimeEnvironment.getApplication();
    app.startActivity(
        i.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_MULTIPLE_TASK));
  }
}
