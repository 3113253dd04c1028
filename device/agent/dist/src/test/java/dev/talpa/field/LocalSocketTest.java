package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.net.LocalServerSocket;
import android.net.LocalSocket;
import android.net.LocalSocketAddress;
import android.net.LocalSocketAddress.Namespace;
import android.os.Process;
import android.os.SystemClock;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Sockets by which the threads of an app reach each other. */
@Installed("load.apk")
class LocalSocketTest extends NetApp {
  private static LocalSocket connected(String name) throws IOException {
    LocalSocket s = new LocalSocket();
    s.connect(new LocalSocketAddress(name));
    return s;
  }

  private static String failing(Executable e) {
    return assertThrows(IOException.class, e).getMessage();
  }

  /** A server that answers each byte with the next one, until nothing more comes. */
  private static void serve(LocalServerSocket server) {
    main(
        () ->
            new Thread(
                    () -> {
                      try (LocalSocket s = server.accept()) {
                        for (int b; (b = s.getInputStream().read()) >= 0; ) {
                          s.getOutputStream().write(b + 1);
                        }
                      } catch (IOException e) {
                        say("server: " + e);
                      }
                    })
                .start());
  }

  @Test
  void whatOneEndWritesTheOtherReads() throws IOException {
    LocalServerSocket server = new LocalServerSocket("mole");
    assertEquals("mole", server.getLocalSocketAddress().getName());
    serve(server);
    assertEquals(
        "bc end " + Process.myPid(),
        aside(
            () -> {
              try (LocalSocket s = connected("mole")) {
                s.getOutputStream().write(new byte[] {'a', 'b'});
                String got = "" + (char) s.getInputStream().read();
                got += (char) s.getInputStream().read();
                s.shutdownOutput();
                got += s.getInputStream().read() < 0 ? " end " : " more ";
                return got + s.getPeerCredentials().getPid();
              }
            }));
    server.close();
    assertEquals("Connection refused", failing(() -> connected("mole")));
  }

  @Test
  void aReaderWaitsAsLongAsItIsToldTo() throws IOException {
    try (LocalServerSocket server = new LocalServerSocket("slow");
        LocalSocket s = connected("slow")) {
      assertEquals("slow", server.getLocalSocketAddress().getName());
      s.setSoTimeout(500);
      assertEquals(500, s.getSoTimeout());
      long before = SystemClock.uptimeMillis();
      assertEquals("java.io.IOException: Try again", aside(() -> s.getInputStream().read()));
      assertTrue(SystemClock.uptimeMillis() - before >= 500);
    }
  }

  @Test
  void refusalsAreInTheKernelsWords() throws IOException {
    assertEquals("Connection refused", failing(() -> connected("nobody")));
    LocalSocketAddress file = new LocalSocketAddress("/dev/socket/none", Namespace.FILESYSTEM);
    assertEquals("No such file or directory", failing(() -> new LocalSocket().connect(file)));
    try (LocalServerSocket server = new LocalServerSocket("twice")) {
      assertEquals("Address already in use", failing(() -> new LocalServerSocket("twice")));
      LocalSocket s = connected("twice");
      s.close();
      assertEquals("socket not created", failing(s::getInputStream));
      LocalSocket gone = connected("twice");
      server.accept();
      server.accept().close();
      assertEquals("Broken pipe", failing(() -> gone.getOutputStream().write(1)));
    }
  }
}
