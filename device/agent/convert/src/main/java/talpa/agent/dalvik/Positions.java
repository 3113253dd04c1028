package talpa.agent.dalvik;

import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexDebugNode.DexDebugOpNode;
import com.googlecode.d2j.node.DexMethodNode;
import com.googlecode.d2j.node.insn.DexLabelStmtNode;
import com.googlecode.d2j.node.insn.DexStmtNode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.tree.LabelNode;

/**
 * Where the statements of a method stand, in code units from its begin. Since version 8 Android
 * prints that in place of a line ("Unknown Source:14") where code has no lines, as optimisers of
 * releases leave it.
 */
public final class Positions {
  /** How a label says where it stands. */
  private static final Pattern PLACE = Pattern.compile("L([0-9a-f]{4,8})");

  /** A JVM has no larger line. */
  private static final int MAX_LINE = 0xffff;

  private final int[] at;

  Positions(List<DexStmtNode> stmts) {
    at = new int[stmts.size()];
    int next = 0;
    for (int i = 0; i < at.length; i++) {
      DexStmtNode s = stmts.get(i);
      if (s instanceof DexLabelStmtNode l) {
        // What nothing leads to is not among the statements: what comes after it has a label.
        Matcher m = PLACE.matcher(l.label.toString());
        next = m.matches() ? Integer.parseInt(m.group(1), 16) : next;
      }
      at[i] = next;
      if (s.op != null) {
        next += s.op.format.size;
      }
    }
  }

  /** Writes the place of a statement that may throw, as its line. */
  void write(DexStmtNode s, int i, Emitter to) {
    if (Flow.throwing(s)) {
      LabelNode here = new LabelNode();
      to.label(here);
      to.line(Math.min(at[i], MAX_LINE), here);
    }
  }

  /** Whether a line of the source is known of any code of a class. */
  public static boolean hasLines(DexClassNode c) {
    return c.methods != null && c.methods.stream().anyMatch(Positions::hasLines);
  }

  private static boolean hasLines(DexMethodNode m) {
    return m.codeNode != null
        && m.codeNode.debugNode != null
        && m.codeNode.debugNode.debugNodes.stream()
            .anyMatch(n -> n instanceof DexDebugOpNode.LineNumber);
  }
}
