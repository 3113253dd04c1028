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
 * Stands for the providers of contacts, calendar, telephony, media and documents: lists are empty,
 * a single item that a stand-in app gave has one row, and samples can be opened.
 */
public final class SystemProvider extends ContentProvider {
  private static final Map<String, Object> CONTACT =
      Map.of(
          "_id",
          1L,
          "display_name",
          "Ada Sample",
          "lookup",
          "0r1-2A",
          "has_phone_number",
          1,
          "data1",
          "+1 555 0100",
          "contact_id",
          1L,
          "type",
          2);

  /** Called by the installer. */
  public SystemProvider() {}

  @Override
  public boolean onCreate() {
    return true;
  }

  @Override
  public Cursor query(Uri u, String[] columns, String where, String[] args, String order) {
    SampleContent.Sample s = sample(u);
    if (s != null) {
      return row(columns, s, u);
    }
    boolean one = u.getLastPathSegment() != null && u.getLastPathSegment().matches("\\d+");
    if (String.valueOf(u.getAuthority()).contains("contacts") && one) {
      return contact(columns);
    }
    return new MatrixCursor(columns != null ? columns : new String[] {"_id"}, 0);
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

  private Cursor row(String[] columns, SampleContent.Sample s, Uri u) {
    File f = fileOf(u, s);
    Map<String, Object> values =
        Map.of(
            "_id",
            1L,
            "_data",
            f.getPath(),
            OpenableColumns.DISPLAY_NAME,
            s.name(),
            OpenableColumns.SIZE,
            f.length(),
            "mime_type",
            s.type(),
            "document_id",
            String.valueOf(u.getLastPathSegment()),
            "title",
            s.name(),
            "duration",
            1000L,
            "last_modified",
            f.lastModified());
    return single(
        columns,
        new String[] {
          "_id", "_data", OpenableColumns.DISPLAY_NAME, OpenableColumns.SIZE, "mime_type"
        },
        values);
  }

  private static Cursor contact(String[] columns) {
    return single(
        columns,
        new String[] {"_id", "display_name", "lookup", "has_phone_number", "data1"},
        CONTACT);
  }

  private static Cursor single(String[] asked, String[] all, Map<String, Object> values) {
    String[] columns = asked != null ? asked : all;
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
  public ParcelFileDescriptor openFile(Uri u, String mode) throws FileNotFoundException {
    SampleContent.Sample s = sample(u);
    if (s == null) {
      throw new FileNotFoundException("No file for " + u);
    }
    return ParcelFileDescriptor.open(fileOf(u, s), ParcelFileDescriptor.parseMode(mode));
  }

  @Override
  public Uri insert(Uri u, ContentValues v) {
    return ContentUris.withAppendedId(u, 1);
  }

  @Override
  public int delete(Uri u, String where, String[] args) {
    return 0;
  }

  @Override
  public int update(Uri u, ContentValues v, String where, String[] args) {
    return 0;
  }
}
