package apk

import (
	"slices"
	"strings"
)

// Manifest is what AndroidManifest.xml declares. Class names are Java names in
// full ("com.foo.Main$1"), references to strings are followed.
type Manifest struct {
	Package     string
	VersionCode int64
	VersionName string
	MinSDK      int // 1 if the manifest does not say
	TargetSDK   int // MinSDK if the manifest does not say
	Application Application
	Activities  []Activity // aliases included, in the order of the manifest
	Services    []Component
	Receivers   []Component
	Providers   []Provider
	// Permissions are those that the app asks for, Defined those that it declares.
	Permissions []Permission
	Defined     []Definition
	Features    []Feature
	// Instrumentations are classes of test runners.
	Instrumentations []string
	// Document is the whole manifest.
	Document *Document
}

// Application is the <application> element.
type Application struct {
	Class string // "" if the app declares none
	// Factory makes the components, BackupAgent saves data; "" if there is none.
	Factory, BackupAgent string

	Label      string
	Theme      ID // 0 if none
	Process    string
	Debuggable bool
	HasCode    bool
	MetaData   []MetaData
}

// Component is what the four kinds of components have in common.
type Component struct {
	Name    string
	Label   string
	Enabled bool
	// Exported is the effective value: where the manifest does not say, it
	// follows from the intent filters.
	Exported   bool
	Permission string // that a caller needs, "" if none
	Process    string // "" is the process of the application
	Filters    []IntentFilter
	MetaData   []MetaData
	Line       int // of the manifest's source, 0 if unknown
}

// Activity is an <activity> or an <activity-alias>.
type Activity struct {
	Component
	// Target is the activity behind an alias, "" for an activity.
	Target        string
	LaunchMode    string // "standard", "singleTop", "singleTask", "singleInstance"
	ConfigChanges ConfigChanges
	Theme         ID     // 0 means that of the application
	Parent        string // parentActivityName, "" if none
	TaskAffinity  string // "" if the manifest does not say
	Orientation   int    // android:screenOrientation, -1 (unspecified) by default
	SoftInputMode int    // android:windowSoftInputMode, flags
	NoHistory     bool
}

// Provider is a <provider>.
type Provider struct {
	Component
	Authorities                     []string
	ReadPermission, WritePermission string
	GrantURIPermissions             bool
}

// Permission is a <uses-permission>.
type Permission struct {
	Name   string
	MaxSDK int // 0 is no limit
}

// Definition is a permission that the app declares itself.
type Definition struct {
	Name  string
	Group string // "" if it is in none
	// Dangerous says that the user decides on it.
	Dangerous bool
}

// The base of a protection level, and what it is for permissions that the user
// decides on.
const (
	protectionBase      = 0xf
	protectionDangerous = 1
)

// Feature is a <uses-feature>.
type Feature struct {
	Name     string // "" for the OpenGL ES version
	Required bool
	GLES     int // OpenGL ES version, 0x00020000 is 2.0; 0 for other features
}

// MetaData is a <meta-data>.
type MetaData struct {
	Name  string
	Value Value // as written, a reference is not followed
	// Resource is the id of android:resource, 0 if Value is used instead.
	Resource ID
}

// IntentFilter is an <intent-filter>.
type IntentFilter struct {
	Actions, Categories []string
	Data                []DataSpec
	Priority            int
}

// Has says whether the filter names the action and the category.
func (f IntentFilter) Has(action, category string) bool {
	return contains(f.Actions, action) && contains(f.Categories, category)
}

// DataSpec is one <data>; as Android has it, the parts of all <data> elements
// of a filter combine.
type DataSpec struct {
	Scheme, Host, Port, MIMEType  string
	Path, PathPrefix, PathPattern string
}

// Main intents.
const (
	actionMain       = "android.intent.action.MAIN"
	categoryLauncher = "android.intent.category.LAUNCHER"
	categoryLeanback = "android.intent.category.LEANBACK_LAUNCHER"
	categoryInfo     = "android.intent.category.INFO"
	categoryHome     = "android.intent.category.HOME"
)

