package talpa.agent.shape;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Infers the shapes of JSON from the calls of {@code org.json} in classes, across methods: by what
 * is passed, returned and stored in fields. Calls are taken to reach the method that they name.
 */
final class ShapeReader {
  private static final String OBJECT = "org/json/JSONObject";
  private static final String ARRAY = "org/json/JSONArray";
  private static final String TOKENER = "org/json/JSONTokener";

  private static final Pattern ASKS = Pattern.compile("(get|opt)[A-Za-z]*|has|isNull");

  /** Methods larger than this are left out: the analysis of one takes time by its square. */
  private static final int MAX_INSTRUCTIONS = 8000;

  private final Map<String, Shape> shared = new HashMap<>();
  private final Set<Shape> all = new LinkedHashSet<>();

  // Of the method at hand.
  private String cls;
  private MethodNode method;
  private Map<AbstractInsnNode, Shape> local;

  /** The shapes of whole answers. */
  Set<Shape> roots() {
    Set<Shape> roots = new LinkedHashSet<>();
    for (Shape s : all) {
      if (s.isRoot()) {
        roots.add(s.get());
      }
    }
    return roots;
  }

  /** Takes a class into account. */
  void read(ClassNode c) {
    cls = c.name;
    for (MethodNode m : c.methods) {
      if (m.instructions.size() > 0 && m.instructions.size() < MAX_INSTRUCTIONS) {
        read(m);
      }
    }
  }

  private void read(MethodNode m) {
    method = m;
    local = new IdentityHashMap<>();
    Frame<SourceValue>[] frames;
    try {
      frames = new Analyzer<>(new Sources()).analyze(cls, m);
    } catch (AnalyzerException | RuntimeException e) {
      return; // says less of the app, which is no fault
    }
    for (int i = 0; i < frames.length; i++) {
      if (frames[i] != null) {
        read(m.instructions.get(i), frames[i]);
      }
    }
  }

  private void read(AbstractInsnNode i, Frame<SourceValue> f) {
    if (i instanceof MethodInsnNode call) {
      call(call, f);
    } else if (i instanceof FieldInsnNode field && isStore(i) && isJson(Type.getType(field.desc))) {
      flow(field(field), top(f, 0));
    } else if (i.getOpcode() == Opcodes.ARETURN) {
      Type t = Type.getReturnType(method.desc);
      if (isJson(t)) {
        flow(shared("return " + cls + "." + method.name + method.desc), top(f, 0));
      }
    } else if (i instanceof JumpInsnNode
        && (i.getOpcode() == Opcodes.IF_ICMPEQ || i.getOpcode() == Opcodes.IF_ICMPNE)) {
      compared(top(f, 0), top(f, 1));
      compared(top(f, 1), top(f, 0));
    }
  }

  private static boolean isStore(AbstractInsnNode i) {
    return i.getOpcode() == Opcodes.PUTFIELD || i.getOpcode() == Opcodes.PUTSTATIC;
  }

  private static boolean isJson(Type t) {
    return t.getSort() == Type.OBJECT && t.getInternalName().startsWith("org/json/JSON");
  }

  private static SourceValue top(Frame<SourceValue> f, int below) {
    return f.getStack(f.getStackSize() - 1 - below);
  }

  private void flow(Shape to, SourceValue v) {
    Shape from = shape(v);
    if (from != null) {
      Shape.merge(to, from);
    }
  }

  private Shape shared(String name) {
    return shared.computeIfAbsent(name, k -> created());
  }

  private Shape created() {
    Shape s = new Shape();
    all.add(s);
    return s;
  }

  private Shape field(FieldInsnNode f) {
    return shared("field " + f.owner + "." + f.name);
  }

  private void call(MethodInsnNode call, Frame<SourceValue> f) {
    Type[] args = Type.getArgumentTypes(call.desc);
    if (call.owner.equals(OBJECT) || call.owner.equals(ARRAY)) {
      if (call.name.equals("<init>") && args.length == 1) {
        Shape s = shape(top(f, 1));
        if (s != null && !args[0].getInternalName().startsWith("java/util/")) {
          s.parse();
        }
      } else {
        taken(call);
      }
      return;
    }
    texts(call, args, f);
    for (int i = 0; i < args.length; i++) {
      if (isJson(args[i])) {
        int slot = call.getOpcode() == Opcodes.INVOKESTATIC ? i : i + 1;
        flow(parameter(call.owner, call.name + call.desc, slot), top(f, args.length - 1 - i));
      }
    }
  }

  private Shape parameter(String owner, String method, int n) {
    return shared("parameter " + n + " of " + owner + "." + method);
  }

  /** A value is taken out of an object or array: what it is read as. */
  private void taken(MethodInsnNode call) {
    Shape s = local.get(call);
    if (s != null) {
      switch (call.name.replaceFirst("^(get|opt)", "")) {
        case "String" -> s.scalar("text");
        case "Int", "Long" -> s.scalar("whole");
        case "Double" -> s.scalar("real");
        case "Boolean" -> s.scalar("truth");
        default -> {}
      }
    }
  }

