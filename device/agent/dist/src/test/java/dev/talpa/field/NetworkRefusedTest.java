package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;

/** What an app without the permission for the internet is told (libcore's words). */
class NetworkRefusedTest extends NetApp {
  private static final String SOCKET =
      "java.net.SocketException: socket failed: EPERM (Operation not permitted)";
  private static final String NAME =
      "java.lang.SecurityException: Permission denied (missing INTERNET permission?)";

  private static InetSocketAddress somewhere() throws Exception {
    return new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}), 80);
  }

  @Test
  void namesAreNotLookedUp() {
    assertEquals(NAME, aside(() -> InetAddress.getByName("far.example")));
    assertEquals(NAME, aside(() -> InetAddress.getAllByName("far.example")));
    assertEquals(NAME, get("/x"));
  }

  @Test
  void butAddressesAndTheDeviceItselfNeedNone() {
    assertEquals("/10.0.0.1", aside(() -> InetAddress.getByName("10.0.0.1")));
    assertEquals("localhost/127.0.0.1", aside(() -> InetAddress.getByName("localhost")));
  }

  @Test
  void noSocketIsOpened() {
    assertEquals(
        SOCKET,
        aside(
            () -> {
              new Socket().connect(somewhere());
              return "connected";
            }));
    assertEquals(SOCKET, aside(() -> SocketChannel.open().connect(somewhere())));
    assertEquals(
        SOCKET,
        aside(
            () -> {
              new DatagramSocket().send(new DatagramPacket(new byte[1], 1, somewhere()));
              return "sent";
            }));
    assertEquals(SOCKET, aside(() -> open("https://10.0.0.1/").getResponseCode()));
  }
}
