package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import android.sax.RootElement;
import android.util.Xml;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;
import org.xml.sax.helpers.XMLReaderFactory;
import org.xmlpull.v1.XmlPullParser;
import org.xmlpull.v1.XmlPullParserException;
import org.xmlpull.v1.XmlPullParserFactory;

/** The parsers of XML, as Android's class libraries have them. */
class XmlTest extends FieldTest {
  private static final String NEWS =
      "<?xml version=\"1.0\"?><!DOCTYPE rss SYSTEM \"http://dtd.example/rss.dtd\">"
          + "<rss xmlns:m=\"http://m.example/\"><item m:kind=\"a\"><m:title>One</m:title></item></rss>";

  /** Notes elements by their names, and attributes. */
  private static final class Notes extends DefaultHandler {
    final List<String> elements = new ArrayList<>();

    @Override
    public void startElement(String uri, String local, String name, Attributes all) {
      elements.add(local + "/" + name + "/" + all.getLength());
    }
  }

  private static InputStream news() {
    return new ByteArrayInputStream(NEWS.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void elementsHaveLocalNamesWithoutBeingAskedFor() throws Exception {
    SAXParserFactory factory = SAXParserFactory.newInstance();
    assertFalse(factory.isNamespaceAware());
    Notes notes = new Notes();
    factory.newSAXParser().parse(news(), notes);
    assertEquals(List.of("rss/rss/0", "item/item/1", "title/m:title/0"), notes.elements);
    Notes reader = new Notes();
    XMLReader r = SAXParserFactory.newInstance().newSAXParser().getXMLReader();
    r.setContentHandler(reader);
    r.parse(new InputSource(news()));
    assertEquals(notes.elements, reader.elements);
  }

  @Test
  void namespacesCanBeSwitchedOff() throws Exception {
    SAXParserFactory factory = SAXParserFactory.newInstance();
    factory.setNamespaceAware(true);
    factory.setNamespaceAware(false);
    Notes notes = new Notes();
    factory.newSAXParser().parse(news(), notes);
    assertEquals(List.of("/rss/1", "/item/1", "/m:title/0"), notes.elements);
  }

  @Test
  void nobodyValidates() {
    SAXParserFactory factory = SAXParserFactory.newInstance();
    factory.setValidating(true);
    assertThrows(ParserConfigurationException.class, factory::newSAXParser);
  }

  @Test
  void aReaderByItselfIsTheSame() throws SAXException, IOException {
    Notes notes = new Notes();
    XMLReader r = XMLReaderFactory.createXMLReader();
    r.setContentHandler(notes);
    r.parse(new InputSource(news()));
    assertEquals(List.of("rss/rss/0", "item/item/1", "title/m:title/0"), notes.elements);
  }

  @Test
  void theFrameworksParserTellsListeners() throws SAXException, IOException {
    List<String> titles = new ArrayList<>();
    RootElement root = new RootElement("rss");
    root.getChild("item")
        .getChild("http://m.example/", "title")
        .setEndTextElementListener(titles::add);
    Xml.parse(news(), Xml.Encoding.UTF_8, root.getContentHandler());
    Xml.parse(NEWS, root.getContentHandler());
    Xml.parse(new StringReader(NEWS), root.getContentHandler());
    assertEquals(List.of("One", "One", "One"), titles);
  }

  @Test
  void whatIsNoXmlFails() {
    assertThrows(SAXException.class, () -> Xml.parse("no XML", new DefaultHandler()));
    assertThrows(
        SAXException.class,
        () -> {
          var parser = SAXParserFactory.newInstance().newSAXParser();
          parser.parse(new InputSource(new StringReader("<a><b></a>")), new DefaultHandler());
        });
  }

  private static String pulled(XmlPullParser p) throws XmlPullParserException, IOException {
    StringBuilder b = new StringBuilder();
    for (int e = p.next(); e != XmlPullParser.END_DOCUMENT; e = p.next()) {
      if (e == XmlPullParser.START_TAG) {
        b.append('<').append(p.getName()).append('>');
      } else if (e == XmlPullParser.TEXT) {
        b.append(p.getText());
      }
    }
    return b.toString();
  }

  @Test
  void pullParsersWalkThrough() throws XmlPullParserException, IOException {
    XmlPullParser one = Xml.newPullParser();
    one.setInput(news(), null);
    assertEquals("<rss><item><title>One", pulled(one));
    XmlPullParserFactory factory = XmlPullParserFactory.newInstance();
    factory.setNamespaceAware(true);
    XmlPullParser two = factory.newPullParser();
    two.setInput(new StringReader(NEWS));
    assertEquals("<rss><item><title>One", pulled(two));
  }

  @Test
  void documentsAreReadAskedAndWritten() throws Exception {
    Document d = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(news());
    assertEquals("One", d.getElementsByTagName("m:title").item(0).getTextContent());
    assertEquals("1", XPathFactory.newInstance().newXPath().evaluate("count(//item)", d));
    StringWriter out = new StringWriter();
    TransformerFactory.newInstance()
        .newTransformer()
        .transform(new DOMSource(d.getDocumentElement()), new StreamResult(out));
    assertEquals(true, out.toString().contains("<item m:kind=\"a\">"), out.toString());
  }
}
