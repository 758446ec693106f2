import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Bench } from './bench.ts'
import { COUNT } from './database.ts'
import { COLLEGES, COLUMNS, departmentName, KEYWORDS } from './generate.ts'
import type { Line } from './results.ts'

/** PostgreSQL only, with prepared statements: the upper bound of any server. */
export const hasPgbench = spawnSync('pgbench', ['--version']).error === undefined
const array = (words: readonly string[]): string => `(array[${words.map(w => `'${w}'`).join(',')}])`
const columns = ['id', ...COLUMNS].join(', ')
const hits = `department = ${array(COLLEGES.map((_, i) => departmentName(i, 0)))}[:college] and name like ${array(KEYWORDS.map(k => `%${k}%`))}[:keyword] and campus = '东'`
const values: Partial<Record<(typeof COLUMNS)[number], string>> = {
  student_no: `'P' || left(replace(gen_random_uuid()::text, '-', ''), 28)`,
  grade: '2024',
  birthday: `'2006-01-01'`,
  enroll_date: `'2024-09-01'`,
}
const SCRIPTS = {
  list: `\\set college random(1, ${COLLEGES.length})
\\set keyword random(1, ${KEYWORDS.length})
\\set page random(0, 2)
select ${columns} from students where ${hits} order by student_no limit 20 offset :page * 20;
select count(*) from students where ${hits};`,
  read: `\\set id random(1, ${COUNT})
select ${columns} from students where id = :id and campus = '东';`,
  create: `insert into students (${COLUMNS.join(', ')}) values (${COLUMNS.map(name => values[name] ?? `'东'`).join(', ')}) returning id;`,
  venue: `insert into venues (code, name, campus, type, capacity, department, bookable, is_enabled)
values (right(gen_random_uuid()::text, 20), 'T', '东', 'classroom', 40, 'D', true, true) returning id;`,
  /** The product's statements for one venue, in one round trip. */
  ourVenue: `\\startpipeline
begin;
insert into venue (tenant_id, created_by, updated_by, id, code, name, campus_id, department_id, type, capacity, bookable, is_enabled)
values (:tenant, :user, :user, uuidv7(), right(replace(gen_random_uuid()::text, '-', ''), 20), 'T', :campus, :department, 'classroom', 40, true, true);
insert into idempotency (tenant_id, user_id, route, key, request_hash, response)
values (:tenant, :user, 'POST /api/base/venue/add', gen_random_uuid()::text, repeat('h', 43), to_jsonb(repeat('e', 120)));
insert into operation_log (tenant_id, user_id, module, action, biz_type, biz_id, source, diff, ip, trace_id)
values (:tenant, :user, 'campus', 'add', 'venue', uuidv7(), 'web', jsonb_build_object('code', 'T', 'name', 'T', 'capacity', 40), '127.0.0.1', right(gen_random_uuid()::text, 14));
commit;
select pg_notify('ql_cache', 'venue');
\\endpipeline`,
}
/** The three workloads without any server. */
export async function ceilings({ databases, say }: Bench): Promise<Line[]> {
  if (!hasPgbench) {
    say('pgbench is not installed: its figures are left out')
    return []
  }
  const lines: Line[] = []
  for (const [work, url, connections, words] of [
    ['list', databases.plain, 16, 'page and total, one index; 16 connections'],
    ['list', databases.tuned, 16, 'page and total, covering index; 16 connections'],
    ['list', databases.tuned, 48, 'page and total, covering index; 48 connections'],
    ['read', databases.plain, 16, 'one record; 16 connections'],
    ['create', databases.plain, 16, 'create one; 16 connections'],
  ] as const) {
    const { perSecond, p99 } = await pgbench(url, work, connections)
    say(`pgbench ${words}: ${Math.round(perSecond)}/s`)
    lines.push({ work: words, figure: '', ceiling: `${Math.round(perSecond)}/s, p99 ${p99.toFixed(1)} ms` })
  }
  return lines
}
export interface Ceiling {
  perSecond: number
  p99: number
}
/** `words` are variables of a script; `options` are settings of its sessions. */
interface RunOptions {
  words?: Readonly<Record<string, string>>
  options?: string
}
export async function pgbench(url: string, work: keyof typeof SCRIPTS, connections: number, seconds = 10, { words = {}, options = '' }: RunOptions = {}): Promise<Ceiling> {
  const folder = mkdtempSync(join(tmpdir(), 'qinglan-pgbench-'))
  try {
    const script = Object.entries(words).reduce((text, [name, value]) => text.replaceAll(`:${name}`, `'${value}'`), SCRIPTS[work])
    writeFileSync(join(folder, 'script.sql'), script)
    const { hostname, port, username, password, pathname } = new URL(url)
    const args = [
      '-n',
      '-M',
      'prepared',
      '-j',
      '1',
      '-c',
      `${connections}`,
      '-T',
      `${seconds}`,
      '-f',
      'script.sql',
      '-l',
      '--log-prefix=log',
      '-h',
      decodeURIComponent(hostname),
      '-p',
      port,
      '-U',
      username,
    ]
    const { stdout } = await promisify(execFile)('pgbench', [...args, pathname.slice(1)], {
      cwd: folder,
      env: { ...process.env, PGPASSWORD: password, PGOPTIONS: options },
      maxBuffer: 1e8,
    })
    const { stdout: sorted } = await promisify(execFile)('sh', ['-c', `cat log.* | cut -d' ' -f3 | sort -n`], { cwd: folder, maxBuffer: 1e9 })
    const times = sorted.trim().split('\n')
    return { perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]), p99: Number(times[Math.floor(times.length * 0.99)]) / 1000 }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
