package talpa.agent.dalvik;

import com.googlecode.d2j.DexLabel;
import com.googlecode.d2j.node.DexCodeNode;
import com.googlecode.d2j.node.TryCatchNode;
import com.googlecode.d2j.node.insn.BaseSwitchStmtNode;
import com.googlecode.d2j.node.insn.DexLabelStmtNode;
import com.googlecode.d2j.node.insn.DexStmtNode;
import com.googlecode.d2j.node.insn.JumpStmtNode;
import com.googlecode.d2j.reader.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The statements of a method, its basic blocks, and what may come after each. */
final class Flow {
  private static final int[] NONE = {};

  final List<DexStmtNode> stmts;
  final List<TryCatchNode> tries;

  /** The first statement of each block, ascending, and the number of statements. */
  final int[] begins;

  private final Map<DexLabel, Integer> places = new IdentityHashMap<>();
  private final int[] blockOf;
  private final int[][] successors;
  private final int[][] handlers;

  Flow(DexCodeNode code) throws UntranslatableException {
    stmts = code.stmts;
    if (stmts.isEmpty()) {
      throw new UntranslatableException("there is no code");
    }
    tries = code.tryStmts == null ? List.of() : code.tryStmts;
    for (int i = 0; i < stmts.size(); i++) {
      if (stmts.get(i) instanceof DexLabelStmtNode l) {
        places.put(l.label, i);
      }
    }
    begins = begins();
    blockOf = new int[stmts.size()];
    for (int b = 0; b < blocks(); b++) {
      Arrays.fill(blockOf, begins[b], begins[b + 1], b);
    }
    handlers = caught();
    successors = new int[blocks()][];
    for (int b = 0; b < blocks(); b++) {
      successors[b] = after(begins[b + 1] - 1);
    }
  }

  /** How many blocks there are. */
  int blocks() {
    return begins.length - 1;
  }

  /** The block that a statement is in. */
  int block(int at) {
    return blockOf[at];
  }

  /** The blocks that may run after a block's end. */
  int[] successors(int block) {
    return successors[block];
  }

  /** The blocks that may run where the statement throws. */
  int[] handlers(int at) {
    return handlers[at];
  }

  /** Whether a block runs on behind the last statement. */
  boolean endless(int block) {
    return begins[block + 1] == stmts.size() && continues(stmts.get(stmts.size() - 1));
  }

  private static boolean continues(DexStmtNode s) {
    return s.op == null || s.op.canContinue();
  }

  /** Where a label stands. */
  int place(DexLabel label) throws UntranslatableException {
    Integer at = places.get(label);
    if (at == null) {
      throw new UntranslatableException("a jump to where no instruction begins");
    }
    return at;
  }

  /** The first statement from here on that is no label; null at the end. */
  DexStmtNode instruction(int at) {
    int i = at;
    while (i < stmts.size() && stmts.get(i).op == null) {
      i++;
    }
    return i < stmts.size() ? stmts.get(i) : null;
  }

  /** Whether a statement may throw: texts are there, and arrays to be filled may be null. */
  static boolean throwing(DexStmtNode s) {
    return s.op != null
        && (s.op.canThrow() || s.op == Op.FILL_ARRAY_DATA)
        && s.op != Op.CONST_STRING
        && s.op != Op.CONST_STRING_JUMBO;
  }

  private int[] begins() throws UntranslatableException {
    BitSet at = new BitSet();
    at.set(0);
    at.set(stmts.size());
    for (int i = 0; i < stmts.size(); i++) {
      DexStmtNode s = stmts.get(i);
      for (DexLabel target : targets(s)) {
        at.set(place(target));
      }
      if (s.op != null && (s.op.canBranch() || s.op.canSwitch() || !s.op.canContinue())) {
        at.set(i + 1);
      }
    }
    for (TryCatchNode t : tries) {
      for (DexLabel handler : t.handler) {
        at.set(place(handler));
      }
    }
    return at.stream().toArray();
  }

  /** Where a statement may jump to. */
  private static List<DexLabel> targets(DexStmtNode s) {
    if (s instanceof JumpStmtNode jump) {
      return List.of(jump.label);
    }
    return s instanceof BaseSwitchStmtNode select ? Arrays.asList(select.labels) : List.of();
  }

  private int[] after(int last) throws UntranslatableException {
    DexStmtNode s = stmts.get(last);
    BitSet next = new BitSet();
    for (DexLabel target : targets(s)) {
      next.set(block(place(target)));
    }
    if (continues(s) && last + 1 < stmts.size()) {
      next.set(block(last + 1));
    }
    return next.stream().toArray();
  }

  private int[][] caught() throws UntranslatableException {
    List<List<Integer>> all = new ArrayList<>();
    stmts.forEach(s -> all.add(List.of()));
    for (TryCatchNode t : tries) {
      List<Integer> blocks = new ArrayList<>();
      for (DexLabel handler : t.handler) {
        blocks.add(block(place(handler)));
      }
      int end = place(t.end);
      for (int i = place(t.start); i < end; i++) {
        if (throwing(stmts.get(i))) {
          List<Integer> here = new ArrayList<>(all.get(i));
          here.addAll(blocks);
          all.set(i, here);
        }
      }
    }
    return all.stream()
        .map(l -> l.isEmpty() ? NONE : l.stream().mapToInt(Integer::intValue).distinct().toArray())
        .toArray(int[][]::new);
  }
}
