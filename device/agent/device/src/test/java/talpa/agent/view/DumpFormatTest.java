package talpa.agent.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class DumpFormatTest {
  private static Document parse(Node root) throws Exception {
    String xml = DumpFormat.document(1, List.of(root));
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)));
  }

  @Test
  void attributesSurviveTheRoundTrip() throws Exception {
    Node n = new Node();
    n.text = "<a & \"b\">\nline\tend";
    n.className = "android.widget.Button";
    n.clickable = true;
    n.right = 10;
    n.bottom = 20;
    Document d = parse(n);
    assertEquals("1", d.getDocumentElement().getAttribute("rotation"));
    Element e = (Element) d.getElementsByTagName("node").item(0);
    assertEquals(n.text, e.getAttribute("text"));
    assertEquals("true", e.getAttribute("clickable"));
    assertEquals("[0,0][10,20]", e.getAttribute("bounds"));
    assertFalse(e.hasAttribute("hint"));
  }

  @Test
  void charactersThatXmlForbidsAreReplaced() throws Exception {
    Node n = new Node();
    n.text = "a\u0000b\ufffe \ud83d\ude00";
    Element e = (Element) parse(n).getElementsByTagName("node").item(0);
    assertEquals("a.b. \ud83d\ude00", e.getAttribute("text"));
  }

  @Test
  void childrenAreNumbered() throws Exception {
    Node n = new Node();
    n.children.add(new Node());
    n.children.add(new Node());
    Document d = parse(n);
    assertEquals(3, d.getElementsByTagName("node").getLength());
    assertEquals("1", ((Element) d.getElementsByTagName("node").item(2)).getAttribute("index"));
  }

  @Test
  void clippingKeepsTheRectangleInside() {
    Node outer = new Node();
    outer.right = 100;
    outer.bottom = 100;
    Node n = new Node();
    n.left = -5;
    n.top = 90;
    n.right = 50;
    n.bottom = 200;
    n.clip(outer);
    assertEquals("0 90 50 100", n.left + " " + n.top + " " + n.right + " " + n.bottom);
    n.top = 300;
    n.bottom = 310;
    n.clip(outer);
    assertTrue(n.empty());
  }
}
