import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { PASSWORD } from './database.ts'
import { fire } from './load.ts'
import { call, type Session, signIn } from './product.ts'
import type { Line } from './results.ts'
import { writeRoster } from './roster.ts'
import { ACCOUNTS } from './school.ts'
import { LIST_COLUMNS, ourLists } from './workloads.ts'

const ROSTER = 30_000
const POLL_MS = 50
/** Concurrent users: eight connections requesting a page every 100 ms. */
const OTHERS = { connections: 8, seconds: 3, pause: 100 }
interface Job {
  state: string
  total: number
  bad: number
  message: string | null
  errors: unknown[]
}
interface Watched {
  seconds: number
  job: Job
  /** Memory in MB above the baseline, with and without the worker process. */
  grown: number
  grownAlone: number
  /** Worst p99 of list requests meanwhile, in ms. */
  p99: number
}
/** Import of a roster and export of a list over the real endpoints, under concurrent load. */
export async function sheets(bench: Bench): Promise<Line[]> {
  const officer = await signIn(bench.ours.port, ACCOUNTS.officer, PASSWORD)
  await fire(bench.ours.port, ourLists(bench.session.headers, bench.school), { connections: 4, seconds: 3 })
  const out = await exported(bench, officer)
  bench.say(`export: ${out.job.total} rows in ${out.seconds.toFixed(1)} s, +${out.grown} MB`)
  const file = join(bench.databases.folder, 'roster.xlsx')
  await writeRoster(file, ROSTER)
  const taken = await imported(bench, officer, file)
  bench.say(
    `import: ${taken.job.total} rows in ${taken.seconds.toFixed(1)} s, +${taken.grownAlone} MB and with its helper +${taken.grown} MB, others' p99 ${taken.p99.toFixed(0)} ms`,
  )
  const size = ((await stat(file)).size / 2 ** 20).toFixed(1)
  return [
    {
      work: `import ${ROSTER.toLocaleString('en')} students from .xlsx (${size} MB), upload to committed`,
      figure: `${taken.seconds.toFixed(1)} s`,
      target: '≤ 30 s',
      isMet: taken.seconds <= 30,
    },
    {
      work: 'memory during the import, helper process included',
      figure: `+${taken.grown} MB (server alone +${taken.grownAlone} MB)`,
      target: '≤ +300 MB',
      isMet: taken.grown <= 300,
    },
    { work: 'p99 of lists during the import, 75 a second', figure: `${taken.p99.toFixed(0)} ms`, target: '< 500 ms', isMet: taken.p99 < 500 },
    { work: `export ${out.job.total.toLocaleString('en')} rows × 20 columns`, figure: `${out.seconds.toFixed(1)} s`, target: '≤ 15 s', isMet: out.seconds <= 15 },
    { work: 'memory during the export', figure: `+${out.grown} MB`, target: '≤ +150 MB', isMet: out.grown <= 150 },
  ]
}
async function imported(bench: Bench, officer: Session, file: string): Promise<Watched> {
  const form = new FormData()
  form.append('mode', 'insert')
  form.append('auto', 'true')
  form.append('file', await openAsBlob(file), 'roster.xlsx')
  const start = () => call<{ jobId: string }>(officer, 'student/import', form)
  const found = await watched(bench, officer, 'importJob', start, true)
  if (found.job.state !== 'done') throw new Error(`the import ended as ${found.job.state}: ${found.job.message} ${JSON.stringify(found.job.errors.slice(0, 3))}`)
  return found
}
async function exported(bench: Bench, officer: Session): Promise<Watched> {
  const header = Object.fromEntries(
    LIST_COLUMNS.split(',')
      .slice(0, 20)
      .map(name => [name, name]),
  )
  const found = await watched(bench, officer, 'exportJob', () => call<{ jobId: string }>(officer, 'student/export', { fileName: '学生', params: {}, header }), false)
  if (found.job.state !== 'done') throw new Error(`the export ended as ${found.job.state}: ${found.job.message}`)
  return found
}
/** Starts a job and polls it to its end. */
async function watched(bench: Bench, officer: Session, kind: string, start: () => Promise<{ jobId: string }>, withLoad: boolean): Promise<Watched> {
  const { ours } = bench
  const before = ours.memory()
  const began = performance.now()
  const found: Watched = { seconds: 0, job: { state: 'running', total: 0, bad: 0, message: null, errors: [] }, grown: 0, grownAlone: 0, p99: 0 }
  const isOver = (): boolean => ['done', 'failed', 'invalid', 'cancelled'].includes(found.job.state)
  const loads = withLoad ? others(bench, isOver, found) : Promise.resolve()
  const { jobId } = await start()
  while (!isOver()) {
    await new Promise(done => setTimeout(done, POLL_MS))
    found.grown = Math.max(found.grown, ours.memoryOfAll() - before)
    found.grownAlone = Math.max(found.grownAlone, ours.memory() - before)
    found.job = await call<Job>(officer, `../flySource-sheet/${kind}/getOne?id=${jobId}`)
  }
  found.seconds = (performance.now() - began) / 1000
  await loads
  return found
}
async function others({ ours, session, school }: Bench, isOver: () => boolean, found: Watched): Promise<void> {
  const shots = ourLists(session.headers, school)
  while (!isOver()) found.p99 = Math.max(found.p99, (await fire(ours.port, shots, OTHERS)).p99)
}
