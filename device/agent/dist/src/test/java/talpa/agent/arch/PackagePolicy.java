package talpa.agent.arch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What each package may use, from the file packages.txt: "package: packages that it imports |
 * packages whose classes it names in texts".
 */
record PackagePolicy(Map<String, Set<String>> imports, Map<String, Set<String>> names) {
  /** Reads the lines of the file; a # begins a comment. */
  static PackagePolicy parse(List<String> lines) {
    PackagePolicy p = new PackagePolicy(new TreeMap<>(), new TreeMap<>());
    for (String line : lines) {
      String[] parts = line.split(":", 2);
      if (parts.length != 2 || p.imports.containsKey(parts[0])) {
        throw new IllegalArgumentException("not \"package: packages\", or given twice: " + line);
      }
      String[] uses = parts[1].split("\\|", 2);
      p.imports.put(parts[0], words(uses[0]));
      p.names.put(parts[0], uses.length == 2 ? words(uses[1]) : Set.of());
    }
    return p;
  }

  private static Set<String> words(String text) {
    Set<String> words = new TreeSet<>(List.of(text.strip().split("\\s+")));
    words.remove("");
    return words;
  }

  /** Where a graph and this policy differ, in sentences; none if it is kept and says no more. */
  List<String> violations(PackageGraph g) {
    List<String> out = new ArrayList<>();
    g.imports()
        .forEach(
            (p, used) -> {
              if (!imports.containsKey(p)) {
                out.add("package " + p + " has no line: \"" + p + ": " + words(used) + "\"");
                return;
              }
              differ(out, p, "imports", used, imports.get(p));
              differ(out, p, "names", g.names().get(p), names.get(p));
            });
    imports.keySet().stream()
        .filter(p -> !g.imports().containsKey(p))
        .forEach(p -> out.add("there is no package " + p));
    return out;
  }

  private static String words(Set<String> used) {
    return String.join(" ", used);
  }

  private static void differ(
      List<String> out, String p, String verb, Set<String> used, Set<String> allowed) {
    for (String u : used) {
      if (!allowed.contains(u)) {
        out.add("package " + p + " " + verb + " " + u + ", which its line does not allow");
      }
    }
    for (String a : allowed) {
      if (!used.contains(a)) {
        out.add("package " + p + " no longer " + verb + " " + a + ": take it off its line");
      }
    }
  }
}
