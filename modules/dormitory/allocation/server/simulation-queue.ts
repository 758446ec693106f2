import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { backgroundTask, type Ending, type Task } from '#server/jobs/background-task.ts'
import type { Granted } from '../model/engine/share.ts'
import type { Placed } from '../model/engine/solve.ts'
import { presortPlan } from '../model/plan.ts'
import { presortLine, presortRun } from '../model/result.ts'
import { parseRules } from '../model/rules.ts'
import { inputOf } from './input.ts'
import { readPlan } from './plan.ts'
import { QUEUE } from './simulate.ts'
import { type SimulationResult, workedOut } from './worker-thread.ts'

/** A simulation being run. */
interface LeasedSimulation {
  id: string
  planId: string
  seed: number | null
  rules: unknown
}
type Progress = (progress: number) => Promise<boolean>
async function begin(db: Db, id: string): Promise<LeasedSimulation | undefined> {
  const running = { state: 'running' as const, progress: 0, startedAt: sql`now()` }
  const [run] = await db.updateWhere(presortRun, { id, state: ['queued', 'running'] }, running, { returning: ['planId', 'seed', 'rules'], history: false })
  return run
}
const TOLD_MS = 500
/** Reports progress at most twice a second and checks for cancellation. */
function teller(db: Db, { id, signal }: Pick<Task<object>, 'id' | 'signal'>): Progress {
  let last = 0
  return async progress => {
    if (signal.aborted) return false
    if (Date.now() - last < TOLD_MS) return true
    last = Date.now()
    const still = await db.updateWhere(presortRun, { id, state: 'running' }, { progress: Math.round(progress * 100) }, { bookkeeping: true })
    return still.length > 0
  }
}
/** Runs a simulation; returns the writer of its result, or undefined if cancelled. */
export async function simulateRun(db: Db, id: string, go?: Progress): Promise<Ending | undefined> {
  const run = await begin(db, id)
  if (!run) return undefined
  const row = await db.unscoped(presortPlan).one(run.planId) // background worker without a user: no data scope applies
  const plan = { ...readPlan(row), rules: parseRules(run.rules) ?? readPlan(row).rules }
  const made = await workedOut({ input: await inputOf(db, plan, run.seed ?? row.seed), mode: plan.mode }, go)
  return made && (tx => keep(tx, run, made))
}
/** 20-DP6: stores lines and metrics of a simulation; no stays, no grants. */
async function keep(db: Db, run: LeasedSimulation, made: SimulationResult): Promise<void> {
  const done = { state: 'done' as const, progress: 100, measures: made.measures, endedAt: sql`now()` }
  const held = await db.updateWhere(presortRun, { id: run.id, state: 'running' }, done, { history: false })
  if (!held.length) return
  await (made.kind === 'students' ? keepStudents(db, run, made.lines) : keepRooms(db, run, made.lines))
  await db.updateWhere(presortPlan, { id: run.planId, state: ['draft', 'undone'] }, { state: 'simulated' })
}
const keepStudents = (db: Db, { id, planId }: LeasedSimulation, lines: readonly Placed[]) =>
  db.insertFrom(
    presortLine,
    {
      planId,
      runId: id,
      studentId: sql`s.id`,
      departmentId: sql`s.department_id`,
      classId: sql`s.class_id`,
      grade: sql`s.grade`,
      genderCode: sql`s.gender_code`,
      bedId: sql`b.id`,
      roomId: sql`b.room_id`,
      dormId: sql`b.dorm_id`,
      score: sql`x.score`,
      reasons: sql`x.reasons::jsonb`,
      unplaced: sql`x.unplaced`,
      pinned: sql`x.pinned`,
    },
    sql`unnest(${lines.map(l => l.studentId)}::uuid[], ${lines.map(l => l.bedId)}::uuid[], ${lines.map(l => l.score)}::int[], ${lines.map(l => JSON.stringify(l.reasons))}::text[], ${lines.map(l => l.unplaced)}::text[], ${lines.map(l => l.pinned)}::boolean[])
      as x(student_id, bed_id, score, reasons, unplaced, pinned)
    join student s on s.tenant_id = ${db.me.tenantId} and s.id = x.student_id left join dorm_bed b on b.tenant_id = ${db.me.tenantId} and b.id = x.bed_id`,
    { history: false }, // computed rows without history; manual changes are recorded
  )
const keepRooms = (db: Db, { id, planId }: LeasedSimulation, lines: readonly Granted[]) =>
  db.insertFrom(
    presortLine,
    {
      planId,
      runId: id,
      departmentId: sql`x.department_id`,
      classId: sql`x.class_id`,
      grade: sql`x.grade`,
      genderCode: sql`x.gender_code`,
      roomId: sql`r.id`,
      dormId: sql`r.dorm_id`,
      beds: sql`x.beds`,
    },
    sql`unnest(${lines.map(l => l.roomId)}::uuid[], ${lines.map(l => l.departmentId)}::uuid[], ${lines.map(l => l.classId)}::uuid[], ${lines.map(l => l.grade)}::int[], ${lines.map(l => l.genderCode)}::text[], ${lines.map(l => l.beds)}::int[])
      as x(room_id, department_id, class_id, grade, gender_code, beds) join dorm_room r on r.tenant_id = ${db.me.tenantId} and r.id = x.room_id`,
    { history: false },
  )

/** Concurrency of simulations: each occupies a processor. */
const AT_ONCE = 1
export default backgroundTask(QUEUE, {
  atOnce: AT_ONCE,
  async run(db, task) {
    const ending = await simulateRun(db, task.id, teller(db, task))
    task.signal.throwIfAborted()
    return ending
  },
  async failed(tx, { id }, error) {
    const note = error instanceof Error ? error.message.slice(0, 300) : ''
    await tx.updateWhere(presortRun, { id, state: ['queued', 'running'] }, { state: 'failed', note, endedAt: sql`now()` }, { history: false })
  },
})
