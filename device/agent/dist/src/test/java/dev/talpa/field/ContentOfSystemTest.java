package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.Manifest.permission;
import android.content.ContentProviderOperation;
import android.content.ContentResolver;
import android.content.ContentValues;
import android.database.ContentObserver;
import android.database.Cursor;
import android.database.StaleDataException;
import android.net.Uri;
import android.os.Bundle;
import android.os.Environment;
import android.os.Handler;
import android.os.Looper;
import android.provider.ContactsContract;
import android.provider.ContactsContract.CommonDataKinds.Phone;
import android.provider.ContactsContract.CommonDataKinds.StructuredName;
import android.provider.ContactsContract.Contacts;
import android.provider.ContactsContract.Data;
import android.provider.ContactsContract.PhoneLookup;
import android.provider.ContactsContract.RawContacts;
import android.provider.DocumentsContract;
import android.provider.MediaStore;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The system's own providers: contacts, media, documents, and what tools do to their rows. */
class ContentOfSystemTest extends FieldTest {
  private static final Uri IMAGES = Uri.parse("content://media/external/images/media");
  private static final Uri FILES = Uri.parse("content://media/external/file");
  private static final Uri TREE =
      Uri.parse("content://com.android.externalstorage.documents/tree/primary%3ADocuments");

  private static ContentResolver resolver() {
    return app().getContentResolver();
  }

  /** The first column of all rows that are found. */
  private static List<String> column(Uri u, String name, String where, String... args) {
    List<String> all = new ArrayList<>();
    String[] columns = {name};
    try (Cursor c = resolver().query(u, columns, where, args, name)) {
      while (c.moveToNext()) {
        all.add(c.getString(0));
      }
    }
    return all;
  }

  private static ContentValues values(Object... pairs) {
    ContentValues v = new ContentValues();
    for (int i = 0; i < pairs.length; i += 2) {
      v.put((String) pairs[i], String.valueOf(pairs[i + 1]));
    }
    return v;
  }

  /** Says which addresses below this one changed. */
  private static void watch(Uri u) {
    main(
        () ->
            resolver()
                .registerContentObserver(
                    u,
                    true,
                    new ContentObserver(new Handler(Looper.getMainLooper())) {
                      @Override
                      public void onChange(boolean self, Uri changed) {
                        say("" + changed.getPath());
                      }
                    }));
  }

  // ---- contacts ----

  private static Uri newContact(String name, String number) throws Exception {
    ArrayList<ContentProviderOperation> ops = new ArrayList<>();
    ops.add(ContentProviderOperation.newInsert(RawContacts.CONTENT_URI).build());
    ops.add(
        ContentProviderOperation.newInsert(Data.CONTENT_URI)
            .withValueBackReference(Data.RAW_CONTACT_ID, 0)
            .withValues(values(Data.MIMETYPE, StructuredName.CONTENT_ITEM_TYPE, Data.DATA1, name))
            .build());
    ops.add(
        ContentProviderOperation.newInsert(Data.CONTENT_URI)
            .withValueBackReference(Data.RAW_CONTACT_ID, 0)
            .withValues(values(Data.MIMETYPE, Phone.CONTENT_ITEM_TYPE, Phone.NUMBER, number))
            .build());
    return resolver().applyBatch(ContactsContract.AUTHORITY, ops)[0].uri;
  }

