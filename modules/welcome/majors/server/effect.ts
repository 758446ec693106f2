import sql from 'sql-template-tag'
import { admittedStudent } from '#modules/admission/roll/model/admitted-student.ts'
import { changeMajors } from '#modules/admission/server/api.ts'
import { gradeMajor, stuClass } from '#modules/campus/model/organisation.ts'
import { moveToClasses, withStudents } from '#modules/student/server/api.ts'
import { clearedAmong, returnSeatsOf } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { releaseStay } from '../../dorm/server/api.ts'
import { majorAdjustment } from '../model/adjustment.ts'
import { fileInProvince, takeEffect } from '../model/application.ts'
import { majorAdjustBatch } from '../model/batch.ts'
import { MAJOR_MESSAGES } from '../model/messages.ts'
import { type Adjustment, aboutMajor } from './about.ts'
import { inTurn, SETTLED, SOURCE, withdrawPlaces } from './chain.ts'
import { tellRefused } from './notice.ts'
import { type Batch, isBefore, quotaOf } from './places.ts'

const GONE = '已经入学或不再来校'
/** The smallest class of each one's new major, counting those who come with them; nobody needs one who has none yet. */
export async function classesFor(db: Db, rows: ReadonlyArray<Pick<Adjustment, 'studentId' | 'toGradeMajorId'>>): Promise<{ classes: Map<string, string>; lacking: Set<string> }> {
  const majors = new Set(rows.map(r => r.toGradeMajorId))
  const fitting = [...(await db.cached(stuClass)).values()].filter(c => c.state !== 'ended' && majors.has(c.gradeMajorId))
  const open = Map.groupBy(fitting, c => c.gradeMajorId)
  const inClass = new Set(
    (
      await db.query<{ id: string }>(sql`select id from student where tenant_id = ${db.me.tenantId} and id = any(${rows.map(r => r.studentId)}::uuid[]) and class_id is not null`)
    ).map(s => s.id),
  )
  const sizes = new Map(
    (
      await db.query<{ id: string; n: number }>(sql`select class_id as id, count(*)::int as n from student
        where tenant_id = ${db.me.tenantId} and deleted_at is null and class_id = any(${fitting.map(c => c.id)}::uuid[]) group by 1`)
    ).map(f => [f.id, f.n]),
  )
  const [classes, lacking] = [new Map<string, string>(), new Set<string>()]
  for (const { studentId, toGradeMajorId } of rows.filter(r => inClass.has(r.studentId))) {
    const sizeOf = (id: string): number => sizes.get(id) ?? 0
    const [smallest] = [...(open.get(toGradeMajorId ?? '') ?? [])].sort((a, b) => sizeOf(a.id) - sizeOf(b.id) || a.classNo.localeCompare(b.classNo))
    if (!smallest) {
      lacking.add(studentId)
      continue
    }
    sizes.set(smallest.id, sizeOf(smallest.id) + 1)
    classes.set(studentId, smallest.id)
  }
  return { classes, lacking }
}
/** 30-WM4 */
export const isFiled = (batch: Pick<Batch, 'needsFiling'>, { provincialFiling }: Pick<Adjustment, 'provincialFiling'>): boolean =>
  !batch.needsFiling || provincialFiling === 'approved'

