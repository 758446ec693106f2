import sql from 'sql-template-tag'
import { mustAllow } from '#model'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { bedsOf } from '../../stays/server/api.ts'
import { adjustLines, excludeLines, moveLine, pinLines } from '../model/adjust-actions.ts'
import { recheck, SEAT_FAULTS } from '../model/engine/recheck.ts'
import type { PlanInput } from '../model/engine/types.ts'
import { presortPlan } from '../model/plan.ts'
import { presortLine, presortPart, presortPin, presortRun } from '../model/result.ts'
import { inputOfRun } from './input.ts'
import { type Plan, type Run, readPlan, runFor } from './plan.ts'

type Refuse = ActionCtx<typeof moveLine>['refuse']
interface Held {
  run: Run
  plan: Plan
}
/** An editable simulation, locked with its plan: commits and other edits wait. */
async function hold(db: Db, refuse: Refuse, runId: string): Promise<Held> {
  const { plan: seen } = await runFor(db, runId)
  const plan = readPlan(await db.unscoped(presortPlan).lock(seen.id)) // readable if the reader has students in it; the lines are scoped
  const run = await db.unscoped(presortRun).one(runId) // of that plan
  mustAllow(presortPlan, plan, 'update')
  if (run.state !== 'done') refuse('notDone', { runNo: run.runNo })
  if (plan.mode !== 'toStudent') refuse('grant')
  return { run, plan }
}
interface Line {
  id: string
  studentId: string
  departmentId: string | null
  classId: string | null
  bedId: string | null
  name: string
  pinned: boolean
}
const linesOf = (db: Db, runId: string, where: ReturnType<typeof sql>) =>
  db.query<Line>(sql`select l.id, l.student_id as "studentId", l.department_id as "departmentId", l.class_id as "classId", l.bed_id as "bedId", s.name, l.pinned from presort_line l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
    where l.tenant_id = ${db.me.tenantId} and l.run_id = ${runId} and ${where}`)
/** The violation of new seats against all other seats of the simulation. */
function faultOf(input: PlanInput, lines: readonly Line[], moved: ReadonlyMap<string, string | null>): { studentId: string; why: string } | undefined {
  const roomOf = new Map(input.beds.map(b => [b.id, b.roomId]))
  const rooms = new Set([...moved.values()].map(id => roomOf.get(id ?? '')))
  // without quotas only seats in the same rooms matter
  const near = input.quotas.length ? lines : lines.filter(l => moved.has(l.studentId) || rooms.has(roomOf.get(l.bedId ?? '')))
  const seats = near.flatMap(l => {
    const bedId = moved.has(l.studentId) ? moved.get(l.studentId) : l.bedId
    return bedId ? [{ studentId: l.studentId, bedId }] : []
  })
  // pins are ignored: a manual move pins anew
  const faults = recheck({ ...input, pins: [] }, seats)
  for (const studentId of moved.keys()) {
    const fault = faults.get(studentId)
    if (fault) return { studentId, why: SEAT_FAULTS[fault] }
  }
  return undefined
}
async function changed(db: Db, { run }: Held, studentIds: readonly string[]): Promise<void> {
  await db.updateWhere(presortRun, { id: run.id }, { handCount: sql`t.hand_count + ${studentIds.length}` }, { history: false })
  // a college must confirm its changed part again
  await db.removeWhere(
    presortPart,
    sql`t.run_id = ${run.id} and l.tenant_id = t.tenant_id and l.run_id = t.run_id and l.department_id = t.department_id and l.student_id = any(${[...studentIds]}::uuid[])`,
    { from: sql`presort_line l` },
  )
}
const placeLine = (db: Db, runId: string, studentId: string, bedId: string | null, pinned: boolean) =>
  db.updateWhere(
    presortLine,
    sql`t.run_id = ${runId} and t.student_id = ${studentId}`,
    { bedId: sql`b.id`, roomId: sql`b.room_id`, dormId: sql`b.dorm_id`, pinned, unplaced: sql`case when b.id is null then coalesce(t.unplaced, 'noBed') end`, conflict: null },
    { from: sql`(select 1) one left join dorm_bed b on b.tenant_id = ${db.me.tenantId} and b.id = ${bedId}::uuid` },
  )
