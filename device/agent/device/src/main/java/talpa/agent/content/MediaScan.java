package talpa.agent.content;

import android.content.ContentValues;
import android.graphics.BitmapFactory;
import android.net.Uri;
import android.provider.MediaStore.MediaColumns;
import java.io.File;
import java.util.Set;
import talpa.agent.contract.Route;

/** Puts the files of shared storage into the media store, as far as they are not there. */
final class MediaScan {
  private static final String EXTERNAL = "content://media/external/";

  private MediaScan() {}

  /**
   * Adds rows for files.
   *
   * @param known the paths that have a row
   */
  static void add(Rows rows, Set<String> known) {
    for (File f : SharedFiles.all()) {
      if (!known.contains(f.getPath())) {
        add(rows, f);
      }
    }
  }

  /** Adds the row of a file and gives its address. */
  static Uri add(Rows rows, File f) {
    String type = SharedFiles.type(f);
    ContentValues v = SampleContent.describe(f, type);
    String list = "file";
    if (type.startsWith("image/")) {
      list = "images/media";
      BitmapFactory.Options size = new BitmapFactory.Options();
      size.inJustDecodeBounds = true;
      BitmapFactory.decodeFile(f.getPath(), size);
      if (size.outWidth > 0) {
        v.put(MediaColumns.WIDTH, size.outWidth);
        v.put(MediaColumns.HEIGHT, size.outHeight);
      }
    } else if (type.startsWith("video/")) {
      list = "video/media";
    } else if (type.startsWith("audio/") && !type.endsWith("mpegurl")) {
      list = "audio/media";
      SampleRows.music(v);
      v.put(MediaColumns.DURATION, 1000);
    }
    Uri u = Uri.parse(EXTERNAL + list);
    return Uri.withAppendedPath(u, String.valueOf(rows.insert(Route.of(u), v)));
  }
}
