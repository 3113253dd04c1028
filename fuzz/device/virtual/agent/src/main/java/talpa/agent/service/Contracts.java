package talpa.agent.service;

import android.content.ContentValues;
import android.provider.BlockedNumberContract;
import android.provider.Browser;
import android.provider.CalendarContract;
import android.provider.CallLog;
import android.provider.ContactsContract;
import android.provider.ContactsContract.CommonDataKinds;
import android.provider.MediaStore;
import android.provider.Telephony;
import android.provider.UserDictionary;
import java.util.List;

/** Which columns the providers of the system have, and the rows of what a user picks in them. */
final class Contracts {
  private static final List<Class<?>> MEDIA =
      List.of(
          MediaStore.MediaColumns.class,
          MediaStore.Files.FileColumns.class,
          MediaStore.Images.ImageColumns.class,
          MediaStore.Images.Thumbnails.class,
          MediaStore.Video.VideoColumns.class,
          MediaStore.Audio.AudioColumns.class,
          MediaStore.Audio.AlbumColumns.class,
          MediaStore.Audio.ArtistColumns.class,
          MediaStore.Audio.GenresColumns.class,
          MediaStore.Audio.PlaylistsColumns.class);

  private static final List<Class<?>> CONTACTS =
      List.of(
          ContactsContract.Contacts.class,
          ContactsContract.RawContacts.class,
          ContactsContract.Data.class,
          ContactsContract.Groups.class,
          CommonDataKinds.Phone.class,
          CommonDataKinds.Email.class,
          CommonDataKinds.StructuredName.class,
          CommonDataKinds.StructuredPostal.class,
          CommonDataKinds.Photo.class,
          android.provider.Contacts.People.class,
          android.provider.Contacts.Phones.class);

  private static final List<Class<?>> OTHERS =
      List.of(
          CalendarContract.Calendars.class,
          CalendarContract.Events.class,
          CalendarContract.Instances.class,
          CalendarContract.Attendees.class,
          CalendarContract.Reminders.class,
          CallLog.Calls.class,
          Telephony.Sms.class,
          Telephony.Mms.class,
          Telephony.Carriers.class,
          Telephony.Threads.class,
          Browser.BookmarkColumns.class,
          UserDictionary.Words.class,
          BlockedNumberContract.BlockedNumbers.class);

  private Contracts() {}

  /** The classes that name the columns of an authority. */
  static List<Class<?>> of(String authority) {
    if (authority.equals("media")) {
      return MEDIA;
    }
    return authority.contains("contacts") ? CONTACTS : OTHERS;
  }

  /** The rows that single items have; a table takes the columns it knows. */
  static List<ContentValues> rows() {
    return List.of(
        row(1, SampleContent.PHOTO, 640, 480),
        row(2, SampleContent.FILM, 640, 480),
        row(3, SampleContent.SOUND, 0, 0));
  }

  private static ContentValues row(long id, SampleContent.Sample s, int width, int height) {
    ContentValues v = new ContentValues();
    v.put("_id", id);
    v.put("_data", s.file().getPath());
    v.put("_display_name", s.name());
    v.put("_size", s.file().length());
    v.put("title", s.name());
    v.put("mime_type", s.type());
    v.put("bucket_display_name", s.folder());
    v.put("bucket_id", 1);
    v.put("duration", 1000);
    v.put("width", width);
    v.put("height", height);
    v.put("orientation", 0);
    v.put("display_name", "Ada Sample");
    v.put("name", "Ada Sample");
    v.put("lookup", "0r1-2A");
    v.put("has_phone_number", 1);
    v.put("contact_id", 1);
    v.put("number", "+1 555 0100");
    v.put("data1", "+1 555 0100");
    v.put("data2", 2);
    return v;
  }
}
