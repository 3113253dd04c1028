package talpa.agent.convert;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import talpa.agent.weave.Redirects;

/**
 * Native methods: their code is for Android's C library and cannot run here. The stub reports that
 * it was reached and returns zero or null, so that what follows is known to be modelled.
 */
final class NativeStub {
  private NativeStub() {}

  static void fill(ClassNode c, MethodNode m) {
    if ((m.access & Opcodes.ACC_NATIVE) == 0) {
      return;
    }
    m.access &= ~Opcodes.ACC_NATIVE;
    m.visitCode();
    m.visitLdcInsn(c.name.replace('/', '.') + "." + m.name);
    m.visitMethodInsn(
        Opcodes.INVOKESTATIC, Redirects.SYSTEM, "nativeMethod", "(Ljava/lang/String;)V", false);
    Type r = Type.getReturnType(m.desc);
    switch (r.getSort()) {
      case Type.VOID -> {}
      case Type.LONG -> m.visitInsn(Opcodes.LCONST_0);
      case Type.FLOAT -> m.visitInsn(Opcodes.FCONST_0);
      case Type.DOUBLE -> m.visitInsn(Opcodes.DCONST_0);
      case Type.ARRAY, Type.OBJECT -> m.visitInsn(Opcodes.ACONST_NULL);
      default -> m.visitInsn(Opcodes.ICONST_0);
    }
    m.visitInsn(r.getOpcode(Opcodes.IRETURN));
    m.visitMaxs(0, 0);
  }
}