// AsksFor says whether the app asks for a permission that is such, by its name.
func (m *Manifest) AsksFor(such func(permission string) bool) bool {
	return slices.ContainsFunc(m.Permissions, func(p Permission) bool { return such(p.Name) })
}

// ReadsTags says whether an NFC tag can start one of the app's activities.
func (m *Manifest) ReadsTags() bool {
	found := func(action string) bool {
		kind, ok := strings.CutPrefix(action, "android.nfc.action.")
		return ok && slices.Contains([]string{"NDEF_DISCOVERED", "TECH_DISCOVERED", "TAG_DISCOVERED"}, kind)
	}
	return slices.ContainsFunc(m.Activities, func(a Activity) bool {
		return a.Enabled && slices.ContainsFunc(a.Filters, func(f IntentFilter) bool {
			return slices.ContainsFunc(f.Actions, found)
		})
	})
}

// Launcher is the activity that a launcher starts, with its name as declared
// (an alias keeps its own name); of an app that is a launcher itself, and that others do not
// list, the home screen; nil if there is none.
func (m *Manifest) Launcher() *Activity {
	for _, category := range []string{categoryLauncher, categoryLeanback, categoryInfo, categoryHome} {
		for i := range m.Activities {
			a := &m.Activities[i]
			if !a.Enabled {
				continue
			}
			for _, f := range a.Filters {
				if f.Has(actionMain, category) {
					return a
				}
			}
		}
	}
	return nil
}

// Activity finds an activity or alias by its Java name; nil if there is none.
func (m *Manifest) Activity(name string) *Activity {
	for i := range m.Activities {
		if m.Activities[i].Name == name {
			return &m.Activities[i]
		}
	}
	return nil
}

// Class is the Java name of the class that runs: the target of an alias.
func (a *Activity) Class() string {
	if a.Target != "" {
		return a.Target
	}
	return a.Name
}

// manifestReader turns the document into a Manifest.
type manifestReader struct {
	res *Resources
	m   *Manifest
}

func readManifest(doc *Document, res *Resources) (*Manifest, error) {
	root := doc.Root
	if root.Name != "manifest" {
		return nil, bad(ErrMalformed, "its root is <%.40s>, not <manifest>", root.Name)
	}
	r := manifestReader{res, &Manifest{Document: doc, MinSDK: 1}}
	m := r.m
	m.Package = r.text(root, 0, "package")
	if m.Package == "" {
		return nil, bad(ErrMalformed, "it names no package")
	}
	m.VersionCode = r.integer(root, attrVersionCode, "versionCode", 0)
	m.VersionName = r.text(root, attrVersionName, "versionName")
	m.Application.HasCode = true
	for _, e := range root.Children {
		r.topLevel(e)
	}
	if m.TargetSDK == 0 {
		m.TargetSDK = m.MinSDK
	}
	for _, e := range root.Children {
		if e.Name == "application" {
			r.application(e)
		}
	}
	return m, nil
}

// topLevel reads what stands beside <application>.
func (r *manifestReader) topLevel(e *Element) {
	m := r.m
	switch e.Name {
	case "uses-sdk":
		m.MinSDK = r.sdk(e, attrMinSDK, "minSdkVersion", m.MinSDK)
		m.TargetSDK = r.sdk(e, attrTargetSDK, "targetSdkVersion", m.TargetSDK)
	case "uses-permission", "uses-permission-sdk-23", "uses-permission-sdk-m":
		if name := r.text(e, attrName, "name"); name != "" {
			limit := int(r.integer(e, attrMaxSDK, "maxSdkVersion", 0))
			m.Permissions = append(m.Permissions, Permission{name, limit})
		}
	case "permission":
		level := r.integer(e, attrProtectionLevel, "protectionLevel", 0)
		m.Defined = append(m.Defined, Definition{
			Name: r.text(e, attrName, "name"), Group: r.text(e, attrPermissionGroup, "permissionGroup"),
			Dangerous: level&protectionBase == protectionDangerous,
		})
	case "uses-feature":
		m.Features = append(m.Features, Feature{
			Name:     r.text(e, attrName, "name"),
			Required: r.boolean(e, attrRequired, "required", true),
			GLES:     int(r.integer(e, attrGLESVersion, "glEsVersion", 0)),
		})
	case "instrumentation":
		m.Instrumentations = append(m.Instrumentations, r.class(e, attrName, "name"))
	}
}

