package talpa.agent.defaults;

import android.app.DownloadManager;
import android.database.Cursor;
import android.database.MatrixCursor;
import java.util.List;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowDownloadManager;
import org.robolectric.util.ReflectionHelpers;

/** Downloads wait for a network that never answers. */
@Implements(className = "android.app.DownloadManager")
public class DownloadShadow extends ShadowDownloadManager {
  /** Robolectric's count of requests: its first is 0, where rows of a phone begin at 1. */
  private static final String COUNT = "queueCounter";

  /** The columns of a query, as the platform has them. */
  private static final List<String> COLUMNS =
      List.of(
          DownloadManager.COLUMN_ID,
          DownloadManager.COLUMN_TITLE,
          DownloadManager.COLUMN_DESCRIPTION,
          DownloadManager.COLUMN_URI,
          DownloadManager.COLUMN_MEDIA_TYPE,
          DownloadManager.COLUMN_TOTAL_SIZE_BYTES,
          DownloadManager.COLUMN_LOCAL_URI,
          DownloadManager.COLUMN_STATUS,
          DownloadManager.COLUMN_REASON,
          DownloadManager.COLUMN_BYTES_DOWNLOADED_SO_FAR,
          DownloadManager.COLUMN_LAST_MODIFIED_TIMESTAMP,
          DownloadManager.COLUMN_MEDIAPROVIDER_URI);

  @Override
  @Implementation
  protected long enqueue(DownloadManager.Request request) {
    long count = ReflectionHelpers.getStaticField(ShadowDownloadManager.class, COUNT);
    if (count < 0) {
      ReflectionHelpers.setStaticField(ShadowDownloadManager.class, COUNT, 0L);
    }
    ShadowRequest r = Shadow.extract(request);
    // Without a title a download is called as its file is.
    if (r.getTitle() == null) {
      request.setTitle(String.valueOf(r.getUri().getLastPathSegment()));
    }
    if (r.getDescription() == null) {
      request.setDescription("");
    }
    long id = super.enqueue(request);
    r.setStatus(DownloadManager.STATUS_PENDING);
    return id;
  }

  /** Robolectric's cursor knows some columns and moves forward only. */
  @Override
  @Implementation
  protected Cursor query(DownloadManager.Query query) {
    MatrixCursor all = new MatrixCursor(COLUMNS.toArray(new String[0]));
    try (Cursor found = super.query(query)) {
      while (found.moveToNext()) {
        MatrixCursor.RowBuilder row = all.newRow();
        for (String column : COLUMNS) {
          int at = found.getColumnIndex(column);
          row.add(column, at < 0 ? null : value(found, column, at));
        }
      }
    }
    return all;
  }

  private static Object value(Cursor c, String column, int at) {
    return switch (column) {
      case DownloadManager.COLUMN_STATUS, DownloadManager.COLUMN_REASON -> c.getInt(at);
      case DownloadManager.COLUMN_ID,
              DownloadManager.COLUMN_TOTAL_SIZE_BYTES,
              DownloadManager.COLUMN_BYTES_DOWNLOADED_SO_FAR ->
          c.getLong(at);
      // Named when a download is done, which none is.
      case DownloadManager.COLUMN_LOCAL_URI -> null;
      default -> c.getString(at);
    };
  }
}
