package talpa.agent.dalvik;

import com.googlecode.d2j.node.TryCatchNode;
import com.googlecode.d2j.reader.Op;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The guarded ranges of a method. Each reaches from one statement that throws to another of the
 * same block: verifiers take it that any instruction may throw, where what the handler reads may
 * not have been written yet.
 */
final class Guards {
  private final Flow flow;
  private final Map<Integer, LabelNode> before = new HashMap<>();
  private final Map<Integer, LabelNode> behind = new HashMap<>();
  private final Map<Integer, LabelNode> handlers = new LinkedHashMap<>();

  /**
   * Writes the ranges into a list.
   *
   * @param reached whether something leads to a block
   */
  Guards(Flow flow, IntPredicate reached, List<TryCatchBlockNode> to)
      throws UntranslatableException {
    this.flow = flow;
    for (TryCatchNode t : flow.tries) {
      int end = flow.place(t.end);
      int first = -1;
      int last = -1;
      for (int i = flow.place(t.start); i < end; i++) {
        if (first >= 0 && flow.block(i) != flow.block(first)) {
          add(t, first, last, to);
          first = -1;
        }
        if (Flow.throwing(flow.stmts.get(i)) && reached.test(flow.block(i))) {
          first = first < 0 ? i : first;
          last = i;
        }
      }
      if (first >= 0) {
        add(t, first, last, to);
      }
    }
  }

  private void add(TryCatchNode t, int first, int last, List<TryCatchBlockNode> to)
      throws UntranslatableException {
    LabelNode start = before.computeIfAbsent(first, i -> new LabelNode());
    LabelNode end = behind.computeIfAbsent(last, i -> new LabelNode());
    for (int h = 0; h < t.handler.length; h++) {
      String type = t.type[h] == null ? null : Descriptors.internal(t.type[h]);
      int block = flow.block(flow.place(t.handler[h]));
      LabelNode handler = handlers.computeIfAbsent(block, b -> new LabelNode());
      to.add(new TryCatchBlockNode(start, end, handler, type));
    }
  }

  /** The label that stands before a statement's code, where a range begins; else null. */
  LabelNode before(int at) {
    return before.get(at);
  }

  /** The label that stands behind a statement's code, where a range ends; else null. */
  LabelNode behind(int at) {
    return behind.get(at);
  }

  /** The label that stands where a block begins that takes its exception; else null. */
  LabelNode handler(int block) {
    return takes(block) ? handlers.get(block) : null;
  }

  private boolean takes(int block) {
    return flow.instruction(flow.begins[block]).op == Op.MOVE_EXCEPTION;
  }

  /** Writes what drops the exceptions that handlers do not take, and jumps to these. */
  void drops(InsnList code, IntFunction<LabelNode> labels) {
    handlers.forEach(
        (block, label) -> {
          if (!takes(block)) {
            code.add(label);
            code.add(new InsnNode(Opcodes.POP));
            code.add(new JumpInsnNode(Opcodes.GOTO, labels.apply(block)));
          }
        });
  }
}
