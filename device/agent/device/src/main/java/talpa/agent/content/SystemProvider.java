package talpa.agent.content;

import android.content.ContentProvider;
import android.content.ContentResolver;
import android.content.ContentUris;
import android.content.ContentValues;
import android.content.Intent;
import android.database.Cursor;
import android.net.Uri;
import android.os.Bundle;
import android.os.CancellationSignal;
import android.os.ParcelFileDescriptor;
import android.provider.MediaStore;
import android.provider.MediaStore.MediaColumns;
import java.io.File;
import java.io.FileNotFoundException;
import java.util.ArrayList;
import java.util.List;
import talpa.agent.clock.Clock;
import talpa.agent.contract.Route;

/**
 * A provider of the system as the app meets it: rows of the device, permissions, files of media.
 */
public final class SystemProvider extends ContentProvider {
  private static final String MEDIA = "media";

  /** Called by the installer. */
  public SystemProvider() {}

  @Override
  public boolean onCreate() {
    return true;
  }

  @Override
  public Cursor query(Uri u, String[] columns, String where, String[] args, String order) {
    Access.read(u);
    boolean all = !is(u, MEDIA) || Access.allMedia() || Access.given(u) || systems(u);
    String scope = all ? "1" : "owner_package_name='" + getContext().getPackageName() + "'";
    return Rows.get().query(Route.of(u), scope, columns, where, args, order);
  }

  /** Whether it is of the system's own sounds, which everybody may see. */
  private static boolean systems(Uri u) {
    List<String> path = u.getPathSegments();
    return !path.isEmpty() && path.get(0).equals(MediaStore.VOLUME_INTERNAL);
  }

  /** What MediaStore asks its provider for beside rows; no other provider is asked for it. */
  @Override
  public Bundle call(String method, String arg, Bundle extras) {
    Bundle answer = new Bundle();
    switch (method) {
      case "scan_file" -> answer.putParcelable(Intent.EXTRA_STREAM, scanned(new File(arg)));
      case "get_version" -> answer.putString(Intent.EXTRA_TEXT, "1500:1");
      case "get_generation" -> answer.putLong(Intent.EXTRA_INDEX, 1);
      default -> {
        if (!MediaRequests.isCall(method)) {
          return super.call(method, arg, extras);
        }
        answer.putParcelable(
            MediaStore.EXTRA_RESULT, MediaRequests.of(getContext(), method, extras));
      }
    }
    return answer;
  }

  /**
   * The address of a file of shared storage, which has a row from now on, as the app's own: others
   * it reaches with a permission only, and then owners do not matter. Null for any other file.
   */
  private Uri scanned(File f) {
    if (!f.isFile() || !f.getPath().startsWith(SharedFiles.root().getPath() + "/")) {
      return null;
    }
    Uri known = SharedFiles.media(f);
    Uri u = known != null ? known : MediaScan.add(Rows.get(), f);
    ContentValues owner = new ContentValues();
    owner.put(MediaColumns.OWNER_PACKAGE_NAME, getContext().getPackageName());
    change(u, owner, null, null);
    return u;
  }

  /** The base class makes SQL of the bundle, but for how many rows are wanted, which media know. */
  @Override
  public Cursor query(Uri u, String[] columns, Bundle how, CancellationSignal s) {
    if (how == null || !is(u, MEDIA) || !how.containsKey(ContentResolver.QUERY_ARG_LIMIT)) {
      return super.query(u, columns, how, s);
    }
    Bundle sql = new Bundle(how);
    String order = how.getString(ContentResolver.QUERY_ARG_SQL_SORT_ORDER);
    if (order == null && how.containsKey(ContentResolver.QUERY_ARG_SORT_COLUMNS)) {
      order = ContentResolver.createSqlSortClause(how);
    }
    sql.putString(
        ContentResolver.QUERY_ARG_SQL_SORT_ORDER,
        (order == null ? MediaColumns._ID : order)
            + " LIMIT "
            + how.getInt(ContentResolver.QUERY_ARG_LIMIT)
            + " OFFSET "
            + how.getInt(ContentResolver.QUERY_ARG_OFFSET, 0));
    return super.query(u, columns, sql, s);
  }

