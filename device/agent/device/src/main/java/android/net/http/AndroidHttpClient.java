package android.net.http;

import android.content.ContentResolver;
import android.content.Context;
import android.os.Looper;
import android.util.Log;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.http.Header;
import org.apache.http.HttpEntity;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpRequestInterceptor;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.client.ResponseHandler;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.params.HttpClientParams;
import org.apache.http.client.protocol.ClientContext;
import org.apache.http.conn.ClientConnectionManager;
import org.apache.http.conn.scheme.PlainSocketFactory;
import org.apache.http.conn.scheme.Scheme;
import org.apache.http.conn.scheme.SchemeRegistry;
import org.apache.http.conn.ssl.SSLSocketFactory;
import org.apache.http.entity.AbstractHttpEntity;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.conn.tsccm.ThreadSafeClientConnManager;
import org.apache.http.impl.cookie.DateParseException;
import org.apache.http.impl.cookie.DateUtils;
import org.apache.http.params.BasicHttpParams;
import org.apache.http.params.HttpConnectionParams;
import org.apache.http.params.HttpParams;
import org.apache.http.params.HttpProtocolParams;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.BasicHttpProcessor;
import org.apache.http.protocol.HttpContext;

/**
 * The HTTP client of Android before 6, which a device still has in its library for apps that were
 * made for it: an Apache client with time-outs of a minute, without redirects and without a store
 * of cookies, that refuses to work on the main thread.
 */
public final class AndroidHttpClient implements HttpClient {
  /** Entities below this size in bytes are sent as they are. */
  public static long DEFAULT_SYNC_MIN_GZIP_BYTES = 256;

  private static final int TIMEOUT_MILLIS = 60_000;
  private static final int SOCKET_BUFFER = 8192;

  private final HttpClient delegate;
  private volatile HttpRequestInterceptor curl = (request, context) -> {};

  private AndroidHttpClient(ClientConnectionManager connections, HttpParams params) {
    delegate = new Delegate(connections, params);
  }

  /** A client that names itself so; sessions are not kept, with a context or without. */
  public static AndroidHttpClient newInstance(String userAgent, Context context) {
    HttpParams params = new BasicHttpParams();
    HttpConnectionParams.setStaleCheckingEnabled(params, false);
    HttpConnectionParams.setConnectionTimeout(params, TIMEOUT_MILLIS);
    HttpConnectionParams.setSoTimeout(params, TIMEOUT_MILLIS);
    HttpConnectionParams.setSocketBufferSize(params, SOCKET_BUFFER);
    HttpClientParams.setRedirecting(params, false);
    HttpProtocolParams.setUserAgent(params, userAgent);
    SchemeRegistry schemes = new SchemeRegistry();
    schemes.register(new Scheme("http", PlainSocketFactory.getSocketFactory(), 80));
    schemes.register(new Scheme("https", SSLSocketFactory.getSocketFactory(), 443));
    return new AndroidHttpClient(new ThreadSafeClientConnManager(params, schemes), params);
  }

  /** As with a context. */
  public static AndroidHttpClient newInstance(String userAgent) {
    return newInstance(userAgent, null);
  }

  /** Asks for an answer in gzip. */
  public static void modifyRequestToAcceptGzipResponse(HttpRequest request) {
    request.addHeader("Accept-Encoding", "gzip");
  }

  /** The content of an answer, unpacked if it is in gzip; null if it has none. */
  public static InputStream getUngzippedContent(HttpEntity entity) throws IOException {
    InputStream in = entity.getContent();
    Header h = entity.getContentEncoding();
    String encoding = h == null ? null : h.getValue();
    return in != null && encoding != null && encoding.contains("gzip")
        ? new GZIPInputStream(in)
        : in;
  }

  /** Data to send, in gzip unless it is short. */
  public static AbstractHttpEntity getCompressedEntity(byte[] data, ContentResolver resolver)
      throws IOException {
    if (data.length < getMinGzipSize(resolver)) {
      return new ByteArrayEntity(data);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(data);
    }
    AbstractHttpEntity entity = new ByteArrayEntity(out.toByteArray());
    entity.setContentEncoding("gzip");
    return entity;
  }

