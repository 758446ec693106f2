import type { Row } from '#model'
import { today } from '#server/base/today.ts'
import { type Ctx, compute, handle, rules } from '#server/context.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { gradeMajor, stuClass } from '../model/organisation.ts'
import { endClasses, startClasses } from '../model/organisation-actions.ts'
import { classStaff, teacher } from '../model/people.ts'
import { studyYears } from './calendar-book.ts'
import { asWritten, fail, type Patch, refuseTaken } from './common.ts'
import { endRelation } from './relations.ts'
import { holdersOn, relationsOf } from './staffing.ts'
import { students } from './student-side.ts'

type Class = Row<typeof stuClass>
async function check({ db }: Ctx, patch: Patch<typeof stuClass>, before?: Class): Promise<void> {
  const row = asWritten<typeof stuClass>(before, patch)
  await refuseTaken(db, stuClass, 'classNo', patch.classNo, before?.id)
  await refuseTaken(db, stuClass, 'name', patch.name, before?.id)
  if (row.startDate && row.expectedEnd && row.expectedEnd <= row.startDate)
    fail(stuClass, 'datesReversed', { expectedEnd: row.expectedEnd, startDate: row.startDate }, 'expectedEnd')
  if (!patch.gradeMajorId) return
  const of = (await db.cached(gradeMajor)).get(patch.gradeMajorId)
  if (of) Object.assign(patch, { grade: of.grade, majorId: of.majorId, departmentId: of.departmentId })
}
async function checkStudents({ db }: Ctx, row: Class, patch: Patch<typeof stuClass>): Promise<void> {
  const count = (await students(db).countByClass(db, [row.id])).get(row.id) ?? 0
  if (count && patch.gradeMajorId && patch.gradeMajorId !== row.gradeMajorId) fail(stuClass, 'otherMajor', { count }, 'gradeMajorId')
  if (patch.capacity && patch.capacity < count) fail(stuClass, 'belowCount', { count, capacity: patch.capacity }, 'capacity')
}
export default [
  rules(stuClass, {
    async add(ctx, draft) {
      await check(ctx, draft)
      draft.state = (draft.startDate ?? '') > today() ? 'planned' : 'active'
    },
    async update(ctx, row, patch) {
      if (row.state === 'ended') fail(stuClass, 'endedFixed', { name: row.name })
      await check(ctx, patch, row)
      await checkStudents(ctx, row, patch)
    },
  }),
  compute(stuClass, ['fdyName', 'bzrName'], async ({ db }, rows) => {
    const [held, teachers] = await Promise.all([holdersOn(db), db.cached(teacher)])
    const names = (classId: string, role: 'fdy' | 'bzr'): string | null =>
      relationsOf(held.byClass, classId, role)
        .map(r => teachers.get(r.teacherId)?.name)
        .join('、') || null
    for (const row of rows) Object.assign(row, { fdyName: names(row.id, 'fdy'), bzrName: names(row.id, 'bzr') })
  }),
  compute(stuClass, ['studyYear'], async ({ db }, rows) => {
    const yearOf = await studyYears(db)
    for (const row of rows) row.studyYear = row.state === 'active' ? yearOf(row.grade) : null
  }),
  handle(startClasses, async ({ db }, { ids }) => {
    const rows = await db.visible(stuClass).lockAll(ids)
    const planned = rows.flatMap(row => (row.state === 'planned' ? [row.id] : []))
    await db.updateWhere(stuClass, { id: planned }, { state: 'active' })
    return { done: planned.length }
  }),
  /** BO5: classes end one by one; students still in one keep it open. Its counsellor and head teacher relations end with it. */
  handle(endClasses, async ({ db, lang }, { ids }) => {
    const rows = await db.visible(stuClass).lockAll(ids)
    const keepers = await students(db).keepingOpen(
      db,
      rows.map(r => r.id),
    )
    const failed: Array<{ id: string; msg: string }> = []
    for (const row of rows) {
      const count = keepers.get(row.id) ?? 0
      const key = row.state === 'ended' ? 'alreadyEnded' : count > 0 ? 'stillHas' : undefined
      if (key) failed.push({ id: row.id, msg: formatIssue(lang, { text: endClasses.refusals[key] ?? '', values: { name: row.name, count } }) })
      else await end(db, row)
    }
    return { done: rows.length - failed.length, failed }
  }),
]
/** Ends these classes as far as they run and nobody is in them any more; returns how many. */
export async function endEmptyClasses(db: Ctx['db'], ids: readonly string[]): Promise<number> {
  const keepers = await students(db).keepingOpen(db, ids)
  const rows = await db.unscoped(stuClass).lockAll(ids) // the caller's work has emptied them
  const empty = rows.filter(row => row.state !== 'ended' && !keepers.get(row.id))
  for (const row of empty) await end(db, row)
  return empty.length
}
async function end(db: Ctx['db'], row: Class): Promise<void> {
  await db.update(stuClass, row.id, { state: 'ended' })
  const open = (await db.unscoped(classStaff).all({ classId: row.id })).filter(r => r.endDate === null || r.endDate > today()) // all holders: the class has ended
  for (const r of open) await endRelation(db, r, [r.startDate, today()].sort()[1] as string) // a relation that has not begun is deleted
}
