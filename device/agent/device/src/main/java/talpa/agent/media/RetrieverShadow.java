package talpa.agent.media;

import android.content.ContentResolver;
import android.content.Context;
import android.content.res.AssetFileDescriptor;
import android.media.MediaMetadataRetriever;
import android.net.Uri;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowMediaMetadataRetriever;
import talpa.agent.libcore.FileCalls;
import talpa.agent.process.Unsupported;

/**
 * What is in media files: the kind is read from the file, and lasts as long as players say. A file
 * of another kind, or none, is refused.
 */
@Implements(className = "android.media.MediaMetadataRetriever")
public class RetrieverShadow extends ShadowMediaMetadataRetriever {
  private static final int HEAD = 12;
  private static final int SYNC = 0xff;
  private static final int MPEG = 0xe0;
  private static final int KIND = 4;

  private String type;

  @Override
  @Implementation
  protected void setDataSource(String path) {
    if (path == null) {
      throw new IllegalArgumentException("null path");
    }
    Uri uri = Uri.parse(path);
    if (uri.getScheme() != null && !uri.getScheme().equals(ContentResolver.SCHEME_FILE)) {
      refuse();
    }
    String name = uri.getScheme() == null ? path : uri.getPath();
    try (InputStream in = new FileInputStream(FileCalls.path(name))) {
      take(in);
    } catch (IOException e) {
      throw new IllegalArgumentException(name + " does not exist");
    }
  }

  @Override
  @Implementation
  protected void setDataSource(Context context, Uri uri) {
    if (uri == null) {
      throw new IllegalArgumentException("null uri");
    }
    if (uri.getScheme() == null || uri.getScheme().equals(ContentResolver.SCHEME_FILE)) {
      setDataSource(uri.getPath());
      return;
    }
    try (AssetFileDescriptor f = context.getContentResolver().openAssetFileDescriptor(uri, "r")) {
      if (f == null) {
        throw new IllegalArgumentException("got null FileDescriptor for " + uri);
      }
      take(f.createInputStream());
    } catch (IOException e) {
      throw new IllegalArgumentException("could not access " + uri);
    }
  }

  @Override
  @Implementation
  protected void setDataSource(String uri, Map<String, String> headers) {
    refuse();
  }

  @Override
  @Implementation
  protected void setDataSource(FileDescriptor fd, long offset, long length) {
    type = kind(head(fd, offset));
    if (type == null) {
      refuse();
    }
    tell();
  }

  /** Reads at a place, which leaves where the descriptor stands. */
  private static byte[] head(FileDescriptor fd, long offset) {
    ByteBuffer head = ByteBuffer.allocate(HEAD);
    try {
      int n = new FileInputStream(fd).getChannel().read(head, offset);
      return Arrays.copyOf(head.array(), Math.max(n, 0));
    } catch (IOException e) {
      return new byte[0];
    }
  }

  private void take(InputStream in) throws IOException {
    type = kind(in.readNBytes(HEAD));
    if (type == null) {
      refuse();
    }
    tell();
  }

  /** How a file ends and how long it lasts is not in what is read of it. */
  private static void tell() {
    Unsupported.tell("media", "files last 3 s, and their tags are not read");
  }

  private static void refuse() {
    throw new RuntimeException("setDataSource failed: status = 0x80000000");
  }

  private static String kind(byte[] head) {
    if (head.length < HEAD - 2) {
      return null;
    }
    String s = new String(head, StandardCharsets.ISO_8859_1);
    if (s.startsWith("ID3") || (head[0] & SYNC) == SYNC && (head[1] & MPEG) == MPEG) {
      return "audio/mpeg";
    }
    if (s.startsWith("ftyp", KIND)) {
      return s.startsWith("M4A", 2 * KIND) ? "audio/mp4" : "video/mp4";
    }
    return switch (s.substring(0, KIND)) {
      case "OggS" -> "application/ogg";
      case "fLaC" -> "audio/flac";
      case "RIFF" -> s.startsWith("WAVE", 2 * KIND) ? "audio/x-wav" : null;
      case "#!AM" -> "audio/amr";
      case "MThd" -> "audio/midi";
      case "\u001aE\u00df\u00a3" -> "video/x-matroska";
      default -> null;
    };
  }

  @Override
  @Implementation
  protected String extractMetadata(int key) {
    if (type == null) {
      return null;
    }
    boolean film = type.startsWith("video/");
    return switch (key) {
      case MediaMetadataRetriever.METADATA_KEY_DURATION -> String.valueOf(PlayerShadow.DURATION_MS);
      case MediaMetadataRetriever.METADATA_KEY_MIMETYPE -> type;
      case MediaMetadataRetriever.METADATA_KEY_NUM_TRACKS -> "1";
      case MediaMetadataRetriever.METADATA_KEY_HAS_AUDIO -> film ? null : "yes";
      case MediaMetadataRetriever.METADATA_KEY_HAS_VIDEO -> film ? "yes" : null;
      case MediaMetadataRetriever.METADATA_KEY_BITRATE -> "128000";
      case MediaMetadataRetriever.METADATA_KEY_VIDEO_ROTATION -> film ? "0" : null;
      case MediaMetadataRetriever.METADATA_KEY_VIDEO_WIDTH -> film ? "640" : null;
      case MediaMetadataRetriever.METADATA_KEY_VIDEO_HEIGHT -> film ? "480" : null;
      default -> null;
    };
  }
}
