package delay

import (
	"testing"

	"talpa/asra/appcode"
	"talpa/cfg/icfg/icfgtest"
)

const waiting = `
.class public Lt/Main;
.super Landroid/app/Activity;
.field private later:Landroid/os/Handler;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method
.method public go(J)V
    .registers 7
    iget-object v0, p0, Lt/Main;->later:Landroid/os/Handler;
    new-instance v1, Lt/Main$Once;
    invoke-direct {v1}, Lt/Main$Once;-><init>()V
    const-wide/16 v2, 0xbb8
    invoke-virtual {v0, v1, v2, v3}, Landroid/os/Handler;->postDelayed(Ljava/lang/Runnable;J)Z
    new-instance v1, Lt/Main$Twice;
    invoke-direct {v1}, Lt/Main$Twice;-><init>()V
    const-wide/16 v2, 0x1f4
    invoke-virtual {v0, v1, v2, v3}, Landroid/os/Handler;->postDelayed(Ljava/lang/Runnable;J)Z
    const-wide/16 v2, 0x7d0
    invoke-virtual {v0, v1, v2, v3}, Landroid/os/Handler;->postDelayed(Ljava/lang/Runnable;J)Z
    new-instance v1, Lt/Main$Never;
    invoke-direct {v1}, Lt/Main$Never;-><init>()V
    invoke-virtual {v0, v1, p1, p2}, Landroid/os/Handler;->postDelayed(Ljava/lang/Runnable;J)Z
    return-void
.end method
`

func runnable(name string) string {
	return `
.class public Lt/Main$` + name + `;
.super Ljava/lang/Object;
.implements Ljava/lang/Runnable;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    return-void
.end method
.method public run()V
    .registers 1
    return-void
.end method
`
}

// TestLongest: each runnable waits as long as the longest constant with which it is posted, up to what is asked for.
func TestLongest(t *testing.T) {
	t.Parallel()
	p := icfgtest.Build(t, map[string]string{
		"app": "activity t.Main", "in.smali": waiting + runnable("Once") + runnable("Twice") + runnable("Never"),
	})
	app := appcode.New(p)
	for _, c := range []struct {
		name       string
		most, want int64
	}{
		{"Once", 10_000, 3000}, {"Twice", 10_000, 2000}, {"Twice", 1000, 500}, {"Never", 10_000, 0},
	} {
		run := app.Calls.Method(icfgtest.MethodOf(t, p, "Main$"+c.name+".run"))
		if got := Longest(app, run, c.most); got != c.want {
			t.Errorf("%s waits %d ms of at most %d, want %d", c.name, got, c.most, c.want)
		}
	}
}
