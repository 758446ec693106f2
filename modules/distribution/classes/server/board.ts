import sql from 'sql-template-tag'
import type { OutputOf } from '#model'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { PRESENT } from '#modules/student/model/status.ts'
import { knownFacts } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { planBoard, planMembers, scoreFacts } from '../model/actions.ts'
import { type ClassFigures, figuresOf, unmetPairs } from '../model/engine/measures.ts'
import { distributionLine } from '../model/line.ts'
import { distributionPlan } from '../model/plan.ts'
import { classesOf, type Line, type Person, type Plan, pairsOf, peopleOf } from './division.ts'

/** What the last preview gave, with the moves since. */
const board = handle(planBoard, async ({ db }, { id }) => {
  const plan = await db.visible(distributionPlan).one(id)
  const people = await peopleOf(db, plan)
  const lines = new Map((await db.visible(distributionLine).all({ planId: id })).map(l => [l.studentId, l]))
  const seats = new Map(people.map(p => [p.id, lines.has(p.id) ? lines.get(p.id)?.classId : p.classId]))
  const pairs = await pairsOf(db, id)
  const nameOf = new Map(people.map(p => [p.id, p.name]))
  return {
    name: plan.name,
    version: plan.version,
    state: plan.state,
    classes: await cards(db, plan, people, lines, seats),
    unmet: unmetPairs(pairs, s => seats.get(s)).map(p => ({ kind: p.kind, first: nameOf.get(p.first) ?? '—', second: nameOf.get(p.second) ?? '—' })),
    unassigned: lines
      .values()
      .filter(l => !l.classId)
      .toArray().length,
    hasScores: lines.values().some(l => l.score !== null),
  }
})
async function cards(db: Db, plan: Plan, people: readonly Person[], lines: ReadonlyMap<string, Line>, seats: ReadonlyMap<string, string | null | undefined>) {
  const [classes, majors] = [await classesOf(db, plan), await db.cached(gradeMajor)]
  const members = people.map(p => ({ ...p, score: lines.get(p.id)?.score ?? null }))
  const figures = new Map<string, ClassFigures>(figuresOf({ members, classes }, s => seats.get(s)).map(f => [f.classId, f]))
  const before = Map.groupBy(
    people.filter(p => !lines.has(p.id)),
    p => p.classId,
  )
  const locked = Map.groupBy(
    lines.values().filter(l => l.isLocked),
    l => l.classId,
  )
  return classes.flatMap(c => {
    const of = figures.get(c.id)
    const counts = { before: before.get(c.id)?.length ?? 0, locked: locked.get(c.id)?.length ?? 0 }
    return of ? [{ ...of, ...counts, className: c.name, capacity: c.capacity, gradeMajorId: c.gradeMajorId, gradeMajor: majors.get(c.gradeMajorId)?.name ?? '—' }] : []
  })
}
const MOST = 500
const members = handle(planMembers, async ({ db }, { id, classId = null }) => {
  const { id: planId } = await db.visibleFor(distributionPlan, planBoard.permission).one(id)
  return db.query<OutputOf<typeof planMembers>>(sql`
    select s.id, s.name, s.gender_code as "genderCode", s.source_province as "sourceProvince", s.grade_major_id as "gradeMajorId", coalesce(l.is_locked, false) as "isLocked", l.id is null as "isBefore"
    from student s left join distribution_line l on l.tenant_id = s.tenant_id and l.student_id = s.id and l.plan_id = ${planId}
    where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and ${
      classId
        ? sql`(l.class_id = ${classId} or (l.id is null and s.class_id = ${classId} and s.status = any(${[...PRESENT]}::text[])))`
        : sql`l.id is not null and l.class_id is null`
    }
    order by l.is_locked desc nulls last, s.grade_major_id, s.name_pinyin, s.id limit ${MOST}`)
})
const facts = handle(scoreFacts, async ({ db, me }) => (await knownFacts(db, me)).filter(f => f.type === 'number').map(({ name, label, group = null }) => ({ name, label, group })))
export default [board, members, facts]
