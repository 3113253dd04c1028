package talpa.agent.content;

import android.content.ContentValues;
import android.net.Uri;
import android.provider.CalendarContract;
import android.provider.CallLog.Calls;
import android.provider.ContactsContract.CommonDataKinds.Email;
import android.provider.ContactsContract.CommonDataKinds.Phone;
import android.provider.ContactsContract.CommonDataKinds.StructuredName;
import android.provider.ContactsContract.Data;
import android.provider.ContactsContract.RawContacts;
import android.provider.MediaStore;
import android.provider.MediaStore.Audio.AudioColumns;
import android.provider.Telephony;
import talpa.agent.clock.Clock;
import talpa.agent.content.SampleContent.Sample;
import talpa.agent.contract.Route;

/**
 * The rows of a phone in use: contacts, calls, messages, a calendar with an event, a picture, a
 * film, a sound.
 */
final class SampleRows {
  private static final String NAME = "Ada Sample";
  private static final String NUMBER = "+15550100";
  private static final String LOCAL = "LOCAL";
  private static final long DAY_MS = 86_400_000;
  private static final long HOUR_MS = 3_600_000;

  private SampleRows() {}

  static void add(Rows rows) {
    add(rows, RawContacts.CONTENT_URI, new ContentValues());
    add(rows, Data.CONTENT_URI, data(StructuredName.CONTENT_ITEM_TYPE, NAME));
    // The number's row has the contact's number: who picks either gets row 1 or 2.
    ContentValues phone = data(Phone.CONTENT_ITEM_TYPE, "+1 555 0100");
    phone.put(Phone.TYPE, Phone.TYPE_MOBILE);
    phone.put(Phone.NORMALIZED_NUMBER, NUMBER);
    add(rows, Data.CONTENT_URI, phone);
    ContentValues mail = data(Email.CONTENT_ITEM_TYPE, "ada@example.com");
    mail.put(Email.TYPE, Email.TYPE_HOME);
    add(rows, Data.CONTENT_URI, mail);
    odd(rows);
    calls(rows);
    messages(rows);
    calendar(rows);
    media(rows, SampleContent.PHOTO, "images");
    media(rows, SampleContent.FILM, "video");
    media(rows, SampleContent.SOUND, "audio");
    sounds(rows);
  }

  private static void add(Rows rows, Uri list, ContentValues row) {
    rows.insert(Route.of(list), row);
  }

  private static ContentValues data(String type, String value) {
    ContentValues v = new ContentValues();
    v.put(Data.RAW_CONTACT_ID, 1);
    v.put(Data.MIMETYPE, type);
    v.put(Data.DATA1, value);
    return v;
  }

  /** A contact with nothing but a name, and one with nothing but a number. */
  private static void odd(Rows rows) {
    for (long id = 2; id <= 3; id++) {
      add(rows, RawContacts.CONTENT_URI, new ContentValues());
      boolean named = id == 2;
      ContentValues v =
          data(
              named ? StructuredName.CONTENT_ITEM_TYPE : Phone.CONTENT_ITEM_TYPE,
              named ? "Ben Sample" : "+1 555 0199");
      v.put(Data.RAW_CONTACT_ID, id);
      add(rows, Data.CONTENT_URI, v);
    }
  }

  /** One call each that was taken, made, and missed without a number. */
  private static void calls(Rows rows) {
    String[] numbers = {NUMBER, NUMBER, ""};
    int[] types = {Calls.INCOMING_TYPE, Calls.OUTGOING_TYPE, Calls.MISSED_TYPE};
    for (int i = 0; i < types.length; i++) {
      ContentValues v = new ContentValues();
      v.put(Calls.NUMBER, numbers[i]);
      v.put(Calls.TYPE, types[i]);
      v.put(Calls.DATE, Clock.wallMillis() - (types.length - i) * HOUR_MS);
      v.put(Calls.DURATION, types[i] == Calls.MISSED_TYPE ? 0 : 61);
      v.put(Calls.CACHED_NAME, numbers[i].isEmpty() ? null : NAME);
      v.put(
          Calls.NUMBER_PRESENTATION,
          numbers[i].isEmpty() ? Calls.PRESENTATION_RESTRICTED : Calls.PRESENTATION_ALLOWED);
      add(rows, Calls.CONTENT_URI, v);
    }
  }

  /** A message from a contact, the answer to it, and one of a sender that has no number. */
  private static void messages(Rows rows) {
    message(rows, Telephony.Sms.Inbox.CONTENT_URI, NUMBER, "Are you there?", 3);
    message(rows, Telephony.Sms.Sent.CONTENT_URI, NUMBER, "Yes \uD83D\uDE42", 2);
    message(rows, Telephony.Sms.Inbox.CONTENT_URI, "BANK", "Your code is 123456.", 1);
  }