  @Test
  void aNewContactIsFoundByItsNameAndNumberUntilItIsDeleted() throws Exception {
    Uri made = newContact("Zoe Long Name", "(030) 123-4567");
    Uri byName = Uri.withAppendedPath(Contacts.CONTENT_FILTER_URI, "long");
    Uri byNumber = Uri.withAppendedPath(PhoneLookup.CONTENT_FILTER_URI, "+49301234567");
    String name = Contacts.DISPLAY_NAME;
    for (Uri u : List.of(byName, byNumber)) {
      assertEquals(List.of("Zoe Long Name"), column(u, name, null), u.toString());
    }
    assertEquals(List.of("1"), column(byName, Contacts.HAS_PHONE_NUMBER, null));
    String named = Data.MIMETYPE + "=? AND " + name + "=?";
    String[] args = {StructuredName.CONTENT_ITEM_TYPE, "Zoe Long Name"};
    assertEquals(
        List.of("Long Name"), column(Data.CONTENT_URI, StructuredName.FAMILY_NAME, named, args));
    assertEquals(1, resolver().delete(made, null, null));
    for (Uri u : List.of(byName, byNumber)) {
      assertEquals(List.of(), column(u, name, null), u.toString());
    }
    assertEquals(List.of(), column(Data.CONTENT_URI, Data.DATA1, named, args));
  }

  @Test
  void whoWatchesContactsHearsOfTheirData() {
    watch(Contacts.CONTENT_URI);
    main(
        () ->
            resolver()
                .update(
                    Data.CONTENT_URI, values(Data.DATA1, "New Name"), Data.DATA1 + "=?", ada()));
    assertSaid("/contacts");
    main(() -> resolver().update(Data.CONTENT_URI, values(Data.DATA1, "x"), "_id=-1", null));
    assertSaid("");
  }

  private static String[] ada() {
    return new String[] {"Ada Sample"};
  }

  @Test
  void anEmptyPhoneHasNoRowsAndAFullOneHasThemAgain() {
    List<String> names = column(Contacts.CONTENT_URI, Contacts.DISPLAY_NAME, null);
    assertEquals(List.of("+1 555 0199", "Ada Sample", "Ben Sample"), names);
    watch(Contacts.CONTENT_URI);
    for (boolean empty : new boolean[] {true, false}) {
      device("phone", Map.of("empty", empty));
      assertNotEquals("", said(), "nobody was told");
      List<String> now = column(Contacts.CONTENT_URI, Contacts.DISPLAY_NAME, null);
      assertEquals(empty ? List.of() : names, now);
    }
  }

  @Test
  void readingWithoutWritingIsHalfAPermission() {
    device(
        "permission", Map.of("grants", Map.of(permission.WRITE_CONTACTS, Map.of("held", false))));
    assertEquals(3, column(Contacts.CONTENT_URI, Contacts.DISPLAY_NAME, null).size());
    for (Runnable r :
        List.<Runnable>of(
            () -> resolver().insert(RawContacts.CONTENT_URI, new ContentValues()),
            () -> resolver().update(RawContacts.CONTENT_URI, values("starred", 1), null, null),
            () -> resolver().delete(RawContacts.CONTENT_URI, null, null))) {
      Exception e = assertThrows(SecurityException.class, r::run);
      String text =
          "Permission Denial: writing com.android.providers.contacts.ContactsProvider2 uri "
              + RawContacts.CONTENT_URI
              + " from pid=";
      assertTrue(e.getMessage().startsWith(text), e.getMessage());
      text = " requires android.permission.WRITE_CONTACTS, or grantUriPermission()";
      assertTrue(e.getMessage().endsWith(text), e.getMessage());
    }
  }

  @Test
  void whatTheManifestDoesNotAskForIsRefused() {
    Map<String, String> needs = new LinkedHashMap<>();
    needs.put("call_log/calls", "READ_CALL_LOG or android.permission.WRITE_CALL_LOG");
    needs.put("com.android.calendar/events", "READ_CALENDAR or android.permission.WRITE_CALENDAR");
    needs.put("sms/inbox", "READ_SMS");
    needs.put("mms-sms/conversations", "READ_SMS");
    needs.forEach(
        (list, needed) -> {
          Uri u = Uri.parse("content://" + list);
          Exception e =
              assertThrows(
                  SecurityException.class, () -> resolver().query(u, null, null, null, null));
          assertTrue(e.getMessage().endsWith(" requires android.permission." + needed), "" + e);
        });
    Uri sms = Uri.parse("content://sms");
    assertEquals("content://sms/0", resolver().insert(sms, values("body", "b")).toString());
    assertEquals(0, resolver().delete(sms, null, null), "only the app for messages may");
  }

