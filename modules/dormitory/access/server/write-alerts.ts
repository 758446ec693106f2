import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { ExpectedPresence } from '../../stays/server/api.ts'
import { type AlertState, type AlertTrace, type AlertType, accessAlert, type Explanation, OPEN_STATES } from '../model/access-alert.ts'
import type { Alert, Hours, Judgement } from '../model/rules.ts'
import { tellClosed, tellOpened } from './notify-alerts.ts'

export interface Change {
  person: ExpectedPresence
  judgement: Judgement
  hours: Hours | null
  isUncertain: boolean
}
export interface OpenAlert {
  id: string
  studentId: string
  type: AlertType
  state: AlertState
  at: string
  isFinal: boolean
  isUncertain: boolean
  toldAt: string | null
}
/** An alert to be written. */
interface Written {
  studentId: string
  dormId: string | null
  roomId: string | null
  type: AlertType
  at: string
  isFinal: boolean
  isUncertain: boolean
  facts: object
  what: AlertTrace['what']
}
interface Closing {
  id: string
  explainedBy: Explanation
}
/**
 * 20-DA8: reconciles stored alerts with the evaluation: opens, changes or closes them. Manually closed ones stay closed. Each step is appended to the trace.
 * Messages are sent for opened, reopened and closed alerts only.
 */
export async function writeAlerts(db: Db, night: string, changes: readonly Change[], now: string): Promise<number> {
  const standing = await standingOf(db, night, changes)
  const { written, closing } = difference(changes, standing)
  const fresh = await dropRepeated(db, night, written)
  const made = fresh.length ? await write(db, night, fresh, now) : []
  const closed = closing.length ? await close(db, closing, now) : []
  await tellOpened(
    db,
    night,
    made.filter(m => m.isOpened),
    now,
  )
  await tellClosed(db, night, closed)
  return made.length + closed.length
}
async function standingOf(db: Db, night: string, changes: readonly Change[]): Promise<Map<string, OpenAlert>> {
  const rows =
    await db.query<OpenAlert>(sql`select id, student_id as "studentId", type, state, at, is_final as "isFinal", is_uncertain as "isUncertain", told_at as "toldAt" from access_alert
    where tenant_id = ${db.me.tenantId} and night_date = ${night}::date and student_id = any(${changes.map(c => c.person.studentId)}::uuid[]) order by id for update`)
  return new Map(rows.map(r => [r.studentId, r]))
}
const isOpen = (s: Pick<OpenAlert, 'state'>): boolean => (OPEN_STATES as readonly string[]).includes(s.state)

