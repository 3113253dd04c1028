package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.Manifest.permission;
import android.app.Application;
import android.content.ContentProvider;
import android.content.ContentProviderOperation;
import android.content.ContentResolver;
import android.content.ContentUris;
import android.content.ContentValues;
import android.content.OperationApplicationException;
import android.content.UriMatcher;
import android.database.ContentObserver;
import android.database.Cursor;
import android.database.CursorIndexOutOfBoundsException;
import android.database.MatrixCursor;
import android.database.sqlite.SQLiteBlobTooBigException;
import android.database.sqlite.SQLiteConstraintException;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteException;
import android.net.Uri;
import android.os.Bundle;
import android.os.CancellationSignal;
import android.os.Handler;
import android.os.Looper;
import android.os.OperationCanceledException;
import android.os.ParcelFileDescriptor;
import android.provider.ContactsContract.Contacts;
import android.provider.MediaStore;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Providers, what their URIs mean, who is told of changes, and cursors. */
class ContentTest extends FieldTest {
  private static final String AUTHORITY = "dev.talpa.field.notes";
  private static final Uri NOTES = Uri.parse("content://" + AUTHORITY + "/notes");
  private static final Uri NOTE = ContentUris.withAppendedId(NOTES, 1);
  private static final Uri NONE = Uri.parse("content://dev.talpa.field.none/x");

  /** A provider of notes, which has the types and the changes that providers should have. */
  public static final class Notes extends ContentProvider {
    private static final int ITEM = 1;
    private static final UriMatcher URIS = new UriMatcher(0);

    static {
      URIS.addURI(AUTHORITY, "notes/#", ITEM);
    }

    static Application created;

    private SQLiteDatabase db;

    @Override
    public boolean onCreate() {
      created = app();
      db = SQLiteDatabase.create(null);
      db.execSQL("CREATE TABLE notes(_id INTEGER PRIMARY KEY, title TEXT NOT NULL, body BLOB)");
      return true;
    }

    private static String where(Uri u, String where) {
      return URIS.match(u) == ITEM ? "_id=" + ContentUris.parseId(u) : where;
    }

    @Override
    public Cursor query(Uri u, String[] columns, String where, String[] args, String order) {
      Cursor c = db.query("notes", columns, where(u, where), args, null, null, order);
      c.setNotificationUri(getContext().getContentResolver(), u);
      return c;
    }

    @Override
    public String getType(Uri u) {
      return "vnd.android.cursor." + (URIS.match(u) == ITEM ? "item" : "dir") + "/note";
    }

    @Override
    public Uri insert(Uri u, ContentValues v) {
      Uri made = ContentUris.withAppendedId(NOTES, db.insertOrThrow("notes", null, v));
      getContext().getContentResolver().notifyChange(made, null);
      return made;
    }

    @Override
    public int delete(Uri u, String where, String[] args) {
      return db.delete("notes", where(u, where), args);
    }

    @Override
    public int update(Uri u, ContentValues v, String where, String[] args) {
      return db.update("notes", v, where(u, where), args);
    }

    @Override
    public Bundle call(String method, String arg, Bundle extras) {
      Bundle b = new Bundle();
      b.putString("did", method + " " + arg);
      return b;
    }

    @Override
    public ParcelFileDescriptor openFile(Uri u, String mode) throws FileNotFoundException {
      File f = new File(getContext().getFilesDir(), u.getLastPathSegment());
      return ParcelFileDescriptor.open(f, ParcelFileDescriptor.parseMode(mode));
    }
  }

  private static ContentResolver resolver() {
    return app().getContentResolver();
  }

  private static ContentValues note(String title) {
    ContentValues v = new ContentValues();
    v.put("title", title);
    return v;
  }

  private static Uri add(String title) {
    return resolver().insert(NOTES, note(title));
  }

  /** An observer on the main thread. */
  private static final class Watcher extends ContentObserver {
    private final String name;
    private final boolean own;

    Watcher(String name, boolean own) {
      super(new Handler(Looper.getMainLooper()));
      this.name = name;
      this.own = own;
    }

    @Override
    public boolean deliverSelfNotifications() {
      return own;
    }

    @Override
    public void onChange(boolean self, Uri u) {
      say(name + " " + u.getPath() + (self ? " self" : ""));
    }
  }

  private static Watcher watch(String name, Uri u, boolean descendants) {
    Watcher w = new Watcher(name, false);
    main(() -> resolver().registerContentObserver(u, descendants, w));
    return w;
  }

