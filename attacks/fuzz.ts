import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endpointsOf } from './contract.ts'
import { figures } from './figures.ts'
import { Shooter } from './shooter.ts'
import { openTarget, type Target } from './target.ts'

/** `node attacks/fuzz.ts` fuzzes every endpoint of the product's OpenAPI contract with valid and invalid values, as four concurrent callers. Exits with 1 on a 5xx, a crash
 *  or a call over 10 s. `--minutes 5`; `--seed 1` repeats a run; `--only text` selects endpoints by address. */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string' }, only: { type: 'string', default: '' }, students: { type: 'string', default: '200' } },
})
const seed = values.seed === undefined ? randomInt(2 ** 30) : Number(values.seed)
const WHOLE_MINUTES = 5
/** Demo accounts; empty: not signed in. */
const CALLERS = ['admin', 'fdy', 'student', ''] as const
const SEEDS_APART = 100_000_000
const say = (text: string): void => void process.stdout.write(`${text}\n`)
interface Run {
  until: number
  /** A caller cannot continue: the program crashed or its account is unusable. */
  isStuck: boolean
}

/** Sends until time is up or a caller is stuck; signs in again when a session has ended. */
async function shootOn(shooter: Shooter, target: Target, run: Run): Promise<void> {
  const stuck = (): void => {
    run.isStuck = true
  }
  while (Date.now() < run.until && !run.isStuck) {
    const { code } = await shooter.shoot(target)
    if (isGone(target)) stuck()
    else if (code === 401 && shooter.account) await shooter.enter(target).catch(stuck)
  }
}
const isGone = ({ program }: Target): boolean => program.process.exitCode !== null || program.process.signalCode !== null

const target = await openTarget(Number(values.students))
try {
  const endpoints = (await endpointsOf(target.url)).filter(e => e.path.includes(values.only))
  say(`seed ${seed}; ${endpoints.length} endpoints, ${values.minutes} minutes`)
  const shooters = CALLERS.map((account, n) => new Shooter(account, seed + n * SEEDS_APART, endpoints))
  const begun = Date.now()
  const until = begun + Number(values.minutes) * 60_000
  let deaths = 0
  let renewals = 0
  for (;;) {
    for (const shooter of shooters) await shooter.begin(target)
    const run: Run = { until, isStuck: false }
    await Promise.all(shooters.map(shooter => shootOn(shooter, target, run)))
    if (isGone(target)) {
      deaths += 1
      say(`The program ended: ${target.program.printed().slice(-3000)}`)
    }
    if (!run.isStuck) break
    renewals += 1
    await target.renew()
  }
  for (const { by, what, shot, said } of shooters.flatMap(s => s.faults))
    say(`${by}: ${what}\n  ${shot.method} ${shot.path}\n  ${JSON.stringify(shot.headers)} ${shot.body?.slice(0, 1500) ?? ''}\n  ${said}`)
  const text = figures({ seed, seconds: (Date.now() - begun) / 1000, endpoints, shooters, renewals, deaths })
  say(text)
  if (Number(values.minutes) >= WHOLE_MINUTES && !values.only) writeFileSync(join(import.meta.dirname, 'RESULTS.md'), text)
  process.exitCode = deaths || shooters.some(s => s.faults.length) ? 1 : 0
} finally {
  await target.close()
}
