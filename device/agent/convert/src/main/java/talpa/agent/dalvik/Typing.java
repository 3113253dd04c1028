package talpa.agent.dalvik;

import com.googlecode.d2j.Method;
import com.googlecode.d2j.node.DexMethodNode;
import com.googlecode.d2j.node.insn.AbstractMethodStmtNode;
import com.googlecode.d2j.node.insn.ConstStmtNode;
import com.googlecode.d2j.node.insn.DexStmtNode;
import com.googlecode.d2j.node.insn.FieldStmtNode;
import com.googlecode.d2j.node.insn.FilledNewArrayStmtNode;
import com.googlecode.d2j.node.insn.Stmt1RNode;
import com.googlecode.d2j.node.insn.Stmt2R1NNode;
import com.googlecode.d2j.node.insn.Stmt2RNode;
import com.googlecode.d2j.node.insn.Stmt3RNode;
import com.googlecode.d2j.node.insn.TypeStmtNode;
import com.googlecode.d2j.reader.Op;
import java.util.BitSet;
import org.objectweb.asm.Opcodes;

/**
 * What the registers hold where each block begins: the kinds by ART's rules, forward to a fixpoint.
 * They only ever become fewer, so it ends.
 */
final class Typing {
  static final int ZERO = Kind.INT.bit | Kind.FLOAT.bit | Kind.REFERENCE.bit;
  private static final int WORD = Kind.INT.bit | Kind.FLOAT.bit;
  private static final int TWO_WORDS = Kind.LONG.bit | Kind.DOUBLE.bit;

  private final Flow flow;
  private final Registers[] begins;

  /** Blocks that something else than an exception leads to. */
  private final BitSet entered = new BitSet();

  Typing(Flow flow, DexMethodNode method) throws UntranslatableException {
    this.flow = flow;
    begins = new Registers[flow.blocks()];
    BitSet open = new BitSet();
    arrive(0, arguments(method), open);
    entered.set(0);
    while (!open.isEmpty()) {
      int block = open.nextSetBit(0);
      open.clear(block);
      run(block, open);
    }
  }

  /** What the registers hold where a block begins; null if nothing leads there. */
  Registers begin(int block) {
    return begins[block];
  }

  /** Whether a block is only entered by exceptions. */
  boolean handles(int block) {
    return !entered.get(block);
  }

  /** The registers of the arguments are the last ones. */
  static int firstArgument(DexMethodNode method) {
    int words = (method.access & Opcodes.ACC_STATIC) == 0 ? 1 : 0;
    for (String type : method.method.getParameterTypes()) {
      words += Kind.of(type).size;
    }
    return method.codeNode.totalRegister - words;
  }

  private static Registers arguments(DexMethodNode method) throws UntranslatableException {
    Registers r = new Registers(method.codeNode.totalRegister);
    Method m = method.method;
    int at = firstArgument(method);
    if ((method.access & Opcodes.ACC_STATIC) == 0) {
      r.define(at++, Kind.REFERENCE.bit, m.getOwner());
    }
    for (String type : m.getParameterTypes()) {
      r.define(at, Kind.of(type).bit, type);
      at += Kind.of(type).size;
    }
    return r;
  }

  private void run(int block, BitSet open) throws UntranslatableException {
    Registers r = new Registers(begins[block]);
    for (int i = flow.begins[block]; i < flow.begins[block + 1]; i++) {
      for (int handler : flow.handlers(i)) {
        arrive(handler, r, open);
      }
      step(i, r);
    }
    if (flow.endless(block)) {
      throw new UntranslatableException("the code has no end");
    }
    for (int next : flow.successors(block)) {
      entered.set(next);
      arrive(next, r, open);
    }
  }

  private void arrive(int block, Registers r, BitSet open) {
    if (begins[block] == null) {
      begins[block] = new Registers(r);
      open.set(block);
    } else if (begins[block].meet(r)) {
      open.set(block);
    }
  }

  /** What a statement does to the registers. */
  void step(int at, Registers r) throws UntranslatableException {
    DexStmtNode s = flow.stmts.get(at);
    if (s.op == null) {
      return;
    }
    if (s instanceof ConstStmtNode c) {
      constant(c, r);
    } else if (s instanceof FieldStmtNode f) {
      if (reads(f.op)) {
        r.define(f.a, Kind.of(f.field.getType()).bit, f.field.getType());
      }
    } else if (s instanceof TypeStmtNode t) {
      type(t, r);
    } else if (s instanceof Stmt1RNode one) {
      result(at, one, r);
    } else if (s instanceof Stmt2RNode two) {
      two(two, r);
    } else if (s instanceof Stmt3RNode three) {
      three(three, r);
    } else if (s instanceof Stmt2R1NNode number) {
      r.define(number.distReg, Kind.INT.bit, null);
    }
  }

