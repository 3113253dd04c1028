package talpa.agent.convert;

import com.googlecode.d2j.DexType;
import com.googlecode.d2j.Method;
import com.googlecode.d2j.dex.DexExceptionHandler;
import com.googlecode.d2j.dex.ExDex2Asm;
import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexFileNode;
import com.googlecode.d2j.node.DexMethodNode;
import com.googlecode.dex2jar.ir.IrMethod;
import com.googlecode.dex2jar.ir.Trap;
import com.googlecode.dex2jar.ir.expr.BinopExpr;
import com.googlecode.dex2jar.ir.expr.Constant;
import com.googlecode.dex2jar.ir.expr.Exprs;
import com.googlecode.dex2jar.ir.expr.InvokeExpr;
import com.googlecode.dex2jar.ir.expr.NewExpr;
import com.googlecode.dex2jar.ir.expr.Value;
import com.googlecode.dex2jar.ir.stmt.Stmt;
import com.googlecode.dex2jar.ir.ts.AggTransformer;
import com.googlecode.dex2jar.ir.ts.CleanLabel;
import com.googlecode.dex2jar.ir.ts.DeadCodeTransformer;
import com.googlecode.dex2jar.ir.ts.ExceptionHandlerTrim;
import com.googlecode.dex2jar.ir.ts.Ir2JRegAssignTransformer;
import com.googlecode.dex2jar.ir.ts.MultiArrayTransformer;
import com.googlecode.dex2jar.ir.ts.NewTransformer;
import com.googlecode.dex2jar.ir.ts.RemoveConstantFromSSA;
import com.googlecode.dex2jar.ir.ts.RemoveLocalFromSSA;
import com.googlecode.dex2jar.ir.ts.TypeTransformer;
import com.googlecode.dex2jar.ir.ts.UnSSATransformer;
import com.googlecode.dex2jar.ir.ts.VoidInvokeTransformer;
import com.googlecode.dex2jar.ir.ts.ZeroTransformer;
import com.googlecode.dex2jar.ir.ts.array.FillArrayTransformer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/**
 * dex2jar's translation of one class at a time, into ASM's tree. Safe for use by several threads.
 */
final class Translator extends ExDex2Asm {
  /** The comparison of the same two values in the other order. */
  private static final Map<Value.VT, Value.VT> MIRRORED =
      Map.of(
          Value.VT.LT, Value.VT.GT,
          Value.VT.GT, Value.VT.LT,
          Value.VT.LE, Value.VT.GE,
          Value.VT.GE, Value.VT.LE);

  private final DexFileNode dex;
  private final Map<String, Clz> inner;

  Translator(DexFileNode dex, AppIndex index, Runnable onFailure) {
    super(new Failures(onFailure));
    this.dex = dex;
    this.inner = collectClzInfo(dex);
  }

  /** The key of a class's translation, or null if it has none. Before it is translated. */
  byte[] key(DexClassNode c, Answers answers) {
    return ClassKey.of(c, dex.dexVersion, nest(inner.get(c.className)), answers);
  }

  /** The whole nest that a class is in: which part of it is read is dex2jar's business. */
  private static List<Object> nest(Clz c) {
    Map<String, Clz> all = new TreeMap<>();
    Deque<Clz> open = new ArrayDeque<>();
    for (Clz next = c; next != null; next = open.poll()) {
      if (all.putIfAbsent(next.name, next) == null) {
        if (next.enclosingClass != null) {
          open.add(next.enclosingClass);
        }
        if (next.inners != null) {
          open.addAll(next.inners);
        }
      }
    }
    List<Object> facts = new ArrayList<>();
    for (Clz x : all.values()) {
      facts.add(x.name);
      facts.add(x.innerName);
      facts.add(x.access);
      facts.add(x.enclosingMethod);
      facts.add(x.enclosingClass == null ? null : x.enclosingClass.name);
    }
    return facts;
  }

  /** Translates a class; its methods are complete, its flags and calls still to be repaired. */
  ClassNode translate(DexClassNode c) {
    ClassNode node = new ClassNode(Opcodes.ASM9);
    convertClass(dex, c, name -> node, inner);
    node.sourceFile = c.source;
    return node;
  }

