package talpa.agent.convert;

import com.googlecode.d2j.dex.Dex2Asm;
import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexFileNode;
import com.googlecode.d2j.node.DexMethodNode;
import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import talpa.agent.dalvik.MethodTranslator;
import talpa.agent.dalvik.UntranslatableException;

/**
 * The translation of one class at a time, into ASM's tree: what a class is by dex2jar, the code of
 * its methods by {@link MethodTranslator}. Safe for use by several threads.
 */
final class Translator extends Dex2Asm {
  private final DexFileNode dex;
  private final Map<String, Clz> inner;
  private final Runnable onFailure;

  Translator(DexFileNode dex, Runnable onFailure) {
    this.dex = dex;
    this.inner = collectClzInfo(dex);
    this.onFailure = onFailure;
  }

  /** Translates a class; its methods are complete, its flags and calls still to be repaired. */
  ClassNode translate(DexClassNode c) {
    ClassNode node = new ClassNode(Opcodes.ASM9);
    convertClass(dex, c, name -> node, inner);
    node.sourceFile = c.source;
    return node;
  }

  /** Translates a method's code; where that fails its body says so. */
  @Override
  public void convertCode(DexMethodNode method, MethodVisitor to, ClzCtx context) {
    try {
      MethodTranslator.translate(method, (MethodNode) to);
    } catch (UntranslatableException | RuntimeException e) {
      onFailure.run();
      FailedBody.write(to, method.method.toString(), e.toString());
    }
  }
}
