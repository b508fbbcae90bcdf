import { createPrivateKey, createSign, generateKeyPairSync } from "node:crypto";

/**
 * A self-signed certificate for localhost and 127.0.0.1 and its key, both PEM, made for one test: nothing
 * secret is in the repository. RFC 5280 in DER, by hand.
 */
export function certificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
  const name = sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from("localhost")))));
  const validity = sequence(time("20200101000000Z"), time("20991231235959Z"));
  const names = sequence(der(0x82, Buffer.from("localhost")), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extension = sequence(oid("551d11"), der(0x04, names));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extension)),
  );
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const signature = createSign("sha256").update(body).sign(createPrivateKey(key));
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString("base64").replace(/.{64}/g, "$&\n");
  return { key, cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n` };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

function time(text: string): Buffer {
  return der(0x18, Buffer.from(text));
}