  private static void message(Rows rows, Uri box, String address, String body, long hoursAgo) {
    ContentValues v = new ContentValues();
    v.put(Telephony.Sms.ADDRESS, address);
    v.put(Telephony.Sms.BODY, body);
    v.put(Telephony.Sms.DATE, Clock.wallMillis() - hoursAgo * HOUR_MS);
    add(rows, box, v);
  }

  private static void calendar(Rows rows) {
    ContentValues c = new ContentValues();
    c.put(CalendarContract.Calendars.ACCOUNT_NAME, "talpa");
    c.put(CalendarContract.Calendars.ACCOUNT_TYPE, LOCAL);
    c.put(CalendarContract.Calendars.OWNER_ACCOUNT, "talpa");
    c.put(CalendarContract.Calendars.NAME, "Calendar");
    c.put(CalendarContract.Calendars.CALENDAR_DISPLAY_NAME, "Calendar");
    c.put(CalendarContract.Calendars.CALENDAR_COLOR, 0xff3f51b5);
    c.put(
        CalendarContract.Calendars.CALENDAR_ACCESS_LEVEL,
        CalendarContract.Calendars.CAL_ACCESS_OWNER);
    c.put(CalendarContract.Calendars.CALENDAR_TIME_ZONE, "UTC");
    c.put(CalendarContract.Calendars.VISIBLE, 1);
    c.put(CalendarContract.Calendars.SYNC_EVENTS, 1);
    add(rows, CalendarContract.Calendars.CONTENT_URI, c);
    long tomorrow = (Clock.wallMillis() / DAY_MS + 1) * DAY_MS;
    ContentValues e = new ContentValues();
    e.put(CalendarContract.Events.CALENDAR_ID, 1);
    e.put(CalendarContract.Events.TITLE, "Meeting");
    e.put(CalendarContract.Events.DTSTART, tomorrow + 9 * HOUR_MS);
    e.put(CalendarContract.Events.DTEND, tomorrow + 10 * HOUR_MS);
    e.put(CalendarContract.Events.EVENT_TIMEZONE, "UTC");
    add(rows, CalendarContract.Events.CONTENT_URI, e);
  }

  private static void media(Rows rows, Sample s, String kind) {
    ContentValues v = SampleContent.describe(s.file(), s.type());
    if (!kind.equals("audio")) {
      v.put(MediaStore.MediaColumns.WIDTH, 640);
      v.put(MediaStore.MediaColumns.HEIGHT, 480);
    }
    if (!kind.equals("images")) {
      v.put(MediaStore.MediaColumns.DURATION, 3000);
    }
    if (kind.equals("audio")) {
      music(v);
    }
    v.put(MediaStore.MediaColumns.ORIENTATION, 0);
    add(rows, Uri.parse("content://media/external/" + kind + "/media"), v);
  }

  /** The sounds that the system brings: three of each kind. */
  private static void sounds(Rows rows) {
    String[] kinds = {
      AudioColumns.IS_RINGTONE, AudioColumns.IS_NOTIFICATION, AudioColumns.IS_ALARM
    };
    String[] folders = {"ringtones", "notifications", "alarms"};
    String[][] names = {
      {"Flutey Phone", "Orion", "Pixie Dust"},
      {"Adara", "Pixiedust", "Tethys"},
      {"Argon", "Oxygen", "Timer"},
    };
    for (int i = 0; i < kinds.length; i++) {
      for (String name : names[i]) {
        ContentValues v = new ContentValues();
        String file = name.replace(" ", "") + ".ogg";
        v.put(MediaStore.MediaColumns.DATA, "/product/media/audio/" + folders[i] + "/" + file);
        v.put(MediaStore.MediaColumns.DISPLAY_NAME, file);
        v.put(MediaStore.MediaColumns.TITLE, name);
        v.put(MediaStore.MediaColumns.MIME_TYPE, "audio/ogg");
        v.put(MediaStore.MediaColumns.DURATION, 3000);
        music(v);
        v.put(AudioColumns.IS_MUSIC, 0);
        v.put(kinds[i], 1);
        add(rows, MediaStore.Audio.Media.INTERNAL_CONTENT_URI, v);
      }
    }
  }

  /** What the media store finds out of a file in the folder for music, which names nobody. */
  static void music(ContentValues v) {
    v.put(AudioColumns.IS_MUSIC, 1);
    for (String other :
        new String[] {
          AudioColumns.IS_ALARM,
          AudioColumns.IS_NOTIFICATION,
          AudioColumns.IS_PODCAST,
          AudioColumns.IS_RINGTONE
        }) {
      v.put(other, 0);
    }
    v.put(AudioColumns.ARTIST, MediaStore.UNKNOWN_STRING);
    v.put(AudioColumns.ARTIST_ID, 1);
    v.put(AudioColumns.ALBUM, "Music");
    v.put(AudioColumns.ALBUM_ID, 1);
  }
}
