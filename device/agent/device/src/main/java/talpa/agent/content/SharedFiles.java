package talpa.agent.content;

import android.content.ClipDescription;
import android.database.Cursor;
import android.net.Uri;
import android.os.Environment;
import android.webkit.MimeTypeMap;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import talpa.agent.contract.Route;
import talpa.agent.process.PerApp;
import talpa.agent.wire.Params;

/**
 * What people keep on shared storage: which files a picker gives for which types, and in which
 * order. On an empty phone there are none.
 */
public final class SharedFiles {
  /** The folder of what people loaded down. */
  private static final String DOWNLOAD = "Download";

  private static final int MAX_DEPTH = 8;
  private static final int MAX_FILES = 2000;
  private static final PerApp<SharedFiles> FILES = PerApp.of(SharedFiles::new);

  private boolean empty;
  private String chosen = "";
  private List<String> brought = List.of();

  private SharedFiles() {}

  /** Those of the loaded app's device. */
  public static SharedFiles get() {
    return FILES.get();
  }

  void load(Params p) {
    empty = p.bool("empty", false);
    chosen = p.string("document", "");
    brought = p.strings("brought");
  }

  boolean empty() {
    return empty;
  }

  /** What there is on the phone changed. */
  void set(boolean nowEmpty) {
    empty = nowEmpty;
    chosen = "";
  }

  /** The file of the folder for downloads that pickers give from now on; "" is none. */
  void choose(String name) {
    chosen = name;
  }

  static File root() {
    return Environment.getExternalStorageDirectory();
  }

  public static File download(String name) {
    return new File(new File(root(), DOWNLOAD), name);
  }

  /** The type that the file's extension means. */
  static String type(File f) {
    if (f.isDirectory()) {
      return "vnd.android.document/directory";
    }
    String type = MimeTypeMap.getSingleton().getMimeTypeFromExtension(extension(f));
    return type == null ? "application/octet-stream" : type;
  }

  private static String extension(File f) {
    String name = f.getName();
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  /**
   * The files that a picker gives for any of the types: the chosen one, those that somebody
   * brought, the samples of the folders for media and documents, then downloads by name. First
   * those that fit, then those that only their names let fit. If none does, all: file managers of
   * others do not look at types.
   */
  public List<File> fitting(List<String> types) {
    List<File> all = candidates();
    Set<File> fit = new LinkedHashSet<>();
    all.stream().filter(f -> types.stream().anyMatch(t -> is(f, t))).forEach(fit::add);
    all.stream().filter(f -> types.stream().anyMatch(t -> likely(f, t))).forEach(fit::add);
    return fit.isEmpty() ? all : new ArrayList<>(fit);
  }

  private List<File> candidates() {
    List<File> all = new ArrayList<>();
    if (!chosen.isEmpty()) {
      all.add(download(chosen));
    }
    brought.forEach(name -> all.add(new File(root(), name)));
    if (!empty) {
      SampleContent.ALL.forEach(s -> all.add(s.file()));
    }
    all.addAll(sorted(new File(root(), DOWNLOAD)));
    return all.stream().filter(File::isFile).distinct().toList();
  }

  private static boolean is(File f, String type) {
    return ClipDescription.compareMimeTypes(type(f), type)
        || extension(f).equals(MimeTypeMap.getSingleton().getExtensionFromMimeType(type));
  }

  /** Whether a type that Android does not know names the extension: application/gpx+xml. */
  private static boolean likely(File f, String type) {
    return Arrays.asList(type.split("[/+.-]")).contains(extension(f));
  }

  /** The address of a file as the system's file picker gives it. */
  public static Uri document(File f) {
    String path = f.getPath().substring(root().getPath().length() + 1);
    return new Uri.Builder()
        .scheme("content")
        .authority(SampleContent.DOCUMENTS)
        .appendPath("document")
        .appendPath("primary:" + path)
        .build();
  }

  /** The address of a file in the media store, null if it is not there. */
  public static Uri media(File f) {
    String type = type(f);
    String family = type.substring(0, type.indexOf('/'));
    String list =
        switch (family) {
          case "image" -> "images/media";
          case "video", "audio" -> family + "/media";
          default -> "file";
        };
    Uri u = Uri.parse("content://media/external/" + list);
    String[] path = {f.getPath()};
    String[] id = {"_id"};
    try (Cursor c = Rows.get().query(Route.of(u), "1", id, "_data=?", path, null)) {
      return c.moveToFirst() ? Uri.withAppendedPath(u, c.getString(0)) : null;
    }
  }

  /** All files but those of apps, folder by folder, each by name. */
  static List<File> all() {
    List<File> found = new ArrayList<>();
    walk(root(), 0, found);
    return found;
  }

  private static void walk(File dir, int depth, List<File> found) {
    for (File f : sorted(dir)) {
      boolean apps = depth == 0 && f.getName().equals("Android");
      if (f.isFile() && found.size() < MAX_FILES) {
        found.add(f);
      } else if (f.isDirectory() && depth < MAX_DEPTH && !apps) {
        walk(f, depth + 1, found);
      }
    }
  }

  /** What lies in a folder, by name; nothing if it cannot be listed. */
  static List<File> sorted(File dir) {
    File[] files = dir.listFiles();
    if (files == null) {
      return List.of();
    }
    Arrays.sort(files);
    return List.of(files);
  }
}