  @Test
  void addressesHaveTheTypesOfTheirProviders() {
    Map<String, String> types = new LinkedHashMap<>();
    types.put("com.android.contacts/contacts", "vnd.android.cursor.dir/contact");
    types.put("com.android.contacts/contacts/1", "vnd.android.cursor.item/contact");
    types.put("com.android.contacts/contacts/lookup/0r1", "vnd.android.cursor.item/contact");
    types.put("com.android.contacts/data/phones/2", "vnd.android.cursor.item/phone_v2");
    types.put("com.android.contacts/data/emails", "vnd.android.cursor.dir/email_v2");
    types.put("contacts/people/1", "vnd.android.cursor.item/person");
    types.put("media/external/images/media", "vnd.android.cursor.dir/image");
    types.put("media/external/video/media", "vnd.android.cursor.dir/video");
    types.put("media/external/audio/media", "vnd.android.cursor.dir/audio");
    types.put("media/external/images/media/1", "image/jpeg");
    types.put("media/external/file/3", "audio/mpeg");
    types.put("media/external/images/media/99", null);
    types.put("com.android.calendar/time/1750000000000", "time/epoch");
    types.put("com.android.calendar/events", "vnd.android.cursor.dir/event");
    types.put("com.android.calendar/events/1", "vnd.android.cursor.item/event");
    types.put("com.android.calendar/instances/when/1/2", "vnd.android.cursor.dir/event-instance");
    types.put("com.android.calendar/calendars", null);
    types.put("call_log/calls", "vnd.android.cursor.dir/calls");
    types.put("call_log/calls/1", "vnd.android.cursor.item/calls");
    types.put("sms", "vnd.android.cursor.dir/sms");
    types.put("sms/inbox", "vnd.android.cursor.dir/sms");
    types.put("sms/1", "vnd.android.cursor.item/sms");
    types.put("sms/conversations/1", "vnd.android.cursor.item/sms-chat");
    types.forEach((u, t) -> assertEquals(t, resolver().getType(Uri.parse("content://" + u)), u));
  }

  // ---- media ----

  private static Uri newImage(String name) throws IOException {
    Uri made = resolver().insert(IMAGES, values("_display_name", name, "mime_type", "image/png"));
    try (OutputStream out = resolver().openOutputStream(made)) {
      out.write(new byte[] {1, 2, 3});
    }
    return made;
  }

  @Test
  void picturesOfOneNameAreTwoFilesWhichGoWithTheirRows() throws IOException {
    Uri first = newImage("a.png");
    Uri second = newImage("a.png");
    assertEquals(List.of("a (1).png", "a.png"), column(IMAGES, "_display_name", null));
    File file = new File(column(second, "_data", null).get(0));
    assertEquals(3, file.length());
    watch(IMAGES);
    main(() -> assertEquals(1, resolver().delete(second, null, null)));
    assertSaid(second.getPath());
    assertFalse(file.exists());
    assertEquals(List.of("a.png"), column(IMAGES, "_display_name", null));
    assertTrue(new File(column(first, "_data", null).get(0)).exists());
    assertThrows(FileNotFoundException.class, () -> resolver().openInputStream(second));
  }

  @Test
  void aFileThatCameIsListedUntilItGoes() throws IOException {
    File f = new File(Environment.getExternalStoragePublicDirectory("Download"), "came.pdf");
    f.getParentFile().mkdirs();
    Files.write(f.toPath(), new byte[7]);
    String[] path = {f.getPath()};
    watch(FILES);
    device("document", Map.of("name", f.getName()));
    assertSaid("/external/file");
    assertEquals(List.of(), column(FILES, "_id", "_data=?", path), "others' files need leave");
    Uri item = byTool(f);
    assertEquals("application/pdf", resolver().getType(item));
    Files.delete(f.toPath());
    device("document", Map.of("name", f.getName()));
    assertNull(resolver().getType(item));
  }

