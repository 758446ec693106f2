import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { startEmbedded } from '#server/start/embedded.ts'
import { COLUMNS, students } from './generate.ts'
import { cpuSecondsOfChildren } from './process.ts'
import { openBenchSchool } from './school.ts'

const WHOLE = 50_000
/** BENCH_STUDENTS sets a smaller school, to try out a measurement. */
export const COUNT = Number(process.env.BENCH_STUDENTS ?? WHOLE)
export const isWhole = COUNT === WHOLE
/** Password of the hand-written server's login, so that both sides verify the same hash. */
export const PASSWORD = 'Qinglan@2026'

export interface Databases {
  /** Data folder of the product; its embedded PostgreSQL hosts all three databases. */
  folder: string
  /** URL of the product's database. */
  school: string
  /** The 22-column table with the index every such table gets. */
  plain: string
  /** The same with a covering index for the list. */
  tuned: string
  /** CPU seconds used by the running PostgreSQL processes. */
  cpuSeconds(): number
  stop(): Promise<void>
  /** Removes the folder, unless it was given by BENCH_DIR. */
  discard(): void
}
/** URL of another database on the same server. */
export const inDatabase = (url: string, name: string): string => url.replace(/\/[^/]*$/, `/${name}`)

/** Starts PostgreSQL with production durability and fills it; a folder given by BENCH_DIR is kept and filled once. */
export async function openDatabases(say: (text: string) => void): Promise<Databases> {
  const named = process.env.BENCH_DIR
  const folder = named ?? mkdtempSync(join(tmpdir(), 'qinglan-bench-'))
  mkdirSync(folder, { recursive: true })
  const server = await startEmbedded(folder, { durable: true })
  const made: Databases = {
    folder,
    school: server.url,
    plain: inDatabase(server.url, 'plain'),
    tuned: inDatabase(server.url, 'tuned'),
    cpuSeconds: () => cpuSecondsOfChildren(Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])),
    stop: server.stop,
    discard: () => {
      if (!named) rmSync(folder, { recursive: true, force: true })
    },
  }
  const mark = join(folder, 'filled')
  if (existsSync(mark)) return made
  try {
    say(`filling the plain table with ${COUNT} students`)
    await makePlain(made)
    say(`filling the school with ${COUNT} students`)
    await openBenchSchool({ url: made.school, dataDir: folder, count: COUNT, password: PASSWORD })
    for (const url of [made.plain, made.tuned, made.school]) await run(url, 'vacuum (freeze, analyze)', 'checkpoint')
    writeFileSync(mark, '')
    return made
  } catch (error) {
    await made.stop()
    made.discard()
    throw error
  }
}
export async function run(url: string, ...statements: string[]): Promise<void> {
  await withClient(url, async client => {
    for (const statement of statements) await client.query(statement)
  })
}
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const TABLE = `create table students (
  id serial primary key, student_no varchar(32) not null unique, name varchar(64) not null, gender varchar(8), class_name varchar(128), major varchar(128), department varchar(128) not null,
  grade int, id_card varchar(32), phone varchar(32), status varchar(16), birthday date, nation varchar(32), native_place varchar(64), political_status varchar(32), dormitory varchar(64),
  email varchar(128), counselor varchar(32), campus varchar(8), enroll_date date, address varchar(255), guardian varchar(64), guardian_phone varchar(32))`
/** A plain record: the fields of a venue, with place names denormalised. */
const VENUES = `create table venues (
  id serial primary key, code varchar(20) not null unique, name varchar(60) not null, campus varchar(8) not null, building varchar(60), floor int, type varchar(32) not null,
  capacity int not null, exam_seats int, exam_layout varchar(60), department varchar(128), bookable boolean not null default true, is_enabled boolean not null default true)`

async function makePlain({ school, plain, tuned }: Databases): Promise<void> {
  await run(school, 'drop database if exists tuned with (force)', 'drop database if exists plain with (force)', 'create database plain')
  await run(plain, TABLE, VENUES, 'create table users (id serial primary key, username text unique not null, password_hash text not null, campus text)')
  await withClient(plain, fillPlain)
  await run(plain, 'create index students_department on students (department, student_no)')
  await run(school, 'create database tuned template plain')
  await run(tuned, 'create index students_list on students (campus, department, student_no) include (name)')
}
async function fillPlain(client: pg.Client): Promise<void> {
  const copy = client.query(copyFrom(`copy students (${COLUMNS.join(', ')}) from stdin`))
  for (const { row } of students(COUNT)) if (!copy.write(`${COLUMNS.map(name => row[name]).join('\t')}\n`)) await once(copy, 'drain')
  copy.end()
  await once(copy, 'finish')
}
