package talpa.agent.convert;

import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexFileNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes class files of the classes of one APK. Safe for use by several threads. */
final class ClassConverter {
  private final AppIndex index;
  private final Translator translator;
  private final Earlier earlier;
  private final boolean probed;
  private final Runnable onFailure;
  private final List<DexClassNode> classes;

  /**
   * A converter of an app's classes.
   *
   * @param dex all of them, with or without their code
   * @param earlier where classes that are the same are taken from
   * @param probed whether they are to record what is run ({@link Probes})
   * @param onFailure told of each method and class that cannot be translated
   */
  ClassConverter(DexFileNode dex, Earlier earlier, boolean probed, Runnable onFailure) {
    Framework framework = new Framework();
    this.classes = loadable(dex.clzs, framework);
    this.index = new AppIndex(classes, framework);
    this.translator = new Translator(dex, index, onFailure);
    this.earlier = earlier;
    this.probed = probed;
    this.onFailure = onFailure;
  }

  private ClassConverter(ClassConverter same, Earlier earlier, boolean probed) {
    this.classes = same.classes;
    this.index = same.index;
    this.translator = same.translator;
    this.onFailure = same.onFailure;
    this.earlier = earlier;
    this.probed = probed;
  }

  /** A converter of the same classes with other earlier conversions, probed or not. */
  ClassConverter with(Earlier others, boolean probes) {
    return new ClassConverter(this, others, probes);
  }

  /** The classes by first occurrence, without those that the device has itself. */
  List<DexClassNode> classes() {
    return classes;
  }

  private static List<DexClassNode> loadable(List<DexClassNode> all, Framework framework) {
    Set<String> seen = new HashSet<>();
    List<DexClassNode> l = new ArrayList<>();
    for (DexClassNode c : all) {
      if (seen.add(c.className) && !framework.hides(AppIndex.internal(c.className))) {
        l.add(c);
      }
    }
    return l;
  }

  /**
   * What a class converted to.
   *
   * @param file the class file
   * @param reused whether it is of an earlier conversion
   */
  record Result(Earlier.Converted file, boolean reused) {}

  /** Converts a class, which has its code; null if it cannot be translated. */
  Result convert(DexClassNode c) {
    String name = AppIndex.internal(c.className);
    Answers answers = new Answers(index);
    try {
      byte[] key = translator.key(c, answers);
      Earlier.Converted same = earlier.get(key);
      if (same != null) {
        return new Result(same, true);
      }
      ClassFile f = new ClassFile(translator.translate(c), answers, probed);
      byte[] bytes = f.bytes(onFailure);
      byte[] known = answers.surprised() ? null : key;
      return new Result(new Earlier.Converted(bytes, f.methodsWithCode(), known), false);
    } catch (RuntimeException | StackOverflowError e) {
      onFailure.run();
      System.err.println("class " + name + ": " + e);
      return null;
    }
  }
}
