package talpa.agent.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Writes the framework's resources, which lie among its classes, into an archive of their own. */
final class FrameworkResources {
  private static final String TABLE = "resources.arsc";

  private FrameworkResources() {}

  /** Writes the archive; gives the number of its files. */
  static int write(Path framework, Path archive) throws IOException {
    Path tmp = archive.resolveSibling(archive.getFileName() + ".tmp");
    int n = 0;
    try (ZipFile from = new ZipFile(framework.toFile());
        OutputStream file = Files.newOutputStream(tmp);
        ZipOutputStream to = new ZipOutputStream(file)) {
      Enumeration<? extends ZipEntry> all = from.entries();
      while (all.hasMoreElements()) {
        ZipEntry e = all.nextElement();
        if (isResource(e.getName())) {
          try (InputStream in = from.getInputStream(e)) {
            copy(e, in.readAllBytes(), to);
          }
          n++;
        }
      }
    }
    Files.move(tmp, archive, StandardCopyOption.REPLACE_EXISTING);
    return n;
  }

  static boolean isResource(String name) {
    if (name.endsWith("/")) {
      return false;
    }
    return name.startsWith("res/")
        || name.startsWith("assets/")
        || name.equals(TABLE)
        || name.equals("AndroidManifest.xml");
  }

  /** The table, of which each start reads all, is stored as it is; so is what was stored. */
  private static void copy(ZipEntry e, byte[] content, ZipOutputStream to) throws IOException {
    ZipEntry copy = new ZipEntry(e.getName());
    copy.setTime(e.getTime());
    if (e.getName().equals(TABLE) || e.getMethod() == ZipEntry.STORED) {
      CRC32 crc = new CRC32();
      crc.update(content);
      copy.setMethod(ZipEntry.STORED);
      copy.setSize(content.length);
      copy.setCrc(crc.getValue());
    }
    to.putNextEntry(copy);
    to.write(content);
    to.closeEntry();
  }
}
