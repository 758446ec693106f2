import { read, write } from '#web/base/storage.ts'

const KEY = 'test.device'
const LENGTH = 16
/** Names this browser, so that the server knows which device an attempt is answered on. It says nothing else. */
export function deviceKey(): string {
  const known = read<string>(KEY)
  if (known) return known
  const made = [...crypto.getRandomValues(new Uint8Array(LENGTH))].map(n => n.toString(16).padStart(2, '0')).join('')
  write(KEY, made)
  return made
}
