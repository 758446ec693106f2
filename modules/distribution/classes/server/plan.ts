import { mustAllow, type Row, refusalOf } from '#model'
import { gradeMajor, stuClass } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { knownFacts } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, type Db, handle, rules } from '#server/context.ts'
import { refuseNewHere } from '#server/tenants/here.ts'
import { copyPlan } from '../model/actions.ts'
import { distributionLine } from '../model/line.ts'
import { distributionPair } from '../model/pair.ts'
import { distributionPlan } from '../model/plan.ts'
import type { Plan } from './division.ts'

type Draft = Partial<Plan> & Record<string, unknown>
/** What a new plan takes the score from, where the module that knows it is installed. */
const USUAL_SCORE = 'admission.totalScore'

/** Grade-majors of the plan's grade, each with a class that has not ended; classes of these only. What is not chosen is all there is. */
async function settlePlaces(db: Db, draft: Draft): Promise<void> {
  const [majors, classes] = [await db.cached(gradeMajor), await db.cached(stuClass)]
  const open = [...classes.values()].filter(c => c.grade === draft.grade && c.state !== 'ended')
  if (!draft.gradeMajorIds?.length)
    draft.gradeMajorIds = [...new Set(draft.classIds?.length ? draft.classIds.flatMap(id => classes.get(id)?.gradeMajorId ?? []) : open.map(c => c.gradeMajorId))]
  const { grade, gradeMajorIds } = draft
  if (!draft.classIds?.length) draft.classIds = open.filter(c => gradeMajorIds.includes(c.gradeMajorId)).map(c => c.id)
  const wanted = draft.classIds.flatMap(id => classes.get(id) ?? [])
  for (const id of gradeMajorIds) {
    const name = majors.get(id)?.name ?? '—'
    if (majors.get(id)?.grade !== grade) throw refusalOf(distributionPlan, 'otherGrade', { gradeMajor: name, grade }, 'gradeMajorIds')
    if (!wanted.some(c => c.gradeMajorId === id)) throw refusalOf(distributionPlan, 'noClass', { gradeMajor: name }, 'classIds')
  }
  for (const c of wanted) {
    if (!gradeMajorIds.includes(c.gradeMajorId)) throw refusalOf(distributionPlan, 'otherMajor', { className: c.name }, 'classIds')
    if (c.state === 'ended') throw refusalOf(distributionPlan, 'classEnded', { className: c.name }, 'classIds')
  }
  if (!wanted.length) throw refusalOf(distributionPlan, 'noClasses', { grade }, 'grade')
}
async function checkFact({ db, me }: Pick<Ctx, 'db' | 'me'>, scoreFact: string | null | undefined): Promise<void> {
  if (!scoreFact) return
  const known = (await knownFacts(db, me)).some(f => f.name === scoreFact && f.type === 'number')
  if (!known) throw refusalOf(distributionPlan, 'noFact', { fact: scoreFact }, 'scoreFact')
}
async function distinct(draft: Draft): Promise<void> {
  for (const name of ['gradeMajorIds', 'classIds', 'balance'] as const) if (draft[name]) Object.assign(draft, { [name]: [...new Set(draft[name])] })
}
const plans = rules(distributionPlan, {
  async add(ctx, draft) {
    await distinct(draft)
    const known = await knownFacts(ctx.db, ctx.me)
    if (draft.scoreFact === undefined && known.some(f => f.name === USUAL_SCORE)) draft.scoreFact = USUAL_SCORE
    await settlePlaces(ctx.db, draft)
    await checkFact(ctx, draft.scoreFact)
  },
  async update(ctx, row, patch) {
    mustAllow(distributionPlan, row, 'update')
    await distinct(patch)
    const places = { grade: patch.grade ?? row.grade, gradeMajorIds: patch.gradeMajorIds ?? row.gradeMajorIds, classIds: patch.classIds ?? row.classIds }
    await settlePlaces(ctx.db, places)
    await checkFact(ctx, patch.scoreFact)
    // what was previewed is not this plan any more
    if (['grade', 'gradeMajorIds', 'classIds', 'balance', 'scoreFact'].some(name => name in patch)) Object.assign(patch, places, { state: 'draft' })
  },
  async remove({ db }, row) {
    mustAllow(distributionPlan, row, 'remove')
    await db.removeWhere(distributionLine, { planId: row.id }, { history: false })
    await db.removeWhere(distributionPair, { planId: row.id })
  },
  async taken(_ctx, { name }) {
    throw refusalOf(distributionPlan, 'nameTaken', { name }, 'name')
  },
})
type Pair = Partial<Row<typeof distributionPair>>
async function checkPair(db: Db, { planId = '', studentId = '', otherId = '' }: Pair): Promise<void> {
  const plan = await db.visibleFor(distributionPlan, 'distribution:distributionPlan:list').one(planId)
  if (plan.state === 'published') throw refusalOf(distributionPair, 'fixed', { plan: plan.name })
  if (studentId === otherId) throw refusalOf(distributionPair, 'self', {}, 'otherId')
  const rows = await db.unscoped(student).all({ id: [studentId, otherId] }) // plans are the office's
  const [first, other] = [studentId, otherId].map(id => rows.find(r => r.id === id))
  if (first?.gradeMajorId !== other?.gradeMajorId) throw refusalOf(distributionPair, 'otherMajor', { name: first?.name ?? '—', other: other?.name ?? '—' }, 'otherId')
}
const pairs = rules(distributionPair, {
  add: ({ db }, draft) => checkPair(db, draft),
  update: ({ db }, row, patch) => checkPair(db, { ...row, ...patch }),
  remove: ({ db }, row) => checkPair(db, row),
  async taken({ db }, { studentId = '', otherId = '' }) {
    const known = await studentsOf(db, [studentId, otherId])
    throw refusalOf(distributionPair, 'taken', { name: known.get(studentId)?.name ?? '—', other: known.get(otherId)?.name ?? '—' }, 'otherId')
  },
})
/** The same places and rules as a new draft, without the students of the first. */
const copy = handle(copyPlan, async (ctx, { id }) => {
  await refuseNewHere(ctx, distributionPlan)
  const { db } = ctx
  const { name, grade, gradeMajorIds, classIds, balance, scoreFact, seed } = await db.visible(distributionPlan).one(id)
  const names = new Set((await db.visible(distributionPlan).all()).map(p => p.name))
  let next = 2
  while (names.has(`${name} ${next}`)) next++
  return { id: (await db.insert(distributionPlan, { name: `${name} ${next}`, grade, gradeMajorIds, classIds, balance, scoreFact, seed })).id }
})
const shown = compute(distributionLine, ['studentNo', 'genderCode'], async ({ db }, rows) => {
  const known = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  for (const row of rows) Object.assign(row, { studentNo: known.get(row.studentId)?.studentNo ?? null, genderCode: known.get(row.studentId)?.genderCode ?? null })
})
export default [plans, pairs, copy, shown]
