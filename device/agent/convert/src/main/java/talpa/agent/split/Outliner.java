package talpa.agent.split;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Moves regions of one method into parts, and puts calls in their place. */
final class Outliner {
  private static final String OBJECT = "java/lang/Object";
  private static final int ACCESS =
      Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

  private final ClassNode owner;
  private final Code code;
  private final MethodNode method;

  Outliner(ClassNode owner, Code code) {
    this.owner = owner;
    this.code = code;
    this.method = code.method;
    method.localVariables = null;
  }

  /** Moves a region out of the method. Regions of one method must not overlap. */
  MethodNode move(Region r, String name) {
    MethodNode part =
        new MethodNode(Opcodes.ASM9, ACCESS, name, descriptor(r), null, new String[0]);
    method.instructions.insertBefore(code.get(r.begin()), call(r, part));
    LabelNode begin = new LabelNode();
    LabelNode exit = new LabelNode();
    int base = parameters(r, part);
    part.instructions.add(begin);
    if (code.line(r.begin()) >= 0) {
      part.instructions.add(new LineNumberNode(code.line(r.begin()), begin));
    }
    AbstractInsnNode behind = code.get(r.end() - 1).getNext();
    for (AbstractInsnNode i = code.get(r.begin()); i != behind; ) {
      AbstractInsnNode next = i.getNext();
      method.instructions.remove(i);
      part.instructions.add(i);
      adapt(i, r, base, begin, exit);
      i = next;
    }
    part.instructions.add(exit);
    if (r.exit() >= 0) {
      results(r, part, base);
    }
    guards(r, part, exit);
    part.instructions.resetLabels(); // they know where they were when the method was written
    return part;
  }

  private String descriptor(Region r) {
    StringBuilder d = new StringBuilder("(");
    if (r.operand() != null) {
      d.append(r.operand().getDescriptor());
    }
    r.in().forEach(l -> d.append(l.kind().type.getDescriptor()));
    d.append(')');
    if (r.exit() == Region.RETURNS) {
      return d.append(Type.getReturnType(method.desc).getDescriptor()).toString();
    }
    if (r.operand() != null) {
      return d.append(r.operand().getDescriptor()).toString();
    }
    return switch (r.out().size()) {
      case 0 -> d.append('V').toString();
      case 1 -> d.append(r.out().get(0).kind().type.getDescriptor()).toString();
      default -> d.append("[L" + OBJECT + ";").toString();
    };
  }

  /** The call, and what is done with what it gives. */
  private InsnList call(Region r, MethodNode part) {
    InsnList l = new InsnList();
    r.in().forEach(v -> l.add(new VarInsnNode(v.kind().load(), v.slot())));
    boolean inInterface = (owner.access & Opcodes.ACC_INTERFACE) != 0;
    l.add(new MethodInsnNode(Opcodes.INVOKESTATIC, owner.name, part.name, part.desc, inInterface));
    if (r.exit() == Region.RETURNS) {
      l.add(new InsnNode(Type.getReturnType(method.desc).getOpcode(Opcodes.IRETURN)));
    } else if (r.exit() == Region.THROWS) {
      l.add(new InsnNode(Opcodes.ACONST_NULL)); // never reached
      l.add(new InsnNode(Opcodes.ATHROW));
    } else {
      take(r.out(), l);
      if (r.exit() != r.end()) {
        l.add(new JumpInsnNode(Opcodes.GOTO, exitLabel(r)));
      }
    }
    if (r.end() < code.size()
        && code.line(r.end() - 1) >= 0) { // the lines of what follows may begin in the region
      LabelNode here = new LabelNode();
      l.add(here);
      l.add(new LineNumberNode(code.line(r.end() - 1), here));
    }
    return l;
  }

  /** The label of a region's exit that the region itself jumps to: it stays in the method. */
  private LabelNode exitLabel(Region r) {
    for (int p = r.begin(); p < r.end(); p++) {
      for (LabelNode l : Code.targets(code.get(p))) {
        if (code.at(l) == r.exit()) {
          return l;
        }
      }
    }
    throw new IllegalStateException("no jump to the exit of " + r);
  }

