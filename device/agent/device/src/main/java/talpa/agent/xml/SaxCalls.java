package talpa.agent.xml;

import javax.xml.parsers.SAXParserFactory;
import org.apache.harmony.xml.ExpatReader;
import org.apache.harmony.xml.parsers.SAXParserFactoryImpl;
import org.xml.sax.XMLReader;

/**
 * Parsers that tell a handler of XML: Android's own in place of the JDK's. They give local names
 * without being asked to know namespaces, which many apps compare.
 */
public final class SaxCalls {
  private SaxCalls() {}

  /** SAXParserFactory.newInstance. */
  public static SAXParserFactory newInstance() {
    return new SAXParserFactoryImpl();
  }

  /** XMLReaderFactory.createXMLReader. */
  public static XMLReader createXMLReader() {
    return new ExpatReader();
  }
}
