package talpa.agent.dalvik;

import com.googlecode.d2j.DexLabel;
import com.googlecode.d2j.Method;
import com.googlecode.d2j.node.DexCodeNode;
import com.googlecode.d2j.node.DexMethodNode;
import com.googlecode.d2j.reader.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.objectweb.asm.Opcodes;

/**
 * Writes random methods that ART's verifier would take: calculations, branches, loops, switches,
 * guarded ranges, over registers that change their kinds. What they compute they note ({@link
 * Notes}).
 */
final class Programs {
  private static final String NOTES = "Ltalpa/agent/dalvik/Notes;";
  private static final String TEXT = "Ljava/lang/String;";
  private static final String BUILDER = "Ljava/lang/StringBuilder;";
  private static final String ANY = "Ljava/lang/Object;";

  /** The types of the arguments: the last registers. */
  private static final String[] ARGUMENTS = {"I", "J", "F", "D", TEXT, "[I", "[F"};

  private static final int ARGUMENT_WORDS = 9;
  private static final int OWN = 8;
  private static final int LOOP = OWN; // counts a loop's rounds, and nothing else writes it
  private static final int TOTAL = OWN + 1 + ARGUMENT_WORDS;

  private static final int[] NUMBERS = {0, 0, 1, 1, -1, 2, 3, 7, 0x3f800000, 0x7fc00000, 1 << 31};

  private static final Op[] IFS = {Op.IF_EQ, Op.IF_NE, Op.IF_LT, Op.IF_GE, Op.IF_GT, Op.IF_LE};
  private static final Op[] IF_ZEROS = {
    Op.IF_EQZ, Op.IF_NEZ, Op.IF_LTZ, Op.IF_GEZ, Op.IF_GTZ, Op.IF_LEZ
  };

  private final Random random;
  private final DexCodeNode code = new DexCodeNode();
  private Registers now = new Registers(TOTAL);
  private boolean looping;

  private Programs(Random random) {
    this.random = random;
  }

  /** A method "run" of the class x/Generated, with the arguments that {@link #set} gives. */
  static DexMethodNode method(Random random) throws UntranslatableException {
    Programs p = new Programs(random);
    p.code.visitRegister(TOTAL);
    int at = OWN + 1;
    for (String type : ARGUMENTS) {
      p.now.define(at, Kind.of(type).bit, type);
      at += Kind.of(type).size;
    }
    p.block(3 + random.nextInt(12), 3);
    p.noteAll();
    p.code.visitStmt0R(Op.RETURN_VOID);
    DexMethodNode m =
        new DexMethodNode(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
            new Method("Lx/Generated;", "run", ARGUMENTS, "V"));
    m.codeNode = p.code;
    return m;
  }

  /** The values of the arguments, fresh each time. */
  static Object[] arguments() {
    return new Object[] {5, 1L << 40, 2.5f, -0.5, "text", new int[] {3, 1, 4}, new float[] {1, 2}};
  }

  /** Gives the interpreter the arguments. */
  static void set(DalvikInterpreter to, Object[] values) {
    int at = OWN + 1;
    for (int i = 0; i < values.length; i++) {
      to.set(at, values[i]);
      at += Kind.of(ARGUMENTS[i]).size;
    }
  }

  private void block(int statements, int depth) throws UntranslatableException {
    for (int i = 0; i < statements; i++) {
      int what = random.nextInt(depth > 0 ? 24 : 19);
      switch (what) {
        case 19, 20 -> branch(depth - 1);
        case 21 -> loop(depth - 1);
        case 22 -> guarded(depth - 1);
        case 23 -> select(depth - 1);
        default -> statement(what);
      }
    }
  }

  private int own() {
    return random.nextInt(OWN);
  }

  /** A register that can be read as a kind; -1 if there is none. */
  private int holding(Kind kind) throws UntranslatableException {
    return holding(kind, "");
  }

  /** One that holds a reference of a type, or null where that is asked for. */
  private int holding(Kind kind, String type) throws UntranslatableException {
    List<Integer> all = new ArrayList<>();
    for (int r = 0; r < TOTAL; r++) {
      if (r != LOOP
          && (now.kinds(r) & kind.bit) != 0
          && (type.isEmpty() || type.equals(now.type(r)))) {
        all.add(r);
      }
    }
    return all.isEmpty() ? -1 : all.get(random.nextInt(all.size()));
  }

  private void define(int register, Kind kind, String type) throws UntranslatableException {
    now.define(register, kind.bit, type);
  }

  private int wideOwn() {
    return random.nextInt(OWN - 1);
  }

  private int target(Kind kind) {
    return kind.size == 2 ? wideOwn() : own();
  }

