package talpa.agent.patch;

import java.lang.reflect.Method;

/**
 * Which method a call site of an instrumented class comes to. A site is named by its class, the
 * method that it stands in, and its descriptor, in which an instance method's object comes first.
 */
public interface ShadowChoice {
  /** The shadow's method for a site; null if the class's own code runs. */
  Method shadow(String cls, String name, String desc, boolean isStatic)
      throws ReflectiveOperationException;

  /** Whether a method stands for one that a shadow hides: nothing is called. */
  boolean isNothing(Method m);

  /** The name of the method that the class's own code is bound to natively; null if it is not. */
  String binding(String cls, String name, String desc, boolean isStatic, boolean isNative)
      throws ReflectiveOperationException;
}
