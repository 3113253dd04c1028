package talpa.agent.load;

import android.graphics.Typeface;
import android.os.Build;
import android.text.Hyphenator;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.annotation.Priority;
import org.robolectric.nativeruntime.DefaultNativeRuntimeLoader;
import talpa.agent.bridge.Platform;

/**
 * Robolectric's native runtime from a folder that was unpacked when the agent was built, instead of
 * 200 MB of fonts, tables and libraries unpacked at every start. Without the folder (lib/native
 * beside sdk/), as Robolectric does it.
 */
@Priority(1)
public final class NativeRuntime extends DefaultNativeRuntimeLoader {
  private static final String LIBRARY =
      "native/linux/x86_64/"
          + (Platform.has(Build.VERSION_CODES.VANILLA_ICE_CREAM)
              ? libraryName()
              : "librobolectric-nativeruntime.so");

  @Override
  public synchronized void ensureLoaded() {
    Path dir = Platform.folder().resolve("native");
    if (!Files.isReadable(dir.resolve(LIBRARY))) {
      super.ensureLoaded();
      return;
    }
    if (loaded.getAndSet(true)) {
      return;
    }
    System.setProperty("robolectric.nativeruntime.fontdir", dir.resolve("fonts") + File.separator);
    System.setProperty("icu.data.path", icuTable(dir.resolve("icu")).toString());
    System.setProperty("icu.locale.default", Locale.getDefault().toLanguageTag());
    if (Platform.has(Build.VERSION_CODES.VANILLA_ICE_CREAM)) {
      System.setProperty("core_native_classes", String.join(",", getCoreClassNatives()));
      System.setProperty("graphics_native_classes", String.join(",", getGraphicsNatives()));
      System.setProperty("method_binding_format", METHOD_BINDING_FORMAT);
    }
    System.load(dir.resolve(LIBRARY).toString());
    if (Platform.has(Build.VERSION_CODES.VANILLA_ICE_CREAM)) {
      invokeDeferredStaticInitializers();
      setNativeSystemProperty("ro.hyphen.data.dir", dir.resolve("hyphen-data").toString());
      Typeface.loadPreinstalledSystemFontMap();
    } else {
      System.setProperty("hyphen.data.dir", dir.resolve("hyphen-data").toString());
    }
    Hyphenator.init();
  }

  private static Path icuTable(Path dir) {
    try (DirectoryStream<Path> s = Files.newDirectoryStream(dir, "icudt*.dat")) {
      return s.iterator().next();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
