package talpa.agent.wire;

import java.nio.ByteBuffer;

/**
 * How a record begins in the file of an app's converted classes, which the front appends to
 * (package classstore there): its name and its data follow.
 *
 * @param kind {@link #NAMES} or {@link #CLASS}
 * @param nameSize bytes of the name
 * @param size bytes of the data; 0 for a class that cannot be converted
 * @param crc the CRC-32 of name and data
 */
public record ClassRecord(char kind, int nameSize, int size, int crc) {
  /** How the file begins, in ASCII. */
  public static final String MAGIC = "talpacl2";

  /** Bytes of a record before its name: kind, its length, failures, length, CRC. */
  public static final int HEAD = 15;

  /** Kind of the record with the names of all classes of the app, a line each. */
  public static final char NAMES = 'N';

  /** Kind of the record of a class. */
  public static final char CLASS = 'C';

  /** The record that begins with these bytes, {@link #HEAD} of them. */
  public static ClassRecord of(byte[] head) {
    ByteBuffer h = ByteBuffer.wrap(head);
    char kind = (char) h.get();
    int nameSize = Short.toUnsignedInt(h.getShort());
    h.getInt(); // methods that failed
    return new ClassRecord(kind, nameSize, h.getInt(), h.getInt());
  }
}
