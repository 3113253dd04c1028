package talpa.agent.intents;

import android.app.Application;
import android.bluetooth.BluetoothAdapter;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.media.RingtoneManager;
import android.net.Uri;
import android.os.Bundle;
import android.provider.MediaStore;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.content.MediaRequests;
import talpa.agent.permit.SpecialAccess;
import talpa.agent.standin.Camera;
import talpa.agent.standin.Page;
import talpa.agent.standin.Picker;
import talpa.agent.standin.Question;
import talpa.agent.standin.SaveFile;
import talpa.agent.standin.Screen;
import talpa.agent.standin.Visit;

/** Which screen another app shows for an intent, and what its buttons answer. */
public final class Screens {
  /** How many files a picker shows. */
  private static final int MAX_FILES = 40;

  private final Answers answers;
  private final Forward forward;

  /** Starts what the user chose in the share sheet, in the place of the sheet. */
  public interface Forward {
    void start(Intent i, IntentResolver.Match match, Visit from);
  }

  public Screens(Answers answers, Forward forward) {
    this.answers = answers;
    this.forward = forward;
  }

  /** The screen of an activity that was started with the intent. */
  public Screen of(Intent i, ActivityInfo info) {
    switch (String.valueOf(i.getAction())) {
      case MediaStore.ACTION_IMAGE_CAPTURE:
        return new Camera(false, v -> answer(v, i));
      case MediaStore.ACTION_VIDEO_CAPTURE:
        return new Camera(true, v -> answer(v, i));
      case Intent.ACTION_CHOOSER:
        return chooser(i, i.getParcelableExtra(Intent.EXTRA_INTENT));
      case Intent.ACTION_CREATE_DOCUMENT:
        String title = i.getStringExtra(Intent.EXTRA_TITLE);
        return new SaveFile(title == null ? "" : title, n -> Answers.created(n));
      case Intent.ACTION_OPEN_DOCUMENT_TREE:
        return pick("Documents", Picker.Ids.DOCUMENTS, "USE THIS FOLDER", i);
      case Intent.ACTION_PICK:
      case Intent.ACTION_GET_CONTENT:
      case Intent.ACTION_OPEN_DOCUMENT:
      case MediaStore.ACTION_PICK_IMAGES:
        return picker(i, info);
      case RingtoneManager.ACTION_RINGTONE_PICKER:
        return new Picker(
            "Ringtones", Picker.Ids.PLAIN, true, List.of(choice("Default ringtone", i)));
      case MediaStore.Audio.Media.RECORD_SOUND_ACTION:
        return pick("Sound Recorder", Picker.Ids.PLAIN, "Use this recording", i);
      default:
        return other(i, info);
    }
  }

  private Screen other(Intent i, ActivityInfo info) {
    String action = String.valueOf(i.getAction());
    if (action.equals(BluetoothAdapter.ACTION_REQUEST_ENABLE)) {
      return question("An app wants to turn on Bluetooth", "Allow", "Deny", i);
    }
    if (action.equals(BluetoothAdapter.ACTION_REQUEST_DISCOVERABLE)) {
      return question(
          "An app wants to make your phone visible to other devices", "Allow", "Deny", i);
    }
    if (action.equals(Intent.ACTION_DELETE) || action.equals(Intent.ACTION_UNINSTALL_PACKAGE)) {
      return new Question(
          "Do you want to uninstall this app?",
          Question.Choice.yes("OK", Visit::cancel),
          Question.Choice.no("Cancel"));
    }
    if (MediaRequests.is(i)) {
      Application app = RuntimeEnvironment.getApplication();
      CharSequence name = app.getApplicationInfo().loadLabel(app.getPackageManager());
      return question(MediaRequests.question(i, name), "Allow", "Deny", i);
    }
    if (action.equals(Answers.CREDENTIAL) || answers.data(i, true) != null) {
      return question(label(info), "OK", "Cancel", i);
    }
    SpecialAccess.Page page = SpecialAccess.page(i);
    return page == null ? new Page(label(info), carried(i)) : access(page);
  }

  /** A page of the settings with one switch, which leads back. */
  private static Screen access(SpecialAccess.Page p) {
    Picker.Choice change =
        new Picker.Choice(
            p.label(),
            v -> {
              SpecialAccess.switchTo(p, !SpecialAccess.on(p));
              v.cancel();
            });
    return new Picker(p.title(), Picker.Ids.PLAIN, false, List.of(change));
  }

  private Screen question(String text, String yes, String no, Intent i) {
    return new Question(text, Question.Choice.yes(yes, v -> answer(v, i)), Question.Choice.no(no));
  }

  private Screen picker(Intent i, ActivityInfo info) {
    if (info.packageName.equals("com.android.contacts")) {
      return pick("Choose a contact", Picker.Ids.CONTACTS, "Sample Contact", i);
    }
    boolean documents = info.packageName.equals("com.android.documentsui");
    List<Picker.Choice> choices = new ArrayList<>();
    for (Uri u : Answers.files(i).stream().limit(MAX_FILES).toList()) {
      choices.add(
          new Picker.Choice(fileName(u), v -> Answers.leave(v, Answers.chosen(i, List.of(u)))));
    }
    return new Picker(
        documents ? "Recent" : label(info),
        documents ? Picker.Ids.DOCUMENTS : Picker.Ids.PLAIN,
        false,
        choices);
  }

  private static String fileName(Uri u) {
    String name = String.valueOf(u.getLastPathSegment());
    return name.substring(name.lastIndexOf('/') + 1);
  }

  private Screen pick(String title, Picker.Ids ids, String label, Intent i) {
    return new Picker(title, ids, false, List.of(choice(label, i)));
  }

  private Picker.Choice choice(String label, Intent i) {
    return new Picker.Choice(label, v -> answer(v, i));
  }

  private void answer(Visit v, Intent i) {
    Answers.leave(v, answers.data(i, true));
  }

  private Screen chooser(Intent sheet, Intent target) {
    List<Picker.Choice> apps = new ArrayList<>();
    if (target != null) {
      String type =
          target.resolveTypeIfNeeded(RuntimeEnvironment.getApplication().getContentResolver());
      for (IntentResolver.Match m : IntentResolver.all(target, type)) {
        apps.add(new Picker.Choice(label(m.info()), v -> forward.start(target, m, v)));
      }
    }
    CharSequence title = sheet.getCharSequenceExtra(Intent.EXTRA_TITLE);
    return new Picker(title == null ? "Share" : title.toString(), Picker.Ids.APPS, true, apps);
  }

  private static String label(ActivityInfo info) {
    CharSequence s = info.loadLabel(RuntimeEnvironment.getApplication().getPackageManager());
    return s == null ? info.name : s.toString();
  }

  /** What an intent carries, as a page that shows it would: its data and its texts. */
  private static String carried(Intent i) {
    StringBuilder s = new StringBuilder();
    if (i.getDataString() != null) {
      s.append(i.getDataString()).append('\n');
    }
    Bundle extras = i.getExtras();
    for (String key :
        extras == null ? List.<String>of() : extras.keySet().stream().sorted().toList()) {
      if (extras.get(key) instanceof CharSequence text) {
        s.append(text).append('\n');
      }
    }
    return s.toString();
  }
}
