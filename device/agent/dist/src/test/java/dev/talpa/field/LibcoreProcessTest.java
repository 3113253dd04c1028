package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.os.Environment;
import android.os.Process;
import android.os.StatFs;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What a process learns of itself and of the disk is the device's, not the host's. */
class LibcoreProcessTest extends FieldTest {
  @Test
  void theEnvironmentIsThatOfAnAndroidProcess() {
    assertEquals("/sdcard", System.getenv("EXTERNAL_STORAGE"));
    assertEquals("/data", System.getenv("ANDROID_DATA"));
    assertTrue(System.getenv("PATH").contains("/system/bin"));
    assertNull(System.getenv("SECONDARY_STORAGE"));
    assertEquals("/system", System.getenv().get("ANDROID_ROOT"));
    assertFalse(System.getenv().containsKey("HOME"));
  }

  @Test
  void theRuntimeNamesItselfToServers() {
    String agent = System.getProperty("http.agent");
    assertTrue(agent.startsWith("Dalvik/2.1.0 (Linux; U; Android "), agent);
    assertEquals("aarch64", System.getProperty("os.arch", "x"));
    assertTrue(System.getProperty("os.version").contains("-android15-"), "a kernel of a phone");
    // MultiDex leaves the class loader of such a runtime alone.
    assertTrue(System.getProperty("java.vm.version").matches("2\\.1(\\.\\d+)?"));
    assertEquals("x", System.getProperty("no.such.property", "x"));
    assertNull(System.getProperty("no.such.property"));
  }

  @Test
  void theProcessHasTheNameOfItsPackage() throws IOException {
    for (String who : new String[] {"self", String.valueOf(Process.myPid())}) {
      try (BufferedReader r = new BufferedReader(new FileReader("/proc/" + who + "/cmdline"))) {
        assertEquals(app().getPackageName(), r.readLine().trim());
      }
    }
  }

  @Test
  void theLoadOfTheMachineIsKeptFromApps() {
    assertThrows(FileNotFoundException.class, () -> new FileReader("/proc/stat").close());
  }

  @Test
  void theRoomIsThatOfTheDevice() {
    StatFs disk = new StatFs(Environment.getDataDirectory().getPath());
    File own = app().getFilesDir();
    assertEquals(disk.getTotalBytes(), own.getTotalSpace());
    assertEquals(disk.getAvailableBytes(), own.getUsableSpace());
    assertEquals(disk.getFreeBytes(), own.getFreeSpace());
    assertEquals(0, new File(own, "missing").getUsableSpace());
  }

  @Test
  void aPathThatIsNotWholeBeginsAtTheRoot() {
    assertThrows(FileNotFoundException.class, () -> new FileWriter("mole.txt").close());
    assertThrows(FileNotFoundException.class, () -> new FileOutputStream("mole.txt").close());
    assertThrows(FileNotFoundException.class, () -> new FileReader("mole.txt").close());
    assertNull(new File("/").list(), "what is in the root no app sees since Android 7");
    assertNull(new File(".").list());
    assertEquals("mole.txt", new File("mole.txt").getPath());
  }

  @Test
  void allFilesAreNotTheAppsUnlessTheUserSaysSo() {
    assertFalse(Environment.isExternalStorageManager());
  }
}
