package dev.talpa.field;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Assertions;
import org.junit.platform.commons.util.StringUtils;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.opentest4j.AssertionFailedError;
import talpa.agent.weave.Redirects;
import talpa.agent.weave.WaitSites;

/**
 * The app of the tests: a manifest ({@code field.xml}, compiled to {@code field.apk}), and the
 * tests' own classes as its code, with the calls redirected that a conversion redirects.
 */
final class FieldApp {
  private static final String CLASS = ".class";
  private static final String MANIFEST = "AndroidManifest.xml";

  /** The resource id of android:targetSdkVersion. */
  private static final int TARGET_SDK = 0x01010270;

  /** That of android:name. */
  private static final int NAME = 0x01010003;

  private static final short RESOURCE_MAP = 0x0180;
  private static final int STRING_POOL_AT = 8;
  private static final int ATTRIBUTE_SIZE = 20;
  private static final int DATA_IN_ATTRIBUTE = 16;

  private FieldApp() {}

  /** Writes the app's code into a jar, beside JUnit's. */
  static Path classes(Path jar) throws IOException {
    Map<String, byte[]> all = new LinkedHashMap<>();
    try {
      Path own = place(FieldApp.class);
      try (Stream<Path> files = Files.walk(own.resolve("dev"))) {
        for (Path f : files.filter(f -> f.toString().endsWith(CLASS)).toList()) {
          all.put(own.relativize(f).toString(), redirected(Files.readAllBytes(f)));
        }
      }
      for (Class<?> c :
          new Class<?>[] {Assertions.class, StringUtils.class, AssertionFailedError.class}) {
        try (ZipFile z = new ZipFile(place(c).toFile())) {
          for (ZipEntry e : Collections.list(z.entries())) {
            if (e.getName().endsWith(CLASS) && !e.getName().startsWith("META-INF")) {
              all.put(e.getName(), bytes(z, e));
            }
          }
        }
      }
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
    write(jar, all);
    return jar;
  }

  private static Path place(Class<?> c) throws URISyntaxException {
    return Path.of(c.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static byte[] redirected(byte[] b) {
    ClassNode c = new ClassNode();
    new ClassReader(b).accept(c, 0);
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions.toArray()) {
        if (i instanceof MethodInsnNode call) {
          if (call.name.equals("<init>")) {
            Redirects.construct(call, m.name.equals("<init>") ? c.superName : null);
          }
          Redirects.apply(m.instructions, call, Redirects.owner(call.owner, call.name));
        } else if (i instanceof TypeInsnNode type) {
          Redirects.apply(type);
        } else if (i instanceof FieldInsnNode field) {
          Redirects.apply(m.instructions, field);
        }
      }
    }
    ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    c.accept(w);
    return WaitSites.apply(w.toByteArray());
  }

  /** Writes the APK of that name, for a target version, into a folder. */
  static Path apk(Path dir, String name, int target) throws IOException {
    Map<String, byte[]> all = new LinkedHashMap<>();
    Path given;
    try {
      given = Path.of(FieldApp.class.getResource("/" + name).toURI());
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
    try (ZipFile z = new ZipFile(given.toFile())) {
      for (ZipEntry e : Collections.list(z.entries())) {
        byte[] b = bytes(z, e);
        all.put(e.getName(), e.getName().equals(MANIFEST) ? aimed(b, target) : b);
      }
    }
    Path apk = dir.resolve(name);
    write(apk, all);
    return apk;
  }

  /** A compiled manifest with another target version. */
  private static byte[] aimed(byte[] xml, int target) {
    ByteBuffer b = ByteBuffer.wrap(xml).order(ByteOrder.LITTLE_ENDIAN);
    int map = STRING_POOL_AT + b.getInt(STRING_POOL_AT + 4);
    if (b.getShort(map) != RESOURCE_MAP) {
      throw new IllegalStateException("no map of resources in the manifest");
    }
    int name = 0;
    while (b.getInt(map + 8 + 4 * name) != TARGET_SDK) {
      name++;
    }
    int end = map + b.getInt(map + 4);
    for (int at = end; at + ATTRIBUTE_SIZE <= xml.length; at += 4) {
      if (b.getInt(at + 4) == name && b.getInt(at + 12) == 0x10000008) {
        b.putInt(at + DATA_IN_ATTRIBUTE, target);
        return xml;
      }
    }
    throw new IllegalStateException("no target version in the manifest");
  }

  /** Writes an APK whose components have no names, which Android does not install. */
  static String nameless(Path dir) throws IOException {
    Path apk = dir.resolve("nameless.apk");
    try (ZipFile z = new ZipFile(apk(dir, "load.apk", Device.TARGET).toFile())) {
      byte[] xml = bytes(z, z.getEntry(MANIFEST));
      ByteBuffer b = ByteBuffer.wrap(xml).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = STRING_POOL_AT + b.getInt(STRING_POOL_AT + 4) + 8; ; at += 4) {
        if (b.getInt(at) == NAME) {
          b.putInt(at, 0);
          break;
        }
      }
      write(apk, Map.of(MANIFEST, xml));
    }
    return apk.toString();
  }

  private static byte[] bytes(ZipFile z, ZipEntry e) {
    try (InputStream in = z.getInputStream(e)) {
      return in.readAllBytes();
    } catch (IOException x) {
      throw new UncheckedIOException(x);
    }
  }

  private static void write(Path zip, Map<String, byte[]> files) throws IOException {
    try (OutputStream o = Files.newOutputStream(zip);
        ZipOutputStream z = new ZipOutputStream(o)) {
      for (Map.Entry<String, byte[]> f : files.entrySet()) {
        z.putNextEntry(new ZipEntry(f.getKey()));
        z.write(f.getValue());
      }
    }
  }
}
