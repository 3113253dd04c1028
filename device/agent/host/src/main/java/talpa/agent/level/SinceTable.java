package talpa.agent.level;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * What the framework got after an API level: classes, and members of classes ({@code "name(II)V"},
 * fields {@code "name:I"}). Names are internal ones.
 */
final class SinceTable {
  private final Set<String> classes = new HashSet<>();

  /** Members by class: true if they came later, false if they are older than what is inherited. */
  private final Map<String, Map<String, Boolean>> members = new HashMap<>();

  /** Members "class.member" that came later for apps and were there for the platform itself. */
  private final Set<String> closed = new HashSet<>();

  /** The late members of all classes: most that apps name are not among them. */
  private final Set<String> late = new HashSet<>();

  /** Reads the table that is part of the agent. */
  static SinceTable read(int level) {
    try (InputStream in = SinceTable.class.getResourceAsStream("since.txt.gz")) {
      return new SinceTable(
          new BufferedReader(
              new InputStreamReader(new GZIPInputStream(in, 1 << 16), StandardCharsets.UTF_8)),
          level);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads lines "class level", with groups "level member member..." behind, "-level ..." of members
   * that apps could not use from that level on.
   */
  SinceTable(BufferedReader in, int level) throws IOException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (!line.startsWith("#")) {
        row(line.split(" "), level);
      }
    }
  }

  private void row(String[] words, int level) {
    if (Integer.parseInt(words[1]) > level) {
      classes.add(words[0]);
      return;
    }
    Map<String, Boolean> own = new HashMap<>();
    int since = 0;
    for (int i = 2; i < words.length; i++) {
      String w = words[i];
      if (Character.isDigit(w.charAt(w.charAt(0) == '-' ? 1 : 0))) {
        since = Integer.parseInt(w);
      } else if (since < 0) {
        if (-since <= level) {
          closed.add(words[0] + '.' + w);
        }
      } else if (since == 0 || since > level) {
        own.put(w, since > level);
        if (since > level) {
          late.add(w);
        }
      } else {
        own.put(w, false);
      }
    }
    if (!own.isEmpty()) {
      members.put(words[0], own);
    }
  }

  /** Whether a class came later. */
  boolean isLate(String cls) {
    return classes.contains(cls);
  }

  /** Whether any class got a member of that name and type later. */
  boolean mentions(String member) {
    return late.contains(member);
  }

  /** Whether reflection finds a member that a class got later for apps. */
  boolean isClosed(String cls, String member) {
    return closed.contains(cls + '.' + member);
  }

  /** The members that a class got later. */
  Set<String> late(String cls) {
    Set<String> found = new HashSet<>();
    members
        .getOrDefault(cls, Map.of())
        .forEach(
            (member, late) -> {
              if (late) {
                found.add(member);
              }
            });
    return found;
  }

  /** Whether a class got a member later; null if the table leaves it to what it inherits from. */
  Boolean member(String cls, String member) {
    return members.getOrDefault(cls, Map.of()).get(member);
  }
}
