package talpa.agent.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;
import org.xmlpull.v1.XmlPullParser;

/** Which names the code that reads XML looks for. */
class XmlReadsTest {
  @SuppressWarnings("unused")
  private static final class Handler extends DefaultHandler {
    String last;

    @Override
    public void startElement(String uri, String local, String name, Attributes all) {
      if (name.equals("pubDate") || name.equals("media:thumbnail")) {
        last = all.getValue("url") + "no name/of XML, this";
      }
    }
  }

  /** Gives attributes by helpers, as parsers of an app's own do. */
  @SuppressWarnings("unused")
  private static final class Helpers {
    XmlPullParser in;
    int size;
    String title;

    String get(String name) {
      return in.getAttributeValue(null, name);
    }

    Integer number(String name) {
      return Integer.valueOf(get(name)) + in.getAttributeValue(null, name).length();
    }

    void read() {
      title = get("title");
      size = number("size") + Integer.parseInt(in.getAttributeValue(null, "width"));
      if (in.getName().equals("album")) {
        title = "albumList";
      }
    }
  }

  private static ClassNode node(Class<?> c) throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(c.getName()).accept(node, 0);
    return node;
  }

  @Test
  void namesAreTextsThatCanBeOne() throws IOException {
    XmlReads reads = new XmlReads();
    reads.read(node(Handler.class));
    assertEquals(Set.of("talpa/agent/shape/XmlReadsTest"), reads.readers());
    Set<String> names = reads.names("talpa/agent/shape/Another").all();
    assertTrue(names.containsAll(Set.of("pubDate", "media:thumbnail", "url")), names::toString);
    assertEquals(3, names.size(), names::toString);
  }

  @Test
  void attributesAreWhatACallForOneIsGiven() throws IOException {
    XmlReads reads = new XmlReads();
    reads.read(node(Helpers.class));
    reads.findAttributes();
    XmlReads.Names names = reads.names("talpa/agent/shape/Another");
    assertEquals(Set.of("title", "size", "width"), names.attributes());
    assertEquals(Set.of("size", "width"), names.numbers());
    assertTrue(names.all().containsAll(Set.of("album", "albumList")), names::toString);
  }

  @Test
  void aReaderIsTheClassItself() throws IOException {
    XmlReads reads = new XmlReads();
    reads.read(node(Handler.class));
    assertTrue(reads.isReader(Handler.class.getName()));
    assertFalse(reads.isReader(XmlReadsTest.class.getName()));
  }

  @Test
  void namesOfOtherPackagesAreNotTheReaders() throws IOException {
    XmlReads reads = new XmlReads();
    reads.read(node(Handler.class));
    assertEquals(Set.of(), reads.names("talpa/agent/net/Server").all());
  }
}
