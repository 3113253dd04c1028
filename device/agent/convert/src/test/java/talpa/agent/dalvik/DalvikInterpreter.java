package talpa.agent.dalvik;

import com.googlecode.d2j.DexLabel;
import com.googlecode.d2j.DexType;
import com.googlecode.d2j.Method;
import com.googlecode.d2j.node.DexMethodNode;
import com.googlecode.d2j.node.TryCatchNode;
import com.googlecode.d2j.node.insn.ConstStmtNode;
import com.googlecode.d2j.node.insn.DexLabelStmtNode;
import com.googlecode.d2j.node.insn.DexStmtNode;
import com.googlecode.d2j.node.insn.FillArrayDataStmtNode;
import com.googlecode.d2j.node.insn.FilledNewArrayStmtNode;
import com.googlecode.d2j.node.insn.JumpStmtNode;
import com.googlecode.d2j.node.insn.MethodStmtNode;
import com.googlecode.d2j.node.insn.PackedSwitchStmtNode;
import com.googlecode.d2j.node.insn.SparseSwitchStmtNode;
import com.googlecode.d2j.node.insn.Stmt1RNode;
import com.googlecode.d2j.node.insn.Stmt2R1NNode;
import com.googlecode.d2j.node.insn.Stmt2RNode;
import com.googlecode.d2j.node.insn.Stmt3RNode;
import com.googlecode.d2j.node.insn.TypeStmtNode;
import com.googlecode.d2j.reader.Op;
import java.lang.reflect.Array;
import java.util.List;

/**
 * Runs Dalvik code as its specification says, with registers that know no kinds: one of a word
 * holds an Integer, one of two words a Long, each by its bits; a reference an object, where the
 * number 0 is null. It knows nothing of how code is translated, to compare with it.
 */
final class DalvikInterpreter {
  private final List<DexStmtNode> stmts;
  private final List<TryCatchNode> tries;
  private final Object[] registers;
  private Object result;
  private Throwable thrown;

  DalvikInterpreter(DexMethodNode method) {
    stmts = method.codeNode.stmts;
    tries = method.codeNode.tryStmts == null ? List.of() : method.codeNode.tryStmts;
    registers = new Object[method.codeNode.totalRegister];
  }

  /** Sets a register before the run. */
  void set(int register, Object value) {
    if (value instanceof Float f) {
      registers[register] = Float.floatToRawIntBits(f);
    } else if (value instanceof Double d) {
      registers[register] = Double.doubleToRawLongBits(d);
    } else {
      registers[register] = value;
    }
  }

  /** Runs the method, which returns nothing; throws what it does not catch. */
  void run() throws Throwable {
    int at = 0;
    while (at >= 0) {
      try {
        at = step(at);
      } catch (RuntimeException e) {
        at = handler(at, e);
        thrown = e;
      }
    }
  }

  private int handler(int at, RuntimeException e) {
    for (TryCatchNode t : tries) {
      if (place(t.start) <= at && at < place(t.end)) {
        for (int h = 0; h < t.handler.length; h++) {
          if (t.type[h] == null || named(t.type[h]).isInstance(e)) {
            return place(t.handler[h]);
          }
        }
      }
    }
    throw e;
  }

  private int place(DexLabel label) {
    for (int i = 0; i < stmts.size(); i++) {
      if (stmts.get(i) instanceof DexLabelStmtNode l && l.label == label) {
        return i;
      }
    }
    throw new IllegalStateException("no such label");
  }

  private int word(int r) {
    return registers[r] == null ? 0 : (Integer) registers[r];
  }

  private long words(int r) {
    return (Long) registers[r];
  }

  private float single(int r) {
    return Float.intBitsToFloat(word(r));
  }

  private double twice(int r) {
    return Double.longBitsToDouble(words(r));
  }

  private Object object(int r) {
    return registers[r] instanceof Integer i && i == 0 ? null : registers[r];
  }