func (r *manifestReader) application(e *Element) {
	m := r.m
	m.Application = Application{
		Class:       r.class(e, attrName, "name"),
		Factory:     r.class(e, attrComponentFactory, "appComponentFactory"),
		BackupAgent: r.class(e, attrBackupAgent, "backupAgent"),
		Label:       r.text(e, attrLabel, "label"),
		Theme:       r.id(e, attrTheme, "theme"),
		Process:     r.text(e, attrProcess, "process"),
		Debuggable:  r.boolean(e, attrDebuggable, "debuggable", false),
		HasCode:     r.boolean(e, attrHasCode, "hasCode", true),
		MetaData:    r.metaData(e),
	}
	permission := r.text(e, attrPermission, "permission")
	enabled := r.boolean(e, attrEnabled, "enabled", true)
	for _, c := range e.Children {
		switch c.Name {
		case "activity", "activity-alias":
			m.Activities = append(m.Activities, r.activity(c))
		case "service":
			m.Services = append(m.Services, r.component(c))
		case "receiver":
			m.Receivers = append(m.Receivers, r.component(c))
		case "provider":
			m.Providers = append(m.Providers, r.provider(c))
		}
	}
	for _, c := range m.components() {
		c.Enabled = c.Enabled && enabled
		if c.Permission == "" {
			c.Permission = permission
		}
	}
}

// components gives the common part of every component.
func (m *Manifest) components() []*Component {
	var list []*Component
	for i := range m.Activities {
		list = append(list, &m.Activities[i].Component)
	}
	for i := range m.Services {
		list = append(list, &m.Services[i])
	}
	for i := range m.Receivers {
		list = append(list, &m.Receivers[i])
	}
	for i := range m.Providers {
		list = append(list, &m.Providers[i].Component)
	}
	return list
}

func (r *manifestReader) component(e *Element) Component {
	c := Component{
		Name:       r.class(e, attrName, "name"),
		Label:      r.text(e, attrLabel, "label"),
		Enabled:    r.boolean(e, attrEnabled, "enabled", true),
		Permission: r.text(e, attrPermission, "permission"),
		Process:    r.text(e, attrProcess, "process"),
		MetaData:   r.metaData(e),
		Line:       e.Line,
	}
	for _, f := range e.Children {
		if f.Name == "intent-filter" {
			c.Filters = append(c.Filters, r.filter(f))
		}
	}
	c.Exported = r.boolean(e, attrExported, "exported", len(c.Filters) > 0)
	return c
}

func (r *manifestReader) activity(e *Element) Activity {
	modes := [...]string{"standard", "singleTop", "singleTask", "singleInstance", "singleInstancePerTask"}
	a := Activity{
		Component:     r.component(e),
		ConfigChanges: ConfigChanges(r.integer(e, attrConfigChanges, "configChanges", 0)),
		Theme:         r.id(e, attrTheme, "theme"),
		Parent:        r.class(e, attrParentActivity, "parentActivityName"),
		TaskAffinity:  r.text(e, attrTaskAffinity, "taskAffinity"),
		Orientation:   int(int32(r.integer(e, attrScreenOrientation, "screenOrientation", -1))),
		SoftInputMode: int(r.integer(e, attrSoftInputMode, "windowSoftInputMode", 0)),
		NoHistory:     r.boolean(e, attrNoHistory, "noHistory", false),
		LaunchMode:    modes[0],
	}
	if mode := r.integer(e, attrLaunchMode, "launchMode", 0); mode > 0 && int(mode) < len(modes) {
		a.LaunchMode = modes[mode]
	}
	if e.Name == "activity-alias" {
		a.Target = r.class(e, attrTargetActivity, "targetActivity")
	}
	return a
}

