package talpa.agent.intents;

import android.bluetooth.BluetoothAdapter;
import android.content.ClipData;
import android.content.ContentUris;
import android.content.Intent;
import android.graphics.Bitmap;
import android.graphics.Color;
import android.media.RingtoneManager;
import android.net.Uri;
import android.provider.ContactsContract;
import android.provider.MediaStore;
import android.provider.Settings;
import android.speech.RecognizerIntent;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.biometric.Biometrics;
import talpa.agent.content.Access;
import talpa.agent.content.MediaRequests;
import talpa.agent.content.SampleContent;
import talpa.agent.content.SharedFiles;
import talpa.agent.media.Speech;
import talpa.agent.standin.Visit;
import talpa.agent.world.Adapters;

/** What a user who picks the first thing gives back from another app. */
public final class Answers {
  /** The answer "ok" without data. */
  public static final Intent NO_DATA = new Intent();

  /** Asks for the finger or the PIN of the lock, which is given where the answer is yes. */
  static final String CREDENTIAL = "android.app.action.CONFIRM_DEVICE_CREDENTIAL";

  private static final Set<String> CONFIRMATIONS =
      Set.of(
          BluetoothAdapter.ACTION_REQUEST_DISCOVERABLE,
          "android.app.action.ADD_DEVICE_ADMIN",
          CREDENTIAL,
          "android.appwidget.action.APPWIDGET_BIND",
          "com.android.camera.action.CROP");

  private static final String ANY = "*/*";

  /** What the user picks. */
  public enum Pick {
    /** One thing. */
    ONE,
    /** Two files where the app takes several. */
    SEVERAL,
    /** One thing, which is deleted before the app looks at it. */
    GONE,
    /** One file, told by its path. */
    PATH
  }

  /** No row of the phone's has this number. */
  private static final long NO_ROW = 99999;

  private Pick pick = Pick.ONE;

  /** Says what the user picks. */
  public void pick(Pick what) {
    pick = what;
  }

  /**
   * The data for an intent.
   *
   * @param eager whether confirmations are given as well
   * @return null for "cancelled"; {@link #NO_DATA} for ok without data
   */
  public Intent data(Intent i, boolean eager) {
    String action = String.valueOf(i.getAction());
    switch (action) {
      case MediaStore.ACTION_IMAGE_CAPTURE:
        return photo(i);
      case BluetoothAdapter.ACTION_REQUEST_ENABLE:
        Adapters.turnBluetoothOn(); // an app that is told yes looks whether it is so
        return NO_DATA;
      case MediaStore.ACTION_VIDEO_CAPTURE:
        return new Intent().setData(SampleContent.VIDEO);
      case MediaStore.Audio.Media.RECORD_SOUND_ACTION:
        return new Intent().setData(SampleContent.AUDIO);
      case Intent.ACTION_PICK:
      case Intent.ACTION_GET_CONTENT:
      case Intent.ACTION_OPEN_DOCUMENT:
      case MediaStore.ACTION_PICK_IMAGES:
        return picked(i);
      case "com.google.zxing.client.android.SCAN":
        return new Intent(action)
            .putExtra("SCAN_RESULT", "4006381333931")
            .putExtra("SCAN_RESULT_FORMAT", "EAN_13");
      case RecognizerIntent.ACTION_RECOGNIZE_SPEECH:
        ArrayList<String> said = Speech.heard();
        return said == null
            ? null
            : new Intent().putStringArrayListExtra(RecognizerIntent.EXTRA_RESULTS, said);
      case Intent.ACTION_CREATE_DOCUMENT:
        return created(i.getStringExtra(Intent.EXTRA_TITLE));
      case Intent.ACTION_OPEN_DOCUMENT_TREE:
        return granted(SampleContent.TREE);
      case RingtoneManager.ACTION_RINGTONE_PICKER:
        return new Intent()
            .putExtra(
                RingtoneManager.EXTRA_RINGTONE_PICKED_URI, Settings.System.DEFAULT_RINGTONE_URI);
      case Intent.ACTION_CHOOSER:
        Intent target = i.getParcelableExtra(Intent.EXTRA_INTENT);
        return target == null || target == i || !taken(target) ? null : data(target, eager);
      default:
        if (eager && MediaRequests.is(i)) {
          MediaRequests.carryOut(i);
          return NO_DATA;
        }
        if (eager && action.equals(CREDENTIAL)) {
          Biometrics.authenticate();
        }
        return eager && CONFIRMATIONS.contains(action) ? NO_DATA : null;
    }
  }

  /** Whether another app takes the intent: a chooser without any is left. */
  private static boolean taken(Intent i) {
    IntentResolver.Match m = IntentResolver.resolve(i, null);
    String type = i.resolveType(RuntimeEnvironment.getApplication());
    return m != null
        && (m.external()
            || IntentResolver.all(i, type).stream().anyMatch(IntentResolver.Match::external));
  }

  /** The answer of a file picker that made a new file; null if it could not. */
  static Intent created(String title) {
    Uri made = SampleContent.create(title);
    return made == null ? null : granted(made);
  }

  /** Leaves another app with what {@link #data} gave. */
  static void leave(Visit v, Intent data) {
    if (data == null) {
      v.cancel();
    } else {
      v.ok(data == NO_DATA ? null : data);
    }
  }

  static Intent granted(Uri u) {
    Access.give(u);
    return new Intent()
        .setData(u)
        .addFlags(
            Intent.FLAG_GRANT_READ_URI_PERMISSION
                | Intent.FLAG_GRANT_WRITE_URI_PERMISSION
                | Intent.FLAG_GRANT_PERSISTABLE_URI_PERMISSION);
  }