  private static void change(Uri u) {
    main(() -> resolver().notifyChange(u, null));
  }

  // ---- providers ----

  @Test
  void rowsAreWrittenAndRead() {
    Uri made = add("a");
    assertEquals(NOTE, made);
    assertEquals("vnd.android.cursor.item/note", resolver().getType(made));
    assertEquals(1, resolver().update(made, note("b"), null, null));
    try (Cursor c = resolver().query(made, null, null, null, null)) {
      assertTrue(c.moveToFirst());
      assertEquals("b", c.getString(c.getColumnIndexOrThrow("title")));
    }
    assertEquals(1, resolver().delete(made, null, null));
    assertEquals(0, resolver().delete(made, null, null));
  }

  @Test
  void aProviderIsThereBeforeItIsAskedForAnything() {
    assertEquals(app(), Notes.created);
  }

  @Test
  void manyRowsAtOnce() {
    assertEquals(2, resolver().bulkInsert(NOTES, new ContentValues[] {note("a"), note("b")}));
    try (Cursor c = resolver().query(NOTES, new String[] {"count(*)"}, null, null, null)) {
      c.moveToFirst();
      assertEquals(2, c.getInt(0));
    }
  }

  @Test
  void whatAProviderThrowsReachesTheCaller() {
    assertThrows(SQLiteConstraintException.class, () -> add(null));
  }

  @Test
  void aBatchRefersToWhatItMade() throws Exception {
    ArrayList<ContentProviderOperation> ops = new ArrayList<>();
    ops.add(ContentProviderOperation.newInsert(NOTES).withValues(note("a")).build());
    ops.add(
        ContentProviderOperation.newUpdate(NOTES)
            .withSelection("_id=?", new String[1])
            .withSelectionBackReference(0, 0)
            .withValues(note("b"))
            .withExpectedCount(1)
            .build());
    var done = resolver().applyBatch(AUTHORITY, ops);
    assertEquals(NOTE, done[0].uri);
    assertEquals(1, done[1].count);
    ops.set(1, ContentProviderOperation.newAssertQuery(NOTES).withExpectedCount(9).build());
    assertThrows(OperationApplicationException.class, () -> resolver().applyBatch(AUTHORITY, ops));
  }

  @Test
  void callsReachTheProvider() {
    assertEquals("m a", resolver().call(NOTES, "m", "a", null).getString("did"));
  }

  @Test
  void filesOfAProvider() throws IOException {
    Uri file = Uri.parse("content://" + AUTHORITY + "/file");
    assertThrows(FileNotFoundException.class, () -> resolver().openInputStream(file));
    try (OutputStream out = resolver().openOutputStream(file)) {
      out.write("text".getBytes());
    }
    try (InputStream in = resolver().openInputStream(file)) {
      assertEquals("text", new String(in.readAllBytes()));
    }
  }

  @Test
  void aProviderThatIsNotThere() throws Exception {
    assertNull(resolver().query(NONE, null, null, null, null));
    assertNull(resolver().getType(NONE));
    assertNull(resolver().acquireContentProviderClient(NONE));
    for (Runnable r :
        List.<Runnable>of(
            () -> resolver().insert(NONE, note("a")),
            () -> resolver().delete(NONE, null, null),
            () -> resolver().bulkInsert(NONE, new ContentValues[0]))) {
      Exception e = assertThrows(IllegalArgumentException.class, r::run);
      assertEquals("Unknown URL " + NONE, e.getMessage());
    }
    Exception e =
        assertThrows(
            IllegalArgumentException.class, () -> resolver().update(NONE, note("a"), null, null));
    assertEquals("Unknown URI " + NONE, e.getMessage());
  }

  @Test
  void whatIsNeitherAFileNorAResourceIsAProviders() {
    for (Uri u : List.of(NONE, Uri.parse("/sdcard/none"), Uri.parse("https://talpa.dev/a"))) {
      Exception e = assertThrows(FileNotFoundException.class, () -> resolver().openInputStream(u));
      assertEquals("No content provider: " + u, e.getMessage());
    }
  }

  @Test
  void aClientKnowsItsProvider() throws Exception {
    try (var client = resolver().acquireContentProviderClient(AUTHORITY)) {
      assertTrue(client.getLocalContentProvider() instanceof Notes);
      assertEquals(NOTE, client.insert(NOTES, note("a")));
    }
  }

  @Test
  void aCancelledQueryThrows() {
    CancellationSignal s = new CancellationSignal();
    s.cancel();
    assertThrows(
        OperationCanceledException.class, () -> resolver().query(NOTES, null, null, null, null, s));
  }

