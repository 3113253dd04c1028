package diagram

// Colours and type shared by all pictures.
const (
	font       = "Helvetica,Arial,sans-serif"
	dark       = "#24292f"
	targetFill = "#ffb3a7"
	targetLine = "#cf222e"
	pathLine   = "#bc4c00"
)

// look is how nodes of a kind are drawn.
type look struct {
	shape   string
	rounded bool
	fill    string
	code    bool   // lines of code: monospaced, aligned on the left
	means   string // row of the legend; "" for kinds that explain themselves
}

var looks = map[string]look{
	"activity":    {shape: "box", rounded: true, fill: "#cfe4ff", means: "activity"},
	"fragment":    {shape: "box", rounded: true, fill: "#d7f5dc", means: "fragment"},
	"dialog":      {shape: "box", rounded: true, fill: "#fde7c2", means: "dialog"},
	"service":     {shape: "hexagon", fill: "#e8dcfb", means: "service"},
	"receiver":    {shape: "hexagon", fill: "#f5dcef", means: "receiver"},
	"provider":    {shape: "cylinder", fill: "#e4e9ee", means: "provider"},
	"application": {shape: "hexagon", fill: "#e4e9ee", means: "application"},
	"widget":      {shape: "box", rounded: true, fill: "#ffffff", means: "widget: resource name, text, class"},
	"item":        {shape: "box", rounded: true, fill: "#fff8c5", means: "menu item"},
	"callback":    {shape: "box", fill: "#eef1f4", means: "callback"},
	"lifecycle":   {shape: "box", fill: "#d4dde6", means: "life cycle method"},
	"main":        {shape: "circle", fill: "#ffffff"},
	"loop":        {shape: "diamond", fill: "#ffffff"},
	"method":      {shape: "box", fill: "#ffffff", means: "method"},
	"framework":   {shape: "box", fill: "#eaeef2", means: "method that the framework calls"},
	"type":        {shape: "ellipse", fill: "#d7f5dc", means: "an instance of the class exists"},
	"resource":    {shape: "note", fill: "#fff8c5", means: "resource"},
	"block":       {shape: "box", fill: "#ffffff", code: true},
}

func lookOf(kind string) look {
	if l, ok := looks[kind]; ok {
		return l
	}
	return look{shape: "box", fill: "#ffffff"}
}

// line is how edges of a kind are drawn.
type line struct {
	colour string
	style  string
	loose  bool // does not take part in ranking
	means  string
}

var lines = map[string]line{
	"opens":    {colour: "#0969da", means: "opens"},
	"sets":     {colour: "#1a7f37", means: "sets an attribute of"},
	"tests":    {colour: "#8250df", style: "dashed", means: "tests an attribute of"},
	"enables":  {colour: "#bc4c00", style: "dashed", loose: true, means: "sets what the other one tests or needs"},
	"parent":   {colour: "#afb8c1", means: "holds"},
	"triggers": {colour: "#57606a", means: "triggers"},
	"order":    {colour: dark},
	"loop":     {colour: "#8c959f"},
	"again":    {colour: "#8c959f", style: "dashed", loose: true},
	"call":     {colour: dark, means: "calls"},
	"init":     {colour: "#57606a", style: "dotted", means: "first use of a class"},
	"lambda":   {colour: "#8250df", style: "dashed", means: "makes a lambda of"},
	"reflect":  {colour: "#cf222e", style: "dashed", means: "names in a string"},
	"alloc":    {colour: "#1a7f37", style: "dashed", means: "makes the object of"},
	"catch":    {colour: "#cf222e", style: "dashed"},
	"throw":    {colour: "#cf222e", style: "dashed"},
}

func lineOf(kind string) line {
	if l, ok := lines[kind]; ok {
		return l
	}
	return line{colour: dark}
}
