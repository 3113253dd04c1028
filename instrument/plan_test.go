package instrument_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/asra/guide"
	"talpa/instrument"
)

func callback(method string, role guide.Role, verdict guide.Verdict) guide.Callback {
	return guide.Callback{Method: method, Role: role, Verdict: verdict}
}

var sampleGuide = &guide.Guide{
	App:   guide.App{Package: "com.example"},
	Level: guide.LevelASRA,
	Components: []guide.Component{
		{Name: "com.example.Main", Kind: guide.Activity}, {Name: "com.example.App", Kind: guide.Application},
	},
	Callbacks: []guide.Callback{
		callback("LB;->onClick(Landroid/view/View;)V", guide.RoleClick, guide.Irrelevant),
		callback("LA;->onMenuItemClick(Landroid/view/MenuItem;)Z", guide.RoleMenu, guide.Irrelevant),
		callback("LB;->onClick(Landroid/view/View;)V", guide.RoleClick, guide.Irrelevant),
		callback("LA;->onClick(Landroid/view/View;)V", guide.RoleClick, guide.Necessary),
		callback("LA;->onLongClick(Landroid/view/View;)Z", guide.RoleLongClick, guide.Unknown),
		callback("LA;-><init>()V", guide.RoleOther, guide.Irrelevant),
		callback("LA;->onPause()V", guide.RoleLifecycle, guide.Irrelevant),
		callback("LA;->onSaveInstanceState(Landroid/os/Bundle;)V", guide.RoleOther, guide.Irrelevant),
		callback("LA;->onDraw(Landroid/graphics/Canvas;)V", guide.RoleDraw, guide.Irrelevant),
		callback("LA;->getView(I)Landroid/view/View;", guide.RoleAdapter, guide.Irrelevant),
		callback("LA;->onCreateOptionsMenu(Landroid/view/Menu;)Z", guide.RoleMenu, guide.Irrelevant),
		callback("LA;->onBackPressed()V", guide.RoleKey, guide.Irrelevant),
		callback("LA;->call()Ljava/lang/Object;", guide.RoleAsync, guide.Irrelevant),
		callback("Lcom/example/App;->onActivityStarted(Landroid/app/Activity;)V", guide.RoleSystem, guide.Irrelevant),
		callback("nonsense", guide.RoleOther, guide.Irrelevant),
	},
}

func TestNewPlan(t *testing.T) {
	t.Parallel()
	p, err := instrument.NewPlan(sampleGuide, instrument.ModeASRA)
	if err != nil {
		t.Fatal(err)
	}
	want := []instrument.Method{
		{Name: "LA;->onMenuItemClick(Landroid/view/MenuItem;)Z", Action: instrument.Return},
		{Name: "LB;->onClick(Landroid/view/View;)V", Action: instrument.Return},
	}
	if diff := cmp.Diff(want, p.Methods); diff != "" {
		t.Errorf("methods (-want +got):\n%s", diff)
	}
	reasons := map[string]string{}
	for _, k := range p.Kept {
		reasons[k.Name[:strings.IndexAny(k.Name+"(", "(")]] = k.Reason
	}
	if diff := cmp.Diff(map[string]string{
		"LA;-><init>":                          "it initializes the class or its objects",
		"LA;->onPause":                         "a life-cycle method must call its superclass",
		"LA;->onSaveInstanceState":             "a life-cycle method must call its superclass",
		"LA;->onDraw":                          "it runs many times a second",
		"LA;->getView":                         "it builds the screen",
		"LA;->onCreateOptionsMenu":             "it builds the screen",
		"LA;->onBackPressed":                   "without it the screen could not be left",
		"LA;->call":                            "its caller uses the object that it returns",
		"Lcom/example/App;->onActivityStarted": "the application and its providers must start",
		"nonsense":                             "its name is no DEX method",
	}, reasons); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}

func TestNewPlanLog(t *testing.T) {
	t.Parallel()
	p, err := instrument.NewPlan(sampleGuide, instrument.ModeLog)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Methods) != 11 {
		t.Errorf("%d methods log, want 11: %v", len(p.Methods), p.Methods)
	}
	for _, m := range p.Methods {
		if m.Action != instrument.Log {
			t.Errorf("%s: %s", m.Name, m.Action)
		}
	}
}

// Watch adds probes, and leaves alone what returns at once or must not change.
func TestWatch(t *testing.T) {
	t.Parallel()
	guarded := instrument.Method{Name: "LB;->onItem(I)V", Action: instrument.Guarded, Guard: &instrument.Guard{}}
	pruned := instrument.Method{Name: "LB;->onClick()V", Action: instrument.Return}
	p := &instrument.Plan{Methods: []instrument.Method{pruned, guarded}}
	p.Watch([]string{"LB;->onItem(I)V", "LB;->onClick()V", "LB;-><init>()V", "nonsense", "LA;->save()V", "LA;->save()V"})
	want := []instrument.Method{
		{Name: "LA;->save()V", Action: instrument.Log}, pruned,
		{Name: guarded.Name, Action: instrument.Guarded, Guard: &instrument.Guard{Probe: true}},
	}
	if diff := cmp.Diff(want, p.Methods); diff != "" {
		t.Errorf("watched (-want +got):\n%s", diff)
	}
}

func TestNewPlanLevel(t *testing.T) {
	t.Parallel()
	_, err := instrument.NewPlan(sampleGuide, instrument.ModeReach)
	if err == nil || !strings.Contains(err.Error(), "--level reach") {
		t.Errorf("planning by another level: %v", err)
	}
}
