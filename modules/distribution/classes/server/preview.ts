import { setImmediate } from 'node:timers/promises'
import { type Db, handle } from '#server/context.ts'
import { previewPlan } from '../model/actions.ts'
import { solve } from '../model/engine/solve.ts'
import type { Division, Seats } from '../model/engine/types.ts'
import { distributionLine } from '../model/line.ts'
import { distributionPlan } from '../model/plan.ts'
import { divisionOf, type Person, type Plan, peopleOf } from './division.ts'

/** 30-SN1, 30-SN2: the same data and seed give the same result; lines that were moved by hand stay. Two previews of a plan wait for each other. */
export default handle(previewPlan, async ({ db, refuse }, { id, seed }) => {
  const done = await previewed(db, await db.visible(distributionPlan).lock(id, 'preview'), seed)
  return done.students ? done : refuse('nobody')
})
/** Deals the students of a plan out, and keeps where each of them comes. */
export async function previewed(db: Db, plan: Plan, seed?: number | null): Promise<{ students: number; placed: number }> {
  const people = await peopleOf(db, plan)
  const open = people.filter(p => !p.classId)
  if (!open.length) return { students: 0, placed: 0 }
  const division = await divisionOf(db, plan, people, seed ?? plan.seed)
  const placed = await writeLines(db, plan.id, open, division, await seatsOf(division))
  await db.update(distributionPlan, plan.id, { state: 'previewed', seed: division.seed, studentCount: open.length, placedCount: placed, previewedAt: new Date().toISOString() })
  return { students: open.length, placed }
}
/** Other calls are answered between two grade-majors. */
async function seatsOf(division: Division): Promise<Seats> {
  const steps = solve(division)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await setImmediate()
  }
}
async function writeLines(db: Db, planId: string, people: readonly Person[], { members }: Division, seats: Seats): Promise<number> {
  const known = new Map(members.map(m => [m.id, m]))
  const drafts = people.map(({ id, gradeMajorId }) => {
    const member = known.get(id)
    return { planId, studentId: id, gradeMajorId, classId: seats.get(id) ?? null, isLocked: member?.fixed !== undefined, score: member?.score ?? null }
  })
  await db.removeWhere(distributionLine, { planId }, { history: false })
  await db.insertMany(distributionLine, drafts, { history: false })
  return drafts.filter(d => d.classId).length
}