/** Pins these students for later simulations: the bed, or exclusion. */
const keepPins = (db: Db, planId: string, lines: ReadonlyArray<Pick<Line, 'studentId' | 'departmentId' | 'classId' | 'bedId'>>, note: string | null = null) =>
  db.upsert(
    presortPin,
    ['planId', 'studentId'],
    lines.map(({ studentId, departmentId, classId, bedId }) => ({ planId, studentId, departmentId, classId, kind: bedId ? ('pin' as const) : ('exclude' as const), bedId, note })),
  )
/** Another student's pin on one of these beds. It applies to all simulations of the plan, including earlier ones that place somebody else there. */
async function pinOfOthers(
  db: Db,
  planId: string,
  bedIds: readonly string[],
  studentIds: readonly string[],
): Promise<{ bedId: string; holder: string; isVisible: boolean } | undefined> {
  const [found] = await db.query<{ id: string; bedId: string; holder: string }>(sql`select p.id, p.bed_id as "bedId", s.name as holder from presort_pin p
    join student s on s.tenant_id = p.tenant_id and s.id = p.student_id
    where p.tenant_id = ${db.me.tenantId} and p.plan_id = ${planId} and p.kind = 'pin' and p.bed_id = any(${[...bedIds]}::uuid[]) and p.student_id <> all(${[...studentIds]}::uuid[]) limit 1`)
  return found && { bedId: found.bedId, holder: found.holder, isVisible: (await db.visible(presortPin).find({ id: found.id })) !== undefined }
}
async function refusePinned(db: Db, refuse: Refuse, planId: string, bedIds: readonly string[], studentIds: readonly string[]): Promise<void> {
  const other = await pinOfOthers(db, planId, bedIds, studentIds)
  if (!other) return
  const bed = (await bedsOf(db, [other.bedId])).get(other.bedId)?.fullName ?? '—'
  if (other.isVisible) refuse('pinned', { bed, holder: other.holder })
  refuse('others', { bed })
}
const unpin = (db: Db, planId: string, where: ReturnType<typeof sql>) => db.removeWhere(presortPin, sql`plan_id = ${planId} and kind = 'pin' and ${where}`)

