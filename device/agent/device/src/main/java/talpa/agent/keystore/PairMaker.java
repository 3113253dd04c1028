package talpa.agent.keystore;

import android.security.KeyPairGeneratorSpec;
import android.security.keystore.KeyGenParameterSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyPairGeneratorSpi;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Date;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.TBSCertificate;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;

/** Makes pairs of keys and keeps the private one with a certificate that it signed itself. */
@SuppressWarnings("deprecation")
public abstract class PairMaker extends KeyPairGeneratorSpi {
  private static final long DAY = 24L * 60 * 60 * 1000;

  private final String algorithm;
  private final String signature;
  private final String signatureId;
  private int bits;
  private AlgorithmParameterSpec parameters;
  private String alias;
  private X500Principal subject;
  private BigInteger serial;
  private Date from;
  private Date until;

  PairMaker(String algorithm, int bits, String signature, String signatureId) {
    this.algorithm = algorithm;
    this.bits = bits;
    this.signature = signature;
    this.signatureId = signatureId;
  }

  @Override
  public void initialize(int size, SecureRandom r) {
    throw new IllegalArgumentException(
        KeyGenParameterSpec.class.getName() + " required to initialize this KeyPairGenerator");
  }

  @Override
  public void initialize(AlgorithmParameterSpec p, SecureRandom r)
      throws InvalidAlgorithmParameterException {
    if (p instanceof KeyGenParameterSpec s) {
      GuardedKey.check(s);
      alias = s.getKeystoreAlias();
      bits = s.getKeySize() > 0 ? s.getKeySize() : bits;
      parameters = s.getAlgorithmParameterSpec();
      certificate(
          s.getCertificateSubject(),
          s.getCertificateSerialNumber(),
          s.getCertificateNotBefore(),
          s.getCertificateNotAfter());
    } else if (p instanceof KeyPairGeneratorSpec s) {
      alias = s.getKeystoreAlias();
      bits = s.getKeySize() > 0 ? s.getKeySize() : bits;
      parameters = s.getAlgorithmParameterSpec();
      certificate(s.getSubjectDN(), s.getSerialNumber(), s.getStartDate(), s.getEndDate());
    } else {
      throw new InvalidAlgorithmParameterException(
          "Must supply params of type " + KeyGenParameterSpec.class.getName());
    }
  }

  private void certificate(X500Principal name, BigInteger number, Date start, Date end) {
    subject = name == null ? new X500Principal("CN=fake") : name;
    serial = number == null ? BigInteger.ONE : number;
    from = start == null ? new Date(0) : start;
    until = end == null ? new Date(28_854L * DAY) : end; // 2049-01-01
  }

  @Override
  public KeyPair generateKeyPair() {
    if (alias == null) {
      throw new IllegalStateException("Not initialized");
    }
    try {
      KeyPairGenerator g = KeyPairGenerator.getInstance(algorithm);
      if (parameters != null) {
        g.initialize(parameters);
      } else {
        g.initialize(bits);
      }
      KeyPair pair = g.generateKeyPair();
      Keys.put(alias, pair.getPrivate(), certify(pair));
      return pair;
    } catch (GeneralSecurityException | IOException e) {
      throw new ProviderException("Failed to generate key pair", e);
    }
  }

  private Certificate certify(KeyPair pair) throws GeneralSecurityException, IOException {
    AlgorithmIdentifier id = new AlgorithmIdentifier(new ASN1ObjectIdentifier(signatureId));
    X500Name name = X500Name.getInstance(subject.getEncoded());
    V3TBSCertificateGenerator g = new V3TBSCertificateGenerator();
    g.setSerialNumber(new ASN1Integer(serial));
    g.setSignature(id);
    g.setIssuer(name);
    g.setSubject(name);
    g.setStartDate(new Time(from));
    g.setEndDate(new Time(until));
    g.setSubjectPublicKeyInfo(SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()));
    TBSCertificate body = g.generateTBSCertificate();
    Signature s = Signature.getInstance(signature);
    s.initSign(pair.getPrivate());
    s.update(body.getEncoded(ASN1Encoding.DER));
    ASN1EncodableVector all = new ASN1EncodableVector();
    all.add(body);
    all.add(id);
    all.add(new DERBitString(s.sign()));
    return CertificateFactory.getInstance("X.509")
        .generateCertificate(new ByteArrayInputStream(new DERSequence(all).getEncoded()));
  }

  /** RSA pairs. */
  public static final class Rsa extends PairMaker {
    /** Called by the provider. */
    public Rsa() {
      super("RSA", 2048, "SHA256withRSA", "1.2.840.113549.1.1.11");
    }
  }

  /** Pairs on elliptic curves. */
  public static final class Ec extends PairMaker {
    /** Called by the provider. */
    public Ec() {
      super("EC", 256, "SHA256withECDSA", "1.2.840.10045.4.3.2");
    }
  }
}
