package talpa.agent.xml;

import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.harmony.xml.parsers.DocumentBuilderFactoryImpl;

/** Parsers that make documents of XML: Android's own in place of the JDK's. */
public final class DomCalls {
  private DomCalls() {}

  /** DocumentBuilderFactory.newInstance. */
  public static DocumentBuilderFactory newInstance() {
    return new DocumentBuilderFactoryImpl();
  }
}
