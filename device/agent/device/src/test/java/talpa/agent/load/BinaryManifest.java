package talpa.agent.load;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes compiled manifests: a pool of texts, and elements that begin. */
final class BinaryManifest {
  private static final int NOTHING = -1;

  private final List<String> pool = new ArrayList<>();
  private final ByteArrayOutputStream elements = new ByteArrayOutputStream();
  private final boolean utf8;

  BinaryManifest(boolean utf8) {
    this.utf8 = utf8;
  }

  private int text(String s) {
    if (!pool.contains(s)) {
      pool.add(s);
    }
    return pool.indexOf(s);
  }

  /**
   * An element with attributes: name and value in turn, a String as it is, an Integer as a number,
   * an Object[] of both as a value whose text was kept.
   */
  BinaryManifest element(String tag, Object... attributes) {
    int n = attributes.length / 2;
    ByteBuffer b = buffer(36 + 20 * n);
    b.putShort((short) 0x0102).putShort((short) 16).putInt(b.capacity());
    b.putInt(1).putInt(NOTHING).putInt(NOTHING).putInt(text(tag));
    b.putShort((short) 20).putShort((short) 20).putShort((short) n);
    b.putShort((short) 0).putShort((short) 0).putShort((short) 0);
    for (int i = 0; i < attributes.length; i += 2) {
      b.putInt(NOTHING).putInt(text((String) attributes[i]));
      if (attributes[i + 1] instanceof String s) {
        b.putInt(text(s)).putShort((short) 8).put((byte) 0).put((byte) 3).putInt(text(s));
      } else if (attributes[i + 1] instanceof Object[] both) {
        b.putInt(text((String) both[1])).putShort((short) 8).put((byte) 0).put((byte) 0x10);
        b.putInt((Integer) both[0]);
      } else {
        b.putInt(NOTHING).putShort((short) 8).put((byte) 0).put((byte) 0x10);
        b.putInt((Integer) attributes[i + 1]);
      }
    }
    elements.writeBytes(b.array());
    return this;
  }

  /** The whole file. */
  byte[] bytes() {
    byte[] strings = strings();
    ByteBuffer b = buffer(8 + strings.length + elements.size());
    b.putShort((short) 3).putShort((short) 8).putInt(b.capacity());
    return b.put(strings).put(elements.toByteArray()).array();
  }

  private byte[] strings() {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    List<Integer> at = new ArrayList<>();
    for (String s : pool) {
      at.add(data.size());
      byte[] text = s.getBytes(utf8 ? StandardCharsets.UTF_8 : StandardCharsets.UTF_16LE);
      if (utf8) {
        length(data, s.length());
        length(data, text.length);
        data.writeBytes(text);
        data.write(0);
      } else {
        data.write(s.length() & 0xff);
        data.write(s.length() >> 8);
        data.writeBytes(text);
        data.write(0);
        data.write(0);
      }
    }
    int start = 28 + 4 * at.size();
    ByteBuffer b = buffer((start + data.size() + 3) / 4 * 4);
    b.putShort((short) 1).putShort((short) 28).putInt(b.capacity());
    b.putInt(at.size()).putInt(0).putInt(utf8 ? 0x100 : 0).putInt(start).putInt(0);
    at.forEach(b::putInt);
    return b.put(data.toByteArray()).array();
  }

  /** A length of a text in UTF-8: a second byte where it is over 127. */
  private static void length(ByteArrayOutputStream out, int n) {
    if (n > 0x7f) {
      out.write(n >> 8 | 0x80);
    }
    out.write(n & 0xff);
  }

  private static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
