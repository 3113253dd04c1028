package talpa.agent.dalvik;

import com.googlecode.d2j.CallSite;
import com.googlecode.d2j.DexLabel;
import com.googlecode.d2j.DexType;
import com.googlecode.d2j.Field;
import com.googlecode.d2j.Method;
import com.googlecode.d2j.dex.Dex2Asm;
import com.googlecode.d2j.node.insn.AbstractMethodStmtNode;
import com.googlecode.d2j.node.insn.ConstStmtNode;
import com.googlecode.d2j.node.insn.DexStmtNode;
import com.googlecode.d2j.node.insn.FieldStmtNode;
import com.googlecode.d2j.node.insn.FillArrayDataStmtNode;
import com.googlecode.d2j.node.insn.FilledNewArrayStmtNode;
import com.googlecode.d2j.node.insn.JumpStmtNode;
import com.googlecode.d2j.node.insn.MethodCustomStmtNode;
import com.googlecode.d2j.node.insn.MethodPolymorphicStmtNode;
import com.googlecode.d2j.node.insn.MethodStmtNode;
import com.googlecode.d2j.node.insn.PackedSwitchStmtNode;
import com.googlecode.d2j.node.insn.SparseSwitchStmtNode;
import com.googlecode.d2j.node.insn.Stmt0RNode;
import com.googlecode.d2j.node.insn.Stmt1RNode;
import com.googlecode.d2j.node.insn.Stmt2R1NNode;
import com.googlecode.d2j.node.insn.Stmt2RNode;
import com.googlecode.d2j.node.insn.Stmt3RNode;
import com.googlecode.d2j.node.insn.TypeStmtNode;
import com.googlecode.d2j.reader.Op;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Makes steps of statements, each operand a local of the kind that the statement asks for. */
final class Lowering {
  private final Flow flow;
  private final Typing typing;
  private final String returns;
  private final Function<DexLabel, LabelNode> labels;

  private List<Insn> out;
  private Registers before;

  /**
   * For one method.
   *
   * @param returns the type of what the method returns
   */
  Lowering(Flow flow, Typing typing, String returns, Function<DexLabel, LabelNode> labels) {
    this.flow = flow;
    this.typing = typing;
    this.returns = returns;
    this.labels = labels;
  }

  /** The steps of a block that can be reached. */
  List<Insn> block(int block) throws UntranslatableException {
    out = new ArrayList<>();
    before = new Registers(typing.begin(block));
    for (int i = flow.begins[block]; i < flow.begins[block + 1]; i++) {
      DexStmtNode s = flow.stmts.get(i);
      if (s.op != null) {
        statement(i, s);
        typing.step(i, before);
      }
    }
    return out;
  }

  private void statement(int at, DexStmtNode s) throws UntranslatableException {
    if (s instanceof ConstStmtNode c) {
      constant(at, c);
    } else if (s instanceof FieldStmtNode f) {
      field(at, f);
    } else if (s instanceof TypeStmtNode t) {
      type(at, t);
    } else if (s instanceof MethodStmtNode call) {
      call(at, call);
    } else if (s instanceof MethodPolymorphicStmtNode call) {
      polymorphic(at, call);
    } else if (s instanceof MethodCustomStmtNode call) {
      custom(at, call);
    } else if (s instanceof Stmt0RNode none) {
      if (none.op == Op.RETURN_VOID) {
        add(new Insn(at, null, new InsnNode(Opcodes.RETURN)));
      } else if (none.op != Op.NOP) {
        throw unknown(s);
      }
    } else if (s instanceof Stmt1RNode one) {
      one(at, one);
    } else if (s instanceof Stmt2RNode two) {
      two(at, two);
    } else if (s instanceof Stmt3RNode three) {
      three(at, three);
    } else if (s instanceof Stmt2R1NNode number) {
      number(at, number);
    } else if (s instanceof JumpStmtNode jump) {
      jump(at, jump);
    } else if (s instanceof FilledNewArrayStmtNode array) {
      filled(at, array);
    } else if (s instanceof FillArrayDataStmtNode content) {
      content(at, content);
    } else if (s instanceof PackedSwitchStmtNode p) {
      packed(at, p);
    } else if (s instanceof SparseSwitchStmtNode p) {
      sparse(at, p);
    } else {
      throw unknown(s);
    }
  }

  private static UntranslatableException unknown(DexStmtNode s) {
    return new UntranslatableException(String.valueOf(s.op));
  }

  private Insn add(Insn i, int... reads) {
    i.reads = reads;
    out.add(i);
    return i;
  }

