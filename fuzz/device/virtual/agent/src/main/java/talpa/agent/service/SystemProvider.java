package talpa.agent.service;

import android.content.ContentProvider;
import android.content.ContentUris;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import android.os.ParcelFileDescriptor;
import android.provider.OpenableColumns;
import java.io.File;
import java.io.FileNotFoundException;
import java.util.Map;

/**
 * Stands for the providers of contacts, calendar, telephony, media and documents. Lists hold what
 * the app inserts into them, for as long as its process lives, and are not joined: a raw contact
 * makes no contact. A single item that a stand-in app gave has one row, and samples can be opened.
 */
public final class SystemProvider extends ContentProvider {
  private ProviderTable table;

  /** Called by the installer. */
  public SystemProvider() {}

  @Override
  public boolean onCreate() {
    return true;
  }

  @Override
  public synchronized Cursor query(
      Uri u, String[] columns, String where, String[] args, String order) {
    SampleContent.Sample s = sample(u);
    if (s != null && !"media".equals(u.getAuthority())) {
      return document(columns, s, u);
    }
    return table(u).query(list(u), id(u), columns, where, args, order);
  }

  private ProviderTable table(Uri u) {
    if (table == null) {
      table = new ProviderTable(Contracts.of(String.valueOf(u.getAuthority())));
      Contracts.rows().forEach(row -> table.add(null, row));
    }
    return table;
  }

  /** The number of the item that a URI names, -1 for a list. */
  private static long id(Uri u) {
    String last = String.valueOf(u.getLastPathSegment());
    return last.matches("\\d{1,9}") ? Long.parseLong(last) : -1;
  }

  /** The path of the list that a URI names or whose item it names. */
  private static String list(Uri u) {
    String path = String.valueOf(u.getPath());
    return id(u) < 0 ? path : path.substring(0, path.lastIndexOf('/'));
  }

  private static SampleContent.Sample sample(Uri u) {
    String a = String.valueOf(u.getAuthority());
    if (a.equals("media")) {
      return SampleContent.ofMedia(u);
    }
    if (a.equals(SampleContent.DOCUMENTS)) {
      File f = SampleContent.file(u);
      return new SampleContent.Sample(f.getParent(), f.getName(), type(f.getName()));
    }
    return null;
  }

  private static String type(String name) {
    return name.endsWith(".jpg")
        ? "image/jpeg"
        : name.endsWith(".mp4") ? "video/mp4" : name.endsWith(".mp3") ? "audio/mpeg" : "text/plain";
  }

  private static Cursor document(String[] asked, SampleContent.Sample s, Uri u) {
    File f = SampleContent.file(u);
    Map<String, Object> values =
        Map.of(
            OpenableColumns.DISPLAY_NAME,
            s.name(),
            OpenableColumns.SIZE,
            f.length(),
            "mime_type",
            s.type(),
            "document_id",
            String.valueOf(u.getLastPathSegment()),
            "last_modified",
            f.lastModified(),
            "flags",
            0);
    String[] columns = asked != null ? asked : values.keySet().toArray(new String[0]);
    MatrixCursor c = new MatrixCursor(columns, 1);
    MatrixCursor.RowBuilder r = c.newRow();
    for (String name : columns) {
      r.add(values.get(name));
    }
    return c;
  }

  private static File fileOf(Uri u, SampleContent.Sample s) {
    return "media".equals(u.getAuthority()) ? s.file() : SampleContent.file(u);
  }

  @Override
  public String getType(Uri u) {
    SampleContent.Sample s = sample(u);
    if (s != null) {
      return s.type();
    }
    return String.valueOf(u.getAuthority()).contains("contacts") ? contactType(u) : null;
  }

  /** The types of the contacts provider, of today and of before Android 2. */
  private static String contactType(Uri u) {
    String path = String.valueOf(u.getPath());
    boolean one = path.matches(".*/\\d+$");
    String kind = "contact";
    if (path.contains("people")) {
      kind = "person";
    } else if (path.contains("phones")) {
      kind = path.contains("data") ? "phone_v2" : "phone";
    } else if (path.contains("emails")) {
      kind = "email_v2";
    } else if (path.contains("postals")) {
      kind = "postal-address_v2";
    }
    return "vnd.android.cursor." + (one || path.contains("lookup/") ? "item/" : "dir/") + kind;
  }

  @Override
  public synchronized ParcelFileDescriptor openFile(Uri u, String mode)
      throws FileNotFoundException {
    SampleContent.Sample s = sample(u);
    File f = s == null ? inserted(u) : fileOf(u, s);
    if (f == null) {
      throw new FileNotFoundException("No file for " + u);
    }
    return ParcelFileDescriptor.open(f, ParcelFileDescriptor.parseMode(mode));
  }

  /** The file of a media item that the app inserted, or null. */
  private File inserted(Uri u) {
    try (Cursor c = table(u).query(list(u), id(u), new String[] {"_data"}, null, null, null)) {
      return "media".equals(u.getAuthority()) && c.moveToFirst() && c.getString(0) != null
          ? new File(c.getString(0))
          : null;
    }
  }

  @Override
  public synchronized Uri insert(Uri u, ContentValues v) {
    ContentValues row = v == null ? new ContentValues() : new ContentValues(v);
    if ("media".equals(u.getAuthority()) && !row.containsKey("_data")) {
      row.put("_data", SampleContent.fresh(u, row.getAsString("_display_name")).getPath());
    }
    Uri item = ContentUris.withAppendedId(u, table(u).add(list(u), row));
    changed(item);
    return item;
  }

  @Override
  public synchronized int delete(Uri u, String where, String[] args) {
    int n = table(u).delete(list(u), id(u), where, args);
    if (n > 0) {
      changed(u);
    }
    return n;
  }

  @Override
  public synchronized int update(Uri u, ContentValues v, String where, String[] args) {
    int n = v == null ? 0 : table(u).update(list(u), id(u), v, where, args);
    if (n > 0) {
      changed(u);
    }
    return n;
  }

  private void changed(Uri u) {
    getContext().getContentResolver().notifyChange(u, null);
  }
}