  /** Runs one statement; gives the next one's place, -1 at the end. */
  private int step(int at) {
    DexStmtNode s = stmts.get(at);
    if (s.op == null || s.op == Op.NOP) {
      return at + 1;
    } else if (s.op == Op.RETURN_VOID) {
      return -1;
    } else if (s instanceof JumpStmtNode j) {
      return jumps(j) ? place(j.label) : at + 1;
    } else if (s instanceof PackedSwitchStmtNode p) {
      long k = (long) word(p.a) - p.firstCase;
      return k >= 0 && k < p.labels.length ? place(p.labels[(int) k]) : at + 1;
    } else if (s instanceof SparseSwitchStmtNode p) {
      for (int i = 0; i < p.cases.length; i++) {
        if (p.cases[i] == word(p.a)) {
          return place(p.labels[i]);
        }
      }
      return at + 1;
    }
    plain(s);
    return at + 1;
  }

  private void plain(DexStmtNode s) {
    if (s instanceof ConstStmtNode c) {
      registers[c.a] = c.value instanceof DexType t ? named(t.desc) : c.value;
    } else if (s instanceof Stmt1RNode one) {
      one(one);
    } else if (s instanceof Stmt2RNode two) {
      two(two);
    } else if (s instanceof Stmt3RNode three) {
      three(three);
    } else if (s instanceof Stmt2R1NNode n) {
      registers[n.distReg] = integer(n.op, word(n.srcReg), n.content);
    } else if (s instanceof TypeStmtNode t) {
      type(t);
    } else if (s instanceof MethodStmtNode call) {
      call(call);
    } else if (s instanceof FilledNewArrayStmtNode f) {
      result = Array.newInstance(named(f.type.substring(1)), f.args.length);
      for (int i = 0; i < f.args.length; i++) {
        Array.set(result, i, f.type.equals("[I") ? (Object) word(f.args[i]) : object(f.args[i]));
      }
    } else if (s instanceof FillArrayDataStmtNode f) {
      content(object(f.ra), f.array);
    } else {
      throw new IllegalStateException("not known here: " + s.op);
    }
  }

  private static void content(Object array, Object content) {
    for (int i = 0; i < Math.max(1, Array.getLength(content)); i++) {
      Number n = (Number) Array.get(content, i);
      store(nonNull(array), i, n);
    }
  }

  private static void store(Object array, int i, Number bits) {
    if (array instanceof int[] a) {
      a[i] = bits.intValue();
    } else if (array instanceof float[] a) {
      a[i] = Float.intBitsToFloat(bits.intValue());
    } else if (array instanceof long[] a) {
      a[i] = bits.longValue();
    } else if (array instanceof double[] a) {
      a[i] = Double.longBitsToDouble(bits.longValue());
    } else {
      ((byte[]) array)[i] = bits.byteValue();
    }
  }

  private boolean jumps(JumpStmtNode j) {
    return switch (j.op) {
      case GOTO, GOTO_16, GOTO_32 -> true;
      case IF_EQ -> same(registers[j.a], registers[j.b]);
      case IF_NE -> !same(registers[j.a], registers[j.b]);
      case IF_LT -> word(j.a) < word(j.b);
      case IF_GE -> word(j.a) >= word(j.b);
      case IF_GT -> word(j.a) > word(j.b);
      case IF_LE -> word(j.a) <= word(j.b);
      case IF_EQZ -> same(registers[j.a], 0);
      case IF_NEZ -> !same(registers[j.a], 0);
      case IF_LTZ -> word(j.a) < 0;
      case IF_GEZ -> word(j.a) >= 0;
      case IF_GTZ -> word(j.a) > 0;
      case IF_LEZ -> word(j.a) <= 0;
      default -> throw new IllegalStateException("not known here: " + j.op);
    };
  }

  private static boolean same(Object a, Object b) {
    if (a == null || a instanceof Integer) {
      a = a == null ? 0 : a;
      return a.equals(b == null ? 0 : b);
    }
    return a == b;
  }

