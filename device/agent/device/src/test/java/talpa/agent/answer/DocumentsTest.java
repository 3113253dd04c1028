package talpa.agent.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** What stand-in servers send that does not depend on a shape is well formed. */
class DocumentsTest {
  private static Element root(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
        .getDocumentElement();
  }

  private static int count(String xml, String element) throws Exception {
    return root(xml).getElementsByTagName(element).getLength();
  }

  @Test
  void feedsHaveThreeEntries() throws Exception {
    assertEquals(3, count(Documents.feed("a.example"), "item"));
    assertEquals(3, count(Documents.feed("a.example"), "enclosure"));
    assertEquals(3, count(Documents.atom("a.example"), "entry"));
  }
}