  @Test
  void aQueryFailsWhereItIsAskedFor() {
    assertThrows(
        SQLiteException.class,
        () -> resolver().query(NOTES, new String[] {"none"}, null, null, null));
  }

  // ---- observers ----

  @Test
  void anObserverHearsOfItsUri() {
    Watcher w = watch("w", NOTE, false);
    change(NOTE);
    assertSaid("w /notes/1");
    change(ContentUris.withAppendedId(NOTES, 2));
    assertSaid("");
    main(() -> resolver().unregisterContentObserver(w));
    change(NOTE);
    assertSaid("");
  }

  @Test
  void ofWhatIsBelowOnlyWhereItAsks() {
    watch("all", NOTES, true);
    watch("exact", NOTES, false);
    change(NOTE);
    assertSaid("all /notes/1");
  }

  @Test
  void ofWhatIsAboveInAnyCase() {
    watch("item", NOTE, false);
    change(NOTES);
    assertSaid("item /notes");
  }

  @Test
  void namesThatBeginAlikeAreNotBelow() {
    watch("all", NOTES, true);
    change(Uri.parse("content://" + AUTHORITY + "/notesOld"));
    assertSaid("");
  }

  @Test
  void whoMadeTheChangeHearsOfItOnlyIfItWantsTo() {
    Watcher shy = new Watcher("shy", false);
    Watcher vain = new Watcher("vain", true);
    main(
        () -> {
          resolver().registerContentObserver(NOTES, true, shy);
          resolver().notifyChange(NOTES, shy);
          resolver().unregisterContentObserver(shy);
          resolver().registerContentObserver(NOTES, true, vain);
          resolver().notifyChange(NOTES, vain);
        });
    assertSaid("vain /notes self");
  }

  @Test
  void observersOfAProviderThatIsNotThereAreRefused() {
    Exception e =
        assertThrows(
            SecurityException.class,
            () -> resolver().registerContentObserver(NONE, true, new Watcher("w", false)));
    assertEquals(
        "Failed to find provider dev.talpa.field.none for user 0; expected to find a valid"
            + " ContentProvider for this authority",
        e.getMessage());
    assertThrows(SecurityException.class, () -> resolver().notifyChange(NONE, null));
  }

  @Test
  @Aimed(25)
  void butNotThoseOfOldApps() {
    Watcher w = new Watcher("w", false);
    main(
        () -> {
          resolver().registerContentObserver(NONE, true, w);
          resolver().notifyChange(NONE, null);
        });
    assertSaid("w /x");
  }

  @Test
  void aCursorHearsOfItsUri() {
    Cursor c = resolver().query(NOTES, null, null, null, null);
    main(
        () ->
            c.registerContentObserver(
                new ContentObserver(new Handler(Looper.getMainLooper())) {
                  @Override
                  public void onChange(boolean self) {
                    say("cursor, " + c.getCount());
                  }
                }));
    main(() -> add("a"));
    assertSaid("cursor, 0");
    c.close();
    main(() -> add("b"));
    assertSaid("");
  }

  // ---- cursors ----

  @Test
  void aCursorBeginsBeforeTheFirstRow() {
    add("a");
    try (Cursor c = resolver().query(NOTES, null, null, null, null)) {
      assertTrue(c.isBeforeFirst());
      Exception e = assertThrows(CursorIndexOutOfBoundsException.class, () -> c.getString(0));
      assertEquals("Index -1 requested, with a size of 1", e.getMessage());
      assertFalse(c.moveToPosition(5));
      assertTrue(c.isAfterLast());
      e = assertThrows(CursorIndexOutOfBoundsException.class, () -> c.getString(0));
      assertEquals("Index 1 requested, with a size of 1", e.getMessage());
    }
  }

  @Test
  void aColumnThatIsNotThere() {
    add("a");
    try (Cursor c = resolver().query(NOTES, null, null, null, null)) {
      c.moveToFirst();
      assertEquals(-1, c.getColumnIndex("none"));
      Exception e = assertThrows(IllegalStateException.class, () -> c.getString(-1));
      assertEquals(
          "Couldn't read row 0, col -1 from CursorWindow.  Make sure the Cursor is initialized"
              + " correctly before accessing data from it.",
          e.getMessage());
      e = assertThrows(IllegalArgumentException.class, () -> c.getColumnIndexOrThrow("none"));
      assertTrue(e.getMessage().startsWith("column 'none' does not exist."), e.getMessage());
    }
  }

