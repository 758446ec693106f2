import sql from 'sql-template-tag'
import { mustAllow, type Row, refusalOf } from '#model'
import { department, gradeMajor, stuClass } from '#modules/campus/model/organisation.ts'
import { campus } from '#modules/campus/model/places.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, rules } from '#server/context.ts'
import { dormBuilding, dormFloor } from '../../places/model/places.ts'
import { GENDER_WORDS } from '../../stays/model/rules.ts'
import { bedsOf } from '../../stays/server/api.ts'
import { parsePoolFilter, parseStudentFilter } from '../model/filters.ts'
import { PLAN_MODES, planStates, presortPlan, presortQuota } from '../model/plan.ts'
import { presortPin, presortRun } from '../model/result.ts'
import { parseRules, USUAL_RULES } from '../model/rules.ts'
import { isOpenFor, type Plan, readPlan } from './plan.ts'
import { bedsFrom, givable, inPool } from './pool.ts'

type Stored = Row<typeof presortPlan>
type Patch = Partial<Stored> & Record<string, unknown>
const YEAR = /^(\d{4})-(\d{4})$/

/** Places must be in the officer's scope. */
async function checkPool(db: Db, draft: Patch): Promise<void> {
  const pool = parsePoolFilter(draft.poolFilter)
  if (!pool) throw refusalOf(presortPlan, 'poolForm', {}, 'poolFilter')
  draft.poolFilter = pool
  const known = (await db.cached(campus)).keys().toArray()
  const missing =
    pool.dormIds.length +
    pool.floorIds.length -
    (await db.visibleFor(dormBuilding, 'dormitory:dormBuilding:list').count({ id: pool.dormIds })) -
    (await db.visibleFor(dormFloor, 'dormitory:dormFloor:list').count({ id: pool.floorIds })) +
    pool.campusIds.filter(id => !known.includes(id)).length
  if (missing) throw refusalOf(presortPlan, 'poolScope', { count: missing }, 'poolFilter')
  // granted by a plan of the whole school
  const from = pool.fromPlanId ? await db.unscoped(presortPlan).find({ id: pool.fromPlanId }) : undefined
  if (pool.fromPlanId && (!from || from.mode === 'toStudent' || (from.state !== 'committed' && from.state !== 'published')))
    throw refusalOf(presortPlan, 'noSuchPlan', {}, 'poolFilter')
}
async function check(db: Db, draft: Patch): Promise<void> {
  if (draft.studentFilter !== undefined) {
    const filter = parseStudentFilter(draft.studentFilter)
    if (!filter) throw refusalOf(presortPlan, 'studentForm', {}, 'studentFilter')
    draft.studentFilter = filter
  }
  if (draft.poolFilter !== undefined) await checkPool(db, draft)
  if (draft.rules !== undefined && draft.rules !== null) {
    const parsed = parseRules(draft.rules)
    if (!parsed) throw refusalOf(presortPlan, 'rulesForm', {}, 'rules')
    draft.rules = parsed
  }
  const years = draft.xn === undefined ? null : YEAR.exec(draft.xn)
  if (draft.xn !== undefined && (!years || Number(years[2]) !== Number(years[1]) + 1)) throw refusalOf(presortPlan, 'xnForm', {}, 'xn')
  if (draft.startDate !== undefined && draft.startDate < today()) throw refusalOf(presortPlan, 'past', { startDate: draft.startDate }, 'startDate')
}
async function refuseName(db: Db, name: string | undefined, id?: string): Promise<void> {
  const [other] = name === undefined ? [] : await db.unscoped(presortPlan).all({ name }) // names are not scoped
  if (other && other.id !== id) throw refusalOf(presortPlan, 'nameTaken', { name }, 'name')
}
const plans = rules(presortPlan, {
  async add({ db, me }, draft) {
    await check(db, draft)
    await refuseName(db, draft.name)
    draft.rules ??= USUAL_RULES
    draft.ownerDepartmentId = me.departmentId
  },
  async update({ db }, row, patch) {
    mustAllow(presortPlan, row, 'update')
    await check(db, patch)
    await refuseName(db, patch.name, row.id)
  },
  async remove({ db }, row) {
    mustAllow(presortPlan, row, 'remove')
    // simulations, lines and confirmations are deleted with the plan; committed beds remain as stays
    await db.removeWhere(presortRun, { planId: row.id })
    await db.removeWhere(presortPin, { planId: row.id })
    await db.removeWhere(presortQuota, { planId: row.id })
  },
})

