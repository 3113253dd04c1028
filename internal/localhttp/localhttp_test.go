package localhttp

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestOnly(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, host string
		header     map[string]string
		want       int
	}{
		{"by address", "127.0.0.1:7912", nil, http.StatusOK},
		{"by address of IPv6", "[::1]:7912", nil, http.StatusOK},
		{"by address without port", "[::1]", nil, http.StatusOK},
		{"localhost", "localhost:7912", nil, http.StatusOK},
		{"localhost without port", "localhost", nil, http.StatusOK},
		{"HTTP/1.0 without host", "", nil, http.StatusOK},
		{"rebound name", "evil.example:7912", nil, http.StatusForbidden},
		{"name that begins as an address", "127.0.0.1.evil.example:7912", nil, http.StatusForbidden},
		{"name that begins as localhost", "localhost.evil.example", nil, http.StatusForbidden},
		{"brackets", "[evil.example]:80", nil, http.StatusForbidden},
		{"page of elsewhere", "127.0.0.1:7912", map[string]string{"Origin": "https://evil.example"}, http.StatusForbidden},
		{"page without origin", "127.0.0.1:7912", map[string]string{"Origin": "null"}, http.StatusForbidden},
		{"page of another port", "127.0.0.1:7912", map[string]string{"Origin": "http://127.0.0.1:80"}, http.StatusForbidden},
		{"its own page", "127.0.0.1:7912", map[string]string{"Origin": "http://127.0.0.1:7912"}, http.StatusOK},
		{"picture on a page", "127.0.0.1:7912", map[string]string{"Sec-Fetch-Site": "cross-site"}, http.StatusForbidden},
		{"same site, another port", "127.0.0.1:7912", map[string]string{"Sec-Fetch-Site": "same-site"}, http.StatusForbidden},
		{"typed by the user", "127.0.0.1:7912", map[string]string{"Sec-Fetch-Site": "none"}, http.StatusOK},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			asked := false
			h := Only(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
			r := httptest.NewRequest(http.MethodGet, "/shell?command=id", nil)
			r.Host = tt.host
			for k, v := range tt.header {
				r.Header.Set(k, v)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != tt.want || asked != (tt.want == http.StatusOK) {
				t.Errorf("answered with %d, handler asked: %v; want %d", w.Code, asked, tt.want)
			}
		})
	}
}
