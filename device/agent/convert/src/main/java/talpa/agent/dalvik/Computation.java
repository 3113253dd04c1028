package talpa.agent.dalvik;

import com.googlecode.d2j.reader.Op;
import org.objectweb.asm.Opcodes;

/**
 * An instruction that only computes.
 *
 * @param left the kind of the first operand
 * @param right the kind of the second one; null if there is none, or a number in the code
 * @param result the kind of what comes out
 * @param code a JVM's instructions for it, after the operands
 */
record Computation(Kind left, Kind right, Kind result, int... code) {
  private static final int OPS = 256;
  private static final Computation[] ALL = new Computation[OPS];

  static {
    comparisons();
    unary();
    integers(Op.ADD_INT, Kind.INT, 0);
    integers(Op.ADD_LONG, Kind.LONG, 1);
    floating(Op.ADD_FLOAT, Kind.FLOAT, 2);
    floating(Op.ADD_DOUBLE, Kind.DOUBLE, 3);
    for (int i = Op.ADD_INT.opcode; i <= Op.REM_DOUBLE.opcode; i++) {
      ALL[i + Op.ADD_INT_2ADDR.opcode - Op.ADD_INT.opcode] = ALL[i];
    }
    withNumber(Op.ADD_INT_LIT16, 8);
    withNumber(Op.ADD_INT_LIT8, 11);
  }

  /** What an instruction computes; null if it is none of these. */
  static Computation of(Op op) {
    return op.opcode < 0 ? null : ALL[op.opcode];
  }

  private static void comparisons() {
    compare(Op.CMPL_FLOAT, Kind.FLOAT, Opcodes.FCMPL);
    compare(Op.CMPG_FLOAT, Kind.FLOAT, Opcodes.FCMPG);
    compare(Op.CMPL_DOUBLE, Kind.DOUBLE, Opcodes.DCMPL);
    compare(Op.CMPG_DOUBLE, Kind.DOUBLE, Opcodes.DCMPG);
    compare(Op.CMP_LONG, Kind.LONG, Opcodes.LCMP);
  }

  private static void compare(Op op, Kind of, int code) {
    ALL[op.opcode] = new Computation(of, of, Kind.INT, code);
  }

  private static void unary() {
    put(Op.NEG_INT, Kind.INT, Kind.INT, Opcodes.INEG);
    put(Op.NOT_INT, Kind.INT, Kind.INT, Opcodes.ICONST_M1, Opcodes.IXOR);
    put(Op.NEG_LONG, Kind.LONG, Kind.LONG, Opcodes.LNEG);
    put(Op.NOT_LONG, Kind.LONG, Kind.LONG, Opcodes.ICONST_M1, Opcodes.I2L, Opcodes.LXOR);
    put(Op.NEG_FLOAT, Kind.FLOAT, Kind.FLOAT, Opcodes.FNEG);
    put(Op.NEG_DOUBLE, Kind.DOUBLE, Kind.DOUBLE, Opcodes.DNEG);
    put(Op.INT_TO_LONG, Kind.INT, Kind.LONG, Opcodes.I2L);
    put(Op.INT_TO_FLOAT, Kind.INT, Kind.FLOAT, Opcodes.I2F);
    put(Op.INT_TO_DOUBLE, Kind.INT, Kind.DOUBLE, Opcodes.I2D);
    put(Op.LONG_TO_INT, Kind.LONG, Kind.INT, Opcodes.L2I);
    put(Op.LONG_TO_FLOAT, Kind.LONG, Kind.FLOAT, Opcodes.L2F);
    put(Op.LONG_TO_DOUBLE, Kind.LONG, Kind.DOUBLE, Opcodes.L2D);
    put(Op.FLOAT_TO_INT, Kind.FLOAT, Kind.INT, Opcodes.F2I);
    put(Op.FLOAT_TO_LONG, Kind.FLOAT, Kind.LONG, Opcodes.F2L);
    put(Op.FLOAT_TO_DOUBLE, Kind.FLOAT, Kind.DOUBLE, Opcodes.F2D);
    put(Op.DOUBLE_TO_INT, Kind.DOUBLE, Kind.INT, Opcodes.D2I);
    put(Op.DOUBLE_TO_LONG, Kind.DOUBLE, Kind.LONG, Opcodes.D2L);
    put(Op.DOUBLE_TO_FLOAT, Kind.DOUBLE, Kind.FLOAT, Opcodes.D2F);
    put(Op.INT_TO_BYTE, Kind.INT, Kind.INT, Opcodes.I2B);
    put(Op.INT_TO_CHAR, Kind.INT, Kind.INT, Opcodes.I2C);
    put(Op.INT_TO_SHORT, Kind.INT, Kind.INT, Opcodes.I2S);
  }

  private static void put(Op op, Kind from, Kind to, int... code) {
    ALL[op.opcode] = new Computation(from, null, to, code);
  }

  /** What integers are computed with, on int; those on long have the next numbers. */
  private static int[] ofInts() {
    return new int[] {
      Opcodes.IADD,
      Opcodes.ISUB,
      Opcodes.IMUL,
      Opcodes.IDIV,
      Opcodes.IREM,
      Opcodes.IAND,
      Opcodes.IOR,
      Opcodes.IXOR,
      Opcodes.ISHL,
      Opcodes.ISHR,
      Opcodes.IUSHR
    };
  }

  private static void integers(Op first, Kind kind, int further) {
    int[] codes = ofInts();
    for (int i = 0; i < codes.length; i++) {
      Kind right = codes[i] >= Opcodes.ISHL && codes[i] <= Opcodes.LUSHR ? Kind.INT : kind;
      ALL[first.opcode + i] = new Computation(kind, right, kind, codes[i] + further);
    }
  }

  private static void floating(Op first, Kind kind, int further) {
    for (int i = 0; ofInts()[i] <= Opcodes.IREM; i++) {
      ALL[first.opcode + i] = new Computation(kind, kind, kind, ofInts()[i] + further);
    }
  }

  /** With a number in the code, of which a subtraction takes the operand away. */
  private static void withNumber(Op first, int count) {
    for (int i = 0; i < count; i++) {
      int code = ofInts()[i];
      ALL[first.opcode + i] =
          code == Opcodes.ISUB
              ? new Computation(Kind.INT, null, Kind.INT, Opcodes.SWAP, code)
              : new Computation(Kind.INT, null, Kind.INT, code);
    }
  }
}
