package talpa.agent.dalvik;

import com.googlecode.d2j.node.insn.ConstStmtNode;
import com.googlecode.d2j.node.insn.DexStmtNode;
import com.googlecode.d2j.node.insn.Stmt1RNode;
import com.googlecode.d2j.node.insn.Stmt2R1NNode;
import com.googlecode.d2j.node.insn.Stmt2RNode;
import com.googlecode.d2j.node.insn.Stmt3RNode;
import com.googlecode.d2j.node.insn.TypeStmtNode;
import java.util.List;

/** Which registers statements may write, told too broadly: all that may be, and the ones beside. */
final class Written {
  private Written() {}

  /** Forgets what the statements may write, of the first registers. */
  static void forget(List<DexStmtNode> stmts, Registers of, int registers)
      throws UntranslatableException {
    for (DexStmtNode s : stmts) {
      int to = -1;
      if (s instanceof ConstStmtNode c) {
        to = c.a;
      } else if (s instanceof Stmt1RNode one) {
        to = one.a;
      } else if (s instanceof Stmt2RNode two) {
        to = two.a;
      } else if (s instanceof Stmt3RNode three) {
        to = three.a;
      } else if (s instanceof Stmt2R1NNode n) {
        to = n.distReg;
      } else if (s instanceof TypeStmtNode t) {
        to = t.a;
      }
      for (int r = Math.max(0, to - 1); to >= 0 && r <= to + 1; r++) {
        if (r < registers) {
          of.define(r, 0, null);
        }
      }
    }
  }
}
