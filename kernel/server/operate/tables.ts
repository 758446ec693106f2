import pg from 'pg'

/** A table in a backup, without generated columns. */
export interface Table {
  name: string
  columns: readonly string[]
}
/** Checksum of a table, independent of row order, machine and PostgreSQL version. */
export interface Fingerprint {
  rows: number
  /** Sum over the rows of 60 bits of their MD5. */
  sum: string
}
/** Excluded: a restored database gets it from its migrations. */
const BOOKKEEPING = 'migration'
const PLAIN = "set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'"

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const columnsOf = ({ columns }: Table): string => columns.map(quoted).join(', ')

export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'qinglan-operate' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
/** Runs work in one transaction with a fixed output format of values. `isReading`: read-only snapshot. */
export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>, { isReading = false } = {}): Promise<T> {
  await client.query(isReading ? 'begin isolation level repeatable read read only' : 'begin')
  try {
    await client.query(PLAIN)
    const made = await work()
    await client.query('commit')
    return made
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
/** All tables except the migration bookkeeping; partitions count as part of their table. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> $1 group by c.relname order by c.relname`,
    [BOOKKEEPING],
  )
  return rows
}
export async function fingerprintOf(client: pg.Client, table: Table): Promise<Fingerprint> {
  const { rows } = await client.query<{ rows: string; sum: string }>(
    `select count(*)::text as rows, coalesce(sum(('x' || left(md5(row(${columnsOf(table)})::text), 15))::bit(60)::bigint::numeric), 0)::text as sum from ${quoted(table.name)}`,
  )
  return { rows: Number(rows[0]?.rows ?? 0), sum: rows[0]?.sum ?? '0' }
}
