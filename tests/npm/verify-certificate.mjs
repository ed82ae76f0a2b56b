// Checks a certificate with `jose`, which shares no code with the server, and forges what a verifier has to refuse.
//
// Reads {token, jwks, key} from standard input. Writes {accepted, byKey, refused, forged}: the header and claims that the key set
// and the single key accept, the error code for each forgery, and the forgeries themselves, for the server to refuse as well.

import { readFileSync } from 'node:fs';
import { SignJWT, UnsecuredJWT, base64url, createLocalJWKSet, decodeJwt, exportSPKI, generateKeyPair, importJWK, jwtVerify } from 'jose';

const { token, jwks, key } = JSON.parse(readFileSync(0, 'utf8'));
const keys = createLocalJWKSet(jwks);
const [header, claims, signature] = token.split('.');
const { alg, kid, typ } = JSON.parse(new TextDecoder().decode(base64url.decode(header)));
const credential = decodeJwt(token);

function withHeader(members) {
  return `${base64url.encode(JSON.stringify(members))}.${claims}.${signature}`;
}

function withClaims(change) {
  const changed = structuredClone(credential);
  change(changed);
  return `${header}.${base64url.encode(JSON.stringify(changed))}.${signature}`;
}

const publicKey = await importJWK(key);
const asSecret = new TextEncoder().encode(await exportSPKI(publicKey));
const stranger = await generateKeyPair('RS256');

const forged = {
  holder: withClaims((c) => { c.credentialSubject.identifier[0].identityHash = 'Somebody Else'; }),
  score: withClaims((c) => { c.credentialSubject.result[0].value = '12'; }),
  date: withClaims((c) => { c.validFrom = '2020-01-01T00:00:00Z'; }),
  signature: `${header}.${claims}.${signature.slice(0, -4)}AAAA`,
  none: new UnsecuredJWT(credential).encode(),
  noneSigned: withHeader({ alg: 'none', kid, typ }),
  hs256: await new SignJWT(credential).setProtectedHeader({ alg: 'HS256', kid, typ }).sign(asSecret),
  unknownKid: withHeader({ alg, kid: `${kid}x`, typ }),
  stranger: await new SignJWT(credential).setProtectedHeader({ alg, kid, typ }).sign(stranger.privateKey),
};

const accepted = await jwtVerify(token, keys);
const byKey = await jwtVerify(token, publicKey, { algorithms: ['RS256'] });
const refused = {};
for (const [name, text] of Object.entries(forged)) {
  try {
    await jwtVerify(text, keys);
    refused[name] = 'ACCEPTED';
  } catch (error) {
    refused[name] = error.code ?? String(error);
  }
}

console.log(JSON.stringify({
  accepted: { header: accepted.protectedHeader, claims: accepted.payload },
  byKey: byKey.payload.jti,
  refused,
  forged,
}));
