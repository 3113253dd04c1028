package talpa.agent.dalvik;

import com.googlecode.d2j.DexLabel;
import com.googlecode.d2j.node.DexDebugNode.DexDebugOpNode;
import com.googlecode.d2j.node.DexMethodNode;
import com.googlecode.d2j.node.insn.DexLabelStmtNode;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Translates the code of one method. */
public final class MethodTranslator {
  private final DexMethodNode method;
  private final Flow flow;
  private final Typing typing;
  private final List<List<Insn>> blocks = new ArrayList<>();
  private final Map<DexLabel, LabelNode> labels = new IdentityHashMap<>();
  private final Map<DexLabel, Integer> lines = new IdentityHashMap<>();

  /** Of the statements, where they are written in place of lines; else null. */
  private final Positions positions;

  private MethodTranslator(DexMethodNode method, boolean positioned)
      throws UntranslatableException {
    this.method = method;
    flow = new Flow(method.codeNode);
    positions = positioned ? new Positions(flow.stmts) : null;
    typing = new Typing(flow, method);
    Lowering lowering = new Lowering(flow, typing, method.method.getReturnType(), this::label);
    Constants constants = new Constants(locals());
    for (int b = 0; b < flow.blocks(); b++) {
      List<Insn> steps = typing.begin(b) == null ? null : lowering.block(b);
      if (steps != null) {
        constants.find(steps);
      }
      blocks.add(steps);
    }
    Liveness.note(flow, blocks);
    if (method.codeNode.debugNode != null) {
      for (DexDebugOpNode n : method.codeNode.debugNode.debugNodes) {
        if (n instanceof DexDebugOpNode.LineNumber line) {
          lines.put(line.label, line.line);
        }
      }
    }
  }

  /**
   * Writes the code of a method into one that has none.
   *
   * @param positioned whether statements that may throw have their place in the method, in code
   *     units, as their line: for code without lines
   * @throws UntranslatableException if it cannot be translated; nothing was written then
   */
  public static void translate(DexMethodNode method, MethodNode to, boolean positioned)
      throws UntranslatableException {
    MethodTranslator t = new MethodTranslator(method, positioned);
    List<TryCatchBlockNode> ranges = new ArrayList<>();
    Guards guards = new Guards(t.flow, b -> t.blocks.get(b) != null, ranges);
    InsnList code = t.code(guards);
    guards.drops(code, b -> t.label(((DexLabelStmtNode) t.flow.stmts.get(t.flow.begins[b])).label));
    to.instructions.add(code);
    to.tryCatchBlocks.addAll(ranges);
  }

  private int locals() {
    return method.codeNode.totalRegister * Kind.ALL.length;
  }

  private LabelNode label(DexLabel l) {
    return labels.computeIfAbsent(l, x -> new LabelNode());
  }

  private InsnList code(Guards guards) {
    InsnList out = new InsnList();
    Emitter emitter = new Emitter(out, locals());
    arguments(emitter);
    for (int b = 0; b < flow.blocks(); b++) {
      if (blocks.get(b) != null) {
        block(b, guards, emitter);
        emitter.settle();
      }
    }
    return out;
  }

  private void block(int block, Guards guards, Emitter emitter) {
    List<Insn> steps = blocks.get(block);
    emitter.label(guards.handler(block));
    int k = 0;
    for (int i = flow.begins[block]; i < flow.begins[block + 1]; i++) {
      if (flow.stmts.get(i) instanceof DexLabelStmtNode l) {
        emitter.label(label(l.label));
        emitter.line(lines.get(l.label), label(l.label));
      }
      if (guards.before(i) != null) {
        emitter.settle(); // what the handler reads is stored before the range begins
        emitter.label(guards.before(i));
      }
      if (positions != null) {
        positions.write(flow.stmts.get(i), i, emitter);
      }
      while (k < steps.size() && steps.get(k).at == i) {
        emitter.step(steps.get(k++));
      }
      emitter.label(guards.behind(i));
    }
  }

  private void arguments(Emitter emitter) {
    int at = Typing.firstArgument(method);
    if ((method.access & Opcodes.ACC_STATIC) == 0) {
      emitter.argument(Kind.REFERENCE.local(at++));
    }
    for (String type : method.method.getParameterTypes()) {
      emitter.argument(Kind.of(type).local(at));
      at += Kind.of(type).size;
    }
  }
}
