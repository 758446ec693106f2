import { createHash, generateKeyPairSync } from 'node:crypto'
import { refusalOf, type StoredRow } from '#model'
import { merchantAccount } from '../model/merchant-account.ts'
import { certificatesIn, expiryOf, fingerprintOf, privateKeyOf, publicKeyOf } from './providers/keys.ts'

type Draft = Partial<StoredRow<typeof merchantAccount>>
/** What is shown of an account's keys, since they themselves never are. */
interface KeyFacts {
  keyPrint: string | null
  providerKeyPrint: string | null
  keyExpiresOn: string | null
}
/** Keys of SM2 are hexadecimal numbers. */
const HEX_KEY = /^[0-9a-f]{64,130}$/i
const hexPrint = (text: string): string => (createHash('sha256').update(text.trim().toLowerCase()).digest('hex').slice(0, 16).match(/.{4}/g) ?? []).join(' ').toUpperCase()
function printOf(field: 'privateKey' | 'providerKey' | 'certificate', text: string | null | undefined): string | null {
  if (!text) return null
  if (HEX_KEY.test(text.trim())) return hexPrint(text)
  try {
    if (field === 'certificate' && !certificatesIn(text).length) throw new Error('no certificate')
    return fingerprintOf(field === 'privateKey' ? privateKeyOf(text) : publicKeyOf(text))
  } catch {
    throw refusalOf(merchantAccount, 'badKey', { label: { text: merchantAccount.fields[field].label } }, field)
  }
}
/** Fingerprints of both sides' keys, and the day the first of their certificates ends. Refuses what is no key. */
export function keyFacts({ privateKey, certificate, providerKey }: Draft): KeyFacts {
  const ofCertificate = printOf('certificate', certificate)
  return {
    keyPrint: printOf('privateKey', privateKey) ?? ofCertificate,
    providerKeyPrint: printOf('providerKey', providerKey),
    keyExpiresOn: expiryOf([certificate ?? '', providerKey ?? '']),
  }
}
/** The simulated provider has a key pair of its own, made with the account. */
export function sandboxKeys(): { privateKey: string; providerKey: string } & KeyFacts {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } })
  const keys = { privateKey: pair.privateKey, providerKey: pair.publicKey }
  return { ...keys, ...keyFacts(keys) }
}
