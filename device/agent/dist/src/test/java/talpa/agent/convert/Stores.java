package talpa.agent.convert;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/** Writes stores of classes as the front does. */
public final class Stores {
  private Stores() {}

  /** How the store of an app begins. */
  public static byte[] begin(List<String> names) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write("talpacl2".getBytes(StandardCharsets.US_ASCII));
    byte[] lines = String.join("\n", names).getBytes(StandardCharsets.UTF_8);
    all.write(record('N', "", lines));
    return all.toByteArray();
  }

  /** One class. */
  public static byte[] record(char kind, String name, byte[] file) throws IOException {
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    rest.write(name.getBytes(StandardCharsets.UTF_8));
    rest.write(file);
    CRC32 crc = new CRC32();
    crc.update(rest.toByteArray());
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(all);
    out.writeByte(kind);
    out.writeShort(name.length());
    out.writeInt(0);
    out.writeInt(file.length);
    out.writeInt((int) crc.getValue());
    out.write(rest.toByteArray());
    return all.toByteArray();
  }
}
