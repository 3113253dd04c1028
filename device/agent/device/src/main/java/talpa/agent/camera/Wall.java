package talpa.agent.camera;

import android.graphics.Bitmap;
import android.graphics.Color;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import talpa.agent.process.PerApp;

/** What the cameras see: a grey wall. */
final class Wall {
  static final int COLOR = Color.GRAY;
  private static final int QUALITY = 90;
  private static final byte HALF = (byte) 0x80;

  private static final PerApp<Map<Long, byte[]>> PICTURES = PerApp.of(ConcurrentHashMap::new);
  private static final PerApp<Map<Integer, ByteBuffer>> PLANES = PerApp.of(ConcurrentHashMap::new);

  private Wall() {}

  /** As a JPEG picture of that size. */
  static byte[] jpeg(int width, int height) {
    byte[] all =
        PICTURES.get().computeIfAbsent((long) width << 32 | height, k -> draw(width, height));
    return all.clone();
  }

  private static byte[] draw(int width, int height) {
    Bitmap b = Bitmap.createBitmap(width, height, Bitmap.Config.RGB_565);
    b.eraseColor(COLOR);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    b.compress(Bitmap.CompressFormat.JPEG, QUALITY, out);
    return out.toByteArray();
  }

  /** As one plane of brightness or of colour. All of one size share their bytes. */
  static ByteBuffer plane(int size) {
    return PLANES
        .get()
        .computeIfAbsent(size, Wall::fill)
        .duplicate()
        .order(ByteOrder.nativeOrder());
  }

  private static ByteBuffer fill(int size) {
    ByteBuffer b = ByteBuffer.allocateDirect(size);
    for (int i = 0; i < size; i++) {
      b.put(i, HALF);
    }
    return b;
  }
}
