package talpa.agent.defaults;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/**
 * No service of the system says what a text is (an address, a date), as on phones whose maker ships
 * none. Where it is on and not there each selection of text logs an error with its trace.
 */
@Implements(className = "android.view.textclassifier.TextClassificationConstants")
public class TextClassifierShadow {
  /** Off: selections ask nobody. */
  @Implementation
  protected boolean isSystemTextClassifierEnabled() {
    return false;
  }
}
