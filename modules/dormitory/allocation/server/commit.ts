import sql from 'sql-template-tag'
import { type Issue, mustAllow, Refusal, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { reserve, validate } from '../../stays/server/api.ts'
import { commitPlan } from '../model/actions.ts'
import { recheck, SEAT_FAULTS } from '../model/engine/recheck.ts'
import { LIVE_STATES, presortPlan } from '../model/plan.ts'
import { presortLine, presortRun } from '../model/result.ts'
import { overlapsOf } from './balance.ts'
import { inputOfRun } from './input.ts'
import { lockPlan, type Plan, type Run, readPlan } from './plan.ts'
import { planTodos } from './plan-todos.ts'
import { partsOf } from './read.ts'
import { settingsOf } from './settings.ts'

type Ctx = ActionCtx<typeof commitPlan>
/** A commit without progress for this long is considered dead. */
const FORGOTTEN = sql`interval '15 minutes'`
const NAMED = 50

/** 20-DP8: one commit per building at a time, across processes: enforced by row locks. */
async function enter({ db, refuse }: Pick<Ctx, 'db' | 'refuse'>, plan: Plan, runId: string): Promise<void> {
  await db.tx(async tx => {
    await tx.query(sql`delete from presort_commit where tenant_id = ${tx.me.tenantId} and since < now() - ${FORGOTTEN}`)
    const wanted = sql`select distinct dorm_id from presort_line where tenant_id = ${tx.me.tenantId} and run_id = ${runId} and dorm_id is not null`
    await tx.query(
      sql`insert into presort_commit (tenant_id, dorm_id, plan_id) select ${tx.me.tenantId}, w.dorm_id, ${plan.id}::uuid from (${wanted} order by 1) w on conflict do nothing`,
    )
    const [other] = await tx.query<{ plan: string; since: string }>(
      sql`select p.name as plan, c.since from presort_commit c join presort_plan p on p.tenant_id = c.tenant_id and p.id = c.plan_id where c.tenant_id = ${tx.me.tenantId} and c.dorm_id in (${wanted}) and c.xmin::text <> pg_current_xact_id()::xid::text limit 1`,
    )
    if (other) refuse('busy', { plan: other.plan, at: schoolTimeText(other.since).slice(11) })
  })
}
const leave = (db: Db, plan: Plan) => db.query(sql`delete from presort_commit where tenant_id = ${db.me.tenantId} and plan_id = ${plan.id}`)

async function mayCommit({ db, refuse }: Ctx, plan: Plan, run: Run, withoutColleges: boolean): Promise<void> {
  mustAllow(presortPlan, plan, 'commit')
  if (run.planId !== plan.id || run.state !== 'done') refuse('notDone', { runNo: run.runNo })
  const [other] = await overlapsOf(db, plan, LIVE_STATES)
  if (other) refuse('overlap', { plan: other.name, rooms: other.rooms })
  if (withoutColleges || plan.mode !== 'toStudent' || !(await settingsOf(db)).presortNeedsColleges) return
  const open = (await partsOf(db, run.id)).filter(p => !p.confirmedAt)
  if (open.length) refuse('colleges', { colleges: open.map(p => p.label).join('、') })
}
interface Seat {
  studentId: string
  bedId: string
  name: string
  bed: string
}
const seatsOf = (db: Db, run: Run) =>
  db.query<Seat>(sql`select l.student_id as "studentId", l.bed_id as "bedId", s.name, b.full_name as bed from presort_line l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
    join dorm_bed b on b.tenant_id = l.tenant_id and b.id = l.bed_id where l.tenant_id = ${db.me.tenantId} and l.run_id = ${run.id} order by l.student_id`)
const wordsOf = (issue: Issue): string => issue.text.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(issue.values?.[key] ?? ''))
/** Conflict of each seat: by the plan's rules on current data, and by beds or students taken meanwhile. */
async function judgeSeats(db: Db, plan: Plan, run: Run, seats: readonly Seat[]) {
  const { judged, students } = await validate(
    db,
    seats.map(({ studentId, bedId }) => ({ studentId, bedId, kind: 'main' as const, source: 'presort' as const, plannedIn: plan.startDate, batchId: plan.id })),
  )
  const faults = recheck(await inputOfRun(db, plan, run), seats)
  const why = new Map<string, string>()
  for (const { wanted, issues } of judged) {
    const fault = faults.get(wanted.studentId)
    const said = issues[0] ? wordsOf(issues[0]) : fault ? SEAT_FAULTS[fault] : undefined
    if (said) why.set(wanted.studentId, said)
  }
  return { judged, students, why }
}
/** Refuses with all conflicts; nothing has been written by then. */
function refuseConflicts(seats: readonly Seat[], why: ReadonlyMap<string, string>): never {
  const named = seats.filter(s => why.has(s.studentId)).slice(0, NAMED)
  const first = refusalOf(commitPlan, 'conflicts', { count: why.size }).issues
  throw new Refusal(422, [...first, ...named.flatMap(s => refusalOf(commitPlan, 'conflict', { name: s.name, bed: s.bed, why: why.get(s.studentId) ?? '' }).issues)])
}
async function commitStudents({ db, refuse }: Pick<Ctx, 'db' | 'refuse'>, plan: Plan, run: Run, conflictFree: boolean): Promise<{ placed: number; conflicts: number }> {
  const seats = await seatsOf(db, run)
  if (!seats.length) refuse('nothing')
  const { judged, students, why } = await judgeSeats(db, plan, run, seats)
  if (why.size && !conflictFree) refuseConflicts(seats, why)
  const clear = judged.filter(j => !why.has(j.wanted.studentId))
  if (!clear.length) refuseConflicts(seats, why)
  await reserve(db, clear, students, { isQuiet: true })
  const said = [...why]
  const from = sql`unnest(${said.map(([id]) => id)}::uuid[], ${said.map(([, text]) => text.slice(0, 300))}::text[]) x(id, why)`
  await db.updateWhere(presortLine, sql`t.run_id = ${run.id} and t.student_id = x.id`, { conflict: sql`x.why` }, { from, history: false })
  return { placed: clear.length, conflicts: why.size }
}
/** Rooms: grants them, excluding other plans. */
async function commitRooms({ db, refuse }: Pick<Ctx, 'db' | 'refuse'>, run: Run): Promise<{ placed: number; conflicts: number }> {
  const [taken] = await db.query<{ room: string }>(
    sql`select r.full_name as room from presort_line l join presort_line o on o.tenant_id = l.tenant_id and o.room_id = l.room_id and o.plan_id <> l.plan_id and o.is_granted join dorm_room r on r.tenant_id = l.tenant_id and r.id = l.room_id
      where l.tenant_id = ${db.me.tenantId} and l.run_id = ${run.id} order by 1 limit 1`,
  )
  if (taken) refuse('granted', { room: taken.room })
  const made = await db.updateWhere(presortLine, { runId: run.id, 'studentId.isNull': true }, { isGranted: true }, { returning: ['beds'] })
  if (!made.length) refuse('nothing')
  return { placed: made.reduce((sum, l) => sum + (l.beds ?? 0), 0), conflicts: 0 }
}
export default handle(commitPlan, async (ctx, { id, runId, conflictFree, withoutColleges }) => {
  const { db, me } = ctx
  const plan = readPlan(await db.visibleFor(presortPlan, commitPlan.permission).one(id))
  const run = await db.unscoped(presortRun).one(runId) // of that plan; checked next
  await mayCommit(ctx, plan, run, withoutColleges ?? false)
  await enter(ctx, plan, runId)
  try {
    return await db.tx(async tx => {
      const held = await lockPlan(tx, id)
      const inside = { ...ctx, db: tx }
      await mayCommit(inside, held, await tx.unscoped(presortRun).one(runId), withoutColleges ?? false) // again, now under lock
      const done = held.mode === 'toStudent' ? await commitStudents(inside, held, run, conflictFree ?? false) : await commitRooms(inside, run)
      const after = await tx.update(presortPlan, id, {
        state: 'committed',
        runId,
        committedAt: new Date().toISOString(),
        committedBy: me.userId,
        studentCount: run.measures?.students ?? null,
        placedCount: done.placed,
      })
      await planTodos.follow(tx, [after])
      return done
    })
  } finally {
    await leave(db, plan)
  }
})
