import sql from 'sql-template-tag'
import { type Entity, Refusal } from '#model'
import { setting } from '#modules/system/server/api.ts'
import { Subjects } from '#server/audit/subjects.ts'
import type { Ctx } from '#server/context.ts'
import { audit } from '#server/records/verbs.ts'
import { queryRun } from '../model/query.ts'
import type { Spec } from '../model/spec.ts'
import { checkedSpec } from './check-spec.ts'
import { type Compiled, Compiler } from './compile.ts'
import { fail, subjectOf } from './fields.ts'
import { logged } from './logged.ts'
import { type Cell, readersOf } from './read.ts'
import { settingsOf } from './settings.ts'

const PORTION = 500
export interface QueryRequest {
  subject: string
  spec: unknown
  queryId: string | null
  reason: string | null
}
export interface Ready {
  entity: Entity
  spec: Spec
  compiled: Compiled
  read: Array<(value: unknown) => Cell>
  minCell: number
}
/** Validates and compiles a query with the permissions of the caller, never those of its author. */
export async function prepare(ctx: Ctx, { subject, spec: given, reason }: Pick<QueryRequest, 'subject' | 'spec' | 'reason'>): Promise<Ready> {
  const entity = subjectOf(ctx.me, subject)
  const spec = checkedSpec(given)
  const compiled = await new Compiler(ctx.db, entity).compile(spec)
  if (compiled.sensitive.length && !reason?.trim()) throw fail('reason', {}, 'reason')
  return { entity, spec, compiled, read: await readersOf(ctx, compiled.columns), minCell: Number(await setting(ctx.db, 'privacy', 'minCell')) }
}
interface Use {
  kind: 'screen' | 'export' | 'schedule'
  reason: string | null
  /** Row limit of a file. */
  rows?: number
}
/** Audits sensitive queries and all exports before the first row is sent. Returns the recorder for the students shown. */
export async function auditRun(ctx: Ctx, { entity, spec, compiled }: Ready, use: Use): Promise<Subjects | undefined> {
  if (use.kind === 'screen' && !compiled.sensitive.length) return undefined
  const auditId = await audit(ctx, use.kind === 'screen' ? 'reveal' : 'export', entity.name, null, { query: logged(entity, spec), fields: compiled.sensitive, ...use })
  return new Subjects(ctx.db, entity, auditId)
}
export async function note(ctx: Ctx, ready: Ready, { queryId, reason }: Pick<QueryRequest, 'queryId' | 'reason'>, rows: number, ms: number, kind: string): Promise<void> {
  const asked = { queryId, userId: ctx.me.userId, subject: ready.entity.name, spec: logged(ready.entity, ready.spec), reason, kind }
  await ctx.db.insertMany(queryRun, [{ ...asked, rows, ms: Math.round(ms), at: new Date().toISOString() }], { history: false }) // the run log is itself a record
}
interface Page {
  current: number
  size: number
  /** Collects the people shown, for the audit entry. */
  seen?: Subjects | undefined
}
/** A page of results with the total, under the school's limits of time and rows for screens. */
export async function page(ctx: Ctx, ready: Ready, { current, size, seen }: Page): Promise<{ rows: Cell[][]; total: number; isCut: boolean }> {
  const offset = (current - 1) * size
  const { screenSeconds, screenRows } = await settingsOf(ctx.db)
  try {
    return await ctx.db.onReplica(async db => {
      await db.query(sql`select set_config('statement_timeout', ${String(screenSeconds * 1000)}, true)`)
      const [count] = await db.query<{ n: number }>(sql`select count(*)::int as n from (select 1 from (${ready.compiled.unordered}) q limit ${screenRows + 1}) c`)
      const total = count?.n ?? 0
      const most = Math.max(0, Math.min(size, screenRows - offset))
      const found = await db.query<Record<string, unknown>>(sql`select * from (${ready.compiled.statement}) q limit ${most} offset ${offset}`)
      await seen?.add(found)
      await seen?.flush()
      return { rows: found.map(row => cells(ready, row)), total: Math.min(total, screenRows), isCut: total > screenRows }
    })
  } catch (error) {
    if (error instanceof Refusal && error.issues[0]?.rule === 'server.busy') throw fail('tooSlow', { seconds: screenSeconds })
    throw error
  }
}
/** Suppresses the figures of small groups in sensitive queries. */
function cells({ compiled, read, minCell }: Ready, row: Record<string, unknown>): Cell[] {
  const isSmall = compiled.isGrouped && compiled.sensitive.length > 0 && Number(row.people) < minCell
  return read.map((show, i) => (isSmall && !compiled.columns[i]?.path ? `<${minCell}` : show(row[`c${i}`])))
}
/** All rows in batches, in constant memory. */
export async function* portions(ctx: Ctx, ready: Ready, seen: Subjects | undefined): AsyncGenerator<Cell[][]> {
  for await (const found of ctx.db.streamFromReplica<Record<string, unknown>>(ready.compiled.statement, PORTION)) {
    await seen?.add(found)
    yield found.map(row => cells(ready, row))
  }
  await seen?.flush()
}
