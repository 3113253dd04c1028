package dev.talpa.larder;

import static dev.talpa.larder.ShelvesActivity.want;

import android.content.ContentProviderOperation;
import android.content.ContentResolver;
import android.content.ContentUris;
import android.content.ContentValues;
import android.content.Context;
import android.database.ContentObserver;
import android.database.Cursor;
import android.net.Uri;
import android.os.Handler;
import android.provider.CalendarContract;
import android.provider.CallLog;
import android.provider.ContactsContract;
import android.provider.ContactsContract.CommonDataKinds.Phone;
import android.provider.ContactsContract.CommonDataKinds.StructuredName;
import android.provider.ContactsContract.Contacts;
import android.provider.ContactsContract.Data;
import android.provider.ContactsContract.PhoneLookup;
import android.provider.ContactsContract.RawContacts;
import android.provider.MediaStore;
import java.util.ArrayList;

/** Contacts, calendar, calls, messages and media. */
public final class ContentShelf {
  private static final String NAME = "Grace Larder";
  private static final String NUMBER = "(555) 010-2233";

  private final ContentResolver resolver;
  private final Handler main = new Handler();
  private int changes;

  ContentShelf(Context context) {
    resolver = context.getContentResolver();
  }

  /** What the first row of a query has in its first column, or null. */
  private String first(Uri u, String column, String where, String... args) {
    Cursor c = resolver.query(u, new String[] {column}, where, args, null);
    try {
      return c.moveToFirst() ? c.getString(0) : null;
    } finally {
      c.close();
    }
  }

  /** A contact that is added as the contract has it is found in every list; then it is removed. */
  public void addedContact() throws Exception {
    resolver.registerContentObserver(
        Contacts.CONTENT_URI,
        true,
        new ContentObserver(main) {
          @Override
          public void onChange(boolean self) {
            changes++;
          }
        });
    long raw = add();
    String id = first(RawContacts.CONTENT_URI, RawContacts.CONTACT_ID, "_id=?", "" + raw);
    Uri contact = ContentUris.withAppendedId(Contacts.CONTENT_URI, Long.parseLong(id));
    String name = first(contact, Contacts.DISPLAY_NAME, null);
    want(NAME.equals(name), name);
    name = first(Contacts.CONTENT_URI, "display_name", "has_phone_number='1' AND _id=?", id);
    want(NAME.equals(name), name);
    Uri lookup = Uri.withAppendedPath(PhoneLookup.CONTENT_FILTER_URI, Uri.encode("+15550102233"));
    want(NAME.equals(first(lookup, PhoneLookup.DISPLAY_NAME, null)), "lookup");
    want(NUMBER.equals(first(Phone.CONTENT_URI, Phone.NUMBER, "contact_id=?", id)), "number");
    String given =
        first(Data.CONTENT_URI, StructuredName.GIVEN_NAME, "raw_contact_id=? AND data2<>2", "" + raw);
    want("Grace".equals(given), given);
    want(resolver.delete(contact, null, null) == 1, "not deleted");
    want(first(Data.CONTENT_URI, "_id", "raw_contact_id=?", "" + raw) == null, "data stay");
  }

  private long add() throws Exception {
    ArrayList<ContentProviderOperation> all = new ArrayList<>();
    all.add(
        ContentProviderOperation.newInsert(RawContacts.CONTENT_URI)
            .withValue(RawContacts.ACCOUNT_TYPE, null)
            .build());
    all.add(
        ContentProviderOperation.newInsert(Data.CONTENT_URI)
            .withValueBackReference(Data.RAW_CONTACT_ID, 0)
            .withValue(Data.MIMETYPE, StructuredName.CONTENT_ITEM_TYPE)
            .withValue(StructuredName.DISPLAY_NAME, NAME)
            .build());
    all.add(
        ContentProviderOperation.newInsert(Data.CONTENT_URI)
            .withValueBackReference(Data.RAW_CONTACT_ID, 0)
            .withValue(Data.MIMETYPE, Phone.CONTENT_ITEM_TYPE)
            .withValue(Phone.NUMBER, NUMBER)
            .withValue(Phone.TYPE, Phone.TYPE_MOBILE)
            .build());
    return ContentUris.parseId(resolver.applyBatch(ContactsContract.AUTHORITY, all)[0].uri);
  }

  /** A person with a number and an address is there from the beginning. */
  public void contacts() {
    String id = first(Contacts.CONTENT_URI, "_id", "display_name=?", "Ada Sample");
    want(id != null, "nobody");
    want(first(Phone.CONTENT_URI, Phone.NUMBER, "contact_id=" + id) != null, "no number");
  }

  @SuppressWarnings("deprecation")
  public void oldContacts() {
    Uri phones = android.provider.Contacts.Phones.CONTENT_URI;
    String person = first(phones, "person", "display_name=?", "Ada Sample");
    want(person != null, "nobody");
    Uri ada = Uri.withAppendedPath(android.provider.Contacts.People.CONTENT_URI, person);
    want("Ada Sample".equals(first(ada, "name", null)), "no name");
    want(first(ada, "number", null) != null, "no number");
  }

  public void calendar() {
    String id = first(CalendarContract.Calendars.CONTENT_URI, "_id", "visible=?", "1");
    want(id != null, "no calendar");
    ContentValues v = new ContentValues();
    v.put(CalendarContract.Events.CALENDAR_ID, id);
    v.put(CalendarContract.Events.TITLE, "larder");
    v.put(CalendarContract.Events.DTSTART, 1000000000000L);
    v.put(CalendarContract.Events.DTEND, 1000003600000L);
    v.put(CalendarContract.Events.EVENT_TIMEZONE, "UTC");
    Uri event = resolver.insert(CalendarContract.Events.CONTENT_URI, v);
    Uri.Builder days = CalendarContract.Instances.CONTENT_URI.buildUpon();
    ContentUris.appendId(days, 999999999999L);
    ContentUris.appendId(days, 1000000000001L);
    String title = first(days.build(), CalendarContract.Instances.TITLE, null);
    want("larder".equals(title), title);
    want("Calendar".equals(first(event, "calendar_displayName", "visible=1")), "no calendar name");
    want(resolver.delete(event, null, null) == 1, "not deleted");
  }

  public void calls() {
    ContentValues v = new ContentValues();
    v.put(CallLog.Calls.NUMBER, "0555123");
    v.put(CallLog.Calls.TYPE, CallLog.Calls.MISSED_TYPE);
    v.put(CallLog.Calls.DATE, 5);
    Uri call = resolver.insert(CallLog.Calls.CONTENT_URI, v);
    want("0555123".equals(first(call, "number", "type=? AND date=5", "3")), "another call");
    want(resolver.delete(call, null, null) == 1, "not deleted");
  }

  /** Who may not read messages is told so. */
  public void messagesRefused() {
    try {
      first(Uri.parse("content://sms/inbox"), "body", null);
    } catch (SecurityException e) {
      want(e.getMessage().contains("requires android.permission.READ_SMS"), e.getMessage());
      return;
    }
    want(false, "the messages");
  }

  public void media() throws Exception {
    Uri images = MediaStore.Images.Media.EXTERNAL_CONTENT_URI;
    String id = first(images, "_id", "mime_type=?", "image/jpeg");
    want(id != null, "no picture");
    Uri image = ContentUris.withAppendedId(images, Long.parseLong(id));
    resolver.openInputStream(image).close();
    want("image/jpeg".equals(resolver.getType(image)), resolver.getType(image));
    want(first(MediaStore.Audio.Media.EXTERNAL_CONTENT_URI, "title", "duration>0") != null, "sound");
  }
}
