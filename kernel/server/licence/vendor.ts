import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Public keys that sign licences: those of `QINGLAN_VENDOR_KEYS` (a file), else the vendor's own, which come with the program. */
export const vendorKeys = (env: NodeJS.ProcessEnv = process.env): string => readFileSync(env.QINGLAN_VENDOR_KEYS || join(import.meta.dirname, 'vendor.pem'), 'utf8')
/** Makes the pair of keys a vendor signs with; the private one is for its owner's eyes alone, and written last, because its presence says that there is a pair. */
export function makeVendorKeys(folder: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  writeFileSync(join(folder, 'private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
}
