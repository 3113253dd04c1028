package talpa.agent.net;

import java.io.ByteArrayOutputStream;
import java.util.Locale;
import talpa.agent.answer.Answer;

/** Sounds and playlists of stand-in servers, by the names that are asked for. */
final class Media {
  /** An MPEG-1 layer III frame: 128 kbit/s, 44.1 kHz. */
  private static final byte[] FRAME_HEADER = {(byte) 0xFF, (byte) 0xFB, (byte) 0x90, 0x00};

  private static final int FRAME_LENGTH = 417;

  /** About two seconds. */
  private static final int FRAMES = 77;

  private Media() {}

  /** The answer to a request, null if its path does not name a sound or a playlist. */
  static Answer of(Request r) {
    String path = r.path().toLowerCase(Locale.ROOT);
    String sound = "http://" + r.host() + "/stream.mp3";
    if (path.endsWith(".mp3")) {
      return new Answer("sound", "audio/mpeg", silence());
    }
    if (path.endsWith(".m3u")) {
      String list = "#EXTM3U\n#EXTINF:-1,Stream of " + r.host() + "\n" + sound + "\n";
      return Answer.text("playlist", "audio/x-mpegurl", list);
    }
    if (path.endsWith(".pls")) {
      String list =
          "[playlist]\nNumberOfEntries=1\nFile1="
              + sound
              + "\nTitle1=Stream of "
              + r.host()
              + "\nLength1=-1\nVersion=2\n";
      return Answer.text("playlist", "audio/x-scpls", list);
    }
    return null;
  }

  /** Frames without a signal. */
  private static byte[] silence() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < FRAMES; i++) {
      out.writeBytes(FRAME_HEADER);
      out.writeBytes(new byte[FRAME_LENGTH - FRAME_HEADER.length]);
    }
    return out.toByteArray();
  }
}
