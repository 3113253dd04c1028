package talpa.agent.convert;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jf.smali.SmaliOptions;

/** Makes APKs of assembler text, and loads what the converter makes of them. */
final class Smali {
  private final Path dir;
  private final boolean probed;
  private ApkConverter.Result result;

  Smali(Path dir) {
    this(dir, false);
  }

  Smali(Path dir, boolean probed) {
    this.dir = dir;
    this.probed = probed;
  }

  /** Where the class files are. */
  Path jar() {
    return dir.resolve("out.jar");
  }

  /** What the last conversion gave. */
  ApkConverter.Result result() {
    return result;
  }

  /** Assembles the classes, converts them, and gives a loader for them. */
  URLClassLoader load(String... classes) throws IOException {
    result = new ApkConverter(probed).convert(apk(classes), jar());
    return new URLClassLoader(new URL[] {jar().toUri().toURL()}, Smali.class.getClassLoader());
  }

  /** Assembles the classes into an APK. */
  Path apk(String... classes) throws IOException {
    List<String> files = new ArrayList<>();
    for (String c : classes) {
      Path f = dir.resolve("c" + files.size() + ".smali");
      Files.writeString(f, c);
      files.add(f.toString());
    }
    SmaliOptions o = new SmaliOptions();
    o.apiLevel = 29;
    o.outputDexFile = dir.resolve("classes.dex").toString();
    if (!org.jf.smali.Smali.assemble(o, files)) {
      throw new IllegalArgumentException("the assembler refused the text");
    }
    Path apk = dir.resolve("in.apk");
    try (OutputStream out = Files.newOutputStream(apk);
        ZipOutputStream z = new ZipOutputStream(out)) {
      z.putNextEntry(new ZipEntry("classes.dex"));
      z.write(Files.readAllBytes(Path.of(o.outputDexFile)));
      z.closeEntry();
      z.putNextEntry(new ZipEntry("lib/x86/libfoo.so"));
      z.closeEntry();
    }
    return apk;
  }
}
