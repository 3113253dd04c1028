package talpa.agent.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The few facts of the binary manifest that Robolectric takes from a text manifest instead:
 * attributes of the elements manifest, uses-sdk and application, as "element.attribute", and those
 * of an activity that its parser does not know, as "activity.attribute.NAME".
 */
final class ManifestFacts {
  private static final int STRING_POOL = 0x0001;
  private static final int START_ELEMENT = 0x0102;
  private static final int UTF8 = 0x100;
  private static final int TYPE_STRING = 3;

  /** Whether back comes to callbacks: an attribute since Android 13, of activities since 14. */
  static final String BACK = "enableOnBackInvokedCallback";

  private final ByteBuffer data;
  private final Map<String, String> facts = new HashMap<>();
  private String[] pool = {};

  private ManifestFacts(byte[] xml) {
    data = ByteBuffer.wrap(xml).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Reads the facts of an APK.
   *
   * @throws IOException if it has no readable manifest
   */
  static Map<String, String> read(Path apk) throws IOException {
    try (ZipFile zip = new ZipFile(apk.toFile())) {
      ZipEntry e = zip.getEntry("AndroidManifest.xml");
      if (e == null) {
        throw new IOException(apk + ": no AndroidManifest.xml");
      }
      try (InputStream in = zip.getInputStream(e)) {
        return parse(in.readAllBytes());
      }
    }
  }

  static Map<String, String> parse(byte[] xml) throws IOException {
    ManifestFacts f = new ManifestFacts(xml);
    try {
      f.chunks();
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IOException("malformed binary manifest: " + e, e);
    }
    return f.facts;
  }

  private void chunks() {
    int p = 8;
    while (p + 8 <= data.limit()) {
      int type = data.getShort(p) & 0xffff;
      int size = data.getInt(p + 4);
      if (size < 8 || size > data.limit() - p) {
        return;
      }
      if (type == STRING_POOL) {
        strings(p);
      } else if (type == START_ELEMENT) {
        element(p);
      }
      p += size;
    }
  }

  private void strings(int p) {
    int n = data.getInt(p + 8);
    boolean utf8 = (data.getInt(p + 16) & UTF8) != 0;
    int start = p + data.getInt(p + 20);
    if (n < 0 || n > data.limit() / 4) {
      throw new IllegalArgumentException(n + " strings");
    }
    pool = new String[n];
    for (int i = 0; i < n; i++) {
      int at = start + data.getInt(p + 28 + 4 * i);
      pool[i] = utf8 ? utf8(at) : utf16(at);
    }
  }

  private String utf8(int at) {
    int p = at + ((data.get(at) & 0x80) != 0 ? 2 : 1);
    int n = data.get(p++) & 0xff;
    if ((n & 0x80) != 0) {
      n = (n & 0x7f) << 8 | data.get(p++) & 0xff;
    }
    return text(p, n, StandardCharsets.UTF_8);
  }

  private String utf16(int at) {
    int n = data.getShort(at) & 0xffff;
    int p = at + 2;
    if ((n & 0x8000) != 0) {
      n = (n & 0x7fff) << 16 | data.getShort(p) & 0xffff;
      p += 2;
    }
    return text(p, 2 * n, StandardCharsets.UTF_16LE);
  }

  private String text(int p, int bytes, java.nio.charset.Charset cs) {
    if (bytes < 0 || p < 0 || p > data.limit()) {
      throw new IllegalArgumentException("string at " + p);
    }
    byte[] b = new byte[Math.min(bytes, data.limit() - p)];
    data.get(p, b);
    return new String(b, cs);
  }

  private void element(int p) {
    String tag = string(data.getInt(p + 20));
    if (tag.equals("activity")) {
      Map<String, String> own = attributes(p);
      if (own.containsKey(BACK)) {
        facts.putIfAbsent("activity." + BACK + "." + own.get("name"), own.get(BACK));
      }
    } else if (List.of("uses-sdk", "application", "manifest").contains(tag)) {
      attributes(p).forEach((name, value) -> facts.putIfAbsent(tag + "." + name, value));
    }
  }

  private Map<String, String> attributes(int p) {
    Map<String, String> all = new HashMap<>();
    int n = data.getShort(p + 28) & 0xffff;
    int at = p + 16 + (data.getShort(p + 24) & 0xffff);
    for (int i = 0; i < n; i++, at += 20) {
      String name = string(data.getInt(at + 4));
      int raw = data.getInt(at + 8);
      int value = data.getInt(at + 16);
      String v =
          (data.get(at + 15) & 0xff) == TYPE_STRING
              ? string(value)
              : raw >= 0 ? string(raw) : Integer.toString(value);
      all.putIfAbsent(name, v);
    }
    return all;
  }

  private String string(int i) {
    return i >= 0 && i < pool.length ? pool[i] : "";
  }
}
