package talpa.agent.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RequestTest {
  private static Request parse(String text) {
    return Request.parse("h", 80, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void aWholeRequestIsTakenApart() {
    Request r =
        parse("POST /a/b?c=d HTTP/1.1\r\nHost: x.example:80\r\nContent-Length: 2\r\n\r\nhi");
    assertEquals(
        "POST x.example /a/b c=d", r.method() + " " + r.host() + " " + r.path() + " " + r.query());
    assertEquals("/p", parse("GET http://x.example/p HTTP/1.1\r\n\r\n").path());
  }

  @Test
  void aPartOfARequestIsNone() {
    assertNull(parse("GET / HTTP/1.1\r\nHost: x"));
    assertNull(parse("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nhi"));
    assertNull(parse("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n"));
    assertNull(parse("SSH-2.0-x\r\n\r\n"));
  }

  @Test
  void numbersThatAreNoneAreRefused() {
    assertNull(parse("POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n"));
  }
}
