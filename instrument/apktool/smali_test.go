package apktool

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/instrument"
	"talpa/internal/execx"
)

const class = `.class public Lcom/foo/A$1;
.super Ljava/lang/Object;
.source "A.java"

# virtual methods
.method public onClick(Landroid/view/View;)V
    .locals 0
    .param p1, "view"    # Landroid/view/View;
        .annotation build Landroid/annotation/NonNull;
        .end annotation
    .end param
    .annotation system Ldalvik/annotation/Signature;
        value = {
            "()V"
        }
    .end annotation

    .line 12
    invoke-virtual {p0, p1}, Lcom/foo/A$1;->onClick(Landroid/view/View;)V

    .line 13
    return-void
.end method

.method public final onLong(JLjava/lang/String;)J
    .locals 3
    .param p3, "x"    # Ljava/lang/String;

    .prologue
    .line 20
    return-wide p1
.end method

.method public abstract onNothing()V
.end method

.method constructor <init>()V
    .locals 0

    return-void
.end method

.method public static onFull(IIIIIIIIIIIIIII)V
    .locals 1

    return-void
.end method
`

const logOnClick = `
    const-string v0, "Lcom/foo/A$1;"

    const-string v1, "onClick"

    invoke-static {v0, v1}, Landroid/util/Log;->i(Ljava/lang/String;Ljava/lang/String;)I

`

// methodText is the text of one method of a smali file.
func methodText(t *testing.T, text, signature string) string {
	t.Helper()
	head, body, tail, ok := find(text, signature)
	if !ok {
		t.Fatalf("no method %s in\n%s", signature, text)
	}
	return head + body + tail
}

func TestReturn(t *testing.T) {
	t.Parallel()
	const signature = "onClick(Landroid/view/View;)V"
	text, reason := change(class, "Lcom/foo/A$1;->"+signature, instrument.Return, instrument.Guard{})
	if reason != "" {
		t.Fatal(reason)
	}
	want := `.method public onClick(Landroid/view/View;)V
    .locals 2
    .param p1, "view"    # Landroid/view/View;
        .annotation build Landroid/annotation/NonNull;
        .end annotation
    .end param
    .annotation system Ldalvik/annotation/Signature;
        value = {
            "()V"
        }
    .end annotation
    .line 12
` + logOnClick + `    return-void
.end method
`
	if diff := cmp.Diff(want, methodText(t, text, signature)); diff != "" {
		t.Errorf("onClick (-want +got):\n%s", diff)
	}
	if got, want := strings.Count(text, ".method "), strings.Count(class, ".method "); got != want {
		t.Errorf("%d methods, had %d", got, want)
	}
	const long = "onLong(JLjava/lang/String;)J"
	text, _ = change(class, "Lcom/foo/A$1;->"+long, instrument.Return, instrument.Guard{})
	if got := methodText(t, text, long); !strings.HasSuffix(got, "const-wide/16 v0, 0x0\n\n    return-wide v0\n.end method\n") ||
		!strings.Contains(got, ".param p3, \"x\"") || strings.Contains(got, "p1") {
		t.Errorf("onLong is\n%s", got)
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	const signature = "onClick(Landroid/view/View;)V"
	text, reason := change(class, "Lcom/foo/A$1;->"+signature, instrument.Log, instrument.Guard{})
	if reason != "" {
		t.Fatal(reason)
	}
	want := strings.Replace(methodText(t, class, signature), "    .locals 0\n", "    .locals 2\n"+logOnClick, 1)
	if diff := cmp.Diff(want, methodText(t, text, signature)); diff != "" {
		t.Errorf("onClick (-want +got):\n%s", diff)
	}
}

func TestCannotChange(t *testing.T) {
	t.Parallel()
	for signature, want := range map[string]string{
		"onNothing()V":                "abstract",
		"<init>()V":                   "initializes",
		"onFull(IIIIIIIIIIIIIII)V":    "frame",
		"onNowhere()V":                "",
		"Click(Landroid/view/View;)V": "",
	} {
		text, reason := change(class, "Lcom/foo/A$1;->"+signature, instrument.Log, instrument.Guard{})
		if text != "" || !strings.Contains(reason, want) || want == "" && reason != "" {
			t.Errorf("%s: %q, changed %v; want %q", signature, reason, text != "", want)
		}
	}
}

func TestArguments(t *testing.T) {
	t.Parallel()
	for signature, want := range map[string]int{
		"a()V": 1, "a(I)V": 2, "a(JD)V": 5, "a([JLjava/lang/String;[[I)V": 4, "a(": 1, "a([": 1,
	} {
		if got := arguments(signature, false); got != want {
			t.Errorf("%s takes %d registers, want %d", signature, got, want)
		}
	}
	if got := arguments("a(I)V", true); got != 1 {
		t.Errorf("a static method takes %d registers, want 1", got)
	}
}

func TestQuote(t *testing.T) {
	t.Parallel()
	if got, want := quote("Lä/B\"\\😀;"), `"L\u00e4/B\"\\\ud83d\ude00;"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Classes whose file baksmali renamed are found too; multi-dex folders count.
func TestIndex(t *testing.T) {
	t.Parallel()
	tree := t.TempDir()
	write := func(path, text string) {
		path = filepath.Join(tree, path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	write("smali/a/B.smali", ".class public La/B;\n")
	write("smali_classes2/c/D.smali", ".class La/B;\n.super Ljava/lang/Object;\n")
	write("smali_classes2/c/con#1.smali", ".class final Lc/con;\n")
	write("smali_classes4/e/F.smali", ".class Le/F;\n")
	x, err := newIndex(tree)
	if err != nil {
		t.Fatal(err)
	}
	for class, want := range map[string]string{
		"La/B;": "smali/a/B.smali", "Lc/con;": "smali_classes2/c/con#1.smali", "Lc/D;": "", "Le/F;": "",
		"L../../x;": "",
	} {
		got, err := x.file(class)
		if want != "" {
			want = filepath.Join(tree, want)
		}
		if err != nil || got != want {
			t.Errorf("%s is in %q, want %q; error %v", class, got, want, err)
		}
	}
	if _, err := newIndex(t.TempDir()); err == nil {
		t.Error("an empty tree has an index")
	}
}

func TestMissingTool(t *testing.T) {
	t.Parallel()
	_, err := Rewriter{Program: "talpa-no-such-program"}.Rewrite(context.Background(), instrument.Job{
		APK: "app.apk", Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler),
	})
	if !errors.Is(err, execx.ErrNotFound) || !strings.Contains(err.Error(), "apt install apktool") {
		t.Errorf("error %v", err)
	}
}
