import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Locked, licenceFaults } from './dependency-licences.ts'

/** `npm run check-dependencies`: reports production dependencies with known vulnerabilities or a licence we do not allow; exit code 1 when there are any. Vulnerabilities come
 *  from the registry's advisory service; exit code 2 when it cannot be reached. */
const say = (words: string): void => void process.stdout.write(`${words}\n`)
interface Audit {
  vulnerabilities?: Record<string, { severity: string; range: string; fixAvailable: unknown; via: Array<string | { title: string; url: string }> }>
  message?: string
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
const wrong = licenceFaults(packages)
for (const fault of wrong) say(`✗ ${fault}`)
if (!wrong.length) say('✓ Every production dependency is under a licence we allow.')

const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 64 * 2 ** 20 })
const audit = answered(stdout)
const found = Object.entries(audit.vulnerabilities ?? {})
if (!audit.vulnerabilities)
  say(
    `! Known faults could not be looked up: the advisory service did not answer (${audit.message ?? error?.message ?? 'nothing was said'}). Run this where the registry can be reached.`,
  )
else if (!found.length) say('✓ No production dependency has a known fault.')
for (const [name, { severity, range, fixAvailable, via }] of found) {
  const titles = via.map(v => (typeof v === 'string' ? `by ${v}` : `${v.title} ${v.url}`)).join('; ')
  say(`✗ ${name} ${range}: ${severity}: ${titles}${fixAvailable ? ' (a mended edition exists)' : ''}`)
}
process.exitCode = wrong.length || found.length ? 1 : audit.vulnerabilities ? 0 : 2

function answered(text: string): Audit {
  try {
    return JSON.parse(text) as Audit
  } catch {
    return {}
  }
}
