import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { queueWorker } from '#server/jobs/drain.ts'
import type { Granted } from '../../model/presort/engine/share.ts'
import type { Placed } from '../../model/presort/engine/solve.ts'
import { presortPlan } from '../../model/presort/plan.ts'
import { parseRules } from '../../model/presort/rules.ts'
import { type Made, workedOut } from './apart.ts'
import { inputOf } from './input.ts'
import { readPlan } from './plan.ts'
import { QUEUE } from './simulate.ts'

/** A process that says nothing for so long has gone; another takes its work. */
const SILENCE = sql`interval '2 minutes'`
interface Taken {
  id: string
  planId: string
  seed: number
  rules: unknown
  version: number
}
/** One process takes one simulation; the mark of its version tells it from whoever comes after it. */
async function take(db: Db): Promise<Taken | undefined> {
  const [run] = await db.query<Taken>(sql`
    update presort_run set state = 'running', progress = 0, started_at = now(), updated_at = now(), version = version + 1
    where tenant_id = ${db.me.tenantId} and id = (select id from presort_run where tenant_id = ${db.me.tenantId} and (state = 'queued' or (state = 'running' and updated_at < now() - ${SILENCE})) order by created_at limit 1 for update skip locked)
    returning id, plan_id as "planId", seed, rules, version`)
  return run
}
const TOLD_MS = 500
/** At most twice a second, and whether it is still wanted. */
function teller(db: Db, { id, version }: Taken): (progress: number) => Promise<boolean> {
  let last = 0
  return async progress => {
    if (Date.now() - last < TOLD_MS) return true
    last = Date.now()
    const still = await db.query(
      sql`update presort_run set progress = ${Math.round(progress * 100)}, updated_at = now() where tenant_id = ${db.me.tenantId} and id = ${id} and state = 'running' and version = ${version} returning 1`,
    )
    return still.length > 0
  }
}
/** Takes the next simulation that waits and works it out; whether there was one. */
export async function simulateOne(db: Db): Promise<boolean> {
  const run = await take(db)
  if (!run) return false
  try {
    const row = await db.unscoped(presortPlan).one(run.planId) // the queue works for the whole school
    const plan = { ...readPlan(row), rules: parseRules(run.rules) ?? readPlan(row).rules }
    const made = await workedOut({ input: await inputOf(db, plan, run.seed), mode: plan.mode }, teller(db, run))
    if (made) await db.tx(tx => keep(tx, run, made))
  } catch (error) {
    const note = error instanceof Error ? error.message.slice(0, 300) : ''
    await db.query(
      sql`update presort_run set state = 'failed', note = ${note}, ended_at = now(), updated_at = now(), version = version + 1 where tenant_id = ${db.me.tenantId} and id = ${run.id} and state = 'running' and version = ${run.version}`,
    )
  }
  return true
}
/** 20-DP6: lines and measures of a simulation; no stay, no grant. */
async function keep(db: Db, run: Taken, made: Made): Promise<void> {
  const held = await db.query(
    sql`update presort_run set state = 'done', progress = 100, measures = ${JSON.stringify(made.measures)}::jsonb, ended_at = now(), updated_at = now(), version = version + 1
      where tenant_id = ${db.me.tenantId} and id = ${run.id} and state = 'running' and version = ${run.version} returning 1`,
  )
  if (!held.length) return
  await (made.kind === 'students' ? keepStudents(db, run, made.lines) : keepRooms(db, run, made.lines))
  await db.query(
    sql`update presort_plan set state = 'simulated', version = version + 1, updated_at = now() where tenant_id = ${db.me.tenantId} and id = ${run.planId} and state in ('draft', 'undone')`,
  )
}
const keepStudents = (db: Db, { id, planId }: Taken, lines: readonly Placed[]) =>
  db.query(sql`
    insert into presort_line (tenant_id, plan_id, run_id, student_id, department_id, class_id, grade, gender_code, bed_id, room_id, dorm_id, score, reasons, unplaced, pinned)
    select ${db.me.tenantId}, ${planId}::uuid, ${id}::uuid, s.id, s.department_id, s.class_id, s.grade, s.gender_code, b.id, b.room_id, b.dorm_id, x.score, x.reasons::jsonb, x.unplaced, x.pinned
    from unnest(${lines.map(l => l.studentId)}::uuid[], ${lines.map(l => l.bedId)}::uuid[], ${lines.map(l => l.score)}::int[], ${lines.map(l => JSON.stringify(l.reasons))}::text[], ${lines.map(l => l.unplaced)}::text[], ${lines.map(l => l.pinned)}::boolean[])
      as x(student_id, bed_id, score, reasons, unplaced, pinned)
    join student s on s.tenant_id = ${db.me.tenantId} and s.id = x.student_id left join dorm_bed b on b.tenant_id = ${db.me.tenantId} and b.id = x.bed_id`)
const keepRooms = (db: Db, { id, planId }: Taken, lines: readonly Granted[]) =>
  db.query(sql`
    insert into presort_line (tenant_id, plan_id, run_id, department_id, class_id, grade, gender_code, room_id, dorm_id, beds)
    select ${db.me.tenantId}, ${planId}::uuid, ${id}::uuid, x.department_id, x.class_id, x.grade, x.gender_code, r.id, r.dorm_id, x.beds
    from unnest(${lines.map(l => l.roomId)}::uuid[], ${lines.map(l => l.departmentId)}::uuid[], ${lines.map(l => l.classId)}::uuid[], ${lines.map(l => l.grade)}::int[], ${lines.map(l => l.genderCode)}::text[], ${lines.map(l => l.beds)}::int[])
      as x(room_id, department_id, class_id, grade, gender_code, beds) join dorm_room r on r.tenant_id = ${db.me.tenantId} and r.id = x.room_id`)

export default queueWorker(QUEUE, simulateOne)
