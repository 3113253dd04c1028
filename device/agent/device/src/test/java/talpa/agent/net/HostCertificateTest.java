package talpa.agent.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.SignatureException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Certificates that stand-in servers show: what a verifier of host names looks at (RFC 5280). */
class HostCertificateTest {
  private static final int DNS = 2;
  private static final int ADDRESS = 7;

  @ParameterizedTest
  @CsvSource({"api.example," + DNS, "198.18.3.1," + ADDRESS, "localhost," + DNS})
  void theHostIsTheAlternativeName(String host, int kind) throws CertificateParsingException {
    assertEquals(
        List.of(List.of(kind, host)),
        new ArrayList<>(HostCertificate.of(host).getSubjectAlternativeNames()));
  }

  @Test
  void anAddressOfVersion6IsOneToo() throws CertificateParsingException {
    List<?> name = HostCertificate.of("2001:db8::7").getSubjectAlternativeNames().iterator().next();
    assertEquals(ADDRESS, name.get(0));
  }

  @Test
  void itIsValidForLong() {
    X509Certificate c = HostCertificate.of("api.example");
    assertDoesNotThrow(() -> c.checkValidity(new Date(1_750_000_000_000L)));
    assertEquals(3, c.getVersion());
    assertEquals("CN=stand-in", c.getSubjectX500Principal().getName());
    assertEquals(c.getIssuerX500Principal(), c.getSubjectX500Principal());
  }

  /** Pins are hashes of keys: the same key in every run. */
  @Test
  void theKeyIsTheSameForAllAndNobodySignedForIt() {
    X509Certificate c = HostCertificate.of("api.example");
    RSAPublicKey k = (RSAPublicKey) c.getPublicKey();
    assertEquals(2048, k.getModulus().bitLength());
    assertArrayEquals(
        k.getEncoded(), HostCertificate.of("other.example").getPublicKey().getEncoded());
    assertThrows(SignatureException.class, () -> c.verify(k));
  }
}
