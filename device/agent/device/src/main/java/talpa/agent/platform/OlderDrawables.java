package talpa.agent.platform;

import android.view.InflateException;
import java.util.HashMap;
import java.util.Map;
import org.xmlpull.v1.XmlPullParser;
import org.xmlpull.v1.XmlPullParserException;
import talpa.agent.bridge.FrameworkXml;
import talpa.agent.bridge.Level;
import talpa.agent.bridge.Table;
import talpa.agent.process.Behavior;

/**
 * Drawables in the app's XML as an older API level reads them; those of the framework ({@link
 * FrameworkXml}) are read as ever.
 */
public final class OlderDrawables {
  /** The level that brought an element: {@code talpa/agent/drawables.txt}. */
  private static final Map<String, Integer> SINCE = table();

  private static final int FRAMEWORK = 1;

  private OlderDrawables() {}

  /** Whether an element is one on the level; what is not in the table is the name of a class. */
  private static boolean known(String element) {
    Integer since = SINCE.get(element);
    return since == null ? Behavior.has("drawable-class") : Level.has(since);
  }

  /** Throws if no drawable of the level has this element. */
  public static void element(String name, XmlPullParser parser) throws XmlPullParserException {
    if (!Level.isOlder() || known(name) || FrameworkXml.reading()) {
      return;
    }
    if (Behavior.has("drawable-class")) {
      throw new InflateException("Class not found " + name);
    }
    throw new XmlPullParserException(
        parser.getPositionDescription() + ": invalid drawable tag " + name);
  }

  /**
   * Throws if the level cannot read the numbers of a path: at first they ended at blanks, commas
   * and minus signs alone.
   */
  public static void path(String data) {
    if (Behavior.has("path-number-ends") || FrameworkXml.reading()) {
      return;
    }
    for (String command : data.trim().split("(?=[a-zA-Z&&[^eE]])")) {
      if (command.isEmpty() || Character.toLowerCase(command.charAt(0)) == 'z') {
        continue;
      }
      for (String number : command.substring(1).split("[ ,]|(?<=[^ ,])(?=-)")) {
        if (!number.isEmpty()) {
          Float.parseFloat(number);
        }
      }
    }
  }

  /**
   * Whether values that name an attribute of the theme stay as they are: whoever reads them as a
   * colour or a size fails.
   */
  public static boolean withoutTheme() {
    return !Behavior.has("drawable-theme") && !FrameworkXml.reading();
  }

  /** Reads lines "element level". */
  private static Map<String, Integer> table() {
    Map<String, Integer> out = new HashMap<>();
    for (String[] row : Table.rows("talpa/agent/drawables.txt", 2)) {
      out.put(row[0], Integer.parseInt(row[1]));
    }
    return out;
  }
}
