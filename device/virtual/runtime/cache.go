package runtime

import (
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// evict removes the entries used longest ago until the cache is within its
// limit; keep stays. A JVM that has an evicted file open keeps it.
func (v *Converter) evict(keep string) {
	infos := v.entries()
	var total int64
	for _, info := range infos {
		total += info.Size()
	}
	for _, info := range infos {
		path := filepath.Join(v.Dir, info.Name())
		if total <= v.config.CacheLimit {
			return
		}
		if path == keep {
			continue
		}
		if err := os.Remove(path); err == nil {
			base := strings.TrimSuffix(path, filepath.Ext(path))
			_ = os.Remove(base + factsSuffix)
			_ = os.Remove(base + verdictSuffix)
			total -= info.Size()
			v.config.Log.Debug("virtual device: evicted a converted app", "file", info.Name())
		}
	}
}

// oldSuffix is that of the files of classes which builds before the stores wrote. Nobody reads them any more, so that
// they are the ones used longest ago.
const oldSuffix = ".jar"

// entries are the cached files of classes, the one used longest ago first.
func (v *Converter) entries() []fs.FileInfo {
	files, err := os.ReadDir(v.Dir)
	if err != nil {
		return nil
	}
	var infos []fs.FileInfo
	for _, e := range files {
		suffix := filepath.Ext(e.Name())
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && (suffix == storeSuffix || suffix == oldSuffix) {
			infos = append(infos, info)
		}
	}
	sort.Slice(infos, func(i, j int) bool { return infos[i].ModTime().Before(infos[j].ModTime()) })
	return infos
}
