import sql from 'sql-template-tag'
import type { Row } from '#model'
import { type StudentOf, studentNumbers, withStudents } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { CONFLICT_CODES, type ConflictCode, presenceConflict } from '../model/conflict.ts'
import type { Contradiction } from '../model/contradictions.ts'
import { PRESENCE_MESSAGES } from '../model/messages.ts'
import type { PresenceStateName } from '../model/presence-state.ts'

export type Conflict = Row<typeof presenceConflict>
const LINK = '/presence/conflicts'
const aboutConflict: MessageAbout<Conflict> = {
  bizType: 'presenceConflict',
  link: ({ id }) => `${LINK}?id=${id}`,
  values: ({ code }) => ({ what: { text: CONFLICT_CODES[code] } }),
}
const step = {
  text: '{name}：{what}，请过问',
  while: (row: Conflict) => row.state === 'open',
  done: (row: Conflict) => (row.state === 'auto' ? '自行消除' : '已处理'),
  link: ({ id }: Conflict) => `${LINK}?id=${id}`,
}
/** Counsellors have what is open; of somebody missing they are told at once. */
export const conflictTodos = rowTodos<Conflict, 'ask' | 'overdue' | 'missing'>(presenceConflict, aboutConflict, {
  ask: step,
  overdue: { ...step, priority: 'high', message: PRESENCE_MESSAGES.overdue },
  missing: { ...step, priority: 'urgent', message: PRESENCE_MESSAGES.missing },
})
const STEPS: Partial<Record<ConflictCode, 'overdue' | 'missing'>> = { PC2: 'overdue', PC7: 'missing' }
/** What was found of one student; null where a silent door holds it, so that nothing opens and nothing settles by itself. */
export interface FoundOf {
  who: StudentOf
  /** Null of whom nothing is kept any more. */
  state: PresenceStateName | null
  found: readonly Contradiction[] | null
}
const keyOf = ({ studentId, code, about }: { studentId: string; code: string; about: string }): string => `${studentId} ${code} ${about}`
/** Opens what is new and closes what is no contradiction any more. Runs below the locks of the students' states, so no two runs meet. */
export async function writeConflicts(db: Db, all: readonly FoundOf[], now: string): Promise<void> {
  const asked = all.filter(f => f.found !== null)
  if (!asked.length) return
  const open = await db.unscoped(presenceConflict).all({ studentId: asked.map(f => f.who.id), state: 'open' }) // the program's own work: no scope applies
  const missed = new Set(open.flatMap(o => (o.code === 'PC7' ? [o.studentId] : [])))
  const drafts = asked.flatMap(({ who, found }) =>
    (found ?? [])
      .filter(f => f.code !== 'PC7' || !missed.has(who.id))
      .map(({ code, about, at, source }) => ({
        ...{ studentId: who.id, departmentId: who.departmentId, classId: who.classId, code, about, at, openedAt: now },
        ...{ sourceKind: source?.kind ?? null, sourceId: source?.id ?? null },
      })),
  )
  const still = new Set(drafts.map(keyOf))
  const unknown = new Set(asked.flatMap(a => (a.state === 'unknown' ? [a.who.id] : [])))
  // somebody missing is looked for until they are seen, not until the last sighting is too old to be read
  const isMissed = ({ code, studentId }: Conflict): boolean => code === 'PC7' && unknown.has(studentId)
  const over = open.filter(o => !still.has(keyOf(o)) && !isMissed(o))
  if (over.length) {
    const done = await db.updateWhere(presenceConflict, sql`t.id = any(${over.map(o => o.id)}::uuid[]) and t.state = 'open'`, { state: 'auto', closedAt: now }, { history: false })
    await conflictTodos.follow(
      db,
      over.filter(o => done.some(d => d.id === o.id)).map(o => ({ ...o, state: 'auto' as const, closedAt: now })),
    )
  }
  if (!drafts.length) return
  const from = sql`jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) x("studentId" uuid, "departmentId" uuid, "classId" uuid, code text, about text, at timestamptz, "openedAt" timestamptz, "sourceKind" text, "sourceId" text)`
  const values = Object.fromEntries(
    (['studentId', 'departmentId', 'classId', 'code', 'about', 'at', 'openedAt', 'sourceKind', 'sourceId'] as const).map(k => [k, sql([`x."${k}"`])]),
  )
  // what settled by itself and is there again is asked about again; what somebody has handled is not
  const again = await db.updateWhere(
    presenceConflict,
    sql`t.state = 'auto' and exists (select from ${from} where x."studentId" = t.student_id and x.code = t.code and x.about = t.about)`,
    { state: 'open', openedAt: now, closedAt: null },
    { history: false },
  )
  const made = await db.insertFrom(presenceConflict, values, from, { skipExisting: true, history: false })
  const opened = [...again, ...made].map(m => m.id)
  if (opened.length) await tellOpened(db, opened)
}
async function tellOpened(db: Db, ids: readonly string[]): Promise<void> {
  const rows = await db.unscoped(presenceConflict).all({ id: [...ids] }) // see above
  await db.emitMany(
    'presence.conflictOpened',
    rows.map(({ id, studentId, code }) => ({ conflictId: id, studentId, code })),
  )
  const people = await withStudents(db, rows)
  const staff = await staffOfAll(
    db,
    people.map(p => p.who),
    'fdy',
  )
  const all = people.map((one, n) => ({ ...one, to: staff[n] ?? [] }))
  for (const [name, those] of Map.groupBy(all, one => STEPS[one.row.code] ?? ('ask' as const))) await conflictTodos.open(db, name, those)
}
export default studentNumbers(presenceConflict)
