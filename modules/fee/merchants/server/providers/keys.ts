import { createHash, createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
const kept = new LRUCache<string, KeyObject>({ max: 200 })
const cached = (text: string, kind: string, make: () => KeyObject): KeyObject => {
  const name = createHash('sha256').update(`${kind}\n${text}`).digest('base64')
  const made = kept.get(name) ?? make()
  kept.set(name, made)
  return made
}
const pem = (text: string, label: string): string => {
  const bare = text.replace(/\s+/g, '')
  return `-----BEGIN ${label}-----\n${bare.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END ${label}-----\n`
}
/** A private key from PEM, or from the bare Base64 that providers' tools give (PKCS#8, or PKCS#1). */
export const privateKeyOf = (text: string): KeyObject =>
  cached(text, 'private', () => {
    if (text.includes('-----BEGIN')) return createPrivateKey(text.trim())
    try {
      return createPrivateKey(pem(text, 'PRIVATE KEY'))
    } catch {
      return createPrivateKey(pem(text, 'RSA PRIVATE KEY'))
    }
  })
/** A public key from PEM, a certificate, or bare Base64. */
export const publicKeyOf = (text: string): KeyObject =>
  cached(text, 'public', () => createPublicKey(text.includes('-----BEGIN') ? (certificatesIn(text)[0]?.toString() ?? text.trim()) : pem(text, 'PUBLIC KEY')))
/** All certificates of a text, in order. */
export const certificatesIn = (text: string): X509Certificate[] => (text.match(CERTIFICATE) ?? []).map(one => new X509Certificate(one))

/** First 16 bytes of the SHA-256 of a public key, to tell keys apart by eye. */
export function fingerprintOf(key: KeyObject): string {
  const shared = key.type === 'private' ? createPublicKey(key) : key
  const digest = createHash('sha256')
    .update(shared.export({ type: 'spki', format: 'der' }))
    .digest('hex')
  return (digest.slice(0, 16).match(/.{4}/g) ?? []).join(' ').toUpperCase()
}
/** Day on which the first of these certificates ends. */
export function expiryOf(texts: readonly string[]): string | null {
  const ends = texts.flatMap(certificatesIn).map(c => new Date(c.validTo).toISOString().slice(0, 10))
  return ends.sort()[0] ?? null
}
