package talpa.agent.content;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import android.os.ParcelFileDescriptor;
import android.provider.OpenableColumns;
import java.io.File;
import java.io.FileNotFoundException;
import java.util.Map;

/** The documents of the external storage that a user picked. */
public final class DocumentProvider extends ContentProvider {
  /** Called by the installer. */
  public DocumentProvider() {}

  @Override
  public boolean onCreate() {
    return true;
  }

  @Override
  public Cursor query(Uri u, String[] asked, String where, String[] args, String order) {
    File f = SampleContent.file(u);
    Map<String, Object> values =
        Map.of(
            OpenableColumns.DISPLAY_NAME,
            f.getName(),
            OpenableColumns.SIZE,
            f.length(),
            "mime_type",
            getType(u),
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

  @Override
  public String getType(Uri u) {
    String name = SampleContent.file(u).getName();
    return name.endsWith(".jpg")
        ? "image/jpeg"
        : name.endsWith(".mp4") ? "video/mp4" : name.endsWith(".mp3") ? "audio/mpeg" : "text/plain";
  }

  @Override
  public ParcelFileDescriptor openFile(Uri u, String mode) throws FileNotFoundException {
    return ParcelFileDescriptor.open(SampleContent.file(u), ParcelFileDescriptor.parseMode(mode));
  }

  @Override
  public Uri insert(Uri u, ContentValues v) {
    throw new UnsupportedOperationException("Insert not supported");
  }

  @Override
  public int delete(Uri u, String where, String[] args) {
    throw new UnsupportedOperationException("Delete not supported");
  }

  @Override
  public int update(Uri u, ContentValues v, String where, String[] args) {
    throw new UnsupportedOperationException("Update not supported");
  }
}
