package talpa.agent.drawing;

import android.content.res.AssetFileDescriptor;
import android.graphics.ImageDecoder;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowNativeImageDecoder;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** Decoding from file descriptors and streams, which the native decoder cannot read: from bytes. */
@Implements(className = "android.graphics.ImageDecoder", callNativeMethodsByDefault = true)
public class ImageDecoderShadow extends ShadowNativeImageDecoder {
  /** Reads the file first. */
  @Implementation
  protected static ImageDecoder createFromAssetFileDescriptor(
      AssetFileDescriptor fd, boolean preferAnimation, ImageDecoder.Source source)
      throws IOException {
    return createFromStream(fd.createInputStream(), true, preferAnimation, source);
  }

  /** Reads the file first. */
  @Implementation
  protected static ImageDecoder createFromFile(
      File file, boolean preferAnimation, ImageDecoder.Source source) throws IOException {
    return createFromStream(new FileInputStream(file), true, preferAnimation, source);
  }

  /** Reads the stream first. */
  @Implementation
  protected static ImageDecoder createFromStream(
      InputStream in, boolean close, boolean preferAnimation, ImageDecoder.Source source)
      throws IOException {
    byte[] data = in.readAllBytes();
    if (close) {
      in.close();
    }
    try {
      return ReflectionHelpers.callStaticMethod(
          ImageDecoder.class,
          "nCreate",
          ClassParameter.from(byte[].class, data),
          ClassParameter.from(int.class, 0),
          ClassParameter.from(int.class, data.length),
          ClassParameter.from(boolean.class, preferAnimation),
          ClassParameter.from(ImageDecoder.Source.class, source));
    } catch (RuntimeException e) {
      // The reflective call wraps what apps expect as it is: that it is no picture.
      if (e.getCause() instanceof IOException no) {
        throw no;
      }
      throw e;
    }
  }
}
