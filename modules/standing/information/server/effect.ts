import { refusalOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { afterUpdate, preparePatch } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { isLocked } from '../model/field-policy.ts'
import { infoChange } from '../model/info-change.ts'
import { type InfoChange, itemsOf, movedIn, patchOf, type Student, standingOf } from './items.ts'
import { labelOf } from './policies.ts'
import { settingsOf } from './settings.ts'
import { wordsOf } from './value-words.ts'

const SOURCE = 'correction'
export const lockedStudent = (db: Db, id: string): Promise<Student> => db.unscoped(student).lock(id) // who may change it has been decided

/** Writes what was approved into the record, with history and events. 30-SI3: not over a value that changed after it was applied for. */
export async function takeEffect(db: Db, row: InfoChange): Promise<void> {
  const before = await lockedStudent(db, row.studentId)
  const items = itemsOf(row)
  const [moved] = movedIn(items, before)
  if (moved) {
    const words = await wordsOf(db, { isOpen: false })
    const { field, old, new: wanted } = moved
    throw refusalOf(infoChange, 'moved', {
      field: labelOf(field),
      old: words(field, old) ?? '空',
      now: words(field, standingOf(before, field)) ?? '空',
      wanted: words(field, wanted) ?? '空',
    })
  }
  const patch = patchOf(items)
  await preparePatch(db, before, patch, 'student:student:update', { correcting: true })
  const after = await db.sourced(SOURCE).update(student, before.id, patch)
  await afterUpdate(db, before, after, SOURCE)
  const nationalSync = items.some(i => isLocked(i.field)) && (await isNational(db, before)) ? ('todo' as const) : ('notNeeded' as const)
  await db.update(infoChange, row.id, { effectiveAt: new Date().toISOString(), nationalSync })
}
/** 30-SI2: the national register takes new students up some months after they enter. */
async function isNational(db: Db, { hasRecord, enrolDate }: Student): Promise<boolean> {
  const days = (await settingsOf(db))['information.nationalAfterDays']
  return Boolean(hasRecord && enrolDate) && addDays(enrolDate ?? '', days) <= today()
}
