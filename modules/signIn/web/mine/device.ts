/** This browser, as far as signing knows it: a random word of its own, kept here and nowhere else but beside the bindings. */
const KEY = 'ql-signDevice'
let memory: string | undefined
const fresh = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('')
export function deviceKey(): string {
  try {
    const known = localStorage.getItem(KEY)
    if (known) return known
    const made = fresh()
    localStorage.setItem(KEY, made)
    return made
  } catch {
    // a browser that keeps nothing is a new one each time
    memory ??= fresh()
    return memory
  }
}
const NAMES: ReadonlyArray<readonly [RegExp, string]> = [
  [/MicroMessenger/, 'WeChat'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac'],
]
/** Two words people know their phone by. */
export const deviceName = (agent = navigator.userAgent): string =>
  NAMES.filter(([is]) => is.test(agent))
    .slice(0, 2)
    .map(([, name]) => name)
    .join(' · ') || 'Browser'
