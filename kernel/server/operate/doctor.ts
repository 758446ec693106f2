import { accessSync, constants, existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { DAY_MS } from '#model/days.ts'
import { extensionPoint } from '../base/extension-point.ts'
import { migrationsOf } from '../data/migrate.ts'
import { loadRegistry, type Registry, ROOT } from '../registry/registry.ts'
import type { Config } from '../start/config.ts'
import { backupsIn } from './earlier-backups.ts'

/** Result of a check: `warn` still works, `fail` does not or soon will not. `mend` is the remedy. */
export interface Finding {
  about: string
  state: 'ok' | 'warn' | 'fail'
  says: string
  mend?: string
}
const LEAST_NODE = 24
const LEAST_POSTGRES = 15
const LEAST_FREE_GB = 5
const MOST_SKEW_S = 2
const MOST_BACKUP_DAYS = 2
const MOST_WAITING_MIN = 10
const GB = 1024 ** 3

export const ok = (about: string, says: string): Finding => ({ about, state: 'ok', says })
export const found = (about: string, state: 'warn' | 'fail', says: string, mend: string): Finding => ({ about, state, says, mend })

interface Waiting {
  n: number
  minutes: number
}
/** Finding about a queue whose oldest entry should not be old. */
export const waiting = (about: string, { n, minutes }: Waiting = { n: 0, minutes: 0 }, mend = ''): Finding =>
  minutes > MOST_WAITING_MIN ? found(about, 'warn', `${n} wait, the oldest for ${minutes.toFixed(0)} minutes`, mend) : ok(about, n ? `${n} on their way` : 'none waiting')

/** A module's own check, declared in its server files. */
export interface DoctorCheck {
  kind: 'doctorCheck'
  look(query: <T extends object>(text: string) => Promise<T[]>): Promise<Finding>
}
export const doctorChecks = extensionPoint<DoctorCheck>('doctorCheck')
export const doctorCheck = (look: DoctorCheck['look']): DoctorCheck => doctorChecks.make({ look })

/** Checks that do not need the database. */
export async function checkMachine({ dataDir }: Pick<Config, 'dataDir'>, backups: string): Promise<Finding[]> {
  return [checkNode(), checkWeb(), checkFolder(dataDir), await checkDisk(dataDir), await checkBackups(backups)]
}
function checkNode(): Finding {
  const major = Number(process.versions.node.split('.')[0])
  return major >= LEAST_NODE
    ? ok('Node', process.version)
    : found('Node', 'fail', `${process.version} runs, ${LEAST_NODE} or later is needed`, 'Start by npm start, which brings its own.')
}
const checkWeb = (): Finding =>
  existsSync(join(ROOT, 'dist/index.html')) ? ok('Web', 'is built') : found('Web', 'warn', 'is not built', 'npm run build; npm start builds it by itself.')
function checkFolder(dataDir: string): Finding {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK)
    return ok('Data folder', dataDir)
  } catch {
    return found('Data folder', 'fail', `${dataDir} is not there or cannot be written`, 'Make it, or name another with DATA_DIR; the user that starts the program must own it.')
  }
}
async function checkDisk(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(existsSync(dataDir) ? dataDir : ROOT)
  const free = (bavail * bsize) / GB
  const says = `${free.toFixed(1)} GB free`
  return free < LEAST_FREE_GB ? found('Disk', free < 1 ? 'fail' : 'warn', says, `Keep ${LEAST_FREE_GB} GB free: make room or move the data folder.`) : ok('Disk', says)
}
async function checkBackups(folder: string): Promise<Finding> {
  const [last] = await backupsIn(folder)
  if (!last) return found('Backup', 'warn', `none in ${folder}`, 'npm run backup -- --check, every night (or say with --backups where they lie).')
  const days = (Date.now() - (await stat(last)).mtimeMs) / DAY_MS
  const says = `the last one is ${days.toFixed(1)} days old: ${basename(last)}`
  return days > MOST_BACKUP_DAYS ? found('Backup', 'warn', says, 'Look at the nightly job that runs npm run backup.') : ok('Backup', says)
}
/** Checks of the database, connected as the program's own user. */
export async function checkDatabase(client: pg.Client, { dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const registry = await loadRegistry()
  const first = [await checkServer(client), await checkClock(client), await checkSchema(client, registry)]
  if (first.some(f => f.state === 'fail')) return first
  const looks = registry.of(doctorChecks)
  const query = async <T extends object>(text: string): Promise<T[]> => (await client.query<T & pg.QueryResultRow>(text)).rows
  const more: Finding[] = []
  for (const { look } of looks) more.push(await look(query))
  return [...first, await checkFiles(client, dataDir), await checkEvents(client), await checkDeadEvents(client), await checkJobs(client), ...more]
}
async function checkServer(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ version: string; major: number; encoding: string }>(
    "select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major, pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()",
  )
  const { version = '', major = 0, encoding = '' } = rows[0] ?? {}
  if (major < LEAST_POSTGRES) return found('PostgreSQL', 'fail', `${version}`, `${LEAST_POSTGRES} or later is needed.`)
  return encoding === 'UTF8'
    ? ok('PostgreSQL', version)
    : found('PostgreSQL', 'fail', `${version}, encoding ${encoding}`, "Make the database anew with encoding 'UTF8' and restore into it.")
}
async function checkClock(client: pg.Client): Promise<Finding> {
  const before = Date.now()
  const { rows } = await client.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as now')
  const skew = Math.abs((rows[0]?.now ?? 0) - (before + Date.now()) / 2) / 1000
  return skew > MOST_SKEW_S
    ? found('Clock', 'fail', `this machine and the database differ by ${skew.toFixed(1)} s`, 'Let both follow the same time server (chrony, systemd-timesyncd).')
    : ok('Clock', `agrees with the database to ${skew.toFixed(1)} s`)
}
async function checkSchema(client: pg.Client, registry: Registry): Promise<Finding> {
  const { rows: here } = await client.query<{ isThere: boolean }>(`select to_regclass('public.migration') is not null as "isThere"`)
  if (!here[0]?.isThere) return found('Schema', 'fail', 'the database is empty', 'npm start makes it, npm run restore brings a backup.')
  const ran = new Map((await client.query<{ name: string; hash: string }>('select name, hash from migration')).rows.map(m => [m.name, m.hash]))
  const known = migrationsOf(registry)
  const changed = known.filter(m => ran.has(m.name) && ran.get(m.name) !== m.hash).map(m => m.name)
  if (changed.length) return found('Schema', 'fail', `changed after they ran: ${changed.join(', ')}`, 'Bring back the migrations as they were released.')
  const later = [...ran.keys()].filter(name => !known.some(m => m.name === name))
  if (later.length) return found('Schema', 'fail', `the database is of a later program: ${later.join(', ')}`, 'Update the program.')
  const missing = known.filter(m => !ran.has(m.name)).map(m => m.name)
  return missing.length
    ? found('Schema', 'warn', `not run yet: ${missing.join(', ')}`, 'npm run migrate, or the next start; *.contract.sql wait until processes of another program have gone.')
    : ok('Schema', `${known.length} migrations`)
}
export async function checkFiles(client: pg.Client, dataDir: string): Promise<Finding> {
  const { rows } = await client.query<{ key: string; size: string }>("select distinct object_key as key, size::text from attachment where bucket_name = 'local'")
  const wrong: string[] = []
  for (const { key, size } of rows) {
    const seen = await stat(join(dataDir, 'files/objects', key)).catch(() => undefined)
    if (seen?.size !== Number(size)) wrong.push(key)
  }
  return wrong.length
    ? found(
        'Files',
        'fail',
        `${wrong.length} of ${rows.length} are missing or of another size: ${wrong.slice(0, 3).join(', ')}`,
        'Bring them back from the last backup (data/files/objects).',
      )
    : ok('Files', `${rows.length} in the data folder, all there`)
}
async function checkEvents(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<Waiting>(
    'select count(*)::int as n, coalesce(extract(epoch from now() - min(created_at)) / 60, 0)::float8 as minutes from outbox where done_at is null',
  )
  return waiting('Events', rows[0], 'Is a process running? The error log names the listener that fails.')
}
/** Outbox deliveries that exhausted their retries, by event and subscriber, with the last error. */
export async function checkDeadEvents(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ event: string; listener: string; n: number; error: string }>(
    "select event, listener, count(*)::int as n, (array_agg(error order by last_failed_at desc))[1] as error from event_delivery where state = 'dead' group by event, listener order by n desc limit 10",
  )
  return rows.length
    ? found(
        'Dead events',
        'warn',
        rows.map(r => `${r.event} → ${r.listener}: ${r.n} (${r.error})`).join(', '),
        'Mend the cause, then run them again in System › Scheduled jobs › Failed events.',
      )
    : ok('Dead events', 'none')
}
async function checkJobs(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ name: string; failures: number }>('select name, failures from job where is_enabled and failures > 0 order by failures desc')
  return rows.length
    ? found('Jobs', 'warn', rows.map(j => `${j.name} failed ${j.failures} times`).join(', '), 'See System › Scheduled jobs: the history has the reason.')
    : ok('Jobs', 'none failing')
}