  private int local(int register, Kind kind) throws UntranslatableException {
    if ((before.kinds(register) & kind.bit) == 0) {
      throw new UntranslatableException("v" + register + " is read as " + kind);
    }
    return kind.local(register);
  }

  private int reference(int register) throws UntranslatableException {
    return local(register, Kind.REFERENCE);
  }

  private void constant(int at, ConstStmtNode c) throws UntranslatableException {
    switch (c.op) {
      case CONST_4, CONST_16, CONST, CONST_HIGH16 -> {
        int n = (Integer) c.value;
        out.add(Insn.constant(at, Kind.INT.local(c.a), n));
        out.add(Insn.constant(at, Kind.FLOAT.local(c.a), Float.intBitsToFloat(n)));
        if (n == 0) {
          out.add(Insn.constant(at, Kind.REFERENCE.local(c.a), Push.NULL));
        }
      }
      case CONST_WIDE_16, CONST_WIDE_32, CONST_WIDE, CONST_WIDE_HIGH16 -> {
        long n = (Long) c.value;
        out.add(Insn.constant(at, Kind.LONG.local(c.a), n));
        out.add(Insn.constant(at, Kind.DOUBLE.local(c.a), Double.longBitsToDouble(n)));
      }
      case CONST_STRING, CONST_STRING_JUMBO ->
          out.add(Insn.constant(at, Kind.REFERENCE.local(c.a), c.value));
      // No constants: where a class is missing these throw, and code catches that.
      case CONST_CLASS -> add(reference(at, c.a, Descriptors.classOf(((DexType) c.value).desc)));
      case CONST_METHOD_HANDLE, CONST_METHOD_TYPE ->
          add(reference(at, c.a, new LdcInsnNode(Dex2Asm.convertConstantValue(c.value))));
      default -> throw unknown(c);
    }
  }

  private void field(int at, FieldStmtNode s) throws UntranslatableException {
    Field f = s.field;
    Kind kind = Kind.of(f.getType());
    boolean isStatic = s.op.opcode >= Op.SGET.opcode;
    boolean reads = Typing.reads(s.op);
    int opcode =
        isStatic
            ? (reads ? Opcodes.GETSTATIC : Opcodes.PUTSTATIC)
            : (reads ? Opcodes.GETFIELD : Opcodes.PUTFIELD);
    AbstractInsnNode code =
        new FieldInsnNode(opcode, Descriptors.internal(f.getOwner()), f.getName(), f.getType());
    Insn i = new Insn(at, reads ? kind : null, code);
    if (reads) {
      i.write = kind.local(s.a);
    }
    if (isStatic) {
      add(i, reads ? new int[0] : new int[] {local(s.a, kind)});
    } else if (reads) {
      add(i, reference(s.b));
    } else {
      add(i, reference(s.b), local(s.a, kind));
    }
  }

  private void type(int at, TypeStmtNode s) throws UntranslatableException {
    switch (s.op) {
      case CHECK_CAST ->
          add(reference(at, s.a, new TypeInsnNode(Opcodes.CHECKCAST, Descriptors.internal(s.type))))
                  .reads =
              new int[] {reference(s.a)};
      case INSTANCE_OF -> {
        Insn i =
            new Insn(
                at, Kind.INT, new TypeInsnNode(Opcodes.INSTANCEOF, Descriptors.internal(s.type)));
        add(i, reference(s.b)).write = Kind.INT.local(s.a);
      }
      case NEW_INSTANCE ->
          add(reference(at, s.a, new TypeInsnNode(Opcodes.NEW, Descriptors.internal(s.type))));
      case NEW_ARRAY -> add(reference(at, s.a, Descriptors.newArray(s.type)), local(s.b, Kind.INT));
      default -> throw unknown(s);
    }
  }

  private static Insn reference(int at, int register, AbstractInsnNode code) {
    Insn i = new Insn(at, Kind.REFERENCE, code);
    i.write = Kind.REFERENCE.local(register);
    return i;
  }

