package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import android.os.NetworkOnMainThreadException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.json.JSONException;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** What stand-in servers answer an app that reads XML, from an address that does not tell. */
@Installed("load.apk")
class NetXmlTest extends NetApp {
  /** Keeps the elements that it looks for. */
  private static final class Titles extends DefaultHandler {
    final List<String> found = new ArrayList<>();

    @Override
    public void startElement(String uri, String local, String name, Attributes all) {
      if (name.equals("item")) {
        found.add(name);
      }
    }
  }

  /** Reads JSON, in the same file. */
  private static final class Tides {
    static String next() throws IOException, JSONException {
      return new JSONObject(body("/tides")).getString("high");
    }
  }

  private static String parsed(String path)
      throws IOException, ParserConfigurationException, SAXException {
    Titles titles = new Titles();
    try (InputStream in = URI.create(HOST + path).toURL().openStream()) {
      SAXParserFactory.newInstance().newSAXParser().parse(in, titles);
    }
    return titles.found.size() + "";
  }

  @Test
  void aClassThatReadsFeedsGetsOne() {
    assertEquals("3", aside(() -> parsed("/f/gigazine")));
    assertEquals("feed", events("answered").get(0).get("kind"));
  }

  @Test
  void aClassThatReadsJsonBesideOneOfFeedsGetsJson() {
    assertEquals("High 1", aside(Tides::next));
  }

  @Test
  void parsersOpenAddressesByTheRulesOfTheNetwork() {
    assertEquals(
        "3",
        aside(
            () -> {
              Titles titles = new Titles();
              SAXParserFactory.newInstance().newSAXParser().parse(HOST + "/f", titles);
              return titles.found.size();
            }));
    main(
        () ->
            assertThrows(
                NetworkOnMainThreadException.class,
                () ->
                    SAXParserFactory.newInstance()
                        .newSAXParser()
                        .parse(HOST + "/f", new Titles())));
  }

  @Test
  void whoAsksForAPageGetsOne() {
    assertEquals(
        "text/html; charset=utf-8",
        aside(
            () -> {
              var c = open(HOST + "/f/gigazine");
              c.setRequestProperty("Accept", "text/html,application/xhtml+xml");
              return c.getContentType();
            }));
  }
}