function difference(changes: readonly Change[], standing: ReadonlyMap<string, OpenAlert>): { written: Written[]; closing: Closing[] } {
  const written: Written[] = []
  const closing: Closing[] = []
  for (const c of changes) {
    const before = standing.get(c.person.studentId)
    if (before?.state === 'closed') continue
    if ('explainedBy' in c.judgement) {
      if (before && isOpen(before)) closing.push({ id: before.id, explainedBy: c.judgement.explainedBy })
      continue
    }
    const what = stepOf(before, c.judgement.alert, c.isUncertain)
    if (what) written.push(rowOf(c, c.judgement.alert, what))
  }
  return { written, closing }
}
/** The step for an evaluated alert; undefined if nothing changed. */
function stepOf(before: OpenAlert | undefined, alert: Alert, isUncertain: boolean): AlertTrace['what'] | undefined {
  if (!before) return 'opened'
  if (!isOpen(before)) return 'reopened'
  if (before.type !== alert.type || Date.parse(before.at) !== Date.parse(alert.at) || before.isFinal !== alert.isFinal) return 'changed'
  if (before.isUncertain === isUncertain) return undefined
  return isUncertain ? 'uncertain' : 'certain'
}
const rowOf = ({ person, hours, isUncertain }: Change, alert: Alert, what: AlertTrace['what']): Written => ({
  studentId: person.studentId,
  dormId: person.dormId,
  roomId: person.roomId,
  type: alert.type,
  at: alert.at,
  isFinal: alert.isFinal,
  isUncertain,
  facts: { curfew: hours?.curfew, gateOpening: hours?.gateOpening, hours: alert.hours },
  what,
})
/** "Not seen" and "not come out" since the same passage are one alert, not one per night. */
async function dropRepeated(db: Db, night: string, written: readonly Written[]): Promise<Written[]> {
  const long = written.filter(w => w.type === 'notSeen' || w.type === 'notLeft')
  if (!long.length) return [...written]
  const known = await db.query<{ studentId: string; type: string; at: string }>(sql`select a.student_id as "studentId", a.type, a.at from access_alert a
    join jsonb_to_recordset(${JSON.stringify(long)}::jsonb) x("studentId" uuid, type text, at timestamptz) on a.student_id = x."studentId" and a.type = x.type and a.at = x.at
    where a.tenant_id = ${db.me.tenantId} and a.night_date <> ${night}::date`)
  const keyOf = (x: { studentId: string; type: string; at: string }): string => `${x.studentId} ${x.type} ${Date.parse(x.at)}`
  const seen = new Set(known.map(keyOf))
  return written.filter(w => !seen.has(keyOf(w)))
}
export interface WrittenAlert extends OpenAlert {
  isOpened: boolean
}
async function write(db: Db, night: string, rows: readonly Written[], now: string): Promise<WrittenAlert[]> {
  const fresh = await insertAlerts(db, night, rows, now)
  const isMade = new Set(fresh.map(f => f.studentId))
  const others = rows.filter(r => !isMade.has(r.studentId))
  const made = [...fresh, ...(others.length ? await changeAlerts(db, night, others, now) : [])]
  const what = new Map(rows.map(r => [r.studentId, r.what]))
  const opened = made.filter(m => ['opened', 'reopened'].includes(what.get(m.studentId) ?? ''))
  await db.emitMany(
    'dormitory.alertOpened',
    opened.map(m => ({ alertId: m.id, studentId: m.studentId, type: m.type })),
  )
  return made.map(m => ({ ...m, isOpened: opened.includes(m) }))
}
const STANDING = ['studentId', 'type', 'state', 'at', 'isFinal', 'isUncertain', 'toldAt'] as const
const asRows = (rows: readonly Written[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x("studentId" uuid, "dormId" uuid, "roomId" uuid, type text, at timestamptz, "isFinal" bool, "isUncertain" bool, facts jsonb, what text)`
const judged = { type: sql`x.type`, at: sql`x.at`, isFinal: sql`x."isFinal"`, isUncertain: sql`x."isUncertain"`, facts: sql`x.facts` }
/** The trace records the steps; no change history. */
const insertAlerts = (db: Db, night: string, rows: readonly Written[], now: string): Promise<OpenAlert[]> =>
  db.insertFrom(
    accessAlert,
    {
      ...judged,
      nightDate: night,
      studentId: sql`s.id`,
      classId: sql`s.class_id`,
      departmentId: sql`s.department_id`,
      dormId: sql`x."dormId"`,
      roomId: sql`x."roomId"`,
      wasUncertain: sql`x."isUncertain"`,
      openedAt: now,
      trace: sql`jsonb_build_array(jsonb_build_object('at', ${now}::text, 'what', x.what, 'type', x.type))`,
    },
    sql`${asRows(rows)} join student s on s.tenant_id = ${db.me.tenantId} and s.id = x."studentId"`,
    { skipExisting: true, returning: STANDING, history: false },
  )
const changeAlerts = (db: Db, night: string, rows: readonly Written[], now: string): Promise<OpenAlert[]> =>
  db.updateWhere(
    accessAlert,
    sql`a.student_id = x."studentId" and a.night_date = ${night}::date`,
    {
      ...judged,
      wasUncertain: sql`a.was_uncertain or x."isUncertain"`,
      state: sql`case when a.state = 'handling' then 'handling' else 'open' end`,
      closedAt: null,
      explainedBy: null,
      trace: sql`a.trace || jsonb_build_array(jsonb_build_object('at', ${now}::text, 'what', x.what, 'type', x.type))`,
    },
    { as: 'a', from: asRows(rows), returning: STANDING, history: false },
  )
export interface Closed extends OpenAlert {
  explainedBy: Explanation
}
async function close(db: Db, closing: readonly Closing[], now: string): Promise<Closed[]> {
  const closed = (await db.updateWhere(
    accessAlert,
    sql`t.id = x.id and t.state in ('open', 'handling')`,
    {
      state: 'autoClosed',
      closedAt: now,
      explainedBy: sql`x."explainedBy"`,
      trace: sql`t.trace || jsonb_build_object('at', ${now}::text, 'what', 'autoClosed', 'type', t.type, 'note', x."explainedBy")`,
    },
    { from: sql`jsonb_to_recordset(${JSON.stringify(closing)}::jsonb) x(id uuid, "explainedBy" text)`, returning: [...STANDING, 'explainedBy'], history: false },
  )) as Closed[]
  await db.emitMany(
    'dormitory.alertClosed',
    closed.map(c => ({ alertId: c.id, studentId: c.studentId, type: c.type })),
  )
  return closed
}
