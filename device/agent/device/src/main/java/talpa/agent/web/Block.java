package talpa.agent.web;

import java.util.ArrayList;
import java.util.List;

/** A paragraph of a page, or one field of a form. */
final class Block {
  /** What a block is. */
  enum Kind {
    TEXT,
    RULE,
    FIELD,
    SECRET,
    CHECK,
    BUTTON
  }

  /**
   * Part of a text: a style of {@link Style}, where it leads (null: nowhere), a picture or null.
   */
  record Run(String text, int style, String href, String image) {}

  /** Bits of a run's style. */
  static final class Style {
    static final int BOLD = 1;
    static final int ITALIC = 2;
    static final int UNDERLINE = 4;
    static final int MONOSPACE = 8;

    private Style() {}
  }

  final Kind kind;

  /** Of text in density-independent pixels. */
  final float size;

  /** Levels of lists and quotations. */
  final int indent;

  final boolean bullet;
  final List<Run> runs = new ArrayList<>();

  Block(Kind kind, float size, int indent, boolean bullet) {
    this.kind = kind;
    this.size = size;
    this.indent = indent;
    this.bullet = bullet;
  }

  String text() {
    StringBuilder b = new StringBuilder();
    runs.forEach(r -> b.append(r.text()));
    return b.toString();
  }

  boolean blank() {
    return runs.stream().allMatch(r -> r.text().isBlank() && r.image() == null);
  }
}