  private void statement(int what) throws UntranslatableException {
    switch (what) {
      case 0, 1, 2 -> constant();
      case 3, 4 -> move();
      case 5, 6, 7, 8 -> compute();
      case 9, 10 -> read();
      case 11 -> write();
      case 12 -> array();
      case 13 -> call();
      case 14 -> cast();
      case 15 -> build();
      default -> note();
    }
  }

  private void constant() throws UntranslatableException {
    int n = NUMBERS[random.nextInt(NUMBERS.length)];
    switch (random.nextInt(6)) {
      case 0 -> {
        int to = wideOwn();
        code.visitConstStmt(Op.CONST_WIDE, to, (long) n << random.nextInt(33));
        now.define(to, Kind.LONG.bit | Kind.DOUBLE.bit, null);
      }
      case 1 -> {
        int to = own();
        code.visitConstStmt(Op.CONST_STRING, to, "s" + n);
        define(to, Kind.REFERENCE, TEXT);
      }
      default -> {
        int to = own();
        code.visitConstStmt(Op.CONST, to, n);
        now.define(to, n == 0 ? Typing.ZERO : Kind.INT.bit | Kind.FLOAT.bit, Registers.NULL);
      }
    }
  }

  private void move() throws UntranslatableException {
    int from = random.nextInt(TOTAL);
    int kinds = from == LOOP ? 0 : now.kinds(from);
    if (kinds == 0) {
      return;
    }
    boolean wide = (kinds & (Kind.LONG.bit | Kind.DOUBLE.bit)) != 0;
    int to = wide ? wideOwn() : own();
    boolean reference = kinds == Kind.REFERENCE.bit;
    Op op = wide ? Op.MOVE_WIDE : reference ? Op.MOVE_OBJECT : Op.MOVE;
    code.visitStmt2R(op, to, from);
    String type = now.type(from);
    now.define(to, kinds, type);
  }

  private void compute() throws UntranslatableException {
    Op op = Op.OPS[Op.CMPL_FLOAT.opcode + random.nextInt(Op.USHR_INT_LIT8.opcode - 0x2c)];
    Computation c = op == null ? null : Computation.of(op);
    if (c == null) {
      return;
    }
    int left = holding(c.left());
    int to = target(c.result());
    if (left < 0) {
      return;
    }
    if (c.right() != null) {
      int right = holding(c.right());
      boolean same = op.name().endsWith("_2ADDR");
      if (right < 0 || same && left >= OWN) {
        return;
      }
      if (same) {
        to = left;
        code.visitStmt2R(op, left, right);
      } else {
        code.visitStmt3R(op, to, left, right);
      }
    } else if (op.opcode >= Op.ADD_INT_LIT16.opcode) {
      code.visitStmt2R1N(op, to, left, random.nextInt(5) - 2);
    } else {
      code.visitStmt2R(op, to, left);
    }
    define(to, c.result(), null);
  }

  private void read() throws UntranslatableException {
    int index = holding(Kind.INT);
    String type = new String[] {"[I", "[F", "[J", "[" + TEXT, "[B"}[random.nextInt(5)];
    int array = holding(Kind.REFERENCE, type);
    if (index < 0 || array < 0) {
      return;
    }
    String element = type.substring(1);
    int to = target(Kind.of(element));
    Op op =
        switch (element) {
          case "J" -> Op.AGET_WIDE;
          case "B" -> Op.AGET_BYTE;
          case TEXT -> Op.AGET_OBJECT;
          default -> Op.AGET;
        };
    code.visitStmt3R(op, to, array, index);
    define(to, Kind.of(element), element);
  }

  private void write() throws UntranslatableException {
    int index = holding(Kind.INT);
    String type = new String[] {"[I", "[F", "[J", "[B"}[random.nextInt(4)];
    int array = holding(Kind.REFERENCE, type);
    int value = holding(Kind.of(type.substring(1)));
    if (index >= 0 && array >= 0 && value >= 0) {
      Op op =
          switch (type) {
            case "[J" -> Op.APUT_WIDE;
            case "[B" -> Op.APUT_BYTE;
            default -> Op.APUT;
          };
      code.visitStmt3R(op, value, array, index);
    }
  }