  private static boolean is(Uri u, String authority) {
    return authority.equals(u.getAuthority());
  }

  @Override
  public String getType(Uri u) {
    if (is(u, MEDIA)) {
      String list = mediaListType(u);
      return list != null ? list : text(u, MediaColumns.MIME_TYPE);
    }
    return AddressTypes.of(u);
  }

  /** The type of the pictures, films or sounds of a volume as a whole, or null. */
  private static String mediaListType(Uri u) {
    List<String> path = u.getPathSegments();
    if (path.size() != 3 || !path.get(2).equals("media")) {
      return null;
    }
    return switch (path.get(1)) {
      case "images" -> MediaStore.Images.Media.CONTENT_TYPE;
      case "video" -> MediaStore.Video.Media.CONTENT_TYPE;
      case "audio" -> MediaStore.Audio.Media.CONTENT_TYPE;
      default -> null;
    };
  }

  /** A value of the row that a URI names, or null. */
  private static String text(Uri u, String column) {
    try (Cursor c = Rows.get().query(Route.of(u), "1", new String[] {column}, null, null, null)) {
      return c.getCount() == 1 && c.moveToFirst() ? c.getString(0) : null;
    }
  }

  @Override
  public ParcelFileDescriptor openFile(Uri u, String mode) throws FileNotFoundException {
    Access.read(u);
    String path = is(u, MEDIA) ? text(u, MediaColumns.DATA) : null;
    if (path == null) {
      throw new FileNotFoundException("No file for " + u);
    }
    return ParcelFileDescriptor.open(new File(path), ParcelFileDescriptor.parseMode(mode));
  }

  @Override
  public Uri insert(Uri u, ContentValues v) {
    ContentValues row = v == null ? new ContentValues() : new ContentValues(v);
    if (!Access.write(u)) {
      return u.buildUpon().appendPath("0").build();
    }
    if (is(u, MEDIA)) {
      row.put(MediaColumns.OWNER_PACKAGE_NAME, getContext().getPackageName());
    }
    return add(u, row);
  }

  /** Adds a row in the name of whoever may, and tells those who watch. */
  static Uri add(Uri u, ContentValues row) {
    if (is(u, MEDIA)) {
      if (!row.containsKey(MediaColumns.DATA)) {
        String name = row.getAsString(MediaColumns.DISPLAY_NAME);
        File made = SampleContent.fresh(u, name);
        row.put(MediaColumns.DATA, made.getPath());
        row.put(MediaColumns.DISPLAY_NAME, made.getName());
      }
      row.put(MediaColumns.DATE_ADDED, Clock.wallMillis() / 1000);
    }
    Uri item = ContentUris.withAppendedId(u, Rows.get().insert(Route.of(u), row));
    SystemProviders.changed(item);
    return item;
  }

  @Override
  public int delete(Uri u, String where, String[] args) {
    return Access.write(u) ? remove(u, where, args) : 0;
  }

  /** Removes rows, and with those of media their files. */
  static int remove(Uri u, String where, String[] args) {
    List<File> files = is(u, MEDIA) ? files(u, where, args) : List.of();
    int n = Rows.get().delete(Route.of(u), where, args);
    if (n > 0) {
      files.forEach(File::delete);
      SystemProviders.changed(u);
    }
    return n;
  }

  private static List<File> files(Uri u, String where, String[] args) {
    String[] path = {MediaColumns.DATA};
    List<File> all = new ArrayList<>();
    try (Cursor c = Rows.get().query(Route.of(u), "1", path, where, args, null)) {
      while (c.moveToNext()) {
        if (!c.isNull(0)) {
          all.add(new File(c.getString(0)));
        }
      }
    }
    return all;
  }

  @Override
  public int update(Uri u, ContentValues v, String where, String[] args) {
    return v != null && Access.write(u) ? change(u, v, where, args) : 0;
  }

  static int change(Uri u, ContentValues v, String where, String[] args) {
    int n = Rows.get().update(Route.of(u), v, where, args);
    if (n > 0) {
      SystemProviders.changed(u);
    }
    return n;
  }
}
