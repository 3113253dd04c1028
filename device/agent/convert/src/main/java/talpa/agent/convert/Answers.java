package talpa.agent.convert;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import talpa.agent.weave.Redirects;

/**
 * What one class asked of the {@link AppIndex}, and was answered. The key of a class holds the
 * answers that were given until it was made: a question that comes later and is new makes the key
 * worthless.
 */
final class Answers {
  private final AppIndex index;
  private final Map<String, String> given = new TreeMap<>();
  private boolean complete;
  private boolean surprised;

  Answers(AppIndex index) {
    this.index = index;
  }

  /** All questions with their answers, in an order that depends on nothing else. */
  Collection<String> all() {
    complete = true;
    return given.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList();
  }

  /** Whether something was asked that {@link #all} did not hold. */
  boolean surprised() {
    return surprised;
  }

  /** See {@link AppIndex#isInterface}. */
  boolean isInterface(String cls) {
    return Boolean.parseBoolean(answer("interface " + cls, "" + index.isInterface(cls)));
  }

  /** See {@link AppIndex#inherits}. */
  boolean inherits(String cls, String other) {
    String question = "inherits " + cls + " " + other;
    return Boolean.parseBoolean(answer(question, "" + index.inherits(cls, other)));
  }

  /** See {@link AppIndex#redirectOwner}. */
  String redirectOwner(String cls, String name, String desc) {
    return Redirects.mentions(name)
        ? answer("redirect " + cls + " " + name + desc, index.redirectOwner(cls, name, desc))
        : cls;
  }

  /** See {@link AppIndex#constructorOwner}. */
  String constructorOwner(String cls, String desc) {
    return answer("constructor " + cls + " " + desc, index.constructorOwner(cls, desc));
  }

  private String answer(String question, String answer) {
    if (given.putIfAbsent(question, answer) == null && complete) {
      surprised = true;
    }
    return answer;
  }
}