  /** Whether an instruction reads a field. */
  static boolean reads(Op op) {
    return op.opcode <= Op.IGET_SHORT.opcode
        || op.opcode >= Op.SGET.opcode && op.opcode <= Op.SGET_SHORT.opcode;
  }

  private static void constant(ConstStmtNode c, Registers r) throws UntranslatableException {
    switch (c.op) {
      case CONST_4, CONST_16, CONST, CONST_HIGH16 -> {
        boolean zero = ((Integer) c.value) == 0;
        r.define(c.a, zero ? ZERO : WORD, Registers.NULL);
      }
      case CONST_WIDE_16, CONST_WIDE_32, CONST_WIDE, CONST_WIDE_HIGH16 ->
          r.define(c.a, TWO_WORDS, null);
      default -> r.define(c.a, Kind.REFERENCE.bit, Registers.OBJECT);
    }
  }

  private static void type(TypeStmtNode t, Registers r) throws UntranslatableException {
    switch (t.op) {
      case INSTANCE_OF -> r.define(t.a, Kind.INT.bit, null);
      case NEW_INSTANCE -> r.define(t.a, Kind.REFERENCE.bit, Registers.allocation(t.type));
      default -> r.define(t.a, Kind.REFERENCE.bit, t.type); // check-cast, new-array
    }
  }

  private void result(int at, Stmt1RNode s, Registers r) throws UntranslatableException {
    switch (s.op) {
      case MOVE_RESULT, MOVE_RESULT_WIDE, MOVE_RESULT_OBJECT -> {
        String type = resultBefore(at);
        r.define(s.a, Kind.of(type).bit, type);
      }
      case MOVE_EXCEPTION -> r.define(s.a, Kind.REFERENCE.bit, Registers.OBJECT);
      default -> {}
    }
  }

  /** The type of what the call, or the filled array, before a statement leaves. */
  private String resultBefore(int at) throws UntranslatableException {
    for (int i = at - 1; i >= flow.begins[flow.block(at)]; i--) {
      DexStmtNode s = flow.stmts.get(i);
      if (s instanceof AbstractMethodStmtNode call
          && !call.getProto().getReturnType().equals("V")) {
        return call.getProto().getReturnType();
      } else if (s instanceof FilledNewArrayStmtNode array) {
        return array.type;
      } else if (s.op != null) {
        break;
      }
    }
    throw new UntranslatableException("a result is moved that there is not");
  }

  private static void two(Stmt2RNode s, Registers r) throws UntranslatableException {
    Computation c = Computation.of(s.op);
    if (c != null) {
      r.define(s.a, c.result().bit, null);
    } else if (s.op == Op.ARRAY_LENGTH) {
      r.define(s.a, Kind.INT.bit, null);
    } else {
      r.define(s.a, r.kinds(s.b), r.type(s.b));
    }
  }

  private static void three(Stmt3RNode s, Registers r) throws UntranslatableException {
    Computation c = Computation.of(s.op);
    if (c != null) {
      r.define(s.a, c.result().bit, null);
    } else if (s.op.opcode <= Op.AGET_SHORT.opcode) {
      String element = element(r, s.b);
      int kinds =
          switch (s.op) {
            case AGET -> element.equals(Registers.NULL) ? WORD : Kind.of(element).bit;
            case AGET_WIDE -> element.equals(Registers.NULL) ? TWO_WORDS : Kind.of(element).bit;
            case AGET_OBJECT -> Kind.REFERENCE.bit;
            default -> Kind.INT.bit;
          };
      r.define(s.a, kinds, element);
    }
  }

  /**
   * The type of an array's elements, {@link Registers#NULL} if the array is null, {@link
   * Registers#OBJECT} if nothing is known.
   */
  static String element(Registers r, int register) throws UntranslatableException {
    if ((r.kinds(register) & Kind.REFERENCE.bit) == 0) {
      throw new UntranslatableException("v" + register + " holds no array");
    }
    String type = r.type(register);
    if (type.equals(Registers.NULL)) {
      return Registers.NULL;
    }
    return type.charAt(0) == '[' ? type.substring(1) : Registers.OBJECT;
  }
}
