import sql, { join, raw, type Sql } from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import type { Db } from '#server/context.ts'
import { signOccurrence } from '../model/sign-task.ts'

export interface Counts {
  total: number
  signed: number
  late: number
  pending: number
  absent: number
  excused: number
  madeUp: number
  voided: number
}
const STATES = ['signed', 'late', 'pending', 'absent', 'excused', 'madeUp', 'voided'] as const
/** Figures of lines with this alias. */
export const countsOf = (alias: string): Record<keyof Counts, Sql> => ({
  total: sql`count(*)::int`,
  ...(Object.fromEntries(STATES.map(state => [state, sql`count(*) filter (where ${raw(alias)}.state = ${state})::int`])) as Record<(typeof STATES)[number], Sql>),
})
/** Columns of `Counts` over lines `l`. */
export const COUNTS = join(Object.entries(countsOf('l')).map(([name, count]) => sql`${count} as ${raw(`"${name}"`)}`))
export const NOTHING: Counts = { total: 0, signed: 0, late: 0, pending: 0, absent: 0, excused: 0, madeUp: 0, voided: 0 }
/** Attendance rate among those who were required. */
export const attendanceOf = ({ total, signed, late, excused, madeUp }: Counts): number => percentOf(signed + late + madeUp, total - excused) ?? 0
/** Stores the totals of closed occurrences and emits an event where a settled one has changed. */
export async function recount(db: Db, occurrenceIds: readonly string[]): Promise<void> {
  if (!occurrenceIds.length) return
  await db.updateWhere(
    signOccurrence,
    sql`t.id = c.occurrence_id and t.state in ('closed', 'settled')`,
    {
      snapshotCount: sql`c.total`,
      signedCount: sql`c.signed`,
      lateCount: sql`c.late`,
      absentCount: sql`c.absent + c.voided + c.pending`,
      excusedCount: sql`c.excused`,
      madeUpCount: sql`c."madeUp"`,
    },
    {
      from: sql`(select l.occurrence_id, ${COUNTS} from sign_line l where l.tenant_id = ${db.me.tenantId} and l.occurrence_id = any(${[...occurrenceIds]}::uuid[]) group by 1) c`,
      history: false,
    },
  )
  const settled = await db.unscoped(signOccurrence).all({ id: [...occurrenceIds], state: 'settled' }) // the caller found the changed lines within their scope
  await tellSettled(
    db,
    settled.map(o => o.id),
    true,
  )
}
interface Digest extends Counts {
  occurrenceId: string
  taskId: string
  kind: string
  name: string
  teacherId: string | null
  date: string
  opensAt: string
  sourceType: string | null
  sourceId: string | null
  countsForEvidence: boolean
}
/** `signIn.occurrenceSettled`: the totals of an occurrence. Listeners call `linesOf` for names; a repeat with other numbers replaces the first. */
export async function tellSettled(db: Db, occurrenceIds: readonly string[], isRepeat = false): Promise<void> {
  if (!occurrenceIds.length) return
  const rows =
    await db.query<Digest>(sql`select o.id as "occurrenceId", o.task_id as "taskId", t.kind, t.name, t.teacher_id as "teacherId", o.date::text as date, o.opens_at as "opensAt", t.source_type as "sourceType", t.source_id as "sourceId",
      coalesce(t.counts_for_evidence, false) as "countsForEvidence", ${COUNTS}
    from sign_occurrence o join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id join sign_line l on l.tenant_id = o.tenant_id and l.occurrence_id = o.id
    where o.tenant_id = ${db.me.tenantId} and o.id = any(${[...occurrenceIds]}::uuid[]) group by o.id, o.task_id, t.kind, t.name, t.teacher_id, o.date, o.opens_at, t.source_type, t.source_id, t.counts_for_evidence`)
  await db.emitMany(
    'signIn.occurrenceSettled',
    rows.map(({ occurrenceId, taskId, kind, name, teacherId, date, opensAt, sourceType, sourceId, countsForEvidence, ...lines }) => ({
      occurrenceId,
      taskId,
      kind,
      name,
      teacherId,
      date,
      opensAt,
      sourceType,
      sourceId,
      countsForEvidence,
      lines,
      isRepeat,
    })),
  )
}
