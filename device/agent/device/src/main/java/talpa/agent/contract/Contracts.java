package talpa.agent.contract;

import android.provider.BlockedNumberContract;
import android.provider.Browser;
import android.provider.CalendarContract;
import android.provider.CallLog;
import android.provider.ContactsContract;
import android.provider.ContactsContract.CommonDataKinds;
import android.provider.MediaStore;
import android.provider.Telephony;
import android.provider.UserDictionary;
import java.lang.reflect.Field;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The columns that the contracts of the system's providers name. */
public final class Contracts {
  static final List<Class<?>> MEDIA =
      List.of(
          MediaStore.MediaColumns.class,
          MediaStore.Files.FileColumns.class,
          MediaStore.Images.ImageColumns.class,
          MediaStore.Video.VideoColumns.class,
          MediaStore.Audio.AudioColumns.class);

  static final List<Class<?>> CONTACTS =
      List.of(
          ContactsContract.Contacts.class,
          ContactsContract.RawContacts.class,
          ContactsContract.Data.class,
          ContactsContract.PhoneLookup.class,
          CommonDataKinds.Phone.class,
          CommonDataKinds.Email.class,
          CommonDataKinds.StructuredName.class,
          CommonDataKinds.StructuredPostal.class,
          CommonDataKinds.Photo.class);

  static final List<Class<?>> OLD_PEOPLE = List.of(android.provider.Contacts.People.class);

  static final List<Class<?>> OLD_PHONES = List.of(android.provider.Contacts.Phones.class);

  static final List<Class<?>> CALENDARS = List.of(CalendarContract.Calendars.class);

  static final List<Class<?>> EVENTS =
      List.of(CalendarContract.Events.class, CalendarContract.Instances.class);

  static final List<Class<?>> GUESTS =
      List.of(
          CalendarContract.Attendees.class,
          CalendarContract.Reminders.class,
          CalendarContract.CalendarAlerts.class);

  static final List<Class<?>> CALLS = List.of(CallLog.Calls.class);

  static final List<Class<?>> SMS = List.of(Telephony.Sms.class, Telephony.Threads.class);

  /** Those of lists that have no table of their own. */
  static final List<Class<?>> OTHERS =
      List.of(
          ContactsContract.Groups.class,
          ContactsContract.Settings.class,
          android.provider.Contacts.People.class,
          android.provider.Contacts.Phones.class,
          MediaStore.Images.Thumbnails.class,
          MediaStore.Audio.AlbumColumns.class,
          MediaStore.Audio.ArtistColumns.class,
          MediaStore.Audio.GenresColumns.class,
          MediaStore.Audio.PlaylistsColumns.class,
          MediaStore.Audio.Playlists.Members.class,
          Telephony.Mms.class,
          Telephony.Carriers.class,
          Browser.BookmarkColumns.class,
          UserDictionary.Words.class,
          BlockedNumberContract.BlockedNumbers.class);

  private Contracts() {}

  /** The columns that the constants of these classes name, each once whatever its case. */
  static Set<String> columns(List<Class<?>> contracts) {
    Set<String> columns = new LinkedHashSet<>();
    for (Class<?> c : contracts) {
      for (Field f : c.getFields()) {
        String name = constant(f);
        if (name.matches("[a-zA-Z_][a-zA-Z0-9_]*") && !has(columns, name)) {
          columns.add(name);
        }
      }
    }
    return columns;
  }

  public static boolean has(Set<String> columns, String name) {
    return columns.stream().anyMatch(name::equalsIgnoreCase);
  }

  private static String constant(Field f) {
    if (f.getType() != String.class) {
      return "";
    }
    try {
      f.setAccessible(true);
      return String.valueOf(f.get(null));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