  private void one(Stmt1RNode s) {
    switch (s.op) {
      case MOVE_RESULT, MOVE_RESULT_WIDE, MOVE_RESULT_OBJECT -> set(s.a, result);
      case MOVE_EXCEPTION -> registers[s.a] = thrown;
      case THROW -> {
        if (object(s.a) == null) {
          throw new NullPointerException();
        }
        throw (RuntimeException) object(s.a);
      }
      default -> throw new IllegalStateException("not known here: " + s.op);
    }
  }

  private void two(Stmt2RNode s) {
    String name = s.op.name();
    if (name.endsWith("_2ADDR")) {
      registers[s.a] = compute(Op.valueOf(name.substring(0, name.length() - 6)), s.a, s.b);
      return;
    }
    switch (s.op) {
      case ARRAY_LENGTH -> registers[s.a] = Array.getLength(nonNull(object(s.b)));
      case NEG_INT -> registers[s.a] = -word(s.b);
      case NOT_INT -> registers[s.a] = ~word(s.b);
      case NEG_LONG -> registers[s.a] = -words(s.b);
      case NOT_LONG -> registers[s.a] = ~words(s.b);
      case NEG_FLOAT -> set(s.a, -single(s.b));
      case NEG_DOUBLE -> set(s.a, -twice(s.b));
      case INT_TO_LONG -> registers[s.a] = (long) word(s.b);
      case INT_TO_FLOAT -> set(s.a, (float) word(s.b));
      case INT_TO_DOUBLE -> set(s.a, (double) word(s.b));
      case LONG_TO_INT -> registers[s.a] = (int) words(s.b);
      case LONG_TO_FLOAT -> set(s.a, (float) words(s.b));
      case LONG_TO_DOUBLE -> set(s.a, (double) words(s.b));
      case FLOAT_TO_INT -> registers[s.a] = (int) single(s.b);
      case FLOAT_TO_LONG -> registers[s.a] = (long) single(s.b);
      case FLOAT_TO_DOUBLE -> set(s.a, (double) single(s.b));
      case DOUBLE_TO_INT -> registers[s.a] = (int) twice(s.b);
      case DOUBLE_TO_LONG -> registers[s.a] = (long) twice(s.b);
      case DOUBLE_TO_FLOAT -> set(s.a, (float) twice(s.b));
      case INT_TO_BYTE -> registers[s.a] = (int) (byte) word(s.b);
      case INT_TO_CHAR -> registers[s.a] = (int) (char) word(s.b);
      case INT_TO_SHORT -> registers[s.a] = (int) (short) word(s.b);
      default -> registers[s.a] = registers[s.b]; // the moves
    }
  }

  private static Object nonNull(Object o) {
    if (o == null) {
      throw new NullPointerException();
    }
    return o;
  }

  private void three(Stmt3RNode s) {
    if (s.op.name().startsWith("AGET")) {
      Object v = Array.get(nonNull(object(s.b)), word(s.c));
      set(s.a, v instanceof Byte b ? (Integer) b.intValue() : v);
    } else if (s.op.name().startsWith("APUT")) {
      put(nonNull(object(s.b)), word(s.c), s.a);
    } else {
      registers[s.a] = compute(s.op, s.b, s.c);
    }
  }

  private void put(Object array, int i, int value) {
    if (array instanceof Object[] a) {
      a[i] = object(value);
    } else {
      store(array, i, registers[value] == null ? 0 : (Number) registers[value]);
    }
  }

  private Object compute(Op op, int b, int c) {
    String name = op.name();
    if (name.startsWith("CMP")) {
      return compare(op, b, c);
    } else if (name.endsWith("_INT")) {
      return integer(op, word(b), word(c));
    } else if (name.endsWith("_LONG")) {
      boolean shift = name.contains("SH");
      return integer(op, words(b), shift ? word(c) : words(c));
    } else if (name.endsWith("_FLOAT")) {
      return Float.floatToRawIntBits((float) floating(op, single(b), single(c), true));
    }
    return Double.doubleToRawLongBits(floating(op, twice(b), twice(c), false));
  }

