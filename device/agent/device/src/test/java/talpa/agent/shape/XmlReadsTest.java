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
    Set<String> names = reads.names("talpa/agent/shape/Another");
    assertTrue(names.containsAll(Set.of("pubDate", "media:thumbnail", "url")), names::toString);
    assertEquals(3, names.size(), names::toString);
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
    assertEquals(Set.of(), reads.names("talpa/agent/net/Server"));
  }
}
