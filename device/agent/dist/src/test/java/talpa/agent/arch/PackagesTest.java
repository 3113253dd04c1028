package talpa.agent.arch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import talpa.agent.Main;
import talpa.agent.bridge.Table;
import talpa.agent.convert.ApkConverter;
import talpa.agent.process.PerApp;

/** The packages of the agent import what packages.txt says, in no circle, and stay small. */
class PackagesTest {
  private static final int MAX_LINES = 2500;

  private static PackageGraph agent() throws Exception {
    return PackageGraph.of(Table.class, ApkConverter.class, Main.class, PerApp.class);
  }

  @Test
  void importWhatThePolicySays() throws Exception {
    PackagePolicy policy = PackagePolicy.parse(Table.lines("talpa/agent/arch/packages.txt"));
    assertEquals(List.of(), policy.violations(agent()));
  }

  @Test
  void noCycleAlsoByNamesInTexts() throws Exception {
    assertEquals(List.of(), PackageGraph.cycle(agent().all()));
  }

  @Test
  void theDeviceNamesNothingOfTheHost() throws Exception {
    Map<String, Set<String>> device = PackageGraph.of(PerApp.class).all();
    Set<String> host = PackageGraph.of(Main.class, ApkConverter.class).all().keySet();
    List<String> wrong = new ArrayList<>();
    device.forEach(
        (p, used) ->
            used.stream().filter(host::contains).forEach(u -> wrong.add(p + " uses " + u)));
    assertEquals(List.of(), wrong);
  }

  @Test
  void noneIsTooLarge() throws IOException {
    Map<String, Long> lines = new TreeMap<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path m : modules.map(m -> m.resolve("src/main/java")).filter(Files::exists).toList()) {
        try (Stream<Path> files = Files.walk(m)) {
          for (Path f : files.filter(f -> f.toString().endsWith(".java")).toList()) {
            try (Stream<String> text = Files.lines(f)) {
              lines.merge(f.getParent().toString(), text.count(), Long::sum);
            }
          }
        }
      }
    }
    assertEquals(true, lines.size() > 20, "the sources were found");
    lines.values().removeIf(n -> n <= MAX_LINES);
    assertEquals(Map.of(), lines);
  }

  @Test
  void cycleIsFound() {
    Map<String, Set<String>> edges =
        Map.of("a", Set.of("b"), "b", Set.of("c"), "c", Set.of("b"), "d", Set.of());
    List<String> found = PackageGraph.cycle(new TreeMap<>(edges));
    assertEquals(List.of("b", "c", "b"), found);
  }

  @Test
  void diamondIsNoCycle() {
    Map<String, Set<String>> edges =
        Map.of("a", Set.of("b", "c"), "b", Set.of("d"), "c", Set.of("d"), "d", Set.of());
    assertEquals(List.of(), PackageGraph.cycle(new TreeMap<>(edges)));
  }

  @Test
  void policyTellsOfEachDifference() {
    PackagePolicy p = PackagePolicy.parse(List.of("a: b c", "b: | c", "c:", "gone:"));
    Map<String, Set<String>> imports =
        new TreeMap<>(
            Map.of("a", Set.of("b"), "b", Set.of("a"), "c", Set.of(), "new", Set.of("a")));
    Map<String, Set<String>> names =
        new TreeMap<>(Map.of("a", Set.of("c"), "b", Set.of("c"), "c", Set.of(), "new", Set.of()));
    assertEquals(
        List.of(
            "package a no longer imports c: take it off its line",
            "package a names c, which its line does not allow",
            "package b imports a, which its line does not allow",
            "package new has no line: \"new: a\"",
            "there is no package gone"),
        p.violations(new PackageGraph(imports, names)));
  }
}
