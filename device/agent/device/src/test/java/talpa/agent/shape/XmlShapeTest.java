package talpa.agent.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** How the elements that code looks for lie in one another. */
class XmlShapeTest {
  private static Element root(Set<String> all, Set<String> attributes, Set<String> numbers)
      throws Exception {
    String xml = XmlShape.document(new XmlReads.Names(all, attributes, numbers), "a.example");
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
        .getDocumentElement();
  }

  private static Element first(Element in, String name) {
    return (Element) in.getElementsByTagName(name).item(0);
  }

  @Test
  void namesAreElementsButThoseThatXmlReserves() throws Exception {
    Element r = root(Set.of("temp", "wind-speed", "xmlns", "media:content"), Set.of(), Set.of());
    assertEquals("response", r.getTagName());
    assertEquals("1", first(r, "temp").getTextContent());
    assertEquals(2, r.getChildNodes().getLength());
  }

  @Test
  void manyThingsOfANameHaveThree() throws Exception {
    Set<String> all = Set.of("rsp", "photos", "photo", "id", "title", "stat", "ok", "fail", "err");
    Element r = root(all, Set.of("id", "title", "stat"), Set.of("id"));
    assertEquals("rsp", r.getTagName());
    assertEquals("ok", r.getAttribute("stat"));
    Element photos = first(r, "photos");
    assertEquals(3, photos.getElementsByTagName("photo").getLength());
    Element last = (Element) photos.getElementsByTagName("photo").item(2);
    assertEquals("3", last.getAttribute("id"));
    assertEquals("Title 3", last.getAttribute("title"));
    assertEquals(0, r.getElementsByTagName("fail").getLength(), "the request has not failed");
  }

  @Test
  void aRowHasTheElementsThatAreNone() throws Exception {
    Set<String> all = Set.of("entries", "entry", "city", "degrees", "country-list", "country");
    Element r = root(all, Set.of(), Set.of());
    Element entry = (Element) first(r, "entries").getElementsByTagName("entry").item(1);
    assertEquals("City 2", first(entry, "city").getTextContent());
    assertEquals("2", first(entry, "degrees").getTextContent());
    assertEquals(3, first(r, "country-list").getElementsByTagName("country").getLength());
    assertEquals("City 1", first(r, "city").getTextContent(), "who asks for one city gets it");
  }
}
