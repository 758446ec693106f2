import { admittedStudent } from '#modules/admission/roll/model/admitted-student.ts'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { issueSeatsTo } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { moment } from '#server/demo/days.ts'
import { majorAdjustment } from '../model/adjustment.ts'
import { majorAdjustBatch } from '../model/batch.ts'
import { ALL_CONDITIONS } from '../model/conditions.ts'
import { admittedLines, conditionsFor, isBefore, type OnRoll } from './places.ts'
import { placeWishes } from './run.ts'

const MAJORS = 4
const EACH = 6
const REASONS = ['一直想学这个专业', '和家人商量后决定换专业', '身体原因不适合原来的专业', '亲戚做这一行，毕业后好就业'] as const // verbatim
/** A batch that has been simulated: in a ring of majors everybody wants the next one, so that whoever leaves frees a place for whoever comes behind. */
export async function demoMajors(db: Db, year: number): Promise<void> {
  const ring = [...(await db.cached(gradeMajor)).values()]
    .filter(g => g.grade === year && g.level === '5')
    .sort((a, b) => a.name.localeCompare(b.name))
    .slice(0, MAJORS)
  if (ring.length < 2) return
  const { id: batchId } = await db.insert(majorAdjustBatch, {
    ...{ processType: 'majorAdjust', name: `${year} 级新生专业调整`, year, audience: { all: true }, atEnd: 'stay', state: 'closed', publishedAt: moment(-12, '08:00') }, // verbatim
    ...{ beginTime: moment(-12, '08:00'), endTime: moment(-3, '20:00'), choices: 2, asks: [...ALL_CONDITIONS], needsFiling: true },
  } as never)
  const quota = new Map(ring.map((g, n) => [g.id, n ? 1 : 2]))
  await issueSeatsTo(
    db,
    batchId,
    [...quota].map(([holder, issued]) => ({ holder, issued })),
    'demo',
    '按计划',
  )
  const lines = await admittedLines(db, year)
  const next = (roll: OnRoll) => ring[(ring.findIndex(g => g.id === roll.gradeMajorId) + 1) % ring.length]
  const rolls: OnRoll[] = []
  for (const { id } of ring) {
    const of = await db.unscoped(admittedStudent).all({ year, gradeMajorId: id }, { sort: ['ksh'] }) // demo data
    rolls.push(
      ...of
        .filter(r => {
          const target = next(r)
          return isBefore(r) && target && conditionsFor({ asks: [...ALL_CONDITIONS] }, r, target, lines).every(j => j.isMet)
        })
        .slice(0, EACH),
    )
  }
  if (!rolls.length) return
  await db.insertMany(
    majorAdjustment,
    rolls.map((r, n) => ({
      ...{
        studentId: r.id,
        departmentId: r.departmentId,
        batchId,
        choices: [next(r)?.id ?? ''],
        reason: REASONS[n % REASONS.length] ?? REASONS[0],
        phone: r.phone,
        fromGradeMajorId: r.gradeMajorId,
      },
      ...{ state: 'approved', provincialFiling: 'no' },
    })) as never,
    { history: false },
  )
  await placeWishes(db, await db.unscoped(majorAdjustBatch).one(batchId)) // made above
}