async function planOf(db: Db, of: typeof presortQuota | typeof presortPin, planId: string): Promise<Plan> {
  const plan = readPlan(await db.unscoped(presortPlan).one(planId)) // the row itself is in the reader's scope
  if (!isOpenFor(plan)) throw refusalOf(of as typeof presortPin, 'fixed', { plan: plan.name, state: planStates.labels[plan.state] })
  return plan
}
type Quota = Partial<Row<typeof presortQuota>>
/** The college follows from class or major; quotas of one gender together must fit the beds. */
async function checkQuota(db: Db, plan: Plan, draft: Quota, id?: string): Promise<void> {
  const unit = draft.classId ? (await db.cached(stuClass)).get(draft.classId) : draft.gradeMajorId ? (await db.cached(gradeMajor)).get(draft.gradeMajorId) : undefined
  const own = unit && 'departmentId' in unit ? (unit.departmentId as string | null) : null
  if (draft.departmentId && own && own !== draft.departmentId) {
    const name = (await db.cached(department)).get(own)?.name ?? '—'
    throw refusalOf(presortQuota, 'otherCollege', { unit: unit && 'name' in unit ? unit.name : '', college: name }, 'departmentId')
  }
  draft.departmentId ??= own
  if (!draft.departmentId && !draft.gradeMajorId && !draft.classId) throw refusalOf(presortQuota, 'unit', {}, 'departmentId')
  if (draft.genderCode !== '1' && draft.genderCode !== '2') throw refusalOf(presortQuota, 'genderOnly', {}, 'genderCode')
  const [sum] = await db.query<{ quota: number; beds: number }>(sql`select
    (select coalesce(sum(q.beds), 0)::int from presort_quota q where q.tenant_id = ${db.me.tenantId} and q.plan_id = ${plan.id} and q.gender_code = ${draft.genderCode} and q.class_id is null and q.grade_major_id is null and q.id is distinct from ${id ?? null}::uuid) as quota,
    (select count(*)::int from ${bedsFrom(db)} where ${inPool(db, plan.poolFilter)} and ${givable(db, plan.startDate)} and r.lodging_gender = ${draft.genderCode}) as beds`)
  const quota = (sum?.quota ?? 0) + (draft.classId || draft.gradeMajorId ? 0 : (draft.beds ?? 0))
  if (quota > (sum?.beds ?? 0)) throw refusalOf(presortQuota, 'over', { gender: GENDER_WORDS[draft.genderCode] ?? '', quota, beds: sum?.beds ?? 0 }, 'beds')
}
const quotas = rules(presortQuota, {
  add: async ({ db }, draft) => checkQuota(db, await planOf(db, presortQuota, draft.planId ?? ''), draft),
  async update({ db }, row, patch) {
    const draft = { ...row, ...patch }
    await checkQuota(db, await planOf(db, presortQuota, row.planId), draft, row.id)
    if (draft.departmentId !== row.departmentId) patch.departmentId = draft.departmentId
  },
  remove: async ({ db }, row) => void (await planOf(db, presortQuota, row.planId)),
})

type Pin = Partial<Row<typeof presortPin>>
async function checkPin({ db }: Pick<Ctx, 'db'>, draft: Pin, id?: string): Promise<void> {
  const plan = await planOf(db, presortPin, draft.planId ?? '')
  if (plan.mode !== 'toStudent') throw refusalOf(presortPin, 'mode', { plan: plan.name, mode: PLAN_MODES[plan.mode] }, 'planId')
  const who = (await studentsOf(db, [draft.studentId ?? ''])).get(draft.studentId ?? '')
  const name = who?.name ?? '—'
  draft.departmentId = who?.departmentId ?? null
  draft.classId = who?.classId ?? null
  if (draft.kind === 'exclude' && draft.bedId) throw refusalOf(presortPin, 'someBed', { name }, 'bedId')
  if (draft.kind !== 'exclude' && !draft.bedId) throw refusalOf(presortPin, 'noBed', { name }, 'bedId')
  if (!draft.bedId) return
  const bed = (await bedsOf(db, [draft.bedId])).get(draft.bedId)
  if (bed?.genderCode && who && bed.genderCode !== who.genderCode)
    throw refusalOf(presortPin, 'gender', { name, student: GENDER_WORDS[who.genderCode] ?? '', bed: bed.fullName, room: GENDER_WORDS[bed.genderCode] ?? '' }, 'bedId')
  const [other] = (await db.unscoped(presortPin).all({ planId: plan.id, bedId: draft.bedId })).filter(p => p.id !== id) // another student's pin on the bed in this plan
  const holder = other ? (await studentsOf(db, [other.studentId])).get(other.studentId)?.name : undefined
  if (other) throw refusalOf(presortPin, 'bedTwice', { bed: bed?.fullName ?? '', holder: holder ?? '—' }, 'bedId')
}
const pins = rules(presortPin, {
  add: (ctx, draft) => checkPin(ctx, draft),
  async update(ctx, row, patch) {
    const draft = { ...row, ...patch }
    await checkPin(ctx, draft, row.id)
  },
  remove: async ({ db }, row) => void (await planOf(db, presortPin, row.planId)),
})
export default [plans, quotas, pins]
