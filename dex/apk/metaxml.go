package apk

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// MetaXML is an XML file that metadata of the manifest names, in one configuration:
// shortcuts, descriptions of app widgets, wallpapers and other services.
type MetaXML struct {
	XMLResource
	Root *Element
}

// MetaXML decodes the XML files that the manifest's metadata names; see Layouts for
// the error.
func (a *Archive) MetaXML() ([]MetaXML, error) {
	wanted := map[ID]bool{}
	note := func(list []MetaData) {
		for i := range list {
			wanted[list[i].Resource] = true
		}
	}
	m := a.manifest
	note(m.Application.MetaData)
	for i := range m.Activities {
		note(m.Activities[i].MetaData)
	}
	for i := range m.Providers {
		note(m.Providers[i].MetaData)
	}
	for _, c := range slices.Concat(m.Services, m.Receivers) {
		note(c.MetaData)
	}
	var list []MetaXML
	var failed []error
	for _, x := range a.XMLResources("xml") {
		if !wanted[x.ID] {
			continue
		}
		doc, err := a.XML(x.Path)
		if err != nil {
			failed = append(failed, fmt.Errorf("reading %s: %w", x.Name, err))
			continue
		}
		list = append(list, MetaXML{x, doc.Root})
	}
	return list, errors.Join(failed...)
}

// ServiceFile is a file of java.util.ServiceLoader: who implements an interface.
type ServiceFile struct {
	Interface string   // Java name
	Classes   []string // Java names
}

const (
	serviceDir      = "META-INF/services/"
	maxServiceFiles = 1000
	maxServiceSize  = 1 << 16
)

// ServiceFiles reads the archive's files of java.util.ServiceLoader. Those that cannot
// be read are left out.
func (a *Archive) ServiceFiles() []ServiceFile {
	var list []ServiceFile
	for _, f := range a.zip.order {
		name, ok := strings.CutPrefix(f.Name, serviceDir)
		if !ok || name == "" || strings.Contains(name, "/") || len(list) == maxServiceFiles {
			continue
		}
		data, err := a.zip.read(f.Name, maxServiceSize)
		if err != nil {
			continue
		}
		service := ServiceFile{Interface: name}
		for line := range strings.Lines(string(data)) {
			line, _, _ = strings.Cut(line, "#")
			if line = strings.TrimSpace(line); line != "" {
				service.Classes = append(service.Classes, line)
			}
		}
		list = append(list, service)
	}
	return list
}
