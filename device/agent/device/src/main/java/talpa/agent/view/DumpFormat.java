package talpa.agent.view;

import java.util.List;

/** Writes nodes in the form of {@code uiautomator dump}. */
final class DumpFormat {
  private final StringBuilder out = new StringBuilder();

  private DumpFormat() {}

  /** The whole document; windows in drawing order. */
  static String document(int rotation, List<Node> windows) {
    DumpFormat f = new DumpFormat();
    f.out.append("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n");
    f.out.append("<hierarchy rotation=\"").append(rotation).append("\">");
    int i = 0;
    for (Node n : windows) {
      f.node(n, i++);
    }
    f.out.append("</hierarchy>\n");
    return f.out.toString();
  }

  private void node(Node n, int index) {
    out.append("<node");
    attr("index", Integer.toString(index));
    attr("text", n.text);
    attr("resource-id", n.id);
    attr("class", n.className);
    attr("package", n.packageName);
    attr("content-desc", n.desc);
    attr("checkable", n.checkable);
    attr("checked", n.checked);
    attr("clickable", n.clickable);
    attr("enabled", n.enabled);
    attr("focusable", n.focusable);
    attr("focused", n.focused);
    attr("scrollable", n.scrollable);
    attr("long-clickable", n.longClickable);
    attr("password", n.password);
    attr("selected", n.selected);
    attr("bounds", "[" + n.left + "," + n.top + "][" + n.right + "," + n.bottom + "]");
    if (!n.hint.isEmpty()) {
      attr("hint", n.hint);
    }
    if (n.inputType != 0) {
      attr("input-type", Integer.toString(n.inputType));
    }
    if (n.children.isEmpty()) {
      out.append(" />");
      return;
    }
    out.append('>');
    int i = 0;
    for (Node c : n.children) {
      node(c, i++);
    }
    out.append("</node>");
  }

  private void attr(String name, boolean value) {
    attr(name, Boolean.toString(value));
  }

  private void attr(String name, String value) {
    out.append(' ').append(name).append("=\"");
    escape(value);
    out.append('"');
  }

  private void escape(String s) {
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      i += Character.charCount(c);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\n' -> out.append("&#10;");
        case '\t' -> out.append("&#9;");
        case '\r' -> out.append("&#13;");
        default -> {
          if (legal(c)) {
            out.appendCodePoint(c);
          } else {
            out.append('.');
          }
        }
      }
    }
  }

  /** Whether XML 1.0 allows the character. */
  private static boolean legal(int c) {
    return c >= 0x20 && c <= 0xd7ff || c >= 0xe000 && c <= 0xfffd || c >= 0x10000;
  }
}