  @Test
  void aPublicFolderThatIsGoneIsNamedAndNotMade() throws IOException {
    File folder = Environment.getExternalStoragePublicDirectory(Environment.DIRECTORY_PODCASTS);
    assertTrue(folder.isDirectory(), "phones come with it");
    Files.delete(folder.toPath());
    assertEquals(
        folder, Environment.getExternalStoragePublicDirectory(Environment.DIRECTORY_PODCASTS));
    assertFalse(folder.exists());
    assertThrows(
        NullPointerException.class, () -> Environment.getExternalStoragePublicDirectory(null));
  }

  /** The address of a file, as a tool finds it. */
  private static Uri byTool(File f) {
    Map<?, ?> r =
        device(
            "content",
            Map.of(
                "op",
                "query",
                "uri",
                FILES.toString(),
                "projection",
                List.of("_id"),
                "where",
                "_data='" + f.getPath() + "'"));
    String row = (String) ((List<?>) r.get("lines")).get(0);
    return Uri.withAppendedPath(FILES, row.substring(row.indexOf('=') + 1));
  }

  // ---- documents ----

  private static List<String> children() {
    Uri u =
        DocumentsContract.buildChildDocumentsUriUsingTree(
            TREE, DocumentsContract.getTreeDocumentId(TREE));
    return column(u, "_display_name", null);
  }

  @Test
  void documentsOfAPickedFolderAreMadeListedReadAndDeleted() throws IOException {
    Uri folder =
        DocumentsContract.buildDocumentUriUsingTree(
            TREE, DocumentsContract.getTreeDocumentId(TREE));
    assertEquals("vnd.android.document/directory", resolver().getType(folder));
    Uri made = DocumentsContract.createDocument(resolver(), folder, "text/plain", "a:b.txt");
    assertEquals("text/plain", resolver().getType(made));
    Uri again = DocumentsContract.createDocument(resolver(), folder, "text/plain", "a:b.txt");
    assertNotEquals(made, again);
    assertEquals(List.of("sample.txt", "a_b.txt", "a_b (1).txt"), sortedBySize(children()));
    try (OutputStream out = resolver().openOutputStream(made)) {
      out.write("text".getBytes());
    }
    try (InputStream in = resolver().openInputStream(made)) {
      assertEquals("text", new String(in.readAllBytes()));
    }
    assertEquals(List.of("4"), column(made, "_size", null));
    assertTrue(DocumentsContract.deleteDocument(resolver(), made));
    assertThrows(FileNotFoundException.class, () -> resolver().openInputStream(made));
    assertNull(resolver().query(made, null, null, null, null));
    Exception e =
        assertThrows(
            IllegalStateException.class, () -> DocumentsContract.deleteDocument(resolver(), made));
    assertTrue(e.getMessage().startsWith("Failed to delete "), e.getMessage());
    assertThrows(UnsupportedOperationException.class, () -> resolver().delete(again, null, null));
  }

  /** The sample first, then the shorter names. */
  private static List<String> sortedBySize(List<String> names) {
    List<String> all = new ArrayList<>(names);
    all.sort((a, b) -> a.startsWith("s") ? -1 : b.startsWith("s") ? 1 : a.length() - b.length());
    return all;
  }

  @Test
  void noDocumentLiesOutsideTheSharedStorage() {
    for (String id : List.of("primary:../../secret", "primary:../x", "primary:a/../../../y")) {
      Uri u = DocumentsContract.buildDocumentUri(TREE.getAuthority(), id);
      assertThrows(FileNotFoundException.class, () -> resolver().openInputStream(u), id);
      assertNull(resolver().query(u, null, null, null, null), id);
    }
  }