func (r *manifestReader) provider(e *Element) Provider {
	p := Provider{
		Component:           r.component(e),
		ReadPermission:      r.text(e, attrReadPermission, "readPermission"),
		WritePermission:     r.text(e, attrWritePermission, "writePermission"),
		GrantURIPermissions: r.boolean(e, attrGrantURI, "grantUriPermissions", false),
	}
	// Providers were exported by default until API 17.
	p.Exported = r.boolean(e, attrExported, "exported", r.m.TargetSDK < 17)
	for name := range strings.SplitSeq(r.text(e, attrAuthorities, "authorities"), ";") {
		if name != "" {
			p.Authorities = append(p.Authorities, name)
		}
	}
	return p
}

func (r *manifestReader) filter(e *Element) IntentFilter {
	f := IntentFilter{Priority: int(int32(r.integer(e, attrPriority, "priority", 0)))}
	for _, c := range e.Children {
		switch c.Name {
		case "action":
			f.Actions = append(f.Actions, r.text(c, attrName, "name"))
		case "category":
			f.Categories = append(f.Categories, r.text(c, attrName, "name"))
		case "data":
			f.Data = append(f.Data, DataSpec{
				Scheme:      r.text(c, attrScheme, "scheme"),
				Host:        r.text(c, attrHost, "host"),
				Port:        r.text(c, attrPort, "port"),
				MIMEType:    r.text(c, attrMIMEType, "mimeType"),
				Path:        r.text(c, attrPath, "path"),
				PathPrefix:  r.text(c, attrPathPrefix, "pathPrefix"),
				PathPattern: r.text(c, attrPathPattern, "pathPattern"),
			})
		}
	}
	return f
}

func (r *manifestReader) metaData(e *Element) []MetaData {
	var list []MetaData
	for _, c := range e.Children {
		if c.Name == "meta-data" {
			value, _ := c.Attr(attrValue, "value")
			list = append(list, MetaData{r.text(c, attrName, "name"), value, r.id(c, attrResource, "resource")})
		}
	}
	return list
}

func (r *manifestReader) text(e *Element, id ID, name string) string {
	v, _ := e.Attr(id, name)
	return r.res.Text(v)
}

// class completes a class name: ".Main" and "Main" belong to the package.
func (r *manifestReader) class(e *Element, id ID, name string) string {
	return FullClassName(r.m.Package, r.text(e, id, name))
}

// FullClassName completes the class name of a manifest as Android does: a name
// with a leading dot, or with no dot at all, belongs to pkg.
func FullClassName(pkg, name string) string {
	switch {
	case name == "" || pkg == "":
		return name
	case name[0] == '.':
		return pkg + name
	case !strings.Contains(name, "."):
		return pkg + "." + name
	}
	return name
}

func (r *manifestReader) id(e *Element, id ID, name string) ID {
	v, _ := e.Attr(id, name)
	if v.Type != TypeReference {
		return 0
	}
	return v.Ref()
}

func (r *manifestReader) integer(e *Element, id ID, name string, missing int64) int64 {
	v, _ := e.Attr(id, name)
	if n, ok := r.res.Resolve(v).Int(); ok {
		return n
	}
	return missing
}

// sdk reads an API level; the codename of a preview counts as the newest.
func (r *manifestReader) sdk(e *Element, id ID, name string, missing int) int {
	const preview = 10000
	v, ok := e.Attr(id, name)
	if !ok {
		return missing
	}
	v = r.res.Resolve(v)
	if n, ok := v.Int(); ok && n >= 0 && n <= preview {
		return int(n)
	}
	if v.Type == TypeString && v.Str != "" {
		return preview
	}
	return missing
}

func (r *manifestReader) boolean(e *Element, id ID, name string, missing bool) bool {
	v, _ := e.Attr(id, name)
	if b, ok := r.res.Resolve(v).Bool(); ok {
		return b
	}
	return missing
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
