package talpa.agent.web;

import java.util.List;

/**
 * What a page holds.
 *
 * @param title of the page, "" if it has none
 * @param blocks from top to bottom
 * @param scripted whether it has scripts, which do not run
 */
record Document(String title, List<Block> blocks, boolean scripted) {
  /** What a browser shows in the place of a page that it cannot get. */
  static Document unavailable(String url, String why) {
    Block head = new Block(Block.Kind.TEXT, 24, 0, false);
    head.runs.add(new Block.Run("Webpage not available", Block.Style.BOLD, null, null));
    Block text = new Block(Block.Kind.TEXT, 16, 0, false);
    String s = "The webpage at " + url + " could not be loaded because:";
    text.runs.add(new Block.Run(s, 0, null, null));
    Block reason = new Block(Block.Kind.TEXT, 16, 0, false);
    reason.runs.add(new Block.Run(why, 0, null, null));
    return new Document("Webpage not available", List.of(head, text, reason), false);
  }

  /** A page of plain text. */
  static Document plain(String text) {
    Block b = new Block(Block.Kind.TEXT, 13, 0, false);
    b.runs.add(new Block.Run(text, Block.Style.MONOSPACE, null, null));
    return new Document("", List.of(b), false);
  }
}
