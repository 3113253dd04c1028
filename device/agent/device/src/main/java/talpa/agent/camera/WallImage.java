package talpa.agent.camera;

import android.graphics.ImageFormat;
import android.media.Image;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A picture that a camera gave a reader: JPEG, or brightness and colours in planes. */
final class WallImage extends Image {
  private final int format;
  private final int width;
  private final int height;
  private final long at;
  private final Runnable closed;
  private final Plane[] planes;

  WallImage(int format, int width, int height, long at, Runnable closed) {
    this.format = format;
    this.width = width;
    this.height = height;
    this.at = at;
    this.closed = closed;
    mIsImageValid = true;
    planes = format == ImageFormat.JPEG ? picture() : colours();
  }

  private Plane[] picture() {
    byte[] all = Wall.jpeg(width, height);
    ByteBuffer b = ByteBuffer.allocateDirect(all.length).order(ByteOrder.nativeOrder());
    b.put(all).flip();
    return new Plane[] {new Bytes(b, 0, 0)};
  }

  private Plane[] colours() {
    int half = (width + 1) / 2;
    int rows = (height + 1) / 2;
    return new Plane[] {
      new Bytes(Wall.plane(width * height), width, 1),
      new Bytes(Wall.plane(half * rows), half, 1),
      new Bytes(Wall.plane(half * rows), half, 1)
    };
  }

  @Override
  public int getFormat() {
    throwISEIfImageIsInvalid();
    return format;
  }

  @Override
  public int getWidth() {
    throwISEIfImageIsInvalid();
    return width;
  }

  @Override
  public int getHeight() {
    throwISEIfImageIsInvalid();
    return height;
  }

  @Override
  public long getTimestamp() {
    throwISEIfImageIsInvalid();
    return at;
  }

  @Override
  public int getTransform() {
    return 0;
  }

  @Override
  public int getScalingMode() {
    return 0;
  }

  @Override
  public Plane[] getPlanes() {
    throwISEIfImageIsInvalid();
    return planes.clone();
  }

  @Override
  public void close() {
    if (mIsImageValid) {
      mIsImageValid = false;
      closed.run();
    }
  }

  /** A plane; of a JPEG picture strides say nothing. */
  private static final class Bytes extends Plane {
    private final ByteBuffer bytes;
    private final int row;
    private final int pixel;

    Bytes(ByteBuffer bytes, int row, int pixel) {
      this.bytes = bytes;
      this.row = row;
      this.pixel = pixel;
    }

    @Override
    public int getRowStride() {
      return row;
    }

    @Override
    public int getPixelStride() {
      return pixel;
    }

    @Override
    public ByteBuffer getBuffer() {
      return bytes;
    }
  }
}