/** 30-WM3: the roll, and with it record, bill and letter, the class, and a bed that is not offered to it: all of it or nothing. Whoever has been enrolled meanwhile, or has another major, keeps it, and the place is free. */
const effect = handle(takeEffect, async ({ db }, { id }) => {
  const batch = await db.visible(majorAdjustBatch).lock(id, 'effect')
  const all = await db.unscoped(majorAdjustment).all({ batchId: id, state: [...SETTLED, 'effective'] }) // of the whole batch
  const open = all.filter(row => row.state !== 'effective')
  const cleared = await clearedAmong(
    db,
    SOURCE,
    open.map(row => row.id),
  )
  const filed = open.filter(row => isFiled(batch, row) && (row.state === 'placed' || cleared.has(row.id)))
  const rolls = new Map((await db.unscoped(admittedStudent).lockAll(filed.map(r => r.studentId))).map(r => [r.id, r])) // as above
  const stays = ({ studentId, fromGradeMajorId }: Adjustment): boolean => {
    const roll = rolls.get(studentId)
    return !roll || !isBefore(roll) || roll.gradeMajorId !== fromGradeMajorId
  }
  const gone = filed.filter(stays)
  const fallen = await cancel(
    db,
    gone,
    gone.filter(row => rolls.get(row.studentId)?.state === 'enrolled' && rolls.get(row.studentId)?.gradeMajorId === row.fromGradeMajorId),
  )
  const lost = new Set(fallen.map(f => f.id))
  const standing = all.filter(row => !lost.has(row.id) && !gone.includes(row))
  const { classes, lacking } = await classesFor(
    db,
    filed.filter(row => standing.includes(row)),
  )
  const able = filed.filter(row => standing.includes(row) && !lacking.has(row.studentId))
  const ready = inTurn(standing, able, await quotaOf(db, id))
  if (ready.length) await move(db, batch, ready, classes)
  if (ready.length) await db.update(majorAdjustBatch, id, { stage: 'effective' })
  await tellRefused(db, batch, fallen)
  const noClass = filed.filter(row => standing.includes(row) && lacking.has(row.studentId)).length
  return { effective: ready.length, waiting: standing.filter(r => r.state !== 'effective').length - ready.length - noClass, noClass, cancelled: gone.length + fallen.length }
})
/** Whoever is enrolled in the old major leaves it to nobody: those who were to come there lose their place, and are returned. */
async function cancel(db: Db, rows: readonly Adjustment[], staying: readonly Adjustment[]): Promise<Adjustment[]> {
  if (!rows.length) return []
  await returnSeatsOf(
    db,
    SOURCE,
    rows.map(r => r.id),
  )
  await db.updateMany(
    majorAdjustment,
    rows.map(r => ({ id: r.id, state: 'cancelled' as const, cancelReason: GONE })),
  )
  return staying.length ? withdrawPlaces(db, rows[0]?.batchId ?? '', staying) : []
}
async function move(db: Db, batch: Batch, rows: readonly Adjustment[], classes: ReadonlyMap<string, string>): Promise<void> {
  await changeMajors(
    db,
    rows.map(r => ({ id: r.studentId, gradeMajorId: r.toGradeMajorId ?? '' })),
  )
  await moveToClasses(
    db,
    [...classes].map(([student, classId]) => ({ id: student, classId })),
    SOURCE,
  )
  // once they are in their new class: beds may be offered by class
  await releaseStay(
    db,
    rows.map(r => r.studentId),
  )
  const effectiveOn = today()
  await db.updateMany(
    majorAdjustment,
    rows.map(r => ({ id: r.id, state: 'effective' as const, effectiveOn })),
  )
  const known = await db.cached(gradeMajor)
  await notifyAbout(
    db,
    MAJOR_MESSAGES.majorChanged,
    aboutMajor(batch, to => known.get(to ?? '')?.name ?? '—'),
    (await withStudents(db, rows)).map(({ row, who }) => ({ row, who })),
  )
}
/** 30-WM4: only forward: what the province has approved is not sent again. */
const filed = handle(fileInProvince, async ({ db }, { id, filing, adjustmentIds }) => {
  await db.visible(majorAdjustBatch).lock(id, 'file')
  const only = (adjustmentIds ?? []).flatMap(one => one ?? [])
  const changed = await db.updateWhere(
    majorAdjustment,
    { batchId: id, state: [...SETTLED], provincialFiling: filing === 'sent' ? ['no'] : ['no', 'sent'], ...(only.length ? { id: only } : {}) },
    { provincialFiling: filing },
  )
  return { count: changed.length }
})
export default [effect, filed]
