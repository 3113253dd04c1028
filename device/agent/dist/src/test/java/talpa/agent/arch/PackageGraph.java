package talpa.agent.arch;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Which package of the agent uses which, from its class files.
 *
 * @param imports by package: the packages whose classes its code uses
 * @param names by package: the packages whose classes it names in texts, for code that is woven or
 *     looked up at run time
 */
record PackageGraph(Map<String, Set<String>> imports, Map<String, Set<String>> names) {
  private static final String ROOT = "talpa/agent/";

  /** The graph of the modules that those classes come from. */
  static PackageGraph of(Class<?>... inEachModule) throws IOException, URISyntaxException {
    Map<String, byte[]> classes = new TreeMap<>();
    for (Class<?> c : inEachModule) {
      read(c.getProtectionDomain().getCodeSource().getLocation().toURI(), classes);
    }
    PackageGraph g = new PackageGraph(new TreeMap<>(), new TreeMap<>());
    classes.forEach((name, b) -> g.add(name, b, classes.keySet()));
    return g;
  }

  private static void read(URI place, Map<String, byte[]> classes) throws IOException {
    Path p = Path.of(place);
    if (Files.isDirectory(p)) {
      walk(p, classes);
      return;
    }
    try (FileSystem jar = FileSystems.newFileSystem(p)) {
      walk(jar.getPath("/"), classes);
    }
  }

  private static void walk(Path root, Map<String, byte[]> classes) throws IOException {
    try (Stream<Path> files = Files.walk(root.resolve(ROOT))) {
      for (Path f : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        String name = root.relativize(f).toString();
        try (InputStream in = Files.newInputStream(f)) {
          classes.put(name.substring(0, name.length() - ".class".length()), in.readAllBytes());
        }
      }
    }
  }

  private void add(String name, byte[] b, Set<String> known) {
    String own = packageOf(name);
    imports.computeIfAbsent(own, k -> new TreeSet<>());
    names.computeIfAbsent(own, k -> new TreeSet<>());
    Remapper seen =
        new Remapper(Opcodes.ASM9) {
          @Override
          public String map(String used) {
            note(imports, own, used);
            return used;
          }

          @Override
          public Object mapValue(Object v) {
            if (v instanceof String s) {
              named(s);
            }
            return super.mapValue(v);
          }

          private void named(String text) {
            String n = text.replace('.', '/');
            // A text that begins like a class: of a class, or of a package and what is put behind.
            if (n.length() > ROOT.length()
                && n.startsWith(ROOT)
                && (known.contains(n) || n.endsWith("/"))) {
              note(names, own, n);
            }
          }
        };
    ClassVisitor all = new ClassRemapper(new ClassWriter(0), seen);
    new ClassReader(b).accept(all, 0);
  }

  private static void note(Map<String, Set<String>> edges, String own, String used) {
    if (used.startsWith(ROOT) && !packageOf(used).equals(own)) {
      edges.get(own).add(packageOf(used));
    }
  }

  /** The package of a class, below the agent's: "" for the agent's own. */
  private static String packageOf(String internalName) {
    int end = internalName.lastIndexOf('/');
    return end < ROOT.length() ? "" : internalName.substring(ROOT.length(), end);
  }

  /** Both kinds of edges. */
  Map<String, Set<String>> all() {
    Map<String, Set<String>> both = new TreeMap<>();
    imports.forEach((p, to) -> both.computeIfAbsent(p, k -> new TreeSet<>()).addAll(to));
    names.forEach((p, to) -> both.computeIfAbsent(p, k -> new TreeSet<>()).addAll(to));
    return both;
  }

  /** A cycle: its packages in order, the first one again at the end; empty if there is none. */
  static List<String> cycle(Map<String, Set<String>> edges) {
    Map<String, Boolean> done = new HashMap<>();
    for (String p : edges.keySet()) {
      List<String> found = cycle(p, edges, done, new ArrayList<>());
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  private static List<String> cycle(
      String p, Map<String, Set<String>> edges, Map<String, Boolean> done, List<String> path) {
    int at = path.indexOf(p);
    path.add(p);
    if (at >= 0) {
      return List.copyOf(path.subList(at, path.size()));
    }
    if (!done.containsKey(p)) {
      for (String to : edges.getOrDefault(p, Set.of())) {
        List<String> found = cycle(to, edges, done, path);
        if (!found.isEmpty()) {
          return found;
        }
      }
      done.put(p, true);
    }
    path.remove(path.size() - 1);
    return List.of();
  }
}
