package talpa.agent.net;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Date;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.RSAPublicKey;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;

/** Certificates for names; nobody signed them. */
@SuppressWarnings("deprecation")
final class HostCertificate {
  private static final String SHA256_WITH_RSA = "1.2.840.113549.1.1.11";
  private static final int KEY_BITS = 2048;
  private static final long END = 2_493_072_000_000L; // 2049-01-01

  private HostCertificate() {}

  /** The certificate of a host: its name, an odd number for a key, noise for a signature. */
  static X509Certificate of(String host) {
    try {
      AlgorithmIdentifier id =
          new AlgorithmIdentifier(new ASN1ObjectIdentifier(SHA256_WITH_RSA), DERNull.INSTANCE);
      V3TBSCertificateGenerator g = new V3TBSCertificateGenerator();
      g.setSerialNumber(new ASN1Integer(BigInteger.ONE));
      g.setSignature(id);
      g.setIssuer(new X500Name("CN=stand-in"));
      g.setSubject(new X500Name("CN=stand-in"));
      g.setStartDate(new Time(new Date(0)));
      g.setEndDate(new Time(new Date(END)));
      g.setSubjectPublicKeyInfo(key());
      ExtensionsGenerator e = new ExtensionsGenerator();
      int kind = host.matches("[0-9.]+|.*:.*") ? GeneralName.iPAddress : GeneralName.dNSName;
      e.addExtension(
          Extension.subjectAlternativeName, false, new GeneralNames(new GeneralName(kind, host)));
      g.setExtensions(e.generate());
      ASN1EncodableVector all = new ASN1EncodableVector();
      all.add(g.generateTBSCertificate());
      all.add(id);
      all.add(new DERBitString(new byte[KEY_BITS / Byte.SIZE]));
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(new DERSequence(all).getEncoded()));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("making a certificate for " + host, e);
    }
  }

  private static SubjectPublicKeyInfo key() throws IOException {
    BigInteger n = BigInteger.ONE.shiftLeft(KEY_BITS - 1).add(BigInteger.ONE);
    return new SubjectPublicKeyInfo(
        new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE),
        new RSAPublicKey(n, BigInteger.valueOf(65_537)));
  }
}
