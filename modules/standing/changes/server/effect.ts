import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { addMonths } from '#modules/campus/model/days.ts'
import type { StudentStatus } from '#modules/student/model/status.ts'
import { isEnded } from '#modules/student/model/status.ts'
import { moveStatus } from '#modules/student/server/api.ts'
import { cancel, casesOf } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { CHANGE_MESSAGES } from '../model/messages.ts'
import { isUnsettled, LIVING, statusChange } from '../model/status-change.ts'
import { knownOf } from './known.ts'
import { aboutChange, everybody, peopleOf } from './notify.ts'
import { settingsOf } from './settings.ts'
import { type Change, targetOf } from './target.ts'
import { typeOf } from './types.ts'

type Acting = Pick<Ctx, 'db' | 'me' | 'lang'>
const AWAY: readonly StudentStatus[] = ['suspended', 'retained']

/** 30-SC3: the change takes effect, once: status, place, spans, events and what the student and the counsellors are told are one transaction. */
export async function takeEffect(acting: Acting, id: string): Promise<void> {
  const { db } = acting
  const row = await db.unscoped(statusChange).lock(id) // the decision or the clock acts on it
  if (row.effectState !== 'scheduled') return
  const [type, known] = [await typeOf(db, row.typeId), await knownOf(db, row.studentId)]
  const { student } = known
  const target = targetOf(type, student, row, known.classes.get(row.toClassId ?? ''))
  const { status, until, place, expectedGraduation } = target
  await moveStatus(db, { studentId: student.id, to: status, until, place, expectedGraduation, effectiveDate: row.effectiveDate, changeId: id, source: row.changeNo })
  const after = await db.update(statusChange, id, {
    effectState: 'effective',
    effectiveAt: new Date().toISOString(),
    ...{
      fromStatus: student.status,
      fromClassId: student.classId,
      fromGradeMajorId: student.gradeMajorId,
      fromUntil: student.statusUntil,
      fromGraduation: student.expectedGraduation,
    },
    ...{ toStatus: status, toClassId: row.toClassId, toGradeMajorId: place.gradeMajorId },
    filingDueAt: type.asksSchool ? schoolInstant(addMonths(row.effectiveDate, (await settingsOf(db))['transfer.filingMonths']), '17:30') : null,
    nationalSync: type.nationalSync ? 'todo' : 'notNeeded',
    period: until && AWAY.includes(status) ? 'running' : null,
    problem: null,
  })
  await closePeriods(db, after)
  if (isEnded(status)) await endOthers(acting, after)
  const [concerning] = await peopleOf(db, [after])
  if (concerning) await notifyAbout(db, CHANGE_MESSAGES.effective, aboutChange, [{ row: after, who: concerning.who, to: everybody(concerning) }])
}
/** Whatever the student was away for ends with the next change. */
export async function closePeriods(db: Db, { id, studentId, effectiveDate }: Pick<Change, 'id' | 'studentId' | 'effectiveDate'>): Promise<void> {
  await db.updateWhere(statusChange, sql`t.student_id = ${studentId} and t.period in ('running', 'over') and t.id <> ${id}`, { period: 'closed', endedOn: effectiveDate })
}
/** 30-SC4: who has applied for something is off the list of those whose time is over; if nothing comes of it, the clock lists them again. */
export async function takeOffList(db: Db, { studentId }: Pick<Change, 'studentId'>): Promise<void> {
  await db.updateWhere(statusChange, { studentId, period: 'over' }, { period: 'running' })
}
const WHY = '学籍已终止'
/** 30-SC1: what else was asked for somebody who has left is not decided any more. */
async function endOthers(acting: Acting, { id, studentId }: Change): Promise<void> {
  const { db } = acting
  const open = await db.unscoped(statusChange).all({ studentId, state: [...LIVING] }) // changes of the same student
  const others = open.filter(row => row.id !== id && isUnsettled(row))
  const cases = await casesOf(
    db,
    'statusChange',
    others.map(row => row.id),
  )
  for (const { id: bizId } of others) if (cases.has(bizId)) await cancel(acting, { bizType: 'statusChange', bizId }, WHY)
  await db.updateWhere(statusChange, { id: others.map(row => row.id) }, { state: 'cancelled', effectState: 'none', cancelReason: WHY })
}
