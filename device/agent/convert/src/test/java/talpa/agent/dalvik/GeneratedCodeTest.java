package talpa.agent.dalvik;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.googlecode.d2j.node.DexMethodNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Random methods, translated and run, beside an interpreter of the same code. The class files are
 * of a version whose verifier needs no stack map frames, so that the JVM's own judges the code too.
 */
class GeneratedCodeTest {
  private static final int METHODS = 4_000;

  /** What a run came to: what was noted, and what was thrown. */
  private record Outcome(List<String> notes, Class<?> thrown) {}

  @Test
  @Timeout(120)
  void doesWhatTheInterpreterDoes() throws Exception {
    int ended = 0;
    for (int seed = 0; seed < METHODS; seed++) {
      DexMethodNode m = Programs.method(new Random(seed));
      Outcome want = interpreted(m);
      assertEquals(want, translated(m), "seed " + seed);
      ended += want.thrown == null ? 1 : 0;
    }
    // Else the tests would compare where exceptions come from, and little else.
    assertTrue(ended > METHODS / 3 && ended < METHODS, ended + " methods ended without exceptions");
  }

  private static Outcome interpreted(DexMethodNode m) {
    DalvikInterpreter interpreter = new DalvikInterpreter(m);
    Programs.set(interpreter, Programs.arguments());
    Class<?> thrown = null;
    try {
      interpreter.run();
    } catch (Throwable t) {
      thrown = t.getClass();
    }
    return new Outcome(Notes.take(), thrown);
  }

  private static Outcome translated(DexMethodNode m) throws Exception {
    Method run = load(m).getMethods()[0];
    Class<?> thrown = null;
    try {
      run.invoke(null, Programs.arguments());
    } catch (InvocationTargetException e) {
      thrown = e.getCause().getClass();
    }
    return new Outcome(Notes.take(), thrown);
  }

  private static Class<?> load(DexMethodNode m) throws UntranslatableException {
    ClassNode c = new ClassNode();
    c.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, "x/Generated", null, "java/lang/Object", null);
    String desc = m.method.getDesc();
    MethodNode to = (MethodNode) c.visitMethod(m.access, m.method.getName(), desc, null, null);
    MethodTranslator.translate(m, to, true);
    ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    c.accept(w);
    byte[] b = w.toByteArray();
    return new ClassLoader(GeneratedCodeTest.class.getClassLoader()) {
      Class<?> define() {
        return defineClass("x.Generated", b, 0, b.length);
      }
    }.define();
  }
}
