package talpa.agent.nfc;

import android.app.PendingIntent;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageManager;
import android.nfc.IAppCallback;
import android.nfc.NfcAdapter;
import android.nfc.Tag;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;
import talpa.agent.process.AppProcess;
import talpa.agent.process.PerApp;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** The NFC adapter of the phone: on, off or absent, and who in the app is told of tags. */
public final class Nfc {
  private static final PerApp<Nfc> CURRENT = PerApp.of(Nfc::new);

  private static final String ON = "on";

  /** As the emulator's plain image has it. */
  private static final String ABSENT = "absent";

  private final TagService tags = new TagService();
  private String state = ABSENT;
  private Foreground foreground;
  private IAppCallback reader;
  private int readerFlags;

  private Nfc() {}

  /** What an app in front asks for: all tags, or those that filters or technologies name. */
  record Foreground(PendingIntent intent, IntentFilter[] filters, String[][] techs) {}

  static Nfc get() {
    return CURRENT.get();
  }

  /** The user's switch, or a phone without the adapter: on, off, absent. */
  public static void become(String state) {
    get().change(state);
  }

  /** The wire method: "how" is what is held to the phone, "value" what is on it. */
  static Object tag(Params p) throws WireException {
    String how = p.string("how");
    String value = p.string("value", "");
    Nfc nfc = get();
    boolean lost = how.equals("lost");
    Chip chip =
        switch (how) {
          case "text", "lost" -> Chip.ndef(Messages.text(value));
          case "uri" -> Chip.ndef(Messages.uri(value));
          case "mime" -> Chip.ndef(Messages.mime(value));
          case "empty" -> Chip.ndef(null);
          case "unformatted" -> Chip.unformatted();
          case "card" -> Chip.card();
          case "classic" -> Chip.classic();
          case "removed" -> null;
          default -> throw WireException.usage("no such tag: \"" + how + "\"");
        };
    AppProcess.current().later(chip == null ? nfc.tags::lose : () -> nfc.come(chip, lost));
    return null;
  }

  synchronized boolean on() {
    return state.equals(ON);
  }

  /** Whether the phone has an adapter. */
  synchronized boolean present() {
    return !state.equals(ABSENT);
  }

  TagService tags() {
    return tags;
  }

  synchronized void foreground(PendingIntent intent, IntentFilter[] filters, String[][] techs) {
    foreground = intent == null ? null : new Foreground(intent, filters, techs);
  }

  synchronized void reader(IAppCallback callback, int flags) {
    reader = flags == 0 ? null : callback;
    readerFlags = flags;
  }

  /** What the app in front asks for; the system forgets it when the app is left. */
  synchronized Foreground foreground() {
    if (foreground != null && !inFront()) {
      foreground = null;
    }
    return foreground;
  }

  /** Whether the app in front reads tags itself. */
  synchronized boolean reads() {
    return reader != null;
  }

  private static boolean inFront() {
    AppProcess p = AppProcess.current();
    return p.top().startsWith(p.packageName() + "/");
  }

  /** In the words of {@code Module.registrations}. */
  List<String> registrations() {
    return Wanted.words(this);
  }

  private void come(Chip chip, boolean lost) {
    if (!on()) {
      return; // the field of the phone is off
    }
    IAppCallback callback;
    int flags;
    synchronized (this) {
      callback = reader;
      flags = readerFlags;
    }
    if (callback != null && (flags & NfcAdapter.FLAG_READER_NFC_A) == 0) {
      return; // the reader looks for other chips; all that there are speak this
    }
    Tag tag =
        tags.come(chip, callback != null && (flags & NfcAdapter.FLAG_READER_SKIP_NDEF_CHECK) != 0);
    if (lost) {
      tags.lose();
    }
    if (callback == null) {
      Dispatch.of(tag, chip.message(), foreground());
    } else {
      ReaderThread.tell(callback, tag);
    }
  }

  private void change(String to) {
    String was;
    synchronized (this) {
      was = state;
      state = to;
    }
    ShadowPackageManager pm =
        Shadow.extract(RuntimeEnvironment.getApplication().getPackageManager());
    pm.setSystemFeature(PackageManager.FEATURE_NFC, !to.equals(ABSENT));
    boolean on = to.equals(ON);
    if (on != was.equals(ON) && !to.equals(ABSENT)) {
      tell(on ? NfcAdapter.STATE_TURNING_ON : NfcAdapter.STATE_TURNING_OFF);
      tell(on ? NfcAdapter.STATE_ON : NfcAdapter.STATE_OFF);
    }
    if (!on) {
      tags.lose();
    }
  }

  private static void tell(int to) {
    if (!AppProcess.current().starting()) {
      RuntimeEnvironment.getApplication()
          .sendBroadcast(
              new Intent(NfcAdapter.ACTION_ADAPTER_STATE_CHANGED)
                  .addFlags(Intent.FLAG_RECEIVER_REGISTERED_ONLY_BEFORE_BOOT)
                  .putExtra(NfcAdapter.EXTRA_ADAPTER_STATE, to));
    }
  }
}
