package talpa.agent.convert;

import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexFileNode;
import com.googlecode.d2j.reader.BaseDexFileReader;
import com.googlecode.d2j.reader.DexFileReader;
import com.googlecode.d2j.reader.MultiDexFileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The classes of an APK, of which the code is read one class at a time. For use by one thread at a
 * time: dex2jar's reader keeps positions.
 */
final class DexClasses {
  private final BaseDexFileReader reader;
  private final DexFileNode heads = new DexFileNode();
  private final Map<String, Integer> places = new HashMap<>();

  DexClasses(Path apk) throws IOException {
    reader = MultiDexFileReader.open(Files.readAllBytes(apk));
    reader.accept(heads, DexFileReader.IGNORE_READ_EXCEPTION | DexFileReader.SKIP_CODE);
    List<String> names = reader.getClassNames();
    for (int i = 0; i < names.size(); i++) {
      places.putIfAbsent(names.get(i), i);
    }
  }

  /** All classes without their code. */
  DexFileNode heads() {
    return heads;
  }

  /** A class with its code by its descriptor; null if there is none. */
  DexClassNode read(String descriptor) {
    Integer place = places.get(descriptor);
    if (place == null) {
      return null;
    }
    DexFileNode one = new DexFileNode();
    reader.accept(one, place, DexFileReader.IGNORE_READ_EXCEPTION);
    return one.clzs.isEmpty() ? null : one.clzs.get(0);
  }
}
