import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { withDatabase } from '#server/operate/database.ts'
import { startEmbedded } from '#server/start/embedded.ts'
import { PASSWORD } from '../../bench/database.ts'
import { openBenchSchool } from '../../bench/school.ts'
import { ask, keepWriting, tally, until } from '../client.ts'
import { broken, type Experiment, type Finding, finding, none } from '../experiment.ts'
import { operate } from '../operate.ts'
import { postmasterOf, type Stage, schoolAt } from '../stage.ts'

const STUDENTS = 300
const VIEWS = ['lost_writes', 'repeated_writes', 'unwritten_history']
/** The manual's recovery point: a lost disk costs at most the last minute. */
const MINUTE_MS = 60_000
/** Time from the end of a WAL segment until it is archived. */
const COPYING_MS = 5000
interface Written {
  /** Titles confirmed before the recovery target time, long enough before the loss, and at all. */
  before: string[]
  safe: string[]
  all: string[]
  /** Recovery target time: under write load, after the backup was complete. */
  moment: Date
}
/** Folders of one school with an embedded database and WAL archiving. */
interface Place {
  dataDir: string
  backups: string
  env: Record<string, string>
}

export const restoreMoment: Experiment = {
  title:
    'People write, a backup is taken meanwhile, then program, database and disk are lost at once: the school comes back as of a moment between, to the last write, and as of the end of the log with all but the last minute.',
  control: 'the log is not copied every minute, only when a piece of it is full (taken out of the source)',
  without: [{ file: 'kernel/server/start/log-archive.ts', from: 'const TIMEOUT_S = 60\n', to: 'const TIMEOUT_S = 3600\n' }],
  views: [],
  async run(stage) {
    const place = await madeSchool(stage)
    const { found, told } = await destroyed(stage, place)
    return [
      found,
      ...(await cameBack(stage, place, 1, told.before, told.moment)),
      ...(await cameBack(stage, place, 2, told.safe)),
      finding('confirmed in the last minute before the loss', told.all.length - told.safe.length, true),
    ]
  },
}
async function madeSchool({ folder }: Stage): Promise<Place> {
  chmodSync(folder, 0o755)
  const [dataDir = '', archive = '', backups = ''] = ['school', 'archive', 'backups'].map(name => join(folder, name))
  mkdirSync(dataDir)
  const embedded = await startEmbedded(dataDir)
  await openBenchSchool({ url: embedded.url, dataDir, count: STUDENTS, password: PASSWORD })
  await embedded.stop()
  return { dataDir, backups, env: { DATABASE_URL: '', WAL_ARCHIVE: archive } }
}
/** Writes, takes a backup, writes on, and deletes everything but archive and backups. */
async function destroyed(stage: Stage, { dataDir, backups, env }: Place): Promise<{ found: Finding; told: Written }> {
  const instance = await stage.start(0, { url: '', dataDir, env })
  const officer = await withDatabase({ databaseUrl: undefined, dataDir, walArchive: undefined }, async url => {
    const school = schoolAt(url)
    await school.prepare()
    return (await school.people(['bench-officer'], instance.port))[0]
  })
  if (!officer) throw new Error('the officer is gone')
  const many = keepWriting([officer])
  await pause(2000)
  const { wrong } = await operate('backup', ['--to', backups], { ...env, DATA_DIR: dataDir })
  await pause(3000)
  const before = [...many.acknowledged]
  const moment = new Date()
  await pause(3000)
  const loud = await many.stop()
  // few writers, so that no WAL segment fills up by itself
  const few = keepWriting([officer], { writers: 1, restMs: 500 })
  await pause(10_000)
  const safe = [...many.acknowledged, ...few.acknowledged]
  await pause(MINUTE_MS + COPYING_MS)
  const all = [...many.acknowledged, ...few.acknowledged]
  const postgres = postmasterOf(dataDir)
  await instance.kill()
  process.kill(postgres, 'SIGKILL')
  await few.stop()
  await until(() => !isThere(postgres), 10)
  rmSync(dataDir, { recursive: true })
  const words = `${tally(loud)} (${before.length} before the moment), then ${all.length - many.acknowledged.length} one by one; ${wrong || 'backed up among the first'}`
  return { found: finding('writes', words, !wrong), told: { before, safe, all, moment } }
}
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
/** Restores into a new folder, to a target time or the end of the archive; checks that the expected writes are there, and none after the target. */
async function cameBack(stage: Stage, { backups, env }: Place, n: number, expected: readonly string[], moment?: Date): Promise<Finding[]> {
  const name = moment ? 'as of the moment' : 'as of the end'
  const dataDir = join(stage.folder, `restored-${n}`)
  const { wrong } = await operate('restore', [backups, '--until', moment?.toISOString() ?? 'latest', '--files-to', 'local'], { ...env, DATA_DIR: dataDir })
  if (wrong) return [finding(name, wrong, false)]
  const { port, stop } = await stage.start(n, { url: '', dataDir, env: { DATABASE_URL: '' }, without: [] })
  try {
    return await withDatabase({ databaseUrl: undefined, dataDir, walArchive: undefined }, async url => {
      const school = schoolAt(url)
      await school.acknowledge(expected)
      const [kept] = await school.rows<{ n: number; later: number }>(
        "select count(*)::int as n, count(*) filter (where created_at > $1)::int as later from notice where title like 'fault %'",
        [moment ?? 'infinity'],
      )
      const [officer] = await school.people(['bench-officer'], port)
      const answer = officer && (await ask(officer, 'base/notice/list?size=1'))
      return [
        finding(`${name}: writes that are there`, `${kept?.n}; ${expected.length} must be`, (kept?.n ?? 0) >= expected.length && expected.length > 0),
        ...(moment ? [none(`${name}: writes of after it`, kept?.later ?? -1)] : []),
        finding(`${name}: the program answers`, answer?.code ?? 0, answer?.code === 200),
        ...(await broken(VIEWS, school)).map(f => ({ ...f, says: `${name}: ${f.says}` })),
      ]
    })
  } finally {
    await stop()
  }
}