/** 20-DP7: to a free bed, or swapping with its occupant. Colleges move their own students only. */
const move = handle(moveLine, async ({ db, refuse }, { runId, studentId, bedId }) => {
  const held = await hold(db, refuse, runId)
  const line = (await db.visible(presortLine).find({ runId, studentId })) ?? refuse('bedOut', { bed: '—' })
  const lines = await linesOf(db, runId, sql`true`)
  const own = lines.find(l => l.studentId === studentId)
  const other = lines.find(l => l.bedId === bedId && l.studentId !== studentId)
  const bed = (await bedsOf(db, [bedId])).get(bedId)?.fullName ?? '—'
  if (other && !(await db.visible(presortLine).find({ id: other.id }))) refuse('others', { bed })
  if (other?.pinned) refuse('pinned', { bed, holder: other.name })
  await refusePinned(db, refuse, held.plan.id, [bedId], [studentId])
  const input = await inputOfRun(db, held.plan, held.run)
  if (!input.beds.some(b => b.id === bedId)) refuse('bedOut', { bed })
  const moved = new Map<string, string | null>([[studentId, bedId], ...(other ? [[other.studentId, own?.bedId ?? null] as const] : [])])
  const fault = faultOf(input, lines, moved)
  if (fault) refuse('rule', { name: lines.find(l => l.studentId === fault.studentId)?.name ?? '', bed, why: fault.why })
  await unpin(db, held.plan.id, sql`student_id = any(${[...moved.keys()]}::uuid[])`)
  await placeLine(db, runId, studentId, bedId, true)
  if (other) await placeLine(db, runId, other.studentId, own?.bedId ?? null, false)
  await keepPins(db, held.plan.id, [{ ...line, studentId, bedId }])
  await changed(db, held, [...moved.keys()])
  return { swapped: other?.name ?? null }
})
async function ownLines(db: Db, ids: readonly string[]): Promise<Line[]> {
  const seen = await db.visible(presortLine).all({ id: [...ids] })
  const runIds = [...new Set(seen.map(l => l.runId))]
  return runIds.length === 1 && seen.length === new Set(ids).size ? linesOf(db, runIds[0] ?? '', sql`l.id = any(${[...ids]}::uuid[])`) : []
}
const pin = handle(pinLines, async ({ db, refuse }, { ids, pinned }) => {
  const wanted = ids.filter(id => id !== null)
  const lines = await ownLines(db, wanted)
  const first = await db.visible(presortLine).one(wanted[0] ?? '')
  const held = await hold(db, refuse, first.runId)
  const placed = lines.filter(l => l.bedId)
  const students = placed.map(l => l.studentId)
  const beds = placed.flatMap(l => l.bedId ?? [])
  if (pinned) await refusePinned(db, refuse, held.plan.id, beds, students)
  await db.updateWhere(presortLine, { id: placed.map(l => l.id) }, { pinned })
  await unpin(db, held.plan.id, sql`student_id = any(${students}::uuid[])`)
  if (pinned) await keepPins(db, held.plan.id, placed)
  return { done: placed.length }
})
const exclude = handle(excludeLines, async ({ db, refuse }, { ids, note }) => {
  const wanted = ids.filter(id => id !== null)
  const lines = await ownLines(db, wanted)
  const first = await db.visible(presortLine).one(wanted[0] ?? '')
  const held = await hold(db, refuse, first.runId)
  const students = lines.map(l => l.studentId)
  await changed(db, held, students)
  await keepPins(
    db,
    held.plan.id,
    lines.map(l => ({ ...l, bedId: null })),
    note,
  )
  await db.removeWhere(presortLine, { runId: held.run.id, id: lines.map(l => l.id) })
  return { done: lines.length }
})
const MOST = 60
/** Possible targets: every bed that keeps all hard rules, classmates first. */
const choices = handle(adjustLines, async ({ db, refuse }, { runId, studentId }) => {
  const { run, plan } = await runFor(db, runId)
  if (!(await db.visible(presortLine).find({ runId, studentId }))) return refuse('bedOut', { bed: '—' })
  const input = await inputOfRun(db, plan, run)
  const who = input.students.find(s => s.id === studentId)
  const lines = await linesOf(db, runId, sql`true`)
  const seen = new Set((await db.visible(presortLine).all({ runId })).map(l => l.id))
  const own = lines.find(l => l.studentId === studentId)
  const byBed = new Map(lines.flatMap(l => (l.bedId ? [[l.bedId, l] as const] : [])))
  const classOf = new Map(input.students.map(s => [s.id, s.classId]))
  const roomOf = new Map(input.beds.map(b => [b.id, b.roomId]))
  const inRoom = Map.groupBy(
    lines.filter(l => l.bedId && l.studentId !== studentId),
    l => roomOf.get(l.bedId ?? '') ?? '',
  )
  const rank = (roomId: string): number => (inRoom.get(roomId) ?? []).filter(l => who && classOf.get(l.studentId) === who.classId).length
  const rooms = new Map(input.rooms.map(r => [r.id, r]))
  const kept = new Set(input.pins.flatMap(p => (p.studentId === studentId ? [] : [p.bedId])))
  const open = input.beds
    .filter(
      b =>
        who &&
        rooms.get(b.roomId)?.genderCode === who.genderCode &&
        b.id !== own?.bedId &&
        !kept.has(b.id) &&
        !byBed.get(b.id)?.pinned &&
        (!byBed.get(b.id) || seen.has(byBed.get(b.id)?.id ?? '')),
    )
    .sort((a, b) => rank(b.roomId) - rank(a.roomId) || (a.id < b.id ? -1 : 1))
  const found: typeof open = []
  for (const bed of open.slice(0, MOST * 2)) {
    if (found.length >= MOST) break
    const other = byBed.get(bed.id)
    const moved = new Map<string, string | null>([[studentId, bed.id], ...(other ? [[other.studentId, own?.bedId ?? null] as const] : [])])
    if (!faultOf(input, lines, moved)) found.push(bed)
  }
  const names = await bedsOf(
    db,
    found.map(b => b.id),
  )
  return found.map(b => ({
    bedId: b.id,
    bed: names.get(b.id)?.fullName ?? '',
    holder: byBed.get(b.id)?.name ?? null,
    mates: (inRoom.get(b.roomId) ?? []).map(l => l.name).join('、') || null,
  }))
})
export default [move, pin, exclude, choices]
