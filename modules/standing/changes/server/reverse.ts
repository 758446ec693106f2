import { mustAllow, refusalOf } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import type { StudentStatus } from '#modules/student/model/status.ts'
import { moveStatus, standingSince } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { reverseChange } from '../model/actions.ts'
import { CHANGE_MESSAGES } from '../model/messages.ts'
import { statusChange } from '../model/status-change.ts'
import { closePeriods } from './effect.ts'
import { knownOf } from './known.ts'
import { aboutChange, everybody, peopleOf } from './notify.ts'
import { settingsOf } from './settings.ts'
import type { Change } from './target.ts'

async function mustBeLast(db: Db, row: Change, name: string): Promise<void> {
  const { changeNo, effectiveAt } = row
  if (row.effectState !== 'effective' || !effectiveAt) throw refusalOf(statusChange, 'notEffective', { changeNo })
  if (row.reversesId) throw refusalOf(statusChange, 'twice', { changeNo })
  const [on, days] = [schoolDate(effectiveAt), (await settingsOf(db))['status.undoDays']]
  if (addDays(on, days) < today()) throw refusalOf(statusChange, 'undoOver', { changeNo, on, days })
  const since = await standingSince(db, row.studentId)
  const [last] = await db.unscoped(statusChange).all({ studentId: row.studentId, effectState: 'effective' }, { sort: ['-effectiveAt'], limit: 1 }) // changes of the same student
  if (last?.id !== row.id || since !== row.effectiveDate) throw refusalOf(statusChange, 'later', { name, since, changeNo })
}
/** 30-SC6: a row of its own restores what stood before, from today. */
const reversed = handle(reverseChange, async ({ db }, { id, reason }) => {
  const row = await db.visible(statusChange).lock(id)
  mustAllow(statusChange, row, 'reverse')
  const { student } = await knownOf(db, row.studentId)
  await mustBeLast(db, row, student.name)
  const on = today()
  const changeNo = await serialNo(db, 'YD', 'status_change_no_seq')
  const made = await db.insert(statusChange, {
    ...{ changeNo, studentId: row.studentId, departmentId: student.departmentId, classId: student.classId, typeId: row.typeId, reasonCode: row.reasonCode, reversesId: id },
    ...{ effectiveDate: on, applyWay: 'staff', state: 'approved', effectState: 'effective', effectiveAt: new Date().toISOString(), cancelReason: reason },
    ...{ fromStatus: row.toStatus, toStatus: row.fromStatus, fromClassId: student.classId, toClassId: row.fromClassId },
    ...{ fromGradeMajorId: student.gradeMajorId, toGradeMajorId: row.fromGradeMajorId, nationalSync: row.nationalSync === 'done' ? 'todo' : 'notNeeded' },
  })
  const place = { classId: row.fromClassId, gradeMajorId: row.fromGradeMajorId ?? student.gradeMajorId ?? '' }
  const to = row.fromStatus as StudentStatus
  const restored = { until: row.fromUntil, expectedGraduation: row.fromGraduation, place }
  await moveStatus(db, { studentId: row.studentId, to, ...restored, effectiveDate: on, changeId: made.id, source: changeNo, reversed: true })
  const before = await db.update(statusChange, id, { effectState: 'reversed', cancelReason: reason, ...(row.nationalSync === 'todo' ? { nationalSync: 'notNeeded' } : {}) })
  await closePeriods(db, made)
  await reopenPeriod(db, before)
  const [concerning] = await peopleOf(db, [before])
  if (concerning) await notifyAbout(db, CHANGE_MESSAGES.reversed, aboutChange, [{ row: before, who: concerning.who, to: everybody(concerning), more: { reason } }])
  return { id: made.id }
})
/** A return that did not count leaves the student away as before. */
async function reopenPeriod(db: Db, { studentId, effectiveDate, fromUntil }: Change): Promise<void> {
  if (!fromUntil) return
  const [closed] = await db.unscoped(statusChange).all({ studentId, period: 'closed', endedOn: effectiveDate, effectState: 'effective' }, { limit: 1 }) // changes of the same student
  if (closed) await db.update(statusChange, closed.id, { period: 'running', endedOn: null })
}
export default reversed
