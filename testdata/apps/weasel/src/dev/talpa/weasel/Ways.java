package dev.talpa.weasel;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** The ways in which an app speaks with another computer: it says a word, and wants it back. */
final class Ways {
  static final String[] NAMES = {
    "", " by channel", " by selector", " by datagram", " by connected datagram", " by datagram channel",
    " by selected datagram",
  };

  private final int patience;

  /** Waits so many milliseconds for an answer. */
  Ways(int patience) {
    this.patience = patience;
  }

  void greet(String way, InetSocketAddress to) throws IOException {
    switch (way) {
      case "":
        socket(to);
        break;
      case " by channel":
        channel(to);
        break;
      case " by selector":
        selector(to);
        break;
      case " by datagram":
        datagram(to, false);
        break;
      case " by connected datagram":
        datagram(to, true);
        break;
      case " by datagram channel":
        datagramChannel(to);
        break;
      case " by selected datagram":
        selectedDatagram(to);
        break;
      default:
        throw new IllegalArgumentException(way);
    }
  }

  private static void same(Object want, Object got) throws IOException {
    if (!want.equals(got)) {
      throw new IOException(got + " in place of " + want);
    }
  }

  private static ByteBuffer word() {
    return ByteBuffer.wrap(new byte[] {'w'});
  }

  /** The other computer is where the app says that it is. */
  private static void isAt(InetSocketAddress to, SocketAddress remote) throws IOException {
    same(to.getAddress(), ((InetSocketAddress) remote).getAddress());
    same(to.getPort(), ((InetSocketAddress) remote).getPort());
  }

  private void socket(InetSocketAddress to) throws IOException {
    Socket s = new Socket();
    try {
      s.connect(to, patience);
      s.setSoTimeout(patience);
      s.getOutputStream().write('w');
      same((int) 'w', s.getInputStream().read());
    } finally {
      s.close();
    }
  }

  private static void channel(InetSocketAddress to) throws IOException {
    SocketChannel c = SocketChannel.open(to);
    try {
      isAt(to, c.getRemoteAddress());
      same(to.getAddress(), c.socket().getInetAddress());
      same(to.getPort(), c.socket().getPort());
      c.socket().setTcpNoDelay(true);
      c.write(word());
      c.shutdownOutput();
      ByteBuffer b = ByteBuffer.allocate(9);
      while (c.read(b) >= 0) {}
      b.flip();
      same(1, b.remaining());
      same((byte) 'w', b.get());
    } finally {
      c.close();
    }
  }

  private void selector(InetSocketAddress to) throws IOException {
    Selector selector = Selector.open();
    SocketChannel c = SocketChannel.open();
    try {
      c.configureBlocking(false);
      SelectionKey key = c.register(selector, 0);
      if (!c.connect(to)) {
        await(selector, key, SelectionKey.OP_CONNECT);
        same(true, c.finishConnect());
      }
      await(selector, key, SelectionKey.OP_WRITE);
      same(1, c.write(word()));
      await(selector, key, SelectionKey.OP_READ);
      ByteBuffer b = ByteBuffer.allocate(9);
      same(1, c.read(b));
      same((byte) 'w', b.get(0));
      isAt(to, c.socket().getRemoteSocketAddress());
    } finally {
      c.close();
      selector.close();
    }
  }

  private void await(Selector selector, SelectionKey key, int ops) throws IOException {
    key.interestOps(ops);
    selector.select(patience);
    if (!selector.selectedKeys().remove(key)) {
      throw new SocketTimeoutException("nothing came");
    }
  }

  private void datagram(InetSocketAddress to, boolean connected) throws IOException {
    DatagramSocket s = new DatagramSocket();
    try {
      s.setSoTimeout(patience);
      if (connected) {
        s.connect(to);
        isAt(to, s.getRemoteSocketAddress());
      }
      s.send(new DatagramPacket(new byte[] {'w', 'x'}, 2, to));
      DatagramPacket p = new DatagramPacket(new byte[9], 9);
      s.receive(p);
      same(2, p.getLength());
      same((byte) 'x', p.getData()[1]);
      isAt(to, p.getSocketAddress());
    } finally {
      s.close();
    }
  }

  private void datagramChannel(InetSocketAddress to) throws IOException {
    DatagramChannel c = DatagramChannel.open();
    try {
      c.connect(to);
      isAt(to, c.getRemoteAddress());
      same(1, c.write(word()));
      c.socket().setSoTimeout(patience);
      DatagramPacket p = new DatagramPacket(new byte[9], 9);
      c.socket().receive(p);
      same((byte) 'w', p.getData()[0]);
      isAt(to, p.getSocketAddress());
    } finally {
      c.close();
    }
  }

  private void selectedDatagram(InetSocketAddress to) throws IOException {
    Selector selector = Selector.open();
    DatagramChannel c = DatagramChannel.open();
    try {
      c.configureBlocking(false);
      SelectionKey key = c.register(selector, SelectionKey.OP_READ);
      same(1, c.send(word(), to));
      await(selector, key, SelectionKey.OP_READ);
      ByteBuffer b = ByteBuffer.allocate(9);
      isAt(to, c.receive(b));
      same((byte) 'w', b.get(0));
    } finally {
      c.close();
      selector.close();
    }
  }
}
