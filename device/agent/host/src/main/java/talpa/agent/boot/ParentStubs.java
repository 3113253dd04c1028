package talpa.agent.boot;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Classes that Robolectric's annotations link in the parent loader although the framework is not
 * there: {@code Config.<clinit>} names android.app.Application. Defined at run time, since a source
 * file of that name would hide the real class from the compiler.
 */
final class ParentStubs {
  private static final String APPLICATION = "android/app/Application";

  private ParentStubs() {}

  static void define() throws ReflectiveOperationException {
    ClassLoader parent = ParentStubs.class.getClassLoader();
    Method define =
        ClassLoader.class.getDeclaredMethod(
            "defineClass", String.class, byte[].class, int.class, int.class);
    define.setAccessible(true);
    byte[] b = emptyClass(APPLICATION);
    try {
      define.invoke(parent, APPLICATION.replace('/', '.'), b, 0, b.length);
    } catch (InvocationTargetException e) {
      if (!(e.getCause() instanceof LinkageError)) {
        throw e;
      }
      // Already there: a second sandbox in the same JVM.
    }
  }

  private static byte[] emptyClass(String name) {
    ClassWriter w = new ClassWriter(0);
    w.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    MethodVisitor m = w.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    m.visitCode();
    m.visitVarInsn(Opcodes.ALOAD, 0);
    m.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    m.visitInsn(Opcodes.RETURN);
    m.visitMaxs(1, 1);
    m.visitEnd();
    w.visitEnd();
    return w.toByteArray();
  }
}
