import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tenantOf } from '#server/data/tenant.ts'
import { readConfig, readSecret } from '#server/start/config.ts'
import { startEmbedded } from '#server/start/embedded.ts'
import { createServer } from '#server/start/server.ts'
import { provision } from '#server/tenants/provision.ts'
import { countStatements } from '#testing/statements.ts'
import flags from '../scripts/server-flags.json' with { type: 'json' }
import { withClient } from './database.ts'
import { builtServer, cpuSecondsOf, launch, type Running } from './process.ts'
import type { Line } from './results.ts'

const PORT = Number(process.env.BENCH_PORT ?? 8160)
const SCHOOLS = Number(process.env.BENCH_SCHOOLS ?? 100)
const PROCESSES = Number(process.env.BENCH_PROCESSES ?? 4)
/** Five whole minutes, so that jobs of every minute and every five minutes count in proportion. */
const IDLE_SECONDS = Number(process.env.BENCH_IDLE_SECONDS ?? 300)
/** After the start, processes still collect garbage and run overdue jobs. */
const CALM_SECONDS = 90
const DAY_SECONDS = 86_400
const ANSWER = '/api/flySource-base/openApi/getAppInfo?appType=0'
const MOST_STATEMENTS = 20
const MOST_ROWS = 300

/** Idle cost of an installation: many schools, several processes on one database. */
export async function idle(say: (text: string) => void): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'qinglan-idle-'))
  const database = await startEmbedded(join(folder, 'database'), { durable: true })
  try {
    say(`opening ${SCHOOLS} schools`)
    await openSchools(database.url, folder)
    const figures = await measure(database.url, folder)
    say(JSON.stringify(figures))
    return linesOf(figures)
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
/** Schools as provisioned: everything a module brings, without students. */
async function openSchools(url: string, dataDir: string): Promise<void> {
  const server = await createServer({ url, dataDir, secret: readSecret(readConfig({ DATA_DIR: dataDir }), {}), timed: false })
  for (let n = 1; n <= SCHOOLS; n++) {
    const school = { code: String(100_000 + n), schoolName: `第${n}学院` }
    await provision(server.core, await tenantOf(server.core, school, 'active'), school)
  }
  await server.close()
}
interface Figures {
  statements: number
  rows: number
  serverCpu: number
  databaseCpu: number
}
async function measure(url: string, dataDir: string): Promise<Figures> {
  const counter = await countStatements(url)
  const servers: Running[] = []
  try {
    // schools are already migrated: no process upgrades them at its start
    const env = { DATABASE_URL: counter.url, DATA_DIR: dataDir, NODE_COMPILE_CACHE: join(dataDir, 'cache'), QINGLAN_FOLLOWS: '1' }
    for (let n = 0; n < PROCESSES; n++) servers.push(await launch([...flags, builtServer()], { port: PORT + n, path: ANSWER, env }))
    await rest(CALM_SECONDS)
    const postmaster = await postmasterOf(url)
    const state = async () => ({
      statements: counter.count(),
      rows: await withClient(url, async client => Number((await client.query<{ n: string }>('select count(*) as n from job_log')).rows[0]?.n)),
      serverCpu: servers.reduce((sum, server) => sum + server.cpuSeconds(), 0),
      databaseCpu: cpuSecondsOf(postmaster),
    })
    const before = await state()
    await rest(IDLE_SECONDS)
    const after = await state()
    const each = (key: keyof Figures): number => (after[key] - before[key]) / IDLE_SECONDS
    return { statements: each('statements'), rows: (each('rows') * DAY_SECONDS) / SCHOOLS, serverCpu: each('serverCpu'), databaseCpu: each('databaseCpu') }
  } finally {
    for (const server of servers) await server.stop()
    await counter.close()
  }
}
const rest = (seconds: number): Promise<void> => new Promise(done => setTimeout(done, seconds * 1000))
const postmasterOf = (url: string): Promise<number> =>
  withClient(url, async client => {
    const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder")
    return Number(readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
  })

function linesOf({ statements, rows, serverCpu, databaseCpu }: Figures): Line[] {
  const of = `with ${SCHOOLS} schools and ${PROCESSES} processes`
  return [
    { work: `statements a second of an idle server ${of}`, figure: `${statements.toFixed(1)} /s`, target: `≤ ${MOST_STATEMENTS} /s`, isMet: statements <= MOST_STATEMENTS },
    { work: 'rows of job history an idle school writes a day', figure: rows.toFixed(0), target: `≤ ${MOST_ROWS}`, isMet: rows <= MOST_ROWS },
    { work: `share of a processor that the processes use, idle ${of}`, figure: `${(serverCpu * 100).toFixed(1)} %` },
    { work: `share of a processor that the database uses, idle ${of}`, figure: `${(databaseCpu * 100).toFixed(1)} %` },
  ]
}