  private void take(List<Local> out, InsnList l) {
    if (out.size() == 1) {
      l.add(new VarInsnNode(out.get(0).kind().store(), out.get(0).slot()));
    }
    for (int i = 0; i < out.size() && out.size() > 1; i++) {
      if (i + 1 < out.size()) {
        l.add(new InsnNode(Opcodes.DUP));
      }
      l.add(new IntInsnNode(Opcodes.SIPUSH, i));
      l.add(new InsnNode(Opcodes.AALOAD));
      out.get(i).kind().unbox(l);
      l.add(new VarInsnNode(out.get(i).kind().store(), out.get(i).slot()));
    }
  }

  /**
   * Puts the parameters where the moved instructions look for them.
   *
   * @return the number of slots by which these move up
   */
  private static int parameters(Region r, MethodNode part) {
    int base = r.operand() == null ? 0 : 1;
    for (Local l : r.in()) {
      base += l.kind().type.getSize();
    }
    int slot = r.operand() == null ? 0 : 1;
    for (Local l : r.in()) {
      part.instructions.add(new VarInsnNode(l.kind().load(), slot));
      part.instructions.add(new VarInsnNode(l.kind().store(), base + l.slot()));
      slot += l.kind().type.getSize();
    }
    if (r.operand() != null) {
      part.instructions.add(new VarInsnNode(Opcodes.ALOAD, 0));
    }
    return base;
  }

  private void adapt(AbstractInsnNode i, Region r, int base, LabelNode begin, LabelNode exit) {
    if (i instanceof VarInsnNode v) {
      v.var += base;
    } else if (i instanceof IincInsnNode n) {
      n.var += base;
    } else if (i instanceof JumpInsnNode j) {
      j.label = target(j.label, r, begin, exit);
    } else if (i instanceof TableSwitchInsnNode s) {
      s.labels.replaceAll(l -> target(l, r, begin, exit));
      s.dflt = target(s.dflt, r, begin, exit);
    } else if (i instanceof LookupSwitchInsnNode s) {
      s.labels.replaceAll(l -> target(l, r, begin, exit));
      s.dflt = target(s.dflt, r, begin, exit);
    } else if (i instanceof LineNumberNode n && code.at(n.start) <= r.begin()) {
      n.start = begin;
    }
  }

  private LabelNode target(LabelNode l, Region r, LabelNode begin, LabelNode exit) {
    int t = code.at(l);
    if (t == r.begin()) {
      return begin;
    }
    return t > r.begin() && t < r.end() ? l : exit;
  }

  private static void results(Region r, MethodNode part, int base) {
    InsnList l = part.instructions;
    if (r.operand() != null) {
      l.add(new InsnNode(Opcodes.ARETURN));
    } else if (r.out().isEmpty()) {
      l.add(new InsnNode(Opcodes.RETURN));
    } else if (r.out().size() == 1) {
      Local only = r.out().get(0);
      l.add(new VarInsnNode(only.kind().load(), base + only.slot()));
      l.add(new InsnNode(only.kind().leave()));
    } else {
      l.add(new IntInsnNode(Opcodes.SIPUSH, r.out().size()));
      l.add(new TypeInsnNode(Opcodes.ANEWARRAY, OBJECT));
      for (int i = 0; i < r.out().size(); i++) {
        Local o = r.out().get(i);
        l.add(new InsnNode(Opcodes.DUP));
        l.add(new IntInsnNode(Opcodes.SIPUSH, i));
        l.add(new VarInsnNode(o.kind().load(), base + o.slot()));
        o.kind().box(l);
        l.add(new InsnNode(Opcodes.AASTORE));
      }
      l.add(new InsnNode(Opcodes.ARETURN));
    }
  }

  /** Handlers of ranges in the region go with it. */
  private void guards(Region r, MethodNode part, LabelNode exit) {
    for (Code.Guard g : code.guards) {
      if (g.start() >= r.begin()
          && g.end() <= r.end()
          && g.handler() > r.begin()
          && g.handler() < r.end()) {
        method.tryCatchBlocks.remove(g.node());
        LabelNode start = new LabelNode();
        part.instructions.insertBefore(code.get(g.start()), start);
        LabelNode end = exit;
        if (g.end() < r.end()) {
          end = new LabelNode();
          part.instructions.insertBefore(code.get(g.end()), end);
        }
        part.tryCatchBlocks.add(new TryCatchBlockNode(start, end, g.node().handler, g.node().type));
      }
    }
  }
}