  @Test
  void valuesAreConvertedAsSqliteDoes() {
    add("12abc");
    try (Cursor c = resolver().query(NOTES, null, null, null, null)) {
      c.moveToFirst();
      assertEquals(12, c.getInt(1));
      assertEquals(0, c.getInt(2));
      assertNull(c.getString(2));
      assertNull(c.getBlob(2));
      assertEquals(Cursor.FIELD_TYPE_NULL, c.getType(2));
      assertEquals("1", c.getString(0));
    }
  }

  @Test
  void aBlobIsNoText() {
    ContentValues v = note("a");
    v.put("body", new byte[] {1, 2});
    resolver().insert(NOTES, v);
    try (Cursor c = resolver().query(NOTES, null, null, null, null)) {
      c.moveToFirst();
      assertEquals(2, c.getBlob(2).length);
      assertThrows(SQLiteException.class, () -> c.getString(2));
    }
  }

  @Test
  void aRowMayBeTooBigForItsWindow() {
    ContentValues v = note("a");
    v.put("body", new byte[3 << 20]);
    resolver().insert(NOTES, v);
    assertThrows(
        SQLiteBlobTooBigException.class, () -> resolver().query(NOTES, null, null, null, null));
  }

  @Test
  void aClosedCursorIsNotOpenedAgain() {
    add("a");
    Cursor c = resolver().query(NOTES, null, null, null, null);
    c.close();
    assertTrue(c.isClosed());
    Exception e = assertThrows(IllegalStateException.class, c::moveToFirst);
    assertTrue(e.getMessage().startsWith("attempt to re-open an already-closed object"), "" + e);
  }

  @Test
  void rowsOfAMatrixAreCounted() {
    MatrixCursor m = new MatrixCursor(new String[] {"a", "b"});
    assertThrows(IllegalArgumentException.class, () -> m.addRow(new Object[] {1}));
    m.addRow(new Object[] {1, null});
    m.moveToFirst();
    assertTrue(m.isNull(1));
    assertThrows(CursorIndexOutOfBoundsException.class, () -> m.getString(2));
  }

  // ---- the system's providers ----

  @Test
  void contactsNeedThePermission() {
    for (String n : new String[] {permission.READ_CONTACTS, permission.WRITE_CONTACTS}) {
      device("permission", Map.of("grants", Map.of(n, Map.of("held", false))));
    }
    Exception e =
        assertThrows(
            SecurityException.class,
            () -> resolver().query(Contacts.CONTENT_URI, null, null, null, null));
    assertTrue(
        e.getMessage()
            .startsWith(
                "Permission Denial: opening provider"
                    + " com.android.providers.contacts.ContactsProvider2 from "),
        e.getMessage());
    assertTrue(
        e.getMessage()
            .endsWith(
                " requires android.permission.READ_CONTACTS or"
                    + " android.permission.WRITE_CONTACTS"),
        e.getMessage());
  }

  @Test
  void anAppSeesItsOwnMediaWithoutAny() throws IOException {
    Uri all = MediaStore.Images.Media.EXTERNAL_CONTENT_URI;
    Uri made = resolver().insert(all, new ContentValues(name("a.png")));
    assertNotNull(made);
    assertEquals("image/png", resolver().getType(made));
    try (OutputStream out = resolver().openOutputStream(made)) {
      out.write(1);
    }
    try (Cursor c = resolver().query(all, null, null, null, null)) {
      assertEquals(1, c.getCount());
      c.moveToFirst();
      assertEquals("a.png", c.getString(c.getColumnIndexOrThrow("_display_name")));
    }
  }

  private static ContentValues name(String file) {
    ContentValues v = new ContentValues();
    v.put("_display_name", file);
    v.put("mime_type", "image/png");
    return v;
  }

  @Test
  void changesOfTheSystemsRowsAreHeardOf() {
    watch("w", MediaStore.Images.Media.EXTERNAL_CONTENT_URI, true);
    Uri[] made = {null};
    main(
        () ->
            made[0] =
                resolver().insert(MediaStore.Images.Media.EXTERNAL_CONTENT_URI, name("b.png")));
    assertSaid("w " + made[0].getPath());
  }

  @Test
  void aToolReadsTheAppsRows() {
    add("a");
    Map<?, ?> r = device("content", Map.of("op", "query", "uri", NOTES.toString()));
    assertEquals(List.of("Row: 0 _id=1, title=a, body=NULL"), r.get("lines"));
  }
}
