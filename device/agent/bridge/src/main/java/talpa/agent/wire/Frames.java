package talpa.agent.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;

/** The framing of the wire: a 4-byte big-endian length, then that many bytes. */
public final class Frames {
  /** The longest frame that is accepted, in bytes. */
  public static final int MAX = 64 << 20;

  private Frames() {}

  /**
   * Reads one frame.
   *
   * @return its bytes, or null at the end of the stream between two frames
   * @throws IOException if the stream ends within a frame or the length is out of bounds
   */
  public static byte[] read(DataInputStream in) throws IOException {
    int first = in.read();
    if (first < 0) {
      return null;
    }
    int n = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
    if (n < 0 || n > MAX) {
      throw new IOException(
          "frame of " + (n & 0xffffffffL) + " bytes, at most " + MAX + " allowed");
    }
    byte[] b = in.readNBytes(n);
    if (b.length < n) {
      throw new EOFException("stream ended " + (n - b.length) + " bytes before the end of a frame");
    }
    return b;
  }

  /** Writes one frame, raw bytes (if any) behind it, and flushes. */
  public static void write(OutputStream out, byte[] frame, byte[] raw) throws IOException {
    int n = frame.length;
    out.write(new byte[] {(byte) (n >>> 24), (byte) (n >>> 16), (byte) (n >>> 8), (byte) n});
    out.write(frame);
    if (raw != null) {
      out.write(raw);
    }
    out.flush();
  }
}