  private void array() throws UntranslatableException {
    String type = new String[] {"[I", "[F", "[J", "[" + TEXT, "[B"}[random.nextInt(5)];
    int size = holding(Kind.INT);
    int to = own();
    switch (random.nextInt(3)) {
      case 0 -> {
        int any = holding(Kind.INT);
        if (any < 0) {
          return;
        }
        code.visitFilledNewArrayStmt(Op.FILLED_NEW_ARRAY, new int[] {any, any, any}, "[I");
        code.visitStmt1R(Op.MOVE_RESULT_OBJECT, to);
        define(to, Kind.REFERENCE, "[I");
      }
      case 1 -> {
        int array = holding(Kind.REFERENCE, type);
        if (array >= 0 && !type.equals("[" + TEXT)) {
          Object content = type.equals("[J") ? new long[] {9, 8} : new int[] {6, 0x40000000};
          content = type.equals("[B") ? new byte[] {1, -1, 3} : content;
          code.visitFillArrayDataStmt(Op.FILL_ARRAY_DATA, array, content);
        }
      }
      default -> {
        if (size >= 0) {
          int small = own();
          code.visitStmt2R1N(Op.AND_INT_LIT8, small, size, 3);
          define(small, Kind.INT, null);
          code.visitTypeStmt(Op.NEW_ARRAY, to, small, type);
          define(to, Kind.REFERENCE, type);
        }
      }
    }
  }

  private void call() throws UntranslatableException {
    int i = holding(Kind.INT);
    int j = holding(Kind.LONG);
    int f = holding(Kind.FLOAT);
    int d = holding(Kind.DOUBLE);
    int o = holding(Kind.REFERENCE);
    if (i < 0 || j < 0 || f < 0 || d < 0 || o < 0) {
      return;
    }
    Method mix = new Method(NOTES, "mix", new String[] {"I", "J", "F", "D", ANY}, "J");
    code.visitMethodStmt(Op.INVOKE_STATIC, new int[] {i, j, j + 1, f, d, d + 1, o}, mix);
    if (random.nextInt(4) > 0) {
      int to = wideOwn();
      code.visitStmt1R(Op.MOVE_RESULT_WIDE, to);
      define(to, Kind.LONG, null);
    }
  }

  private void cast() throws UntranslatableException {
    int any = holding(Kind.REFERENCE);
    String type = new String[] {TEXT, "[I", "[F", ANY}[random.nextInt(4)];
    if (any < 0) {
      return;
    }
    int to = own();
    if (random.nextBoolean() && any < OWN) {
      code.visitTypeStmt(Op.CHECK_CAST, any, -1, type);
      define(any, Kind.REFERENCE, type);
    } else {
      code.visitTypeStmt(Op.INSTANCE_OF, to, any, type);
      define(to, Kind.INT, null);
    }
  }

  private void build() throws UntranslatableException {
    int text = holding(Kind.REFERENCE, TEXT);
    int to = own();
    if (text >= 0 && random.nextBoolean()) {
      Method length = new Method(TEXT, "length", new String[0], "I");
      code.visitMethodStmt(Op.INVOKE_VIRTUAL, new int[] {text}, length);
      code.visitStmt1R(Op.MOVE_RESULT, to);
      define(to, Kind.INT, null);
      return;
    }
    int number = holding(Kind.INT);
    if (number == to || number < 0) {
      return;
    }
    code.visitTypeStmt(Op.NEW_INSTANCE, to, -1, BUILDER);
    Method init = new Method(BUILDER, "<init>", new String[0], "V");
    code.visitMethodStmt(Op.INVOKE_DIRECT, new int[] {to}, init);
    now.define(to, Kind.REFERENCE.bit, BUILDER);
    if (!((now.kinds(number) & Kind.INT.bit) != 0)) {
      return;
    }
    Method append = new Method(BUILDER, "append", new String[] {"I"}, BUILDER);
    code.visitMethodStmt(Op.INVOKE_VIRTUAL, new int[] {to, number}, append);
    code.visitStmt1R(Op.MOVE_RESULT_OBJECT, to);
    Method string = new Method(BUILDER, "toString", new String[0], TEXT);
    code.visitMethodStmt(Op.INVOKE_VIRTUAL, new int[] {to}, string);
    code.visitStmt1R(Op.MOVE_RESULT_OBJECT, to);
    define(to, Kind.REFERENCE, TEXT);
  }

  private void note() throws UntranslatableException {
    note(random.nextInt(TOTAL));
  }

  private void noteAll() throws UntranslatableException {
    for (int r = 0; r < TOTAL; r++) {
      note(r);
    }
  }

  private void note(int r) throws UntranslatableException {
    if (r == LOOP) {
      return;
    }
    for (Kind kind : Kind.ALL) {
      if ((now.kinds(r) & kind.bit) != 0) {
        String type =
            switch (kind) {
              case INT -> "I";
              case FLOAT -> "F";
              case LONG -> "J";
              case DOUBLE -> "D";
              case REFERENCE -> ANY;
            };
        int[] args = kind.size == 2 ? new int[] {r, r + 1} : new int[] {r};
        Method note = new Method(NOTES, "note", new String[] {type}, "V");
        code.visitMethodStmt(Op.INVOKE_STATIC, args, note);
      }
    }
  }