  /**
   * As in the superclass, but with transformers of its own, since some keep state; and without
   * NpeTransformer, which turns a call on a constant null into a bare exception: the message would
   * be lost.
   */
  @Override
  public void optimize(IrMethod m) {
    DeadCodeTransformer deadCode = new DeadCodeTransformer();
    RemoveLocalFromSSA removeLocal = new RemoveLocalFromSSA();
    RemoveConstantFromSSA removeConstant = new RemoveConstantFromSSA();
    classesMayBeMissing(m);
    new CleanLabel().transform(m);
    deadCode.transform(m);
    removeLocal.transform(m);
    removeConstant.transform(m);
    new ZeroTransformer().transform(m);
    nameAllocatedClass(m);
    new NewTransformer().transform(m);
    new FillArrayTransformer().transform(m);
    new AggTransformer().transform(m);
    new MultiArrayTransformer().transform(m);
    new VoidInvokeTransformer().transform(m);
    deadCode.transform(m);
    removeLocal.transform(m);
    removeConstant.transform(m);
    comparedValueFirst(m);
    new TypeTransformer().transform(m);
    new UnSSATransformer().transform(m);
    new ExceptionHandlerTrim().transform(m);
    new Ir2JRegAssignTransformer().transform(m);
  }

  /**
   * Naming a class throws where it is missing, and code that looks whether it is there catches
   * that: dex2jar holds that a constant cannot throw, and drops the handler. A cast, which it knows
   * to throw, keeps the constant where it is.
   */
  private static void classesMayBeMissing(IrMethod m) {
    for (Trap t : m.traps) {
      for (Stmt s = t.start; s != null && s != t.end; s = s.getNext()) {
        if (s.st == Stmt.ST.ASSIGN
            && s.getOp2() instanceof Constant c
            && c.value instanceof DexType) {
          s.setOp2(Exprs.nCheckCast(c, "Ljava/lang/Class;"));
        }
      }
    }
  }

  /**
   * NewTransformer allocates the class whose constructor is called. Where an optimiser put the call
   * of a superclass's constructor in the place of T's, the call is made to name both here ({@link
   * Allocation}), which are taken apart when the class file is written. T may well have another
   * constructor with the same parameters.
   */
  private static void nameAllocatedClass(IrMethod m) {
    Map<Value, String> allocated = new HashMap<>();
    for (Stmt s : m.stmts) {
      if (s.st == Stmt.ST.ASSIGN
          && s.getOp1().vt == Value.VT.LOCAL
          && s.getOp2().vt == Value.VT.NEW) {
        allocated.put(s.getOp1(), ((NewExpr) s.getOp2()).type);
      }
    }
    if (allocated.isEmpty()) {
      return;
    }
    for (Stmt s : m.stmts) {
      Value call = s.st == Stmt.ST.VOID_INVOKE ? s.getOp() : null;
      if (s.st == Stmt.ST.ASSIGN && s.getOp2().vt == Value.VT.INVOKE_SPECIAL) {
        call = s.getOp2();
      }
      if (call instanceof InvokeExpr i && i.vt == Value.VT.INVOKE_SPECIAL) {
        String type = allocated.get(i.getOps()[0]);
        if (type != null && i.getName().equals("<init>") && !type.equals(i.getOwner())) {
          String both = Allocation.join(type, i.getOwner());
          i.method = new Method(both, "<init>", i.getArgs(), i.getRet());
        }
      }
    }
  }

  /**
   * A jump that compares a constant with a value compares the value with the constant from now on:
   * dex2jar writes "if 0 &gt; x" as if it were "if x &gt; 0".
   */
  private static void comparedValueFirst(IrMethod m) {
    for (Stmt s : m.stmts) {
      if (s.st == Stmt.ST.IF
          && s.getOp() instanceof BinopExpr e
          && MIRRORED.containsKey(e.vt)
          && e.getOp1().vt == Value.VT.CONSTANT) {
        s.setOp(new BinopExpr(MIRRORED.get(e.vt), e.getOp2(), e.getOp1(), e.type));
      }
    }
  }

  /** Methods that dex2jar cannot translate get a body that says so. */
  private record Failures(Runnable count) implements DexExceptionHandler {
    @Override
    public void handleFileException(Exception e) {
      count.run();
    }

    @Override
    public void handleMethodTranslateException(
        Method m, DexMethodNode node, MethodVisitor mv, Exception e) {
      count.run();
      FailedBody.write(mv, m.toString(), e.toString());
    }
  }
}