  // ---- tools, and providers that are not there ----

  private static Object tool(String op, String list, Object... more) {
    Map<String, Object> p = new LinkedHashMap<>(Map.of("op", op, "uri", "content://" + list));
    for (int i = 0; i < more.length; i += 2) {
      p.put((String) more[i], more[i + 1]);
    }
    return device("content", p).get("lines");
  }

  @Test
  void aToolNeedsNoPermission() {
    String list = "sms/inbox";
    watch(Uri.parse("content://sms"));
    assertEquals(
        List.of(), tool("insert", list, "values", Map.of("address", "12", "body", "hello")));
    assertTrue(said().startsWith("/inbox/"));
    String where = "address='12'";
    List<String> columns = List.of("body", "type", "person");
    assertEquals(
        List.of("Row: 0 body=hello, type=1, person=NULL"),
        tool("query", "sms", "projection", columns, "where", where));
    tool("update", "sms", "values", Map.of("body", "bye"), "where", where);
    assertEquals(
        List.of("Row: 0 body=bye"),
        tool("query", list, "projection", List.of("body"), "where", where));
    tool("delete", list, "where", where);
    assertEquals(List.of("No result found."), tool("query", list, "where", where));
    assertEquals(
        List.of("Result: vnd.android.cursor.dir/contact"),
        tool("gettype", "com.android.contacts/contacts"));
  }

  @Test
  void whatAToolCannotDoIsToldInItsWords() {
    String notes = "content://dev.talpa.field.notes/notes";
    assertEquals("content cannot fly", refused("content", Map.of("op", "fly", "uri", notes)));
    String said = refused("content", Map.of("op", "insert", "uri", notes));
    assertTrue(said.startsWith("android.database.sqlite.SQLiteException: "), said);
    said = refused("content", Map.of("op", "delete", "uri", "content://dev.talpa.none/x"));
    assertEquals(
        "java.lang.IllegalArgumentException: Unknown URL content://dev.talpa.none/x", said);
    assertTrue(traces().isEmpty());
  }

  @Test
  void theMediaStoreScansFilesAndTellsItsVersion() throws IOException {
    File f = new File(Environment.getExternalStorageDirectory(), "scanned.jpg");
    Files.write(f.toPath(), new byte[] {1});
    Uri u = MediaStore.scanFile(resolver(), f);
    assertEquals(List.of("scanned.jpg"), column(u, "_display_name", null));
    assertEquals(u, MediaStore.scanFile(resolver(), f));
    assertNull(MediaStore.scanFile(resolver(), new File(app().getFilesDir(), "own.jpg")));
    assertEquals("1500:1", MediaStore.getVersion(app()));
    assertEquals(1, MediaStore.getGeneration(app(), MediaStore.VOLUME_EXTERNAL_PRIMARY));
  }

  @Test
  void nobodyAnswersForAProviderThatIsNotThere() {
    Uri none = Uri.parse("content://dev.talpa.none/x");
    for (Exception e :
        List.of(
            assertThrows(
                IllegalArgumentException.class, () -> resolver().call(none, "m", null, null)),
            assertThrows(
                IllegalArgumentException.class,
                () -> resolver().applyBatch("dev.talpa.none", new ArrayList<>())))) {
      assertEquals("Unknown authority dev.talpa.none", e.getMessage());
    }
    assertThrows(FileNotFoundException.class, () -> resolver().openFileDescriptor(none, "r"));
  }

  // ---- types, and queries by a bundle ----

  private static String type(String uri) {
    return resolver().getType(Uri.parse("content://" + uri));
  }

  @Test
  void whatLiesBelowAPersonHasATypeOfItsOwn() {
    assertEquals("vnd.android.cursor.dir/person", type("contacts/people"));
    assertEquals("vnd.android.cursor.item/person", type("contacts/people/1"));
    assertEquals("vnd.android.cursor.dir/phone", type("contacts/people/1/phones"));
    assertEquals("vnd.android.cursor.item/phone", type("contacts/people/1/phones/2"));
    assertEquals(
        "vnd.android.cursor.dir/contact-methods", type("contacts/people/1/contact_methods"));
    assertEquals("vnd.android.cursor.dir/phone_v2", type("com.android.contacts/data/phones"));
  }