  private int compare(Op op, int b, int c) {
    if (op == Op.CMP_LONG) {
      return Long.compare(words(b), words(c));
    }
    boolean single = op.name().endsWith("FLOAT");
    double x = single ? single(b) : twice(b);
    double y = single ? single(c) : twice(c);
    if (Double.isNaN(x) || Double.isNaN(y)) {
      return op.name().startsWith("CMPG") ? 1 : -1;
    }
    return x < y ? -1 : x > y ? 1 : 0;
  }

  private static int integer(Op op, int x, int y) {
    return switch (op.name().substring(0, op.name().indexOf('_'))) {
      case "ADD" -> x + y;
      case "SUB" -> x - y;
      case "RSUB" -> y - x;
      case "MUL" -> x * y;
      case "DIV" -> x / y;
      case "REM" -> x % y;
      case "AND" -> x & y;
      case "OR" -> x | y;
      case "XOR" -> x ^ y;
      case "SHL" -> x << y;
      case "SHR" -> x >> y;
      default -> x >>> y;
    };
  }

  private static long integer(Op op, long x, long y) {
    return switch (op.name().substring(0, op.name().indexOf('_'))) {
      case "ADD" -> x + y;
      case "SUB" -> x - y;
      case "MUL" -> x * y;
      case "DIV" -> x / y;
      case "REM" -> x % y;
      case "AND" -> x & y;
      case "OR" -> x | y;
      case "XOR" -> x ^ y;
      case "SHL" -> x << y;
      case "SHR" -> x >> y;
      default -> x >>> y;
    };
  }

  private static double floating(Op op, double x, double y, boolean single) {
    return switch (op.name().substring(0, op.name().indexOf('_'))) {
      case "ADD" -> single ? (float) x + (float) y : x + y;
      case "SUB" -> single ? (float) x - (float) y : x - y;
      case "MUL" -> single ? (float) x * (float) y : x * y;
      case "DIV" -> single ? (float) x / (float) y : x / y;
      default -> single ? (float) x % (float) y : x % y;
    };
  }

  private void type(TypeStmtNode t) {
    switch (t.op) {
      case CHECK_CAST -> registers[t.a] = named(t.type).cast(object(t.a));
      case INSTANCE_OF -> registers[t.a] = named(t.type).isInstance(object(t.b)) ? 1 : 0;
      case NEW_ARRAY -> registers[t.a] = Array.newInstance(named(t.type.substring(1)), word(t.b));
      default -> registers[t.a] = new StringBuilder(); // the only class that is made
    }
  }

  private void call(MethodStmtNode s) {
    Method m = s.method;
    switch (m.getName()) {
      case "note" -> {
        int r = s.args[0];
        switch (m.getParameterTypes()[0]) {
          case "I" -> Notes.note(word(r));
          case "J" -> Notes.note(words(r));
          case "F" -> Notes.note(single(r));
          case "D" -> Notes.note(twice(r));
          default -> Notes.note(object(r));
        }
      }
      case "mix" ->
          result =
              Notes.mix(
                  word(s.args[0]),
                  words(s.args[1]),
                  single(s.args[3]),
                  twice(s.args[4]),
                  object(s.args[6]));
      case "length" -> result = ((String) nonNull(object(s.args[0]))).length();
      case "append" ->
          result = ((StringBuilder) nonNull(object(s.args[0]))).append(word(s.args[1]));
      case "toString" -> result = nonNull(object(s.args[0])).toString();
      default -> {} // a constructor
    }
  }

  private static Class<?> named(String descriptor) {
    return switch (descriptor) {
      case "I" -> int.class;
      case "F" -> float.class;
      case "J" -> long.class;
      case "D" -> double.class;
      case "B" -> byte.class;
      default -> {
        try {
          String name = descriptor.replace('/', '.');
          yield Class.forName(name.startsWith("[") ? name : name.substring(1, name.length() - 1));
        } catch (ClassNotFoundException e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }
}
