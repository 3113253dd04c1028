package talpa.agent.convert;

import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexFileNode;
import com.googlecode.d2j.reader.DexFileReader;
import com.googlecode.d2j.reader.MultiDexFileReader;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Converts all dex files of an APK into one jar. Classes are translated in parallel. */
public final class ApkConverter {
  /**
   * What a conversion gave.
   *
   * @param classes number of classes written
   * @param methods number of methods with code
   * @param failed number of methods and classes that could not be translated
   * @param nativeLibraries entries below lib/ of the APK, as "abi/name"
   */
  public record Result(int classes, int methods, int failed, List<String> nativeLibraries) {}

  private final boolean probed;
  private final Map<String, ClassConverter.Converted> out = new ConcurrentHashMap<>();
  private final AtomicInteger failed = new AtomicInteger();

  /**
   * A converter for one APK.
   *
   * @param probed whether its code is to record what is run ({@link Probes})
   */
  public ApkConverter(boolean probed) {
    this.probed = probed;
  }

  /**
   * Converts an APK.
   *
   * @throws IOException if the APK cannot be read or the jar not be written
   */
  public Result convert(Path apk, Path jar) throws IOException {
    DexFileNode dex = new DexFileNode();
    MultiDexFileReader.open(Files.readAllBytes(apk))
        .accept(dex, DexFileReader.IGNORE_READ_EXCEPTION);
    ClassConverter converter = new ClassConverter(dex, probed, failed::incrementAndGet);
    converter.classes().parallelStream().forEach(c -> convert(c, converter));
    write(jar);
    int methods = out.values().stream().mapToInt(ClassConverter.Converted::methods).sum();
    return new Result(out.size(), methods, failed.get(), nativeLibraries(apk));
  }

  private void convert(DexClassNode c, ClassConverter converter) {
    ClassConverter.Converted r = converter.convert(c);
    if (r != null) {
      out.put(AppIndex.internal(c.className), r);
    }
    c.methods = null;
  }

  private void write(Path jar) throws IOException {
    Path dir = jar.toAbsolutePath().getParent();
    Files.createDirectories(dir);
    Path tmp = Files.createTempFile(dir, jar.getFileName().toString(), ".tmp");
    try {
      try (ZipOutputStream z =
          new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(tmp)))) {
        z.setMethod(ZipOutputStream.STORED); // read at each load of the app, and disk is cheap
        for (Map.Entry<String, ClassConverter.Converted> e : new TreeMap<>(out).entrySet()) {
          write(z, e.getKey() + ".class", e.getValue().bytes());
        }
      }
      Files.move(tmp, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(tmp);
    }
  }

  private static void write(ZipOutputStream z, String name, byte[] b) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTime(0);
    entry.setSize(b.length);
    entry.setCrc(crc(b));
    z.putNextEntry(entry);
    z.write(b);
    z.closeEntry();
  }

  private static long crc(byte[] b) {
    CRC32 crc = new CRC32();
    crc.update(b);
    return crc.getValue();
  }

  static List<String> nativeLibraries(Path apk) throws IOException {
    List<String> l = new ArrayList<>();
    try (ZipFile z = new ZipFile(apk.toFile())) {
      for (ZipEntry e : Collections.list(z.entries())) {
        if (e.getName().startsWith("lib/") && e.getName().endsWith(".so")) {
          l.add(e.getName().substring("lib/".length()));
        }
      }
    }
    Collections.sort(l);
    return l;
  }
}
