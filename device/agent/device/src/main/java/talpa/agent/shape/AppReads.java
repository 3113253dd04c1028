package talpa.agent.shape;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import talpa.agent.wire.ClassRecord;

/**
 * What the code of an app says about the answers that it reads, found by one walk over its class
 * files.
 */
public final class AppReads {
  private static final String SUFFIX = ".class";
  private static final byte[] JSON = "org/json/JSON".getBytes(StandardCharsets.US_ASCII);

  private static AppReads last;
  private static Path lastJar;

  private final List<String> endpoints = new ArrayList<>();
  private final Map<String, Set<String>> paths = new TreeMap<>();
  private final ShapeReader shapes = new ShapeReader();
  private final ObjectReads objects = new ObjectReads();
  private final XmlReads xml = new XmlReads();
  private final Map<String, String> parents = new TreeMap<>(); // while classes are read
  private final Askers askers = new Askers();

  private AppReads() {}

  /**
   * What the classes in a jar or a store say. The last one's answer is kept: an app is loaded
   * often.
   */
  public static synchronized AppReads of(Path jar) {
    if (!jar.equals(lastJar)) {
      AppReads a = new AppReads();
      try {
        a.readAll(jar);
      } catch (IOException e) {
        return new AppReads(); // without its classes an app does not come to ask
      }
      last = a;
      lastJar = jar;
    }
    return last;
  }

  private void readAll(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      byte[] begin = in.readNBytes(ClassRecord.MAGIC.length());
      if (new String(begin, StandardCharsets.ISO_8859_1).equals(ClassRecord.MAGIC)) {
        readStore(in);
        return;
      }
    }
    Map<String, byte[]> classes = new TreeMap<>();
    try (JarFile f = new JarFile(file.toFile(), false)) {
      for (JarEntry e : Collections.list(f.entries())) {
        if (e.getName().endsWith(SUFFIX)) {
          try (InputStream in = f.getInputStream(e)) {
            String name = e.getName();
            classes.put(name.substring(0, name.length() - SUFFIX.length()), in.readAllBytes());
          }
        }
      }
    }
    read(classes);
  }

  /** Reads classes by their internal names. */
  private void read(Map<String, byte[]> classes) {
    classes.forEach(this::read);
    readSubclasses(classes);
    xml.findAttributes();
    Set<String> readers = new TreeSet<>();
    roots().forEach(s -> readers.addAll(s.readers()));
    objects().forEach(o -> readers.add(o.reader()));
    askers.read(classes, readers, AppReads::constants);
  }

  /** What extends a class that reads XML reads some by its methods. */
  private void readSubclasses(Map<String, byte[]> classes) {
    for (boolean more = true; more; ) {
      more = false;
      for (Map.Entry<String, String> e : parents.entrySet()) {
        if (xml.isReader(e.getValue().replace('/', '.'))
            && !xml.isReader(e.getKey().replace('/', '.'))) {
          ClassNode c = new ClassNode();
          new ClassReader(classes.get(e.getKey()))
              .accept(c, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
          xml.read(c);
          paths.computeIfAbsent(outer(c.name), k -> new TreeSet<>()).addAll(constants(c));
          more = true;
        }
      }
    }
    parents.clear();
  }

  /** Reads the classes of a store as the front writes it, in the order of their names. */
  private void readStore(DataInputStream in) throws IOException {
    Map<String, byte[]> classes = new TreeMap<>();
    byte[] head = in.readNBytes(ClassRecord.HEAD);
    for (; head.length == ClassRecord.HEAD; head = in.readNBytes(ClassRecord.HEAD)) {
      ClassRecord r = ClassRecord.of(head); // its sum is checked where classes are loaded
      String name = new String(in.readNBytes(r.nameSize()), StandardCharsets.UTF_8);
      byte[] file = in.readNBytes(r.size());
      if (r.kind() == ClassRecord.CLASS && r.size() > 0) {
        classes.putIfAbsent(name, file);
      }
    }
    read(classes);
  }

  private void read(String name, byte[] b) {
    ClassReader r = new ClassReader(b);
    if (r.getSuperName() != null && !r.getSuperName().startsWith("java/")) {
      parents.put(name, r.getSuperName());
    }
    if ((r.getAccess() & Opcodes.ACC_INTERFACE) != 0) {
      ClassNode c = new ClassNode();
      r.accept(c, ClassReader.SKIP_CODE);
      if (hasEndpoint(c)) {
        endpoints.add(c.name.replace('/', '.'));
      }
      return;
    }
    boolean takesApart = contains(b, JSON);
    boolean makesObjects = ObjectReads.NAMES.stream().anyMatch(n -> contains(b, n));
    boolean readsXml = XmlReads.NAMES.stream().anyMatch(n -> contains(b, n));
    if (takesApart || makesObjects || readsXml) {
      ClassNode c = new ClassNode();
      r.accept(c, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      if (takesApart) {
        shapes.read(c);
      }
      if (readsXml) {
        xml.read(c);
      }
      objects.read(c);
      paths.computeIfAbsent(outer(c.name), k -> new TreeSet<>()).addAll(constants(c));
    }
  }

  static boolean contains(byte[] in, byte[] what) {
    for (int i = 0; i + what.length <= in.length; i++) {
      int j = 0;
      while (j < what.length && in[i + j] == what[j]) {
        j++;
      }
      if (j == what.length) {
        return true;
      }
    }
    return false;
  }

  /** Whether some method of an interface has an annotation whose value may be a path. */
  private static boolean hasEndpoint(ClassNode c) {
    for (MethodNode m : c.methods) {
      if (m.visibleAnnotations != null) {
        for (AnnotationNode a : m.visibleAnnotations) {
          int at = a.values == null ? -1 : a.values.indexOf("value");
          if (at >= 0 && a.values.get(at + 1) instanceof String) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Texts in a class that may be parts of an address. */
  private static Set<String> constants(ClassNode c) {
    Set<String> found = new LinkedHashSet<>();
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof LdcInsnNode l && l.cst instanceof String s && s.contains("/")) {
          found.add(s);
        }
      }
    }
    return found;
  }

  /** The class that a nested one lies in, by name. */
  public static String outer(String name) {
    int dollar = name.indexOf('$');
    return dollar < 0 ? name : name.substring(0, dollar);
  }

  /** Interfaces that may describe requests. */
  public List<String> endpoints() {
    return endpoints;
  }

  /** Texts of the class around one, by internal name, that may be parts of an address. */
  public Set<String> paths(String cls) {
    return paths.getOrDefault(outer(cls), Set.of());
  }

  /**
   * Texts that may be parts of an address, of the class around a reader and of code that calls it.
   *
   * @param reader a method, by internal name of its class, a dot, and its name
   */
  public Set<String> addresses(String reader) {
    Set<String> all = new TreeSet<>(paths(reader.substring(0, reader.indexOf('.'))));
    all.addAll(askers.addresses(reader));
    return all;
  }

  /** The types that it has made of JSON. */
  public Set<ObjectReads.Read> objects() {
    return objects.all();
  }

  /** The XML that it takes apart. */
  public XmlReads xml() {
    return xml;
  }

  /** The shapes of JSON that it reads as whole answers. */
  public Set<Shape> roots() {
    return shapes.roots();
  }
}
