package talpa.agent.content;

import android.content.ContentValues;
import android.net.Uri;
import android.os.Environment;
import android.os.FileUtils;
import android.provider.MediaStore.MediaColumns;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import talpa.agent.clock.Clock;
import talpa.agent.process.Storage;

/**
 * A few files and rows that a user could pick in another app: real files on the external storage,
 * reachable by content URIs.
 */
public final class SampleContent {
  /** Authority of the documents. */
  static final String DOCUMENTS = "com.android.externalstorage.documents";

  /** A video in the media store. */
  public static final Uri VIDEO = Uri.parse("content://media/external/video/media/2");

  /** A sound in the media store. */
  public static final Uri AUDIO = Uri.parse("content://media/external/audio/media/3");

  /** The folder that a user picks. */
  public static final Uri TREE = Uri.parse("content://" + DOCUMENTS + "/tree/primary%3ADocuments");

  private SampleContent() {}

  /** One file: its name, type and the folder it is in. */
  record Sample(String folder, String name, String type) {
    File file() {
      return new File(Environment.getExternalStoragePublicDirectory(folder), name);
    }
  }

  static final Sample PHOTO = new Sample("Pictures", "sample.jpg", "image/jpeg");
  static final Sample FILM = new Sample("Movies", "sample.mp4", "video/mp4");
  static final Sample SOUND = new Sample("Music", "sample.mp3", "audio/mpeg");
  static final Sample TEXT = new Sample("Documents", "sample.txt", "text/plain");

  /** All of them; who may pick any file gets the first. */
  static final List<Sample> ALL = List.of(TEXT, PHOTO, FILM, SOUND);

  /** A new, empty document with that title; null if there is no room for one. */
  public static Uri create(String title) {
    File made = make(TEXT.file().getParentFile(), title);
    return made == null ? null : SharedFiles.document(made);
  }

  /**
   * A new, empty file, named as the platform's own providers do it: without characters that FAT
   * refuses, cut to what file systems take, with a number if the name is taken. null if it cannot
   * be made.
   */
  private static File make(File dir, String title) {
    return make(dir, title, false);
  }

  /** The same for a file or a folder. */
  static File make(File dir, String title, boolean folder) {
    String name = title == null || title.isBlank() ? "untitled" : title;
    try {
      dir.mkdirs();
      File f = FileUtils.buildUniqueFile(dir, FileUtils.buildValidFatFilename(name));
      if (folder) {
        Files.createDirectory(f.toPath());
      } else {
        Files.createFile(f.toPath());
      }
      return f;
    } catch (IOException e) {
      return null;
    }
  }

  /** What the media store says of a file. */
  static ContentValues describe(File f, String type) {
    ContentValues v = new ContentValues();
    String name = f.getName();
    File folder = f.getParentFile();
    v.put(MediaColumns.DATA, f.getPath());
    v.put(MediaColumns.DISPLAY_NAME, name);
    v.put(MediaColumns.TITLE, name.replaceAll("\\.[^.]*$", ""));
    v.put(MediaColumns.MIME_TYPE, type);
    v.put(MediaColumns.SIZE, f.length());
    v.put(MediaColumns.BUCKET_DISPLAY_NAME, folder.getName());
    v.put(MediaColumns.BUCKET_ID, folder.getName().hashCode());
    v.put(MediaColumns.RELATIVE_PATH, folder.getName() + "/");
    v.put(MediaColumns.DATE_ADDED, Clock.wallMillis() / 1000);
    v.put(MediaColumns.DATE_MODIFIED, Clock.wallMillis() / 1000);
    v.put(MediaColumns.DATE_TAKEN, Clock.wallMillis());
    return v;
  }

  private static Sample kind(String uri) {
    if (uri.contains("/images/")) {
      return PHOTO;
    }
    return uri.contains("/video/") ? FILM : SOUND;
  }

  /**
   * A new, empty file for an item that is inserted into a list of the media store.
   *
   * @throws IllegalStateException as the media store does if there is no room for one
   */
  static File fresh(Uri list, String name) {
    File dir = kind(list.toString().toLowerCase(Locale.ROOT)).file().getParentFile();
    File made = make(dir, name);
    if (made == null) {
      throw new IllegalStateException("Failed to build unique file: " + new File(dir, "" + name));
    }
    return made;
  }

  /** The document that a URI means: of a tree without a document its top, else the last part. */
  static String id(Uri u) {
    List<String> parts = u.getPathSegments();
    int at = parts.lastIndexOf("document") + 1;
    String last = u.getLastPathSegment() == null ? "" : u.getLastPathSegment();
    return at > 0 && at < parts.size() ? parts.get(at) : last;
  }

  /** The file behind a document URI; it need not exist. */
  static File file(Uri u) {
    String id = id(u);
    String path = id.substring(id.indexOf(':') + 1);
    File root = Environment.getExternalStorageDirectory();
    File f = new File(root, path);
    return f.toPath().normalize().startsWith(root.toPath()) ? f : new File(root, "outside");
  }

  /** Writes the sample files that do not exist, unless the phone is empty. */
  static void install() {
    if (SharedFiles.get().empty() || !Storage.isWritable()) {
      return;
    }
    write(PHOTO.file(), photo());
    write(
        FILM.file(), new byte[] {0, 0, 0, 16, 'f', 't', 'y', 'p', 'm', 'p', '4', '2', 0, 0, 0, 0});
    write(SOUND.file(), new byte[] {'I', 'D', '3', 3, 0, 0, 0, 0, 0, 0});
    write(TEXT.file(), "sample text\n".getBytes(StandardCharsets.UTF_8));
  }

  /** A photo of a meadow, as JPEG. */
  public static byte[] photo() {
    try (InputStream in =
        SampleContent.class.getClassLoader().getResourceAsStream("talpa/agent/sample.jpg")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(File f, byte[] data) {
    try {
      f.getParentFile().mkdirs();
      if (!f.exists()) {
        Files.write(f.toPath(), data);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
