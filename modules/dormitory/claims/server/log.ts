import sql, { type Sql } from 'sql-template-tag'
import { Refusal } from '#model'
import { systemGate } from '#server/access/calls.ts'
import type { Ctx, Db } from '#server/context.ts'
import type { Core, KernelCtx } from '#server/data/core.ts'
import type { ClaimAction } from '../model/round.ts'

export interface Line {
  roundId: string
  studentId: string
  bedId: string | null
  action: ClaimAction
  result: string
  ms: number
}
const GATHER_MS = 250
const MOST_AT_ONCE = 2000
interface Waiting {
  core: Core
  tenantId: string
  line: Line & { at: string }
}
let waiting: Waiting[] = []
let timer: NodeJS.Timeout | undefined
let written: Promise<void> = Promise.resolve()

/** Inserts log lines with the current class and college. Lines of missing rounds or students are skipped. */
const writing = (db: Db, lines: ReadonlyArray<Line & { at?: string }>): Sql =>
  sql`insert into claim_log (tenant_id, round_id, student_id, department_id, class_id, bed_id, action, at, result, ms)
    select s.tenant_id, c.id, s.id, s.department_id, s.class_id, x."bedId", x.action, coalesce(x.at, clock_timestamp()), x.result, x.ms
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) x("roundId" uuid, "studentId" uuid, "bedId" uuid, action text, at timestamptz, result text, ms int)
    join student s on s.tenant_id = ${db.me.tenantId} and s.id = x."studentId" join claim_round c on c.tenant_id = s.tenant_id and c.id = x."roundId"`
export const writeLines = async (db: Db, lines: ReadonlyArray<Line & { at?: string }>): Promise<void> => void (await db.query(writing(db, lines)))

/** A refusal rolls its transaction back, so its log line is queued and written separately in batches. A crash may lose some lines of statistics, but no bed. */
function noteRefusal(core: Core, tenantId: string, line: Line): void {
  waiting.push({ core, tenantId, line: { ...line, at: new Date().toISOString() } })
  if (waiting.length >= MOST_AT_ONCE) return void flushRefusals()
  timer ??= setTimeout(() => void flushRefusals(), GATHER_MS).unref()
}
/** Flushes the queue; resolves once it and all earlier batches are written. */
export function flushRefusals(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  written = written.then(writeWaiting)
  return written
}
async function writeWaiting(): Promise<void> {
  const lines = waiting
  waiting = []
  for (const [tenantId, own] of Map.groupBy(lines, l => l.tenantId)) {
    const [first] = own
    if (!first) continue
    await writeLines(
      systemGate(first.core, tenantId, 'claim'),
      own.map(o => o.line),
    ).catch(error => first.core.log.error({ err: error }, 'refused claims could not be written down'))
  }
}
export type ClaimLog = Pick<Line, 'roundId' | 'studentId' | 'bedId' | 'action'>
/** Log entry of a running request. */
export interface Note {
  /** The action turned out to be another, or about another bed. */
  as(deed: Partial<ClaimLog>): void
  /** Success: written in the same transaction. */
  done(db: Db): Promise<unknown>
}
/** Runs an action on a bed and logs its result; refusals are logged outside the transaction. */
export async function noted<T>(ctx: Ctx, of: ClaimLog, work: (note: Note) => Promise<T>): Promise<T> {
  const began = performance.now()
  let deed = of
  const line = (result: string): Line => ({ ...deed, result, ms: Math.round(performance.now() - began) })
  try {
    return await work({
      as: more => {
        deed = { ...deed, ...more }
      },
      // every call's gate is the kernel's own; the line is queued with the commit
      done: db => (db as KernelCtx['db']).enqueue(writing(db, [line('ok')])),
    })
  } catch (error) {
    // every call's context is the kernel's own
    if (error instanceof Refusal) noteRefusal((ctx as KernelCtx).core, ctx.me.tenantId, line(error.issues[0]?.rule.split('.').at(-1) ?? 'refused'))
    throw error
  }
}
