import type { Row } from '#model'
import { addMonths } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { gradeMajor, major, stuClass } from '../model/organisation.ts'
import { copyClasses, generateClasses, previewBatch, previewCopy } from '../model/organisation-actions.ts'
import { className, patternFault } from '../model/organisation-rules.ts'
import { studyEnd } from '../model/school-year.ts'
import { gradeMajorName } from './organisation.ts'
import { departmentsReached } from './scope.ts'

const PERMISSION = 'campus:stuClass:generate'
type GradeMajor = Pick<Row<typeof gradeMajor>, 'id' | 'name' | 'grade' | 'majorId' | 'departmentId' | 'campusId' | 'duration' | 'level'>
interface Planned {
  name: string
  classNo: string
  gradeMajorId: string
  exists: boolean
}
interface PlannedClass extends Planned {
  of: GradeMajor
  capacity: number
  startDate: string
}
const CLASS_NO_MAX = 12
/** `26` + major + `01`; long major codes are truncated at the front. */
const classNumber = (grade: number, majorCode: string, n: number): string => {
  const [head, tail] = [String(grade % 100).padStart(2, '0'), String(n).padStart(2, '0')]
  return `${head}${majorCode.slice(-(CLASS_NO_MAX - 4))}${tail}`
}

/** Marks classes that already exist or occur twice in the plan. */
async function markTaken(db: Db, plan: Array<Omit<PlannedClass, 'exists'>>): Promise<PlannedClass[]> {
  const taken = new Set([...(await db.cached(stuClass)).values()].flatMap(c => [`name:${c.name}`, `no:${c.classNo}`]))
  return plan.map(p => {
    const exists = taken.has(`name:${p.name}`) || taken.has(`no:${p.classNo}`)
    taken.add(`name:${p.name}`).add(`no:${p.classNo}`)
    return { ...p, exists }
  })
}
/** A new class of a grade-major, which it repeats for its data scope. */
export const classDraft = ({ of, name, classNo, capacity, startDate }: Pick<PlannedClass, 'of' | 'name' | 'classNo' | 'capacity' | 'startDate'>) => ({
  ...{ classNo, name, gradeMajorId: of.id, grade: of.grade, majorId: of.majorId, departmentId: of.departmentId, campusId: of.campusId, capacity },
  ...{ startDate, expectedEnd: studyEnd(startDate, of.duration) },
})
async function make(db: Db, plan: readonly PlannedClass[]): Promise<void> {
  for (const { of, exists, name, classNo, capacity, startDate } of plan) {
    if (exists) continue
    await db.insert(stuClass, { ...classDraft({ of, name, classNo, capacity, startDate }), state: startDate > today() ? 'planned' : 'active' })
  }
}
const shown = (plan: readonly PlannedClass[]) => ({
  classes: plan.map(({ name, classNo, gradeMajorId, exists }) => ({ name, classNo, gradeMajorId, exists })),
  fresh: plan.filter(p => !p.exists).length,
  skipped: plan.filter(p => p.exists).length,
})

interface Batch {
  gradeMajorIds: string[]
  count: number
  pattern?: string | null
  capacity?: number | null
  startDate: string
}
type BatchCtx = Pick<ActionCtx<typeof previewBatch>, 'db' | 'refuse'>
async function planBatch({ db, refuse }: BatchCtx, { gradeMajorIds, count, startDate, ...given }: Batch): Promise<PlannedClass[]> {
  const pattern = given.pattern ?? ''
  const fault = patternFault(pattern)
  if (fault?.unknown) refuse('unknownPlace', { place: fault.unknown }, 'pattern')
  if (fault) refuse('noNumber', {}, 'pattern')
  const reached = await departmentsReached(db, PERMISSION)
  const [all, majors] = [await db.cached(gradeMajor), await db.cached(major)]
  const plan: Array<Omit<PlannedClass, 'exists'>> = []
  for (const id of new Set(gradeMajorIds)) {
    const of = all.get(id)
    if (!of || (reached && !reached.has(of.departmentId))) return refuse('outOfScope', { name: of?.name ?? id }, 'gradeMajorIds')
    const m = majors.get(of.majorId)
    for (let n = 1; n <= count; n++) {
      const name = className(pattern, { grade: of.grade, short: m?.shortName ?? m?.name ?? '', n })
      if ([...name].length > 40) refuse('nameTooLong', { name }, 'pattern')
      plan.push({ of, gradeMajorId: id, name, classNo: classNumber(of.grade, m?.code ?? '', n), capacity: given.capacity ?? 45, startDate })
    }
  }
  return markTaken(db, plan)
}

