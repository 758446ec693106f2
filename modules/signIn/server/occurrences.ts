import sql from 'sql-template-tag'
import { HOUR_MS } from '#model/days.ts'
import type { Fence } from '#model/geo.ts'
import { phaseOf, type RoundRow } from '#modules/workflow/rounds/model/round.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import type { Kind, OccurrenceState } from '../model/sign-task.ts'
import type { Way, WayRule } from '../model/ways.ts'

/** An occurrence with the fields of its task. */
export interface Occurrence {
  id: string
  taskId: string
  name: string
  kind: Kind
  date: string
  opensAt: string
  lateAt: string | null
  closesAt: string
  state: OccurrenceState
  secret: string
  ways: Way[]
  wayRule: WayRule
  fences: Fence[] | null
  direction: 'in' | 'inOut'
  taskState: RoundRow['state']
  beginTime: string
  endTime: string
  makeupHours: number
  ownerId: string | null
  owner: string | null
}
export const OCCURRENCE = sql`o.id, o.task_id as "taskId", t.name, t.kind, o.date::text as date, o.opens_at as "opensAt", o.late_at as "lateAt", o.closes_at as "closesAt", o.state, o.secret,
  t.ways, t.way_rule as "wayRule", t.fences, t.direction, t.state as "taskState", t.begin_time as "beginTime", t.end_time as "endTime", coalesce(t.makeup_hours, 0) as "makeupHours", t.owner_id as "ownerId",
  (select u.nick_name from sys_user u where u.tenant_id = t.tenant_id and u.id = t.owner_id) as owner`
export const WITH_TASK = sql`sign_occurrence o join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id`

/** The occurrence, if it exists; the caller checks access. */
export const findOccurrence = async (db: Db, id: string): Promise<Occurrence | undefined> =>
  (await db.query<Occurrence>(sql`select ${OCCURRENCE} from ${WITH_TASK} where o.tenant_id = ${db.me.tenantId} and o.id = ${id}`))[0]
/** The same, or an error. */
export async function occurrenceOf(db: Db, id: string): Promise<Occurrence> {
  const row = await findOccurrence(db, id)
  if (!row) throw notFound()
  return row
}
export const isPaused = ({ taskState, beginTime, endTime }: Pick<Occurrence, 'taskState' | 'beginTime' | 'endTime'>): boolean =>
  phaseOf({ state: taskState, beginTime, endTime }) === 'paused'
/** 20-SA11: end of the make-up period; null if the task has none. */
export const makeupUntil = ({ closesAt, makeupHours }: Pick<Occurrence, 'closesAt' | 'makeupHours'>): string | null =>
  makeupHours ? new Date(Date.parse(closesAt) + makeupHours * HOUR_MS).toISOString() : null
/** The publicly visible fields. */
export const headOf = ({ id, taskId, name, kind, date, opensAt, lateAt, closesAt, state, ways, wayRule }: Occurrence) => ({
  occurrenceId: id,
  taskId,
  name,
  kind,
  date,
  opensAt,
  lateAt,
  closesAt,
  state,
  ways,
  wayRule,
})