  private void call(int at, MethodStmtNode s) throws UntranslatableException {
    Method m = s.method;
    int opcode =
        switch (s.op) {
          case INVOKE_VIRTUAL, INVOKE_VIRTUAL_RANGE -> Opcodes.INVOKEVIRTUAL;
          case INVOKE_INTERFACE, INVOKE_INTERFACE_RANGE -> Opcodes.INVOKEINTERFACE;
          case INVOKE_STATIC, INVOKE_STATIC_RANGE -> Opcodes.INVOKESTATIC;
          case INVOKE_SUPER, INVOKE_SUPER_RANGE, INVOKE_DIRECT, INVOKE_DIRECT_RANGE ->
              Opcodes.INVOKESPECIAL;
          default -> throw unknown(s);
        };
    String owner = m.getOwner();
    if (m.getName().equals("<init>")) {
      String allocated = before.allocated(word(s.args, 0));
      if (allocated != null && !allocated.equals(owner)) {
        owner = Allocation.join(allocated, owner);
      }
    }
    boolean itf = opcode == Opcodes.INVOKEINTERFACE;
    call(
        at,
        s,
        opcode != Opcodes.INVOKESTATIC,
        new MethodInsnNode(opcode, Descriptors.internal(owner), m.getName(), m.getDesc(), itf));
  }

  private void polymorphic(int at, MethodPolymorphicStmtNode s) throws UntranslatableException {
    Method m = s.method;
    call(
        at,
        s,
        true,
        new MethodInsnNode(
            Opcodes.INVOKEVIRTUAL,
            Descriptors.internal(m.getOwner()),
            m.getName(),
            s.proto.getDesc(),
            false));
  }

  private void custom(int at, MethodCustomStmtNode s) throws UntranslatableException {
    CallSite c = s.callSite;
    call(
        at,
        s,
        false,
        new InvokeDynamicInsnNode(
            c.getMethodName(),
            c.getMethodProto().getDesc(),
            Dex2Asm.convertHandler(c.getBootstrapMethodHandler()),
            Dex2Asm.convertConstantValues(c.getExtraArguments())));
  }

  private void call(int at, AbstractMethodStmtNode s, boolean onObject, AbstractInsnNode code)
      throws UntranslatableException {
    String[] types = s.getProto().getParameterTypes();
    int[] reads = new int[types.length + (onObject ? 1 : 0)];
    int word = 0;
    int k = 0;
    if (onObject) {
      reads[k++] = reference(word(s.args, word++));
    }
    for (String type : types) {
      reads[k++] = local(word(s.args, word), Kind.of(type));
      word += Kind.of(type).size;
    }
    String result = s.getProto().getReturnType();
    Insn i = new Insn(at, result.equals("V") ? null : Kind.of(result), code);
    add(i, reads).write = moved(at, i.result);
  }

  private static int word(int[] args, int i) throws UntranslatableException {
    if (i >= args.length) {
      throw new UntranslatableException("a call with too few arguments");
    }
    return args[i];
  }

  /** The local that the statement after a call moves the result to. */
  private int moved(int at, Kind kind) {
    if (kind != null && flow.instruction(at + 1) instanceof Stmt1RNode s) {
      switch (s.op) {
        case MOVE_RESULT, MOVE_RESULT_WIDE, MOVE_RESULT_OBJECT -> {
          return kind.local(s.a);
        }
        default -> {}
      }
    }
    return Insn.NOTHING;
  }

  private void one(int at, Stmt1RNode s) throws UntranslatableException {
    switch (s.op) {
      case MOVE_RESULT, MOVE_RESULT_WIDE, MOVE_RESULT_OBJECT -> {} // with the call
      case MOVE_EXCEPTION -> {
        int block = flow.block(at);
        if (!typing.handles(block) || flow.instruction(flow.begins[block]) != s) {
          throw new UntranslatableException("an exception is moved that there is not");
        }
        add(new Insn(at, Kind.REFERENCE)).write = Kind.REFERENCE.local(s.a);
      }
      case RETURN, RETURN_WIDE, RETURN_OBJECT -> {
        if (returns.equals("V")) {
          throw new UntranslatableException("a value is returned that nobody wants");
        }
        Kind kind = Kind.of(returns);
        add(new Insn(at, null, new InsnNode(kind.giveBack)), local(s.a, kind));
      }
      case THROW -> add(new Insn(at, null, new InsnNode(Opcodes.ATHROW)), reference(s.a));
      case MONITOR_ENTER ->
          add(new Insn(at, null, new InsnNode(Opcodes.MONITORENTER)), reference(s.a));
      case MONITOR_EXIT ->
          add(new Insn(at, null, new InsnNode(Opcodes.MONITOREXIT)), reference(s.a));
      default -> throw unknown(s);
    }
  }

