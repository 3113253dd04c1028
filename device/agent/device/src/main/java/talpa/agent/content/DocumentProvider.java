package talpa.agent.content;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import android.os.Bundle;
import android.os.ParcelFileDescriptor;
import android.provider.DocumentsContract;
import android.provider.DocumentsContract.Document;
import java.io.File;
import java.io.FileNotFoundException;

/** The documents of shared storage, and the folders that a user picked. */
public final class DocumentProvider extends ContentProvider {
  private static final String CHILDREN = "children";
  private static final String URI = "uri";
  private static final int FILE_FLAGS =
      Document.FLAG_SUPPORTS_WRITE | Document.FLAG_SUPPORTS_DELETE;
  private static final int FOLDER_FLAGS =
      Document.FLAG_DIR_SUPPORTS_CREATE | Document.FLAG_SUPPORTS_DELETE;
  private static final String[] COLUMNS = {
    Document.COLUMN_DOCUMENT_ID,
    Document.COLUMN_DISPLAY_NAME,
    Document.COLUMN_MIME_TYPE,
    Document.COLUMN_SIZE,
    Document.COLUMN_LAST_MODIFIED,
    Document.COLUMN_FLAGS
  };

  /** Called by the installer. */
  public DocumentProvider() {}

  @Override
  public boolean onCreate() {
    return true;
  }

  @Override
  public Cursor query(Uri u, String[] asked, String where, String[] args, String order) {
    File f = SampleContent.file(u);
    MatrixCursor c = new MatrixCursor(asked != null ? asked : COLUMNS);
    if (CHILDREN.equals(u.getLastPathSegment())) {
      String parent = SampleContent.id(u);
      String prefix = parent.endsWith(":") ? parent : parent + "/";
      SharedFiles.sorted(f).forEach(child -> row(c, child, prefix + child.getName()));
      return c;
    }
    if (!f.exists()) {
      return null; // as android.provider.DocumentsProvider
    }
    row(c, f, SampleContent.id(u));
    return c;
  }

  private static void row(MatrixCursor c, File f, String id) {
    MatrixCursor.RowBuilder r = c.newRow();
    for (String name : c.getColumnNames()) {
      switch (name) {
        case Document.COLUMN_DISPLAY_NAME -> r.add(f.getName());
        case Document.COLUMN_SIZE -> r.add(f.length());
        case Document.COLUMN_MIME_TYPE -> r.add(SharedFiles.type(f));
        case Document.COLUMN_DOCUMENT_ID -> r.add(id);
        case Document.COLUMN_LAST_MODIFIED -> r.add(f.lastModified());
        case Document.COLUMN_FLAGS -> r.add(f.isDirectory() ? FOLDER_FLAGS : FILE_FLAGS);
        default -> r.add(null);
      }
    }
  }

  @Override
  public String getType(Uri u) {
    return SharedFiles.type(SampleContent.file(u));
  }

  /** What {@code DocumentsContract} has done to documents: making and deleting. */
  @Override
  public Bundle call(String method, String arg, Bundle extras) {
    Uri u = extras == null ? null : extras.getParcelable(URI);
    if (u == null) {
      return null;
    }
    File f = SampleContent.file(u);
    Bundle answer = new Bundle();
    switch (method) {
      case "android:createDocument" -> {
        boolean folder = Document.MIME_TYPE_DIR.equals(extras.getString(Document.COLUMN_MIME_TYPE));
        File made = SampleContent.make(f, extras.getString(Document.COLUMN_DISPLAY_NAME), folder);
        if (made == null) {
          throw new IllegalStateException("Failed to create " + f);
        }
        String parent = SampleContent.id(u);
        String id = (parent.endsWith(":") ? parent : parent + "/") + made.getName();
        answer.putParcelable(
            URI,
            DocumentsContract.isTreeUri(u)
                ? DocumentsContract.buildDocumentUriUsingTree(u, id)
                : DocumentsContract.buildDocumentUri(u.getAuthority(), id));
      }
      case "android:deleteDocument" -> {
        if (!f.delete()) {
          throw new IllegalStateException("Failed to delete " + f);
        }
      }
      default -> {
        return null;
      }
    }
    return answer;
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
