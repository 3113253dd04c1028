package talpa.agent.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.IntSupplier;

/** A stream of bytes each way. */
interface Connection {
  /** What comes; a reader waits as long as {@code timeout} says, in milliseconds; 0 is for ever. */
  InputStream input(IntSupplier timeout);

  OutputStream output();

  /** Ends what goes out. */
  void shutdownOutput() throws IOException;

  void close() throws IOException;
}