  private Intent picked(Intent i) {
    String type = i.getType();
    if (type == null && i.getData() != null) {
      type = RuntimeEnvironment.getApplication().getContentResolver().getType(i.getData());
    }
    String about = type + " " + i.getDataString();
    if (about.contains("contact") || about.contains("person") || about.contains("phone")) {
      return pick == Pick.GONE
          ? granted(ContentUris.withAppendedId(ContactsContract.Contacts.CONTENT_URI, NO_ROW))
          : contact(about);
    }
    if (pick == Pick.PATH) {
      List<File> found = SharedFiles.get().fitting(types(i));
      return found.isEmpty() ? null : new Intent().setData(Uri.fromFile(found.get(0)));
    }
    List<Uri> all = files(i);
    if (all.isEmpty()) {
      return null;
    }
    if (pick == Pick.GONE) {
      return granted(gone(all.get(0)));
    }
    boolean two = pick == Pick.SEVERAL && all.size() > 1 && several(i);
    return chosen(i, all.subList(0, two ? 2 : 1));
  }

  /** Whether the user may pick more than one. */
  private static boolean several(Intent i) {
    return fromPhotos(i)
        ? i.getIntExtra(MediaStore.EXTRA_PICK_IMAGES_MAX, 1) > 1
        : i.getBooleanExtra(Intent.EXTRA_ALLOW_MULTIPLE, false);
  }

  /**
   * The answer with what the user picked. The photo picker has it in a clip, too, and in a clip
   * only where more than one could be picked; the others have a clip for more than one.
   */
  static Intent chosen(Intent i, List<Uri> uris) {
    Intent first = granted(uris.get(0));
    if (uris.size() < 2 && !fromPhotos(i)) {
      return first;
    }
    ClipData clip = ClipData.newRawUri(null, uris.get(0));
    for (Uri u : uris.subList(1, uris.size())) {
      Access.give(u);
      clip.addItem(new ClipData.Item(u));
    }
    first.setClipData(clip);
    return several(i) ? first.setData(null) : first;
  }

  /** Whether the system's photo picker is asked, which every phone has since Android 13. */
  private static boolean fromPhotos(Intent i) {
    return MediaStore.ACTION_PICK_IMAGES.equals(i.getAction());
  }

  /** The address of another thing of the kind, which is not there. */
  private static Uri gone(Uri u) {
    String last = String.valueOf(u.getLastPathSegment());
    return last.matches("\\d+")
        ? Uri.parse(u.toString().replaceFirst("\\d+$", String.valueOf(NO_ROW)))
        : SharedFiles.document(SharedFiles.download("gone." + last.replaceFirst(".*\\.", "")));
  }

  /** The files to pick from, the first choice first: items of the media store or documents. */
  static List<Uri> files(Intent i) {
    List<String> types = types(i);
    boolean store =
        fromPhotos(i) || Intent.ACTION_PICK.equals(i.getAction()) && !types.contains(ANY);
    return SharedFiles.get().fitting(types).stream()
        .map(f -> store ? SharedFiles.media(f) : SharedFiles.document(f))
        .filter(Objects::nonNull)
        .toList();
  }

  /** The types of what is asked for. */
  private static List<String> types(Intent i) {
    List<String> types = new ArrayList<>();
    String[] several = i.getStringArrayExtra(Intent.EXTRA_MIME_TYPES);
    if (several != null) {
      types.addAll(List.of(several));
    } else if (i.getType() != null) {
      types.add(i.getType());
    } else if (fromPhotos(i)) {
      types.addAll(List.of("image/*", "video/*"));
    }
    if (Intent.ACTION_PICK.equals(i.getAction())) {
      types = List.of(family(i.getType() + " " + i.getDataString()));
    }
    if (types.isEmpty()) {
      types.add(ANY);
    }
    return types;
  }

  /** The media that a list or a type names. */
  private static String family(String about) {
    for (String family : List.of("image", "video", "audio")) {
      if (about.contains(family)) {
        return family + "/*";
      }
    }
    return ANY;
  }

  private static Intent contact(String about) {
    if (about.matches(".*(/phone|/person)\\b.*|.*://contacts/.*")) {
      // Asked for as before Android 2, and so answered.
      return granted(
          Uri.parse("content://contacts/" + (about.contains("phone") ? "phones/2" : "people/1")));
    }
    Uri base =
        about.contains("phone")
            ? ContactsContract.CommonDataKinds.Phone.CONTENT_URI
            : about.contains("email")
                ? ContactsContract.CommonDataKinds.Email.CONTENT_URI
                : ContactsContract.Contacts.getLookupUri(1, "0r1-2A");
    if (about.contains("phone") || about.contains("email")) {
      base = ContentUris.withAppendedId(base, about.contains("phone") ? 2 : 3);
    }
    return granted(base);
  }

  /** A photo: into the file that the intent names, else as a thumbnail in the answer. */
  private static Intent photo(Intent i) {
    Uri out = i.getParcelableExtra(MediaStore.EXTRA_OUTPUT);
    if (out == null) {
      Bitmap b = Bitmap.createBitmap(160, 120, Bitmap.Config.ARGB_8888);
      b.eraseColor(Color.rgb(60, 120, 60));
      return new Intent("inline-data").putExtra("data", b);
    }
    try (OutputStream os =
        RuntimeEnvironment.getApplication().getContentResolver().openOutputStream(out)) {
      if (os == null) {
        return null;
      }
      os.write(SampleContent.photo());
      return NO_DATA;
    } catch (IOException | RuntimeException e) {
      // A camera that cannot write the file comes back without a picture.
      return null;
    }
  }
}
