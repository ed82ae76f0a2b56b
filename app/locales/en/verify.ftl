# The page that a certificate's link opens.

verify-title = Certificate

verify-valid = This certificate is valid
verify-valid-text = It was issued here, its signature is right, and it has not been withdrawn.
verify-withdrawn = This certificate has been withdrawn
verify-withdrawn-text = It proves nothing any more, whatever a copy of it says.
verify-withdrawn-erased = Its holder had everything personal deleted; only this notice is left.
verify-altered = This certificate does not match its signature
verify-altered-text = What is stored differs from what was signed. Do not rely on it, and tell the issuer.
verify-key-missing = This certificate cannot be checked now
verify-key-missing-text = The key that signed it is not on this site, so nothing can be said about it. Ask the issuer.
verify-unknown = No certificate has this ID
verify-unknown-text = Nothing was ever issued here under it. Compare the ID with the one on the document, character by character; on a printed copy, 0 and O or 1 and l are easily mixed up.
verify-malformed = This is not a certificate ID
verify-malformed-text = An ID has 36 characters: digits and the letters a to f in five groups, joined by hyphens. Part of it may have been lost when the link was copied.
verify-asked-id = Asked for

verify-void-withdrawn = Withdrawn
verify-void-altered = Altered
verify-void-unclear = Not verified
verify-certifies = This certifies that
verify-has-completed = has completed the course
verify-and-passed = and passed its final quiz with
verify-score = { $score } of { $max } points ({ $percent }%)
verify-date = Date
verify-edition = Edition of the questions
verify-issuer = Issued by
verify-id = Certificate ID

verify-checks = Checked just now
verify-check-registered = The ID is in the register of issued certificates.
verify-check-registered-not = The ID is not in the register of issued certificates.
verify-check-signature = The signature verifies with the issuer’s published key.
verify-check-signature-not = The signature does not verify with the issuer’s published key.
verify-check-matches = Everything shown above equals what was signed.
verify-check-matches-not = Something stored differs from what was signed.
verify-check-not-withdrawn = It has not been withdrawn.
verify-check-not-withdrawn-not = It has been withdrawn.
verify-check-passed = Passed:
verify-check-failed = Failed:

verify-own-title = Share it
verify-own-text = Anyone who opens this address sees this page. Give the address, not a picture: a picture can be altered.
verify-own-address = Check it at
verify-linkedin = Add to LinkedIn profile

verify-yourself = How to check it without us
verify-yourself-text = The certificate is an Open Badges 3.0 credential, signed as a JSON Web Token with RS256. Any tool that knows these open standards can check it:
verify-step-credential = Fetch the signed credential.
verify-step-keys = Fetch the public keys of the issuer.
verify-step-jose = Check the signature with the program jose. It prints what was signed; compare that with the document. When a byte was changed it says that the validation failed.
verify-step-node = Or do the same with Node.js, without any package: it prints true, and what was signed.
verify-copy = If you hold a copy
verify-copy-withdrawn = The signed credential can no longer be fetched: its address answers 410 (gone). The signature in an older copy still verifies, because it shows only that the certificate was once issued as it says. That it was withdrawn stands here alone, so go by this page and not by the copy.
verify-copy-altered = The signed credential cannot be fetched while what is stored does not match it: its address answers 409 (conflict). Ask the issuer before you rely on a copy.
verify-download = Signed credential
verify-jwks = Public keys (JWKS)
verify-key = The key that signed
