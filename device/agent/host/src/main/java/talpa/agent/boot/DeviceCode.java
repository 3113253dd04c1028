package talpa.agent.boot;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import talpa.agent.bridge.Session;

/**
 * The module device: the one of ours whose classes live inside the sandbox. It is the place (jar,
 * or folder of a build) that provides the {@link Session}, so that which world a class belongs to
 * follows from where the build has put it.
 */
final class DeviceCode {
  /** The names of all our classes, of both worlds. */
  static final String OURS = "talpa.agent.";

  private static final String PROVIDERS = "META-INF/services/";

  private static final String SUFFIX = ".class";

  /** The files of its classes: asked for at each class that the sandbox loads. */
  private final Set<String> files;

  private DeviceCode(Stream<String> files) {
    this.files = files.filter(f -> f.endsWith(SUFFIX)).collect(Collectors.toSet());
  }

  /** Finds it on the class path. */
  static DeviceCode find() throws IOException {
    URL services = resource(PROVIDERS + Session.class.getName());
    try {
      if (services.openConnection() instanceof JarURLConnection inJar) {
        try (JarFile jar = new JarFile(new File(inJar.getJarFileURL().toURI()), false)) {
          return new DeviceCode(jar.stream().map(ZipEntry::getName));
        }
      }
      Path root = Path.of(services.toURI()).getParent().getParent().getParent();
      try (Stream<Path> all = Files.walk(root)) {
        return new DeviceCode(all.map(f -> root.relativize(f).toString()));
      }
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /** The files of its classes. */
  Set<String> files() {
    return files;
  }

  /** Whether the device has a class of that name. */
  boolean has(String name) {
    return files.contains(name.replace('.', '/') + SUFFIX);
  }

  /** The name of the device's class that provides a service. */
  static String provider(Class<?> service) throws IOException {
    URL u = resource(PROVIDERS + service.getName());
    try (BufferedReader r =
        new BufferedReader(new InputStreamReader(u.openStream(), StandardCharsets.UTF_8))) {
      return r.readLine().strip();
    }
  }

  private static URL resource(String name) throws IOException {
    URL u = DeviceCode.class.getClassLoader().getResource(name);
    if (u == null) {
      throw new IOException("the agent's device is not on the class path: no " + name);
    }
    return u;
  }
}