  private static List<String> names(Bundle how) {
    List<String> all = new ArrayList<>();
    try (Cursor c = resolver().query(IMAGES, new String[] {"_display_name"}, how, null)) {
      while (c.moveToNext()) {
        all.add(c.getString(0));
      }
    }
    return all;
  }

  @Test
  void aQueryMayComeAsABundle() {
    for (String name : List.of("b.png", "d.jpg", "a.jpg", "c.jpg")) {
      ContentValues row = new ContentValues();
      row.put("_display_name", name);
      assertNotNull(resolver().insert(IMAGES, row));
    }
    Bundle how = new Bundle();
    how.putString(ContentResolver.QUERY_ARG_SQL_SELECTION, "_display_name LIKE ?");
    how.putStringArray(ContentResolver.QUERY_ARG_SQL_SELECTION_ARGS, new String[] {"%.png"});
    assertEquals(List.of("b.png"), names(how));
    Bundle sorted = new Bundle();
    sorted.putStringArray(ContentResolver.QUERY_ARG_SORT_COLUMNS, new String[] {"_display_name"});
    sorted.putInt(
        ContentResolver.QUERY_ARG_SORT_DIRECTION, ContentResolver.QUERY_SORT_DIRECTION_DESCENDING);
    assertEquals(List.of("d.jpg", "c.jpg", "b.png", "a.jpg"), names(sorted));
    sorted.putInt(ContentResolver.QUERY_ARG_LIMIT, 2);
    sorted.putInt(ContentResolver.QUERY_ARG_OFFSET, 1);
    assertEquals(List.of("c.jpg", "b.png"), names(sorted));
  }

  /** As a BulkCursorToCursorAdaptor does, which an app has of a provider in another process. */
  @Test
  void rowsOfTheSystemThatWereClosedAreStale() {
    Cursor c = resolver().query(Contacts.CONTENT_URI, null, null, null, null);
    assertEquals("android.content.ContentResolver$CursorWrapperInner", c.getClass().getName());
    assertTrue(c.moveToLast());
    String name = c.getString(c.getColumnIndexOrThrow(Contacts.LOOKUP_KEY));
    assertTrue(c.moveToFirst());
    assertNotEquals(name, c.getString(c.getColumnIndexOrThrow(Contacts.LOOKUP_KEY)));
    c.close();
    assertEquals(
        "Attempted to access a cursor after it has been closed.",
        assertThrows(StaleDataException.class, c::moveToFirst).getMessage());
  }

  /** As message apps read them: a thread names its recipients by their ids, not their numbers. */
  @Test
  void threadsOfMessagesNameTheirRecipientsByIds() {
    tool("insert", "sms/inbox", "values", Map.of("address", "4711", "body", "hello"));
    String where = "snippet='hello' AND snippet_cs=0 AND archived=0";
    List<String> columns = List.of("recipient_ids");
    List<?> rows =
        (List<?>)
            tool(
                "query",
                "mms-sms/conversations?simple=true",
                "projection",
                columns,
                "where",
                where);
    String id = String.valueOf(rows.get(0)).replaceFirst("Row: 0 recipient_ids=(\\d+)", "$1");
    columns = List.of("address");
    Object address = List.of("Row: 0 address=4711");
    where = "_id=" + id;
    String all = "mms-sms/canonical-addresses";
    assertEquals(address, tool("query", all, "projection", columns, "where", where));
    String one = "mms-sms/canonical-address/" + id;
    assertEquals(address, tool("query", one, "projection", columns));
    tool("delete", "sms", "where", "address='4711'");
  }
}
