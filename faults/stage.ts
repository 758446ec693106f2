import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { newToken } from '#server/identity/tokens.ts'
import { type Database, startEmbedded } from '#server/start/embedded.ts'
import { sessions } from '#testing/sessions.ts'
import { Line } from '#testing/tcp-proxy.ts'
import { PASSWORD, run, withClient } from '../bench/database.ts'
import { launch, type Running } from '../bench/process.ts'
import type { Session } from '../bench/product.ts'
import { openBenchSchool, SCHOOL_CODE } from '../bench/school.ts'
import flags from '../scripts/server-flags.json' with { type: 'json' }
import type { Cut } from './without.ts'

const FIRST_PORT = Number(process.env.FAULTS_PORT ?? 8120)
const STUDENTS = 5000
const NAME = 'fault'

export interface Starting {
  env?: Record<string, string>
  /** Another database URL. */
  url?: string
  dataDir?: string
  without?: readonly Cut[]
}
/** A school in a database. */
export interface School {
  /** Signs in users of this or another school, at an instance. */
  people(names: readonly string[], port: number, school?: string): Promise<Session[]>
  rows<T extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<T[]>
  /** Creates the views of the invariants. */
  prepare(): Promise<void>
  acknowledge(titles: readonly string[]): Promise<void>
}
export function schoolAt(url: string): School {
  const rows: School['rows'] = (text, values = []) => withClient(url, async client => (await client.query(text, [...values])).rows)
  return {
    rows,
    people: (names, port, school = SCHOOL_CODE) => signedIn(rows, names, port, school),
    prepare: async () => void (await rows(readFileSync(new URL('./invariants.sql', import.meta.url), 'utf8'))),
    acknowledge: async titles => void (await rows('insert into faults.acknowledged select unnest($1::text[]) on conflict do nothing', [titles])),
  }
}
/** Environment of an experiment: a school in its own database, the proxy in front of it, and instances of the product. */
export interface Stage extends School {
  isControl: boolean
  /** Temporary folder, removed after the experiment. */
  folder: string
  /** Data folder of the instances. */
  dataDir: string
  /** Database URL without the proxy. */
  url: string
  /** Proxy between the instances and the database. */
  line: Line
  /** Reserved ports, from 0. */
  port(n: number): number
  /** Starts the n-th instance on its own port. */
  start(n?: number, options?: Starting): Promise<Running>
  /** Process id of PostgreSQL. */
  postgres(): number
  /** Registers a cleanup, run in reverse order when the experiment ends. */
  atEnd(undo: () => unknown): void
  say(words: string): void
}
/** A folder given by FAULTS_DIR is kept, with the filled school; otherwise everything is removed. */
export async function onStage<T>(options: { isControl: boolean; without: readonly Cut[]; say(words: string): void }, play: (stage: Stage) => Promise<T>): Promise<T> {
  const named = process.env.FAULTS_DIR
  const home = named ?? mkdtempSync(join(tmpdir(), 'qinglan-faults-'))
  const undo: Array<() => unknown> = named ? [] : [() => rmSync(home, { recursive: true, force: true })]
  try {
    mkdirSync(home, { recursive: true })
    const server = await startEmbedded(join(home, 'school'))
    undo.push(() => server.stop())
    await fill(home, server, options.say)
    return await play(await made(home, server, options, undo))
  } finally {
    for (const one of undo.toReversed()) await one()
  }
}
/** Environment of a process, and its children, without these guards. */
export const envWithout = (cuts: readonly Cut[]): Record<string, string> =>
  cuts.length
    ? { FAULTS_WITHOUT: JSON.stringify(cuts), NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${pathToFileURL(join(import.meta.dirname, 'without.ts')).href}`.trim() }
    : {}
async function fill(home: string, { url }: Database, say: Stage['say']): Promise<void> {
  const mark = join(home, 'filled')
  if (existsSync(mark)) return
  say(`filling a school with ${STUDENTS} students`)
  await openBenchSchool({ url, dataDir: join(home, 'school'), count: STUDENTS, password: PASSWORD })
  // make every student with an account eligible
  await run(url, "update student set status = 'active'", 'vacuum (freeze, analyze)', 'checkpoint')
  writeFileSync(mark, '')
}
async function made(home: string, server: Database, { isControl, without, say }: Parameters<typeof onStage>[0], undo: Array<() => unknown>): Promise<Stage> {
  const url = server.url.replace(/\/[^/]*$/, `/${NAME}`)
  await run(server.url, `drop database if exists ${NAME} with (force)`, `create database ${NAME} template qinglan strategy file_copy`)
  const folder = mkdtempSync(join(tmpdir(), 'qinglan-fault-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'secret'), readFileSync(join(home, 'school/secret')))
  const school = schoolAt(url)
  await school.prepare()
  const line = await Line.open(FIRST_PORT, Number(new URL(url).port))
  undo.push(() => line.close())
  const through = url.replace(/@[^/]+\//, `@127.0.0.1:${line.port}/`)
  const start: Stage['start'] = async (n = 0, options = {}) => {
    const cuts = options.without ?? (isControl ? without : [])
    const running = await launch([...flags, 'main.ts'], {
      port: FIRST_PORT + 1 + n,
      path: '/healthz',
      env: { DATABASE_URL: options.url ?? through, DATA_DIR: options.dataDir ?? dataDir, WORKERS: '1', ...envWithout(cuts), ...options.env },
    })
    undo.push(() => running.kill())
    return running
  }
  return {
    ...{ ...school, isControl, folder, dataDir, url, line, start, say },
    port: n => FIRST_PORT + 1 + n,
    postgres: () => postmasterOf(join(home, 'school')),
    atEnd: one => undo.push(one),
  }
}
/** Process id of the embedded PostgreSQL of a data folder. */
export const postmasterOf = (dataDir: string): number => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
async function signedIn(rows: School['rows'], names: readonly string[], port: number, school: string): Promise<Session[]> {
  const people = await rows<{ userId: string; tenantId: string; name: string }>(
    `select id as "userId", tenant_id as "tenantId", user_name as name from sys_user where user_name = any($1) and realm = 'admin' and tenant_id = (select id from tenant where code = $2) order by array_position($1, user_name)`,
    [names, school],
  )
  const opened = people.map(({ userId, tenantId }) => ({ userId, tenantId, realm: 'admin', token: newToken() }))
  const { text, values } = sessions(opened)
  await rows(text, values)
  return opened.map(({ token }) => ({ port, headers: { 'FlySource-Auth': `bearer ${token}`, 'Accept-Language': 'zh-cn' } }))
}
