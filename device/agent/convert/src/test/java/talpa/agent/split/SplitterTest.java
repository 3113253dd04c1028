package talpa.agent.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.BasicVerifier;

/** Random methods, as they are and cut into small parts, do the same. */
class SplitterTest {
  private static final String NAME = "x/Random";
  private static final int PROGRAMS = 150;

  @Test
  void aMethodInPartsDoesTheSame() throws Exception {
    int parts = 0;
    int nested = 0;
    for (int seed = 0; seed < PROGRAMS; seed++) {
      byte[] whole = new Program(new Random(seed)).bytes();
      ClassNode node = new ClassNode();
      new ClassReader(whole).accept(node, 0);
      Splitter splitter = new Splitter(node, 200);
      MethodNode run = node.methods.get(0);
      boolean again = splitter.split(run, true) && splitter.split(run, true);
      parts += node.methods.size() - 1;
      nested += again ? 1 : 0;
      ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      node.accept(w);
      for (MethodNode m : node.methods) {
        new Analyzer<>(new BasicVerifier()).analyzeAndComputeMaxs(NAME, m);
      }
      Class<?> one = define(whole);
      Class<?> many = define(w.toByteArray());
      for (int x = -2; x < 3; x++) {
        assertEquals(outcome(one, x), outcome(many, x), "program " + seed + ", input " + x);
      }
    }
    assertTrue(parts > 2 * PROGRAMS, "only " + parts + " parts");
    assertTrue(nested > PROGRAMS / 20, "only " + nested + " were cut twice");
  }