  /** The size in bytes from which on data is sent in gzip. */
  public static long getMinGzipSize(ContentResolver resolver) {
    return DEFAULT_SYNC_MIN_GZIP_BYTES;
  }

  /** A date of HTTP in ms since 1970. */
  public static long parseDate(String date) {
    try {
      return DateUtils.parseDate(date).getTime();
    } catch (DateParseException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Closes all connections; the client is of no use afterwards. */
  public void close() {
    getConnectionManager().shutdown();
  }

  /** Writes each request to the log as a line for curl, without its headers and content. */
  public void enableCurlLogging(String name, int level) {
    if (name == null) {
      throw new NullPointerException("name");
    }
    if (level < Log.VERBOSE || level > Log.ASSERT) {
      throw new IllegalArgumentException(
          "Level is out of range [" + Log.VERBOSE + ".." + Log.ASSERT + "]");
    }
    curl =
        (request, context) -> {
          if (Log.isLoggable(name, level) && request instanceof HttpUriRequest u) {
            Log.println(level, name, "curl \"" + u.getURI() + "\"");
          }
        };
  }

  /** Ends that. */
  public void disableCurlLogging() {
    curl = (request, context) -> {};
  }

  @Override
  public HttpParams getParams() {
    return delegate.getParams();
  }

  @Override
  public ClientConnectionManager getConnectionManager() {
    return delegate.getConnectionManager();
  }

  @Override
  public HttpResponse execute(HttpUriRequest request) throws IOException {
    return delegate.execute(request);
  }

  @Override
  public HttpResponse execute(HttpUriRequest request, HttpContext context) throws IOException {
    return delegate.execute(request, context);
  }

  @Override
  public HttpResponse execute(HttpHost target, HttpRequest request) throws IOException {
    return delegate.execute(target, request);
  }

  @Override
  public HttpResponse execute(HttpHost target, HttpRequest request, HttpContext context)
      throws IOException {
    return delegate.execute(target, request, context);
  }

  @Override
  public <T> T execute(HttpUriRequest request, ResponseHandler<? extends T> handler)
      throws IOException {
    return delegate.execute(request, handler);
  }

  @Override
  public <T> T execute(
      HttpUriRequest request, ResponseHandler<? extends T> handler, HttpContext context)
      throws IOException {
    return delegate.execute(request, handler, context);
  }

  @Override
  public <T> T execute(HttpHost target, HttpRequest request, ResponseHandler<? extends T> handler)
      throws IOException {
    return delegate.execute(target, request, handler);
  }

  @Override
  public <T> T execute(
      HttpHost target,
      HttpRequest request,
      ResponseHandler<? extends T> handler,
      HttpContext context)
      throws IOException {
    return delegate.execute(target, request, handler, context);
  }

  private final class Delegate extends DefaultHttpClient {
    Delegate(ClientConnectionManager connections, HttpParams params) {
      super(connections, params);
    }

    @Override
    protected BasicHttpProcessor createHttpProcessor() {
      BasicHttpProcessor p = super.createHttpProcessor();
      p.addRequestInterceptor(
          (request, context) -> {
            if (Looper.myLooper() != null && Looper.myLooper() == Looper.getMainLooper()) {
              throw new RuntimeException("This thread forbids HTTP requests");
            }
          });
      p.addRequestInterceptor((request, context) -> curl.process(request, context));
      return p;
    }

    /** As in the superclass, but without its store of cookies. */
    @Override
    protected HttpContext createHttpContext() {
      HttpContext c = new BasicHttpContext();
      c.setAttribute(ClientContext.AUTHSCHEME_REGISTRY, getAuthSchemes());
      c.setAttribute(ClientContext.COOKIESPEC_REGISTRY, getCookieSpecs());
      c.setAttribute(ClientContext.CREDS_PROVIDER, getCredentialsProvider());
      return c;
    }
  }
}