  private void two(int at, Stmt2RNode s) throws UntranslatableException {
    Computation c = Computation.of(s.op);
    if (c != null) {
      Insn i = new Insn(at, c.result(), plain(c));
      if (c.right() == null) {
        add(i, local(s.b, c.left()));
      } else {
        add(i, local(s.a, c.left()), local(s.b, c.right()));
      }
      i.write = c.result().local(s.a);
    } else if (s.op == Op.ARRAY_LENGTH) {
      Insn i = new Insn(at, Kind.INT, new InsnNode(Opcodes.ARRAYLENGTH));
      add(i, reference(s.b)).write = Kind.INT.local(s.a);
    } else if (s.a != s.b) {
      for (Kind kind : Kind.ALL) {
        if ((before.kinds(s.b) & kind.bit) != 0) {
          out.add(Insn.copy(at, kind.local(s.a), kind.local(s.b)));
        }
      }
    }
  }

  private static AbstractInsnNode[] plain(Computation c) {
    AbstractInsnNode[] code = new AbstractInsnNode[c.code().length];
    for (int i = 0; i < code.length; i++) {
      code[i] = new InsnNode(c.code()[i]);
    }
    return code;
  }

  private void number(int at, Stmt2R1NNode s) throws UntranslatableException {
    Computation c = Computation.of(s.op);
    if (c == null) {
      throw unknown(s);
    }
    AbstractInsnNode[] computes = plain(c);
    AbstractInsnNode[] code = new AbstractInsnNode[computes.length + 1];
    code[0] = Push.of(s.content);
    System.arraycopy(computes, 0, code, 1, computes.length);
    add(new Insn(at, Kind.INT, code), local(s.srcReg, Kind.INT)).write = Kind.INT.local(s.distReg);
  }

  private void three(int at, Stmt3RNode s) throws UntranslatableException {
    Computation c = Computation.of(s.op);
    if (c != null) {
      Insn i = new Insn(at, c.result(), plain(c));
      add(i, local(s.b, c.left()), local(s.c, c.right())).write = c.result().local(s.a);
      return;
    }
    String element = element(s);
    Kind kind = Kind.of(element);
    Type type = Type.getType(kind == Kind.REFERENCE ? "Ljava/lang/Object;" : element);
    int array = reference(s.b);
    int index = local(s.c, Kind.INT);
    if (s.op.opcode <= Op.AGET_SHORT.opcode) {
      Insn i = new Insn(at, kind, new InsnNode(type.getOpcode(Opcodes.IALOAD)));
      add(i, array, index).write = kind.local(s.a);
    } else {
      Insn i = new Insn(at, null, new InsnNode(type.getOpcode(Opcodes.IASTORE)));
      add(i, array, index, local(s.a, kind));
    }
  }

  /** The type of the elements that an access to an array is of: of words only the array says it. */
  private String element(Stmt3RNode s) throws UntranslatableException {
    return switch (s.op) {
      case AGET_BOOLEAN, APUT_BOOLEAN -> "Z";
      case AGET_BYTE, APUT_BYTE -> "B";
      case AGET_CHAR, APUT_CHAR -> "C";
      case AGET_SHORT, APUT_SHORT -> "S";
      case AGET_OBJECT, APUT_OBJECT -> Registers.OBJECT;
      case AGET, APUT -> word(Typing.element(before, s.b), "I", "F");
      case AGET_WIDE, APUT_WIDE -> word(Typing.element(before, s.b), "J", "D");
      default -> throw unknown(s);
    };
  }

  /** One of the two types; the first where the array is null: nothing comes after that. */
  private static String word(String element, String integer, String floating)
      throws UntranslatableException {
    if (element.equals(integer) || element.equals(Registers.NULL)) {
      return integer;
    } else if (element.equals(floating)) {
      return floating;
    }
    throw new UntranslatableException("an array of " + element + " is read as numbers");
  }

  private void jump(int at, JumpStmtNode s) throws UntranslatableException {
    LabelNode to = labels.apply(s.label);
    int further = s.op.opcode - Op.IF_EQ.opcode;
    switch (s.op) {
      case GOTO, GOTO_16, GOTO_32 -> add(new Insn(at, null, new JumpInsnNode(Opcodes.GOTO, to)));
      case IF_EQ, IF_NE -> {
        boolean ints = (before.kinds(s.a) & before.kinds(s.b) & Kind.INT.bit) != 0;
        Kind kind = ints ? Kind.INT : Kind.REFERENCE;
        int opcode = (ints ? Opcodes.IF_ICMPEQ : Opcodes.IF_ACMPEQ) + further;
        add(new Insn(at, null, new JumpInsnNode(opcode, to)), local(s.a, kind), local(s.b, kind));
      }
      case IF_LT, IF_GE, IF_GT, IF_LE -> {
        AbstractInsnNode code = new JumpInsnNode(Opcodes.IF_ICMPEQ + further, to);
        add(new Insn(at, null, code), local(s.a, Kind.INT), local(s.b, Kind.INT));
      }
      default -> zero(at, s, to);
    }
  }