  @Test
  void whatNeedsItsMethodStays() {
    ClassNode c = new ClassNode();
    c.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, "x/C", null, "java/lang/Object", null);
    c.visitField(Opcodes.ACC_FINAL, "f", "I", null, null);
    MethodVisitor v = c.visitMethod(0, "<init>", "()V", null, null);
    v.visitVarInsn(Opcodes.ALOAD, 0);
    v.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    for (int i = 0; i < 100; i++) {
      v.visitVarInsn(Opcodes.ALOAD, 0);
      v.visitLdcInsn(i);
      v.visitFieldInsn(Opcodes.PUTFIELD, "x/C", "f", "I");
    }
    v.visitInsn(Opcodes.RETURN);
    MethodNode init = c.methods.get(0);
    assertFalse(new Splitter(c).split(init, false), "final fields are written here only");
    assertTrue(new Splitter(c).split(init, true));
    List<String> left = new ArrayList<>();
    for (AbstractInsnNode i : init.instructions) {
      if (i instanceof MethodInsnNode call) {
        left.add(call.name);
      }
    }
    assertEquals(List.of("<init>", "talpa$0$-init-"), left);
  }

  private static Class<?> define(byte[] cls) {
    return new ClassLoader(SplitterTest.class.getClassLoader()) {
      Class<?> define() {
        return defineClass(NAME.replace('/', '.'), cls, 0, cls.length);
      }
    }.define();
  }

  private static String outcome(Class<?> c, int x) throws Exception {
    try {
      return "" + c.getMethod("run", int.class).invoke(null, x);
    } catch (InvocationTargetException e) {
      Throwable t = e.getCause();
      return t.getClass() + " " + t.getStackTrace()[0].getLineNumber();
    }
  }

  /** A class with a method that computes with locals of all kinds, in all kinds of statements. */
  private static final class Program {
    private static final int INPUT = 0;
    private static final int FUEL = 1;
    private static final int INT = 2; // two of them
    private static final int LONG = 4;
    private static final int DOUBLE = 6;
    private static final int TEXT = 8;
    private static final int CAUGHT = 9;
    private final Random random;
    private final MethodVisitor v;
    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    private int line;

    Program(Random random) {
      this.random = random;
      writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
      int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
      v = writer.visitMethod(access, "run", "(I)Ljava/lang/Object;", null, null);
    }

    byte[] bytes() {
      v.visitCode();
      number(40);
      v.visitVarInsn(Opcodes.ISTORE, FUEL);
      v.visitVarInsn(Opcodes.ILOAD, INPUT);
      v.visitInsn(Opcodes.DUP);
      v.visitVarInsn(Opcodes.ISTORE, INT);
      v.visitVarInsn(Opcodes.ISTORE, INT + 1);
      v.visitInsn(Opcodes.LCONST_1);
      v.visitVarInsn(Opcodes.LSTORE, LONG);
      v.visitInsn(Opcodes.DCONST_1);
      v.visitVarInsn(Opcodes.DSTORE, DOUBLE);
      v.visitLdcInsn("");
      v.visitVarInsn(Opcodes.ASTORE, TEXT);
      for (int i = 0; i < 30; i++) {
        statement(3);
      }
      leave();
      v.visitMaxs(0, 0);
      v.visitEnd();
      return writer.toByteArray();
    }

    private void statement(int depth) {
      Label here = new Label();
      v.visitLabel(here);
      v.visitLineNumber(++line, here);
      switch (random.nextInt(depth == 0 ? 6 : 12)) {
        case 0, 1 -> {
          v.visitVarInsn(Opcodes.ILOAD, integer());
          v.visitVarInsn(Opcodes.ILOAD, integer());
          v.visitInsn(random.nextBoolean() ? Opcodes.IADD : Opcodes.IMUL);
          v.visitVarInsn(Opcodes.ISTORE, integer());
        }
        case 2 -> {
          v.visitVarInsn(Opcodes.LLOAD, LONG);
          v.visitVarInsn(Opcodes.ILOAD, integer());
          v.visitInsn(Opcodes.I2L);
          v.visitInsn(Opcodes.LADD);
          v.visitVarInsn(Opcodes.LSTORE, LONG);
        }
        case 3 -> {
          v.visitVarInsn(Opcodes.DLOAD, DOUBLE);
          v.visitVarInsn(Opcodes.LLOAD, LONG);
          v.visitInsn(Opcodes.L2D);
          v.visitInsn(Opcodes.DADD);
          v.visitVarInsn(Opcodes.DSTORE, DOUBLE);
        }
        case 4 -> array();
        case 5 -> {
          v.visitIincInsn(integer(), random.nextInt(7) - 3);
          number(100);
          v.visitVarInsn(Opcodes.ILOAD, integer());
          v.visitInsn(Opcodes.IDIV); // may be by zero
          v.visitVarInsn(Opcodes.ISTORE, integer());
        }
        case 6, 7 -> branch(depth);
        case 8 -> loop(depth);
        case 9 -> choice(depth);
        case 10 -> attempt(depth);
        default -> {
          if (random.nextInt(4) == 0) {
            Label on = new Label();
            v.visitVarInsn(Opcodes.ILOAD, integer());
            v.visitJumpInsn(Opcodes.IFGT, on);
            leave();
            v.visitLabel(on);
          }
        }
      }
    }

    private int integer() {
      return INT + random.nextInt(2);
    }

    private void number(int n) {
      v.visitIntInsn(Opcodes.SIPUSH, n);
    }

    private void body(int depth) {
      for (int n = random.nextInt(5); n >= 0; n--) {
        statement(depth - 1);
      }
    }

    /** An array in one expression, so that operands lie below what it is made of. */
    private void array() {
      v.visitVarInsn(Opcodes.ALOAD, TEXT);
      number(20);
      v.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_INT);
      for (int i = 0; i < 20; i++) {
        v.visitInsn(Opcodes.DUP);
        number(i);
        v.visitVarInsn(Opcodes.ILOAD, integer());
        v.visitInsn(Opcodes.IASTORE);
      }
      String desc = "(Ljava/lang/Object;[I)Ljava/lang/String;";
      v.visitMethodInsn(Opcodes.INVOKESTATIC, "talpa/agent/split/SplitterTest", "add", desc, false);
      v.visitVarInsn(Opcodes.ASTORE, TEXT);
    }

    private void branch(int depth) {
      Label no = new Label();
      Label end = new Label();
      v.visitVarInsn(Opcodes.ILOAD, integer());
      v.visitJumpInsn(Opcodes.IFLE, no);
      body(depth);
      v.visitJumpInsn(Opcodes.GOTO, end);
      v.visitLabel(no);
      body(depth);
      v.visitLabel(end);
    }

    private void loop(int depth) {
      Label top = new Label();
      Label end = new Label();
      v.visitLabel(top);
      v.visitIincInsn(FUEL, -1);
      v.visitVarInsn(Opcodes.ILOAD, FUEL);
      v.visitJumpInsn(Opcodes.IFLT, end);
      body(depth);
      v.visitVarInsn(Opcodes.ILOAD, integer());
      v.visitJumpInsn(random.nextBoolean() ? Opcodes.IFGT : Opcodes.IFEQ, top);
      body(depth);
      v.visitJumpInsn(Opcodes.GOTO, top);
      v.visitLabel(end);
    }

    private void choice(int depth) {
      Label end = new Label();
      Label[] cases = {new Label(), new Label(), end, new Label()};
      v.visitVarInsn(Opcodes.ILOAD, integer());
      v.visitTableSwitchInsn(-1, 2, end, cases);
      for (Label c : cases) {
        if (c != end) {
          v.visitLabel(c);
          body(depth);
          if (random.nextBoolean()) {
            v.visitJumpInsn(Opcodes.GOTO, end);
          }
        }
      }
      v.visitLabel(end);
    }

    private void attempt(int depth) {
      Label begin = new Label();
      Label stop = new Label();
      Label handler = new Label();
      Label end = new Label();
      v.visitTryCatchBlock(begin, stop, handler, "java/lang/ArithmeticException");
      v.visitLabel(begin);
      body(depth);
      v.visitInsn(Opcodes.NOP); // covers something
      v.visitLabel(stop);
      v.visitJumpInsn(Opcodes.GOTO, end);
      v.visitLabel(handler);
      v.visitVarInsn(Opcodes.ASTORE, CAUGHT);
      body(depth);
      if (random.nextInt(3) == 0) {
        v.visitVarInsn(Opcodes.ALOAD, CAUGHT);
        v.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/Throwable");
        v.visitInsn(Opcodes.ATHROW);
      }
      v.visitLabel(end);
    }

    private void leave() {
      v.visitVarInsn(Opcodes.ALOAD, TEXT);
      v.visitVarInsn(Opcodes.ILOAD, INT);
      v.visitVarInsn(Opcodes.ILOAD, INT + 1);
      v.visitVarInsn(Opcodes.LLOAD, LONG);
      v.visitVarInsn(Opcodes.DLOAD, DOUBLE);
      String desc = "(Ljava/lang/Object;IIJD)Ljava/lang/Object;";
      v.visitMethodInsn(Opcodes.INVOKESTATIC, "talpa/agent/split/SplitterTest", "all", desc, false);
      v.visitInsn(Opcodes.ARETURN);
    }
  }

  /** Called by the programs. */
  public static String add(Object text, int[] numbers) {
    return Integer.toHexString((text + java.util.Arrays.toString(numbers)).hashCode());
  }

  /** Called by the programs. */
  public static Object all(Object text, int a, int b, long c, double d) {
    return text + " " + a + " " + b + " " + c + " " + d;
  }
}
