package talpa.agent.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import talpa.agent.answer.Answer;

/** A radio station is known by the type of what its address answers. */
class MediaTest {
  private static Answer get(String path) {
    String text = "GET " + path + " HTTP/1.1\r\nHost: radio.example\r\n\r\n";
    return Media.of(Request.parse("h", 80, text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @Test
  void soundsAreFrames() {
    Answer a = get("/Stream.MP3?quality=high");
    assertEquals("audio/mpeg", a.type());
    assertEquals((byte) 0xFF, a.body()[0]);
    assertEquals(0, a.body().length % 417);
    assertEquals("", a.preview());
  }

  @Test
  void playlistsNameASoundOfTheirHost() {
    for (String path : new String[] {"/a.m3u", "/a.pls"}) {
      Answer a = get(path);
      assertTrue(a.type().startsWith("audio/x-"), a.type());
      assertTrue(a.preview().contains("http://radio.example/stream.mp3"), a.preview());
    }
  }

  @Test
  void otherNamesAreNoMedia() {
    assertNull(get("/mp3/list.json"));
    assertNull(get("/"));
  }
}
