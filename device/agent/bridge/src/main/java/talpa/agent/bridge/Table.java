package talpa.agent.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Tables in resources: a row a line, # starts a comment. */
public final class Table {
  private Table() {}

  /** The lines that say something. */
  public static List<String> lines(String resource) {
    try (InputStream in = Table.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("resource " + resource + " is missing");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .map(l -> l.replaceAll("#.*", "").strip())
          .filter(l -> !l.isEmpty())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows, of so many words each; spaces in the last one belong to it. */
  public static List<String[]> rows(String resource, int words) {
    return lines(resource).stream().map(l -> row(resource, l, words)).toList();
  }

  private static String[] row(String resource, String line, int words) {
    String[] row = line.split("\\s+", words);
    if (row.length != words) {
      throw new IllegalStateException(
          "resource " + resource + ": " + words + " words are wanted: " + line);
    }
    return row;
  }
}
