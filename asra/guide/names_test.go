package guide_test

import (
	"os"
	"strings"
	"testing"

	"talpa/asra/guide"
)

// TestDangerousPermission: the list is that of the embedded device, and what only ends like one of
// them is none.
func TestDangerousPermission(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../device/agent/device/src/main/resources/talpa/agent/permissions.txt")
	if err != nil {
		t.Fatal(err)
	}
	listed, groups := 0, map[string]string{} // by name
	for line := range strings.Lines(string(data)) {
		if name, group, ok := strings.Cut(strings.TrimSpace(line), " "); ok && !strings.HasPrefix(line, "#") {
			if listed++; !guide.DangerousPermission(name) {
				t.Errorf("the device lets users refuse %s", name)
			}
			if strings.HasPrefix(name, "android.") {
				groups[name] = group
			}
		}
	}
	for a, group := range groups {
		for b := range groups {
			if got := guide.SamePermissionGroup(a, b); got != (group == groups[b]) {
				t.Errorf("%s and %s are of one group: %v", a, b, got)
			}
		}
	}
	if listed < 30 {
		t.Errorf("the device lists %d permissions", listed)
	}
	for _, name := range []string{
		"android.permission.INTERNET", "android.permission.MODIFY_PHONE_STATE", "android.permission.ACCESS_MOCK_LOCATION",
		"android.permission.MANAGE_EXTERNAL_STORAGE", "android.permission.BROADCAST_SMS", "com.foo.CAMERA", "CAMERA",
		"android.permission.", "android.permission.camera", "",
	} {
		if guide.DangerousPermission(name) {
			t.Errorf("%q is taken for one that a user can refuse", name)
		}
	}
}

// TestNames states what is read as a DEX name, and how people write it; the rest comes back as it is.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dex                 string
		method              bool
		class, short, plain string // JavaClass, ShortMethod, SimpleMethod
	}{
		{"Lcom/foo/Main;->onClick(Landroid/view/View;)V", true, "com.foo.Main", "com.foo.Main.onClick", "Main.onClick"},
		{"Lcom/foo/Main$1;-><init>()V", true, "com.foo.Main$1", "com.foo.Main$1.<init>", "Main$1.<init>"},
		{"LMain;->a()I", true, "Main", "Main.a", "Main.a"},
		{"Lcom/foo/Main;", false, "com.foo.Main", "Lcom/foo/Main;", "Lcom/foo/Main;"},
		{"[Lcom/foo/A;->clone()Ljava/lang/Object;", true, "[Lcom/foo/A;->clone()Ljava/lang/Object;",
			"[Lcom/foo/A;->clone()Ljava/lang/Object;", "[Lcom/foo/A;->clone()Ljava/lang/Object;"},
		{"Lcom/foo/Main;->onClick", false, "com.foo.Main", "Lcom/foo/Main;->onClick", "Lcom/foo/Main;->onClick"},
		{"Lcom/foo/Main;->onClick()", false, "com.foo.Main", "Lcom/foo/Main;->onClick()", "Lcom/foo/Main;->onClick()"},
		{"Lcom/foo/Main;->()V", false, "com.foo.Main", "Lcom/foo/Main;->()V", "Lcom/foo/Main;->()V"},
		{"L;->a()V", false, "L;->a()V", "L;->a()V", "L;->a()V"},
		{"onClick", false, "onClick", "onClick", "onClick"},
		{"", false, "", "", ""},
	} {
		if guide.IsMethodName(c.dex) != c.method || guide.JavaClass(c.dex) != c.class || guide.ShortMethod(c.dex) != c.short ||
			guide.SimpleMethod(c.dex) != c.plain {
			t.Errorf("%q: method %v, class %q, short %q, simple %q", c.dex, guide.IsMethodName(c.dex), guide.JavaClass(c.dex),
				guide.ShortMethod(c.dex), guide.SimpleMethod(c.dex))
		}
	}
}

// TestStoragePermission: those to read or write what is on shared storage, and none to read what else people keep.
func TestStoragePermission(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"android.permission.READ_EXTERNAL_STORAGE": true, "android.permission.WRITE_EXTERNAL_STORAGE": true,
		"android.permission.READ_MEDIA_IMAGES": true, "android.permission.MANAGE_EXTERNAL_STORAGE": true,
		"android.permission.READ_CONTACTS": false, "com.x.READ_EXTERNAL_STORAGE": false,
	} {
		if got := guide.StoragePermission(name); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