  /** A text is compared with a constant, or parsed as a number. */
  private void texts(MethodInsnNode call, Type[] args, Frame<SourceValue> f) {
    boolean equals = call.name.equals("equals") || call.name.equals("equalsIgnoreCase");
    boolean same = call.name.equals("areEqual") && args.length == 2;
    if (equals && args.length == 1 || same) {
      compared(top(f, 0), top(f, 1));
      compared(top(f, 1), top(f, 0));
    } else if (call.owner.matches("java/lang/(Integer|Long|Double|Float)")
        && call.name.matches("parse.*|valueOf")
        && call.desc.startsWith("(Ljava/lang/String;)")) {
      Shape s = shape(top(f, 0));
      if (s != null) {
        s.scalar("number");
      }
    }
  }

  private void compared(SourceValue v, SourceValue with) {
    Object c = constant(with);
    Shape s = c == null ? null : shape(v);
    if (s != null) {
      s.expect(c.toString());
    }
  }

  /** The constant text or whole number that a value is; else null. */
  private static Object constant(SourceValue v) {
    if (v.insns.size() != 1) {
      return null;
    }
    AbstractInsnNode i = v.insns.iterator().next();
    if (i instanceof LdcInsnNode l && (l.cst instanceof String || l.cst instanceof Integer)) {
      return l.cst;
    }
    if (i instanceof IntInsnNode n && i.getOpcode() != Opcodes.NEWARRAY) {
      return n.operand;
    }
    int op = i.getOpcode();
    return op >= Opcodes.ICONST_M1 && op <= Opcodes.ICONST_5 ? op - Opcodes.ICONST_0 : null;
  }

  /** The shape of a value, from where it may come; null if it is no JSON. */
  private Shape shape(SourceValue v) {
    Shape all = null;
    for (AbstractInsnNode i : v.insns) {
      Shape s = local.get(i);
      if (s == null) {
        s = origin(i);
        if (s != null) {
          local.put(i, s);
        }
      }
      if (s != null && all != null) {
        Shape.merge(all, s);
      }
      all = all == null ? s : all;
    }
    return all;
  }

  private Shape origin(AbstractInsnNode i) {
    if (i instanceof TypeInsnNode t && t.getOpcode() == Opcodes.NEW) {
      return t.desc.equals(OBJECT) || t.desc.equals(ARRAY) ? created() : null;
    }
    if (i instanceof FieldInsnNode f) {
      return isJson(Type.getType(f.desc)) ? field(f) : null;
    }
    if (i instanceof VarInsnNode p) {
      return parameter(cls, method.name + method.desc, p.var);
    }
    if (i instanceof MethodInsnNode call && isJson(Type.getReturnType(call.desc))) {
      return shared("return " + call.owner + "." + call.name + call.desc);
    }
    if (i instanceof MethodInsnNode call && call.owner.equals(TOKENER)) {
      Shape s = created();
      s.parse();
      return s;
    }
    return null;
  }

  /** Where values come from; copies and casts are what they copy, parameters come of a load. */
  private final class Sources extends SourceInterpreter {
    Sources() {
      super(Opcodes.ASM9);
    }

    @Override
    public SourceValue newParameterValue(boolean instance, int slot, Type type) {
      if (!isJson(type) && !type.getDescriptor().equals("Ljava/lang/Object;")) {
        return super.newParameterValue(instance, slot, type);
      }
      int n = instance ? 1 : 0;
      int at = n;
      for (Type t : Type.getArgumentTypes(method.desc)) {
        if (at >= slot) {
          break;
        }
        at += t.getSize();
        n++;
      }
      return new SourceValue(type.getSize(), new VarInsnNode(Opcodes.ALOAD, n));
    }

    @Override
    public SourceValue copyOperation(AbstractInsnNode i, SourceValue v) {
      return v;
    }

    @Override
    public SourceValue unaryOperation(AbstractInsnNode i, SourceValue v) {
      return i.getOpcode() == Opcodes.CHECKCAST ? v : super.unaryOperation(i, v);
    }

    @Override
    public SourceValue naryOperation(AbstractInsnNode i, List<? extends SourceValue> values) {
      if (i instanceof MethodInsnNode call
          && (call.owner.equals(OBJECT) || call.owner.equals(ARRAY))
          && call.getOpcode() != Opcodes.INVOKESTATIC) {
        receiver(call, values);
      }
      return super.naryOperation(i, values);
    }

    /** Gives the call its part at once: what follows may ask for it. */
    private void receiver(MethodInsnNode call, List<? extends SourceValue> values) {
      if (values.size() < 2 || !ASKS.matcher(call.name).matches()) {
        return;
      }
      Shape whole = shape(values.get(0));
      if (whole == null) {
        return;
      }
      whole.readBy(cls + "." + method.name);
      String key = constant(values.get(1)) instanceof String k ? k : Shape.ANY;
      Shape s = call.owner.equals(ARRAY) ? whole.element() : whole.key(key);
      Shape known = local.putIfAbsent(call, s);
      if (known != null && known.get() != s.get()) {
        Shape.merge(known, s);
      }
    }
  }
}