  private void zero(int at, JumpStmtNode s, LabelNode to) throws UntranslatableException {
    int further = s.op.opcode - Op.IF_EQZ.opcode;
    if (further < 0 || further > Op.IF_LEZ.opcode - Op.IF_EQZ.opcode) {
      throw unknown(s);
    }
    boolean equality = s.op == Op.IF_EQZ || s.op == Op.IF_NEZ;
    if (equality && (before.kinds(s.a) & Kind.INT.bit) == 0) {
      AbstractInsnNode code = new JumpInsnNode(Opcodes.IFNULL + further, to);
      add(new Insn(at, null, code), reference(s.a));
    } else {
      AbstractInsnNode code = new JumpInsnNode(Opcodes.IFEQ + further, to);
      add(new Insn(at, null, code), local(s.a, Kind.INT));
    }
  }

  private void filled(int at, FilledNewArrayStmtNode s) throws UntranslatableException {
    String element = s.type.substring(1);
    Kind kind = Kind.of(element);
    if (kind.size > 1) {
      throw unknown(s);
    }
    Type type = Type.getType(element);
    Insn i =
        new Insn(
            at,
            Kind.REFERENCE,
            Descriptors.newArray(s.type),
            new InsnNode(type.getOpcode(Opcodes.IASTORE)));
    i.form = Insn.Form.NEW_ARRAY;
    int[] reads = new int[s.args.length];
    for (int k = 0; k < reads.length; k++) {
      reads[k] = local(s.args[k], kind);
    }
    add(i, reads).write = moved(at, Kind.REFERENCE);
  }

  private void content(int at, FillArrayDataStmtNode s) throws UntranslatableException {
    String element = Typing.element(before, s.ra);
    int n = element.equals(Registers.NULL) ? 0 : Array.getLength(s.array);
    List<AbstractInsnNode> code = new ArrayList<>();
    for (int k = 0; k < n; k++) {
      code.add(Push.of(k));
      code.add(Push.of(value(element, Array.get(s.array, k))));
      code.add(new InsnNode(Type.getType(element).getOpcode(Opcodes.IASTORE)));
    }
    if (n == 0) {
      code.add(new InsnNode(Opcodes.ARRAYLENGTH)); // throws where the array is null
      code.add(new InsnNode(Opcodes.POP));
    }
    Insn i = new Insn(at, null, code.toArray(AbstractInsnNode[]::new));
    i.form = Insn.Form.CONTENT;
    add(i, reference(s.ra));
  }

  private static Object value(String element, Object raw) throws UntranslatableException {
    Number n = (Number) raw;
    return switch (element) {
      case "F" -> Float.intBitsToFloat(n.intValue());
      case "J" -> n.longValue();
      case "D" -> Double.longBitsToDouble(n.longValue());
      case "C" -> n.intValue() & Character.MAX_VALUE;
      case "Z", "B", "S", "I" -> n.intValue();
      default -> throw new UntranslatableException("numbers in an array of " + element);
    };
  }

  private void packed(int at, PackedSwitchStmtNode s) throws UntranslatableException {
    int n = s.labels.length;
    if (n == 0) {
      add(new Insn(at, null, new InsnNode(Opcodes.POP)), local(s.a, Kind.INT));
      return;
    }
    LabelNode[] to = new LabelNode[n];
    for (int i = 0; i < n; i++) {
      to[i] = labels.apply(s.labels[i]);
    }
    LabelNode otherwise = new LabelNode();
    AbstractInsnNode code =
        new TableSwitchInsnNode(s.firstCase, s.firstCase + n - 1, otherwise, to);
    add(new Insn(at, null, code, otherwise), local(s.a, Kind.INT));
  }

  private void sparse(int at, SparseSwitchStmtNode s) throws UntranslatableException {
    TreeMap<Integer, LabelNode> cases = new TreeMap<>();
    for (int i = 0; i < s.cases.length; i++) {
      cases.putIfAbsent(s.cases[i], labels.apply(s.labels[i]));
    }
    int[] keys = cases.keySet().stream().mapToInt(Integer::intValue).toArray();
    LabelNode otherwise = new LabelNode();
    AbstractInsnNode code =
        new LookupSwitchInsnNode(otherwise, keys, cases.values().toArray(LabelNode[]::new));
    add(new Insn(at, null, code, otherwise), local(s.a, Kind.INT));
  }
}
