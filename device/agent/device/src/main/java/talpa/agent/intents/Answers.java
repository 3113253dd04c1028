package talpa.agent.intents;

import android.bluetooth.BluetoothAdapter;
import android.content.ContentUris;
import android.content.Intent;
import android.graphics.Bitmap;
import android.graphics.Color;
import android.media.RingtoneManager;
import android.net.Uri;
import android.provider.ContactsContract;
import android.provider.MediaStore;
import android.provider.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.content.Access;
import talpa.agent.content.SampleContent;
import talpa.agent.standin.Visit;

/** What a user who picks the first thing gives back from another app. */
public final class Answers {
  /** The answer "ok" without data. */
  public static final Intent NO_DATA = new Intent();

  private static final Set<String> CONFIRMATIONS =
      Set.of(
          BluetoothAdapter.ACTION_REQUEST_ENABLE,
          BluetoothAdapter.ACTION_REQUEST_DISCOVERABLE,
          "android.app.action.ADD_DEVICE_ADMIN",
          "android.app.action.CONFIRM_DEVICE_CREDENTIAL",
          "android.appwidget.action.APPWIDGET_BIND",
          "com.android.camera.action.CROP");

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
      case MediaStore.ACTION_VIDEO_CAPTURE:
        return new Intent().setData(SampleContent.VIDEO);
      case MediaStore.Audio.Media.RECORD_SOUND_ACTION:
        return new Intent().setData(SampleContent.AUDIO);
      case Intent.ACTION_PICK:
      case Intent.ACTION_GET_CONTENT:
      case Intent.ACTION_OPEN_DOCUMENT:
        return picked(i);
      case Intent.ACTION_CREATE_DOCUMENT:
        return created(i.getStringExtra(Intent.EXTRA_TITLE));
      case Intent.ACTION_OPEN_DOCUMENT_TREE:
        return granted(SampleContent.TREE);
      case RingtoneManager.ACTION_RINGTONE_PICKER:
        return new Intent()
            .putExtra(
                RingtoneManager.EXTRA_RINGTONE_PICKED_URI, Settings.System.DEFAULT_RINGTONE_URI);
      case Intent.ACTION_CHOOSER:
        Intent target = i.getParcelableExtra(Intent.EXTRA_INTENT, Intent.class);
        return target == null || target == i || !taken(target) ? null : data(target, eager);
      default:
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

  private static Intent granted(Uri u) {
    Access.give(u);
    return new Intent()
        .setData(u)
        .addFlags(
            Intent.FLAG_GRANT_READ_URI_PERMISSION
                | Intent.FLAG_GRANT_WRITE_URI_PERMISSION
                | Intent.FLAG_GRANT_PERSISTABLE_URI_PERMISSION);
  }

  private static Intent picked(Intent i) {
    String type = i.getType();
    if (type == null && i.getData() != null) {
      type = RuntimeEnvironment.getApplication().getContentResolver().getType(i.getData());
    }
    String about = type + " " + i.getDataString();
    if (about.contains("contact") || about.contains("person") || about.contains("phone")) {
      return contact(about);
    }
    Uri u = SampleContent.media(about);
    boolean document = !Intent.ACTION_PICK.equals(i.getAction());
    return granted(u != null && !document ? u : SampleContent.document(about));
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
    Uri out = i.getParcelableExtra(MediaStore.EXTRA_OUTPUT, Uri.class);
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
