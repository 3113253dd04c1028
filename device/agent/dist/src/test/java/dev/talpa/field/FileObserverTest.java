package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertNull;

import android.os.FileObserver;
import android.os.Handler;
import android.os.Looper;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Apps that watch files: the thread that waits inside the system for changes holds nobody up. */
class FileObserverTest extends FieldTest {
  private FileObserver observer;

  @Test
  void noThreadLosesItsTurnToTheOneThatWatches() {
    File dir = app().getFilesDir();
    watched(
        () -> {
          observer =
              new FileObserver(dir) {
                @Override
                public void onEvent(int event, String path) {
                  say("changed " + path);
                }
              };
          observer.startWatching();
        });
    watched(
        () -> {
          try (FileOutputStream out = new FileOutputStream(new File(dir, "a"))) {
            out.write(1);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          new Thread(() -> say("another thread")).start();
        });
    main(observer::stopWatching);
  }

  /** Does it on the main thread, and looks whether a thread lost its turn meanwhile. */
  private static void watched(Runnable r) {
    new Handler(Looper.getMainLooper()).post(r);
    assertNull(device("wait", Map.of("ms", 500)).get("losses"));
  }
}
