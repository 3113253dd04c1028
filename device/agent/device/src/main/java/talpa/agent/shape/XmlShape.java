package talpa.agent.shape;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A document for what code looks for in XML. The code tells names, and which of them are
 * attributes; how they lie in one another is told by the names: "photos" has several "photo", and a
 * row has the elements that are neither. Names of failures are left out, since a document that has
 * them is one of a request that failed.
 */
public final class XmlShape {
  private static final int ROWS = 3;
  private static final int NAMES = 60;

  /** So many attributes stand on the elements of rows, too. */
  private static final int FEW = 12;

  private static final Pattern FAILURE =
      Pattern.compile(".*(error|fault|fail|exception|invalid|denied).*");

  /** The element that is around all others, where code looks for one of these. */
  private static final Pattern ROOT =
      Pattern.compile("rsp|.*response|.*reply|rss|root|envelope|document");

  /** Elements that come several times, whatever is around them. */
  private static final Set<String> ROW =
      Set.of(
          "item", "row", "record", "track", "song", "station", "day", "event", "article", "post");

  /** Attributes that say how a request went, and what says there that it went well. */
  private static final Set<String> STATE = Set.of("stat", "status", "state", "success", "result");

  private static final List<String> WELL = List.of("ok", "OK", "success", "SUCCESS", "true");

  /** Elements whose text people read: any other is a number, which is a text, too. */
  private static final Set<String> TEXT =
      Set.of(
          "title",
          "name",
          "artist",
          "album",
          "author",
          "label",
          "description",
          "summary",
          "text",
          "username",
          "owner",
          "city",
          "country",
          "genre",
          "comment",
          "url",
          "uri",
          "link",
          "href");

  private final Set<String> attributes;
  private final Set<String> numbers;
  private final Set<String> all;
  private final String host;
  private final Map<String, String> containers = new LinkedHashMap<>(); // to what they have
  private final Set<String> rows = new TreeSet<>();
  private final List<String> leaves = new ArrayList<>();
  private final StringBuilder out = new StringBuilder();
  private String root = "response";

  private XmlShape(XmlReads.Names names, String host) {
    this.host = host;
    all = names.all();
    attributes = plain(names.attributes());
    numbers = names.numbers();
    Set<String> elements = plain(all);
    elements.removeIf(n -> attributes.contains(n) && !isContainer(n, elements));
    for (String n : elements) {
      if (ROOT.matcher(n.toLowerCase(Locale.ROOT)).matches()) {
        root = n;
      }
    }
    elements.remove(root);
    for (String n : elements) {
      for (String one : elements) {
        if (isPlural(n, one)) {
          containers.put(n, one);
          rows.add(one);
        }
      }
      if (ROW.contains(n.toLowerCase(Locale.ROOT))) {
        rows.add(n);
      }
    }
    for (String n : elements) {
      if (!containers.containsKey(n) && !rows.contains(n)) {
        leaves.add(n);
      }
    }
  }

  /** A document with what a reader looks for. */
  public static String document(XmlReads.Names names, String host) {
    return new XmlShape(names, host).write();
  }

  /** Names that need no declaration, as those of name spaces do, that are not reserved; a few. */
  private static Set<String> plain(Set<String> names) {
    Set<String> some = new TreeSet<>();
    for (String n : names) {
      String small = n.toLowerCase(Locale.ROOT);
      if (some.size() < NAMES
          && !n.contains(":")
          && !small.startsWith("xml")
          && !FAILURE.matcher(small).matches()) {
        some.add(n);
      }
    }
    return some;
  }

  private static boolean isContainer(String n, Set<String> elements) {
    return elements.stream().anyMatch(one -> isPlural(n, one) || isPlural(one, n));
  }

  /** Whether a name is that of many things of another name: photos, entries, albumList. */
  private static boolean isPlural(String many, String one) {
    if (one.length() < 2 || !many.toLowerCase(Locale.ROOT).startsWith(stem(one))) {
      return false;
    }
    String rest = many.substring(stem(one).length()).toLowerCase(Locale.ROOT);
    boolean y = one.endsWith("y");
    return rest.matches(y ? "ies|y_?-?list[0-9]?" : "e?s|_?-?list[0-9]?|_?-?directory");
  }

  private static String stem(String one) {
    String s = one.toLowerCase(Locale.ROOT);
    return s.endsWith("y") ? s.substring(0, s.length() - 1) : s;
  }

  private String write() {
    out.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    open(root, 1);
    for (String n : leaves) {
      open(n, 1);
      out.append(value(n, 1));
      close(n);
    }
    containers.forEach(
        (many, one) -> {
          open(many, 1);
          rows(one);
          close(many);
        });
    for (String one : rows) {
      if (!containers.containsValue(one)) {
        rows(one);
      }
    }
    close(root);
    return out.append('\n').toString();
  }

  private void rows(String one) {
    for (int i = 1; i <= ROWS; i++) {
      open(one, i);
      for (String n : leaves) {
        if (attributes.size() <= FEW) {
          open(n, i);
        } else {
          out.append('<').append(n).append('>');
        }
        out.append(value(n, i));
        close(n);
      }
      close(one);
    }
  }

  private void open(String name, int i) {
    out.append('<').append(name);
    for (String a : attributes) {
      out.append(' ').append(a).append("=\"").append(attribute(a, i)).append('"');
    }
    out.append('>');
  }

  private void close(String name) {
    out.append("</").append(name).append('>');
  }

  private String attribute(String name, int i) {
    if (STATE.contains(name.toLowerCase(Locale.ROOT))) {
      for (String well : WELL) {
        if (all.contains(well)) {
          return well;
        }
      }
    }
    return numbers.contains(name) ? Integer.toString(i) : value(name, i);
  }

  private String value(String name, int i) {
    boolean text = Sample.words(name).stream().anyMatch(TEXT::contains);
    return text ? Sample.text(name, i, host) : Integer.toString(i);
  }
}
