package talpa.agent.permit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.Manifest;
import android.content.pm.permission.SplitPermissionInfoParcelable;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PermissionTableTest {
  @Test
  void theUserDecidesOnWhatIsInAGroup() {
    assertEquals("CAMERA", PermissionTable.group(Manifest.permission.CAMERA));
    assertEquals(
        PermissionTable.group(Manifest.permission.ACCESS_FINE_LOCATION),
        PermissionTable.group(Manifest.permission.ACCESS_COARSE_LOCATION));
    assertNull(PermissionTable.group(Manifest.permission.INTERNET));
    assertNull(PermissionTable.group("my.own.PERMISSION"));
  }

  @Test
  void thePlatformHasEachOfThem() {
    Set<String> platform =
        Arrays.stream(Manifest.permission.class.getFields())
            .map(f -> "android.permission." + f.getName())
            .collect(Collectors.toSet());
    PermissionTable.groups()
        .keySet()
        .forEach(
            name -> {
              if (name.startsWith("android.permission.")) {
                assertTrue(platform.contains(name), name);
              }
            });
  }

  @Test
  void nobodyChangesTheTable() {
    assertThrows(UnsupportedOperationException.class, () -> PermissionTable.groups().put("a", "b"));
  }

  @Test
  void aSplitPermissionIsNewInItsTarget() {
    for (SplitPermissionInfoParcelable s : SplitPermissions.all()) {
      assertFalse(s.getSplitPermission().isEmpty());
      assertEquals(1, s.getNewPermissions().size());
      assertFalse(s.getNewPermissions().contains(s.getSplitPermission()), s.getSplitPermission());
      assertTrue(s.getTargetSdk() > 3 && s.getTargetSdk() <= 10_001, s.getSplitPermission());
    }
  }

  @Test
  void storageSplitsIntoMediaAndPlacesIntoOnesThatAreVague() {
    assertEquals(
        Set.of("READ_MEDIA_AUDIO", "READ_MEDIA_VIDEO", "READ_MEDIA_IMAGES"),
        SplitPermissions.all().stream()
            .filter(s -> s.getSplitPermission().endsWith(".READ_EXTERNAL_STORAGE"))
            .flatMap(s -> s.getNewPermissions().stream())
            .map(name -> name.substring("android.permission.".length()))
            .filter(name -> name.startsWith("READ_MEDIA_") && !name.endsWith("_USER_SELECTED"))
            .collect(Collectors.toSet()));
    assertNotNull(
        SplitPermissions.all().stream()
            .filter(s -> s.getSplitPermission().endsWith(".ACCESS_FINE_LOCATION"))
            .filter(s -> s.getTargetSdk() == 10_001)
            .findFirst()
            .orElse(null));
  }
}
