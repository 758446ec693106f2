import sql from 'sql-template-tag'
import { hasRecord } from '#modules/student/model/status.ts'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { contradictions } from '../model/contradictions.ts'
import type { Evidence } from '../model/evidence.ts'
import { presenceChange, presenceState } from '../model/presence-state.ts'
import { reconcile, type Verdict } from '../model/reconcile.ts'
import { factsOf } from './facts.ts'
import { settingsOf } from './settings.ts'
import { type FoundOf, writeConflicts } from './write-conflicts.ts'

interface StateRow {
  id: string
  studentId: string
  departmentId: string | null
  classId: string | null
  dormId: string | null
  state: string
  since: string
  confidence: string
  isSilent: boolean
  placeId: string | null
  evidence: readonly Evidence[] | null
  nextAt: string | null
}
type Found = Omit<StateRow, 'id'>
const time = (at: string | null): number | null => (at === null ? null : Date.parse(at))
const told = (evidence: readonly Evidence[] | null): string =>
  JSON.stringify((evidence ?? []).map(({ kind, says, at, until, placeId, note }) => [kind, says, time(at), time(until ?? null), placeId ?? null, note ?? null]))
const isSame = (a: Found, b: Found): boolean =>
  (['departmentId', 'classId', 'dormId', 'state', 'confidence', 'isSilent', 'placeId'] as const).every(key => a[key] === b[key]) &&
  (['since', 'nextAt'] as const).every(key => time(a[key]) === time(b[key])) &&
  told(a.evidence) === told(b.evidence)

/**
 * 60-PR6: finds the states of these students anew and writes what differs; the same for one student after an event and for all of them at night. Their rows are locked
 * before anything is asked of other modules, and the time is read then, so that of two runs the later one knows all that the earlier one knew. Students without a school record lose their row.
 */
export async function reconcileStudents(db: Db, studentIds: readonly string[], given?: string): Promise<number> {
  if (!studentIds.length) return 0
  return db.tx(async tx => {
    const students = await studentsOf(tx, studentIds)
    const ids = [...students.values()].flatMap(s => (hasRecord(s.status ?? '') ? [s.id] : []))
    const kept = new Set(ids)
    const gone = studentIds.filter(id => !kept.has(id))
    if (gone.length) await tx.removeWhere(presenceState, { studentId: gone }, { history: false })
    const made = await tx.insertFrom(presenceState, { studentId: sql`x.id`, since: sql`now()`, computedAt: sql`now()`, state: 'unknown' }, sql`unnest(${ids}::uuid[]) x(id)`, {
      skipExisting: true,
      history: false,
      returning: ['studentId'],
    })
    const rows = await lockRows(tx, ids)
    const now = given ?? new Date().toISOString()
    // read after the lock: what changed while this run waited for it counts
    const current = await studentsOf(tx, ids)
    const [facts, limits] = [await factsOf(tx, current, now), await settingsOf(tx)]
    const fresh = new Set(made.map(m => m.studentId))
    // who has left the roll is asked about no more
    const asked: FoundOf[] = gone.flatMap(id => (students.has(id) ? [{ who: students.get(id) as StudentOf, state: null, found: [] }] : []))
    const changed = rows.flatMap(before => {
      const [known, who] = [facts.get(before.studentId), current.get(before.studentId)]
      if (!known || !who) return []
      const found: Verdict = reconcile(known, limits, now)
      // the last sighting of somebody missing leaves the days that are read: since when nobody knows stays as it was
      const isStill = found.state === 'unknown' && before.state === 'unknown' && !known.sightings.length && !fresh.has(who.id)
      const verdict = isStill ? { ...found, since: before.since } : found
      // 60-PR2: what a silent door still holds may explain it all
      asked.push({ who, state: verdict.state, found: known.isSilent ? null : contradictions(known, verdict, limits, now) })
      const after = { studentId: who.id, departmentId: who.departmentId, classId: who.classId, dormId: known.dormId, isSilent: known.isSilent, ...verdict }
      return isSame(before, after) && !fresh.has(who.id) ? [] : [{ id: before.id, before: fresh.has(who.id) ? null : before.state, after }]
    })
    await tx.updateMany(
      presenceState,
      changed.map(({ id, after: { studentId: _, ...after } }) => ({ id, ...after, computedAt: now })),
      { history: false, bookkeeping: true },
    )
    await tx.insertMany(
      presenceChange,
      changed.flatMap(({ before, after: { studentId, state, since } }) => (before === state ? [] : [{ studentId, before: before as typeof state | null, state, since, at: now }])),
      { history: false },
    )
    await writeConflicts(tx, asked, now)
    return changed.length
  })
}
const lockRows = (db: Db, ids: readonly string[]): Promise<StateRow[]> =>
  db.query<StateRow>(sql`select id, student_id as "studentId", department_id as "departmentId", class_id as "classId", dorm_id as "dormId", state, since, confidence, is_silent as "isSilent", place_id as "placeId",
      evidence, next_at as "nextAt" from presence_state where tenant_id = ${db.me.tenantId} and student_id = any(${[...ids]}::uuid[]) order by student_id for update`)
