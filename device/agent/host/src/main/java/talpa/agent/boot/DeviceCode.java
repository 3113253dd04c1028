package talpa.agent.boot;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
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

  private final JarFile jar;
  private final Path folder;

  private DeviceCode(JarFile jar, Path folder) {
    this.jar = jar;
    this.folder = folder;
  }

  /** Finds it on the class path. */
  static DeviceCode find() throws IOException {
    URL services = resource(PROVIDERS + Session.class.getName());
    URLConnection c = services.openConnection();
    if (c instanceof JarURLConnection inJar) {
      inJar.setUseCaches(false);
      return new DeviceCode(inJar.getJarFile(), null);
    }
    try {
      Path file = Path.of(services.toURI());
      return new DeviceCode(null, file.getParent().getParent().getParent());
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /** Whether the device has a class of that name. */
  boolean has(String name) {
    String file = name.replace('.', '/') + ".class";
    return jar != null ? jar.getEntry(file) != null : Files.exists(folder.resolve(file));
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
