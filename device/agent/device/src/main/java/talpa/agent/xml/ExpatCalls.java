package talpa.agent.xml;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.util.Locale;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.apache.harmony.xml.ExpatReader;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.LocatorImpl;
import talpa.agent.network.NetworkCalls;

/**
 * Android's parser of XML is a native one, Expat; here the JDK's does its work. As Expat does, it
 * reads no DTD of elsewhere, and no external entity unless the app resolves them. What is not well
 * formed fails with Android's exception; its words are Expat's for the common faults only.
 */
public final class ExpatCalls {
  private static final String SAX = "http://xml.org/sax/features/";
  private static final String NAMESPACES = SAX + "namespaces";
  private static final String PREFIXES = SAX + "namespace-prefixes";
  private static final String DTD =
      "http://apache.org/xml/features/nonvalidating/load-external-dtd";
  private static final String LEXICAL = "http://xml.org/sax/properties/lexical-handler";

  private ExpatCalls() {}

  /** ExpatReader.parse. */
  public static void parse(ExpatReader reader, InputSource in) throws IOException, SAXException {
    boolean prefixes = reader.getFeature(PREFIXES);
    if (prefixes && reader.isNamespaceProcessingEnabled()) {
      throw new org.xml.sax.SAXNotSupportedException(
          "The 'namespace-prefix' feature is not supported while the 'namespaces' feature is"
              + " enabled.");
    }
    if (in.getCharacterStream() == null && in.getByteStream() == null) {
      if (in.getSystemId() == null) {
        throw new SAXException("No input specified.");
      }
      in.setByteStream(NetworkCalls.openStream(new URL(in.getSystemId())));
    }
    try {
      parser(reader, prefixes).parse(in);
    } catch (SAXParseException e) {
      throw e.getClass() == SAXParseException.class ? asExpat(e) : e;
    }
  }

  private static XMLReader parser(ExpatReader reader, boolean prefixes) throws SAXException {
    XMLReader p;
    try {
      p = SAXParserFactory.newDefaultInstance().newSAXParser().getXMLReader();
    } catch (ParserConfigurationException e) {
      throw new AssertionError(e); // it is asked for nothing
    }
    p.setFeature(NAMESPACES, reader.isNamespaceProcessingEnabled());
    p.setFeature(PREFIXES, prefixes);
    p.setFeature(DTD, false);
    p.setFeature(SAX + "external-parameter-entities", false);
    p.setFeature(SAX + "external-general-entities", reader.getEntityResolver() != null);
    p.setContentHandler(reader.getContentHandler());
    p.setDTDHandler(reader.getDTDHandler());
    p.setEntityResolver(reader.getEntityResolver());
    if (reader.getLexicalHandler() != null) {
      p.setProperty(LEXICAL, reader.getLexicalHandler());
    }
    p.setErrorHandler(new Fatal());
    return p;
  }

  /** Only what is not well formed is an error. */
  private static final class Fatal implements ErrorHandler {
    @Override
    public void warning(SAXParseException e) {
      // Expat knows none
    }

    @Override
    public void error(SAXParseException e) {
      // nobody validates
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
      throw e;
    }
  }

  /** The exception that Android throws for it. */
  private static SAXException asExpat(SAXParseException e) {
    LocatorImpl at = new LocatorImpl();
    at.setPublicId(e.getPublicId());
    at.setSystemId(e.getSystemId());
    at.setLineNumber(e.getLineNumber());
    at.setColumnNumber(Math.max(0, e.getColumnNumber() - 1)); // Expat counts from 0
    try {
      Constructor<?> made =
          Class.forName("org.apache.harmony.xml.ExpatParser$ParseException")
              .getDeclaredConstructor(String.class, Locator.class);
      made.setAccessible(true);
      return (SAXException) made.newInstance(words(e.getMessage()), at);
    } catch (ReflectiveOperationException fault) {
      throw new AssertionError(fault);
    }
  }

  /** Expat's words for a fault, by those of the JDK's parser. */
  private static String words(String message) {
    String m = message == null ? "" : message.toLowerCase(Locale.ROOT);
    if (m.contains("premature end of file")) {
      return "no element found";
    } else if (m.contains("prolog")) {
      return "syntax error";
    } else if (m.contains("must be terminated by the matching end-tag")) {
      return "mismatched tag";
    } else if (m.contains("following the root element")) {
      return "junk after document element";
    } else if (m.contains("was referenced, but not declared")) {
      return "undefined entity";
    }
    return "not well-formed (invalid token)";
  }
}
