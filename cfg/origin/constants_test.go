package origin_test

import (
	"fmt"
	"testing"

	"talpa/cfg/origin"
	"talpa/dex/dextest"
)

// Final fields with a value and fields of R classes are the numbers that they stand for; fields that code may change
// are not.
func TestConstants(t *testing.T) {
	t.Parallel()
	const r = `
.class public final La/lib/R$id;
.field public static final save:I = 0x7f050001
.field public static open:I = 0x7f050002
.field public static close:I
.field public static computed:I
.method static constructor <clinit>()V
    .registers 2
    const v0, 0x7f050003
    sput v0, La/lib/R$id;->close:I
    add-int/lit8 v0, v0, 0x1
    sput v0, La/lib/R$id;->computed:I
    return-void
.end method
.class La/Other;
.field static final MAX:I = 0x5
.field static count:I = 0x6
.field static final late:I
.field static early:I
.field static final after:I = 0x7
.method static constructor <clinit>()V
    .registers 2
    invoke-static {}, Ljava/lang/System;->nanoTime()J
    move-result-wide v0
    long-to-int v0, v0
    sput v0, La/Other;->late:I
    const/4 v0, 0x1
    sput v0, La/Other;->early:I
    return-void
.end method
.field static final text:Ljava/lang/String; = "t"
.class La/Reader;
.method static read()V
    .registers 1
    sget v0, %s
    return-void
.end method
`
	for field, want := range map[string]string{
		"La/lib/R$id;->save:I":               "int 2131034113",
		"La/lib/R$id;->open:I":               "int 2131034114",
		"La/lib/R$id;->close:I":              "int 2131034115",
		"La/lib/R$id;->computed:I":           "field computed",
		"La/Other;->MAX:I":                   "int 5",
		"La/Other;->count:I":                 "field count",
		"La/Other;->late:I":                  "field late",
		"La/Other;->early:I":                 "field early",
		"La/Other;->after:I":                 "int 7",
		"La/Other;->missing:I":               "field missing",
		"La/Missing;->count:I":               "field count",
		"La/Other;->text:Ljava/lang/String;": "field text",
	} {
		set := dextest.Set(t, fmt.Sprintf(r, field))
		c := origin.Cache{Constants: origin.NewConstants(set.Class)}
		read := dextest.Method(t, set, "La/Reader;->read()V")
		if got := describe(c.Of(read).At(2, 0)); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
		none := origin.Cache{}
		if got := describe(none.Of(read).At(2, 0)); got == want && want[:3] == "int" {
			t.Errorf("%s is %q without the classes", field, got)
		}
	}
}