  /** Jumps over what follows, or not; whatever the registers say. */
  private boolean jump(DexLabel to) throws UntranslatableException {
    int a = holding(Kind.INT);
    int b = holding(Kind.INT);
    int o = holding(Kind.REFERENCE);
    int p = holding(Kind.REFERENCE);
    int what = random.nextInt(IFS.length);
    if (random.nextInt(3) == 0 && o >= 0 && p >= 0) {
      if (random.nextBoolean()) {
        code.visitJumpStmt(IF_ZEROS[what % 2], o, -1, to);
      } else {
        code.visitJumpStmt(IFS[what % 2], o, p, to);
      }
    } else if (a >= 0) {
      if (random.nextBoolean()) {
        code.visitJumpStmt(IF_ZEROS[what], a, -1, to);
      } else {
        code.visitJumpStmt(IFS[what], a, b, to);
      }
    } else {
      return false;
    }
    return true;
  }

  private void branch(int depth) throws UntranslatableException {
    DexLabel otherwise = new DexLabel();
    DexLabel end = new DexLabel();
    if (!jump(otherwise)) {
      return;
    }
    Registers begin = new Registers(now);
    block(1 + random.nextInt(4), depth);
    code.visitJumpStmt(Op.GOTO, -1, -1, end);
    Registers one = now;
    now = begin;
    code.visitLabel(otherwise);
    block(random.nextInt(4), depth);
    code.visitLabel(end);
    now.meet(one);
  }

  private void loop(int depth) throws UntranslatableException {
    if (looping) {
      return;
    }
    looping = true;
    code.visitConstStmt(Op.CONST, LOOP, 1 + random.nextInt(3));
    // What the body may change is not read from the round before: nothing of its own.
    for (int r = 0; r < OWN; r++) {
      now.define(r, 0, null);
    }
    Registers begin = new Registers(now);
    DexLabel head = new DexLabel();
    code.visitLabel(head);
    block(1 + random.nextInt(5), depth);
    code.visitStmt2R1N(Op.ADD_INT_LIT8, LOOP, LOOP, -1);
    code.visitJumpStmt(Op.IF_GTZ, LOOP, -1, head);
    now.meet(begin);
    looping = false;
  }

  private void guarded(int depth) throws UntranslatableException {
    DexLabel start = new DexLabel();
    DexLabel end = new DexLabel();
    DexLabel handler = new DexLabel();
    DexLabel after = new DexLabel();
    // The handler knows only what stays as it is in the range: some registers are kept.
    Registers kept = new Registers(now);
    code.visitLabel(start);
    int from = code.stmts.size();
    block(1 + random.nextInt(4), depth);
    int to = code.stmts.size();
    code.visitLabel(end);
    block(random.nextInt(4), depth); // may write what only the handler still reads
    code.visitJumpStmt(Op.GOTO, -1, -1, after);
    Registers whole = now;
    now = kept;
    Written.forget(code.stmts.subList(from, to), now, OWN);
    code.visitLabel(handler);
    if (random.nextInt(3) > 0) {
      int caught = own();
      code.visitStmt1R(Op.MOVE_EXCEPTION, caught);
      define(caught, Kind.REFERENCE, Registers.OBJECT);
    }
    noteAll();
    block(random.nextInt(3), depth);
    code.visitLabel(after);
    now.meet(whole);
    String type = random.nextBoolean() ? null : "Ljava/lang/ArithmeticException;";
    code.visitTryCatch(start, end, new DexLabel[] {handler}, new String[] {type});
  }

  private void select(int depth) throws UntranslatableException {
    int on = holding(Kind.INT);
    if (on < 0) {
      return;
    }
    DexLabel one = new DexLabel();
    DexLabel two = new DexLabel();
    DexLabel end = new DexLabel();
    DexLabel[] labels = {one, two, one};
    if (random.nextBoolean()) {
      code.visitPackedSwitchStmt(Op.PACKED_SWITCH, on, random.nextInt(3) - 1, labels);
    } else {
      code.visitSparseSwitchStmt(Op.SPARSE_SWITCH, on, new int[] {-1, 0, 5}, labels);
    }
    Registers begin = new Registers(now);
    block(random.nextInt(3), depth);
    code.visitJumpStmt(Op.GOTO, -1, -1, end);
    Registers all = now;
    for (DexLabel l : new DexLabel[] {one, two}) {
      now = new Registers(begin);
      code.visitLabel(l);
      block(random.nextInt(3), depth);
      code.visitJumpStmt(Op.GOTO, -1, -1, end);
      all.meet(now);
    }
    now = all;
    code.visitLabel(end);
  }
}
