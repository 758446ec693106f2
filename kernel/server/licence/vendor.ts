import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Public keys that licences are verified with: those of the file `QINGLAN_VENDOR_KEYS`, else the vendor's own, shipped with the program. */
export const vendorKeys = (env: NodeJS.ProcessEnv = process.env): string => readFileSync(env.QINGLAN_VENDOR_KEYS || join(import.meta.dirname, 'vendor.pem'), 'utf8')
/** Generates the vendor's key pair. The private key is readable by its owner only, and written last: its presence means that the pair is complete. */
export function makeVendorKeys(folder: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  writeFileSync(join(folder, 'private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
}