interface Copy {
  fromGrade: number
  toGrade: number
  departmentId?: string | null
}
type CopyCtx = Pick<ActionCtx<typeof previewCopy>, 'db' | 'refuse'>
/** Replaces the entry year in names and numbers, in four or two digits. */
export const inGrade = (text: string, from: number, to: number): string =>
  text.includes(String(from)) ? text.replace(String(from), String(to)) : text.replace(String(from % 100).padStart(2, '0'), String(to % 100).padStart(2, '0'))
/** The same class of a later entry year. */
export const laterClass = (c: Pick<Row<typeof stuClass>, 'name' | 'classNo' | 'capacity' | 'startDate'>, from: number, to: number) => ({
  ...{ name: inGrade(c.name, from, to), classNo: inGrade(c.classNo, from, to), capacity: c.capacity },
  startDate: addMonths(c.startDate, 12 * (to - from)),
})

/** Plans copies of last entry year's classes; missing grade-majors are created from the majors as they are now. */
async function planCopy({ db, refuse }: CopyCtx, { fromGrade, toGrade, departmentId }: Copy): Promise<{ plan: PlannedClass[]; missing: GradeMajor[] }> {
  if (toGrade <= fromGrade) refuse('sameGrade', {}, 'toGrade')
  const reached = await departmentsReached(db, PERMISSION)
  const [all, majors] = [[...(await db.cached(gradeMajor)).values()], await db.cached(major)]
  const within = (id: string): boolean => (!departmentId || id === departmentId) && (!reached || reached.has(id))
  const last = [...(await db.cached(stuClass)).values()].filter(c => c.grade === fromGrade && majors.get(c.majorId)?.isEnabled && within(majors.get(c.majorId)?.departmentId ?? ''))
  if (!last.length) refuse('empty', { grade: fromGrade }, 'fromGrade')
  const next = new Map<string, GradeMajor>(all.filter(g => g.grade === toGrade).map(g => [g.majorId, g]))
  const missing: GradeMajor[] = []
  for (const { majorId, campusId } of last) {
    const m = majors.get(majorId)
    if (!m || next.has(majorId)) continue
    const fresh = { id: majorId, name: gradeMajorName(toGrade, m.name), grade: toGrade, majorId, departmentId: m.departmentId, campusId, duration: m.duration, level: m.level }
    next.set(majorId, fresh)
    missing.push(fresh)
  }
  const plan = last.map(c => {
    const of = next.get(c.majorId) as GradeMajor
    return { of, gradeMajorId: of.id, ...laterClass(c, fromGrade, toGrade) }
  })
  return { plan: await markTaken(db, plan), missing }
}
const shownCopy = ({ plan, missing }: { plan: PlannedClass[]; missing: GradeMajor[] }) => ({ ...shown(plan), gradeMajors: missing.map(g => g.name) })

export default [
  handle(previewBatch, async (ctx, input) => shown(await planBatch(ctx, input))),
  handle(generateClasses, async (ctx, input) => {
    const plan = await planBatch(ctx, input)
    await make(ctx.db, plan)
    return shown(plan)
  }),
  handle(previewCopy, async (ctx, input) => shownCopy(await planCopy(ctx, input))),
  handle(copyClasses, async (ctx, input) => {
    const { plan, missing } = await planCopy(ctx, input)
    const made = new Map<GradeMajor, GradeMajor>()
    for (const fresh of missing) {
      const { id: _id, ...draft } = fresh
      made.set(fresh, await ctx.db.insert(gradeMajor, draft))
    }
    const placed = plan.map(p => ({ ...p, of: made.get(p.of) ?? p.of, gradeMajorId: (made.get(p.of) ?? p.of).id }))
    await make(ctx.db, placed)
    return shownCopy({ plan: placed, missing })
  }),
]
