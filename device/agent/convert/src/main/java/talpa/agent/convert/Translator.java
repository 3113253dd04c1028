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
import talpa.agent.dalvik.Positions;
import talpa.agent.dalvik.UntranslatableException;

/**
 * The translation of one class at a time, into ASM's tree: what a class is by dex2jar, the code of
 * its methods by {@link MethodTranslator}. Safe for use by several threads.
 */
final class Translator extends Dex2Asm {
  private final DexFileNode dex;
  private final Map<String, Clz> inner;
  private final Runnable onFailure;

  /** Whether places in code stand for lines. */
  private final boolean positioned;

  Translator(DexFileNode dex, Runnable onFailure) {
    this.dex = dex;
    this.inner = collectClzInfo(dex);
    this.onFailure = onFailure;
    positioned = false;
  }

  /** One like another, for code whose places stand for lines. */
  private Translator(Translator other) {
    dex = other.dex;
    inner = other.inner;
    onFailure = other.onFailure;
    positioned = true;
  }

  /**
   * Translates a class; its methods are complete, its flags and calls still to be repaired.
   *
   * @param positioned whether code has its places as lines where the class has no lines
   */
  ClassNode translate(DexClassNode c, boolean positioned) {
    ClassNode node = new ClassNode(Opcodes.ASM9);
    boolean lineless = positioned && !Positions.hasLines(c);
    (lineless ? new Translator(this) : this).convertClass(dex, c, name -> node, inner);
    node.sourceFile = lineless ? null : c.source; // as Android: the number is none of a file
    return node;
  }

  /** Translates a method's code; where that fails its body says so. */
  @Override
  public void convertCode(DexMethodNode method, MethodVisitor to, ClzCtx context) {
    try {
      MethodTranslator.translate(method, (MethodNode) to, positioned);
    } catch (UntranslatableException | RuntimeException e) {
      onFailure.run();
      FailedBody.write(to, method.method.toString(), e.toString());
    }
  }
}
