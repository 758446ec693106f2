import sql from 'sql-template-tag'
import { moveStatus, studentOf } from '#modules/student/server/api.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, on } from '#server/context.ts'
import { closeTodos, openTodos } from '#server/notifications/todos.ts'
import { ADMISSION_RETENTION, RESUMPTION, RETENTION } from '../model/change-type.ts'
import { ENLISTMENT } from '../model/dictionaries.ts'
import { statusChange } from '../model/status-change.ts'
import { knownOf } from './known.ts'
import { classesFor } from './target.ts'
import { typeNamed } from './types.ts'

/** Kind of the to-do that proposes a change. */
export const PROPOSAL = 'soldierChange'
interface Dates {
  noticeDate?: string | null
  keepStatusUntil?: string | null
  returnBy?: string | null
}
const datesOf = (value: unknown): Dates => (typeof value === 'object' && value !== null ? value : {})
/** The form of the change with what is known filled in. */
const formLink = (studentId: string, typeId: string, { noticeDate, keepStatusUntil }: Dates): string =>
  `/standing/changes?${new URLSearchParams({ propose: studentId, typeId, reasonCode: ENLISTMENT, ...(noticeDate && noticeDate > today() ? { effectiveDate: noticeDate } : {}), ...(keepStatusUntil ? { until: keepStatusUntil } : {}) })}`

/** 30-SC5: whoever has enlisted is proposed to the office for retention, a new student for retention of the admission; with the discharge the last day becomes certain. */
const enlisted = on('enlistment.stageChanged', 'standing.soldiers', async ({ db }, { studentId, stage, dates }) => {
  if (typeof studentId !== 'string') return
  if (stage === 'enlisted') await propose(db, studentId, datesOf(dates))
  else if (stage === 'discharged') await prolong(db, studentId, datesOf(dates).returnBy ?? null)
})
async function propose(db: Db, studentId: string, dates: Dates): Promise<void> {
  const who = await studentOf(db, studentId)
  const isNew = who?.status === 'preEnrolled'
  const type = await typeNamed(db, isNew ? ADMISSION_RETENTION : RETENTION)
  if (!who || !type || (!isNew && who.status !== 'active' && who.status !== 'suspended')) return
  const link = formLink(studentId, type.id, dates)
  const title = { text: '{name} 已入伍，请办理{type}', values: { name: who.name, type: { text: type.name } } }
  const summary = dates.keepStatusUntil ? { text: '保留到 {until}', values: { until: dates.keepStatusUntil } } : null
  await openTodos(
    db,
    (await officersOf(db)).map(userId => ({
      kind: 'task',
      userId,
      bizType: PROPOSAL,
      bizId: studentId,
      node: 'propose',
      title,
      summary,
      link,
      mobileLink: link,
      applicantName: who.name,
    })),
  )
}
/** The period that runs for a service ends two years after the discharge, as does the status. */
async function prolong(db: Db, studentId: string, until: string | null): Promise<void> {
  const who = await studentOf(db, studentId, { lock: true })
  if (!until || (who?.status !== 'retained' && who?.status !== 'reserved')) return
  const served = sql`t.student_id = ${studentId} and t.effect_state = 'effective' and t.period in ('running', 'over') and t.reason_code = ${ENLISTMENT}`
  const moved = await db.updateWhere(statusChange, served, { until, period: 'running', told: null })
  if (moved.length || who.status === 'reserved') await moveStatus(db, { studentId, to: who.status, until, effectiveDate: today(), source: 'enlistment' })
}
/** What was proposed is done, whichever way. */
const settled = on('student.statusChanged', 'standing.soldierSettled', async ({ db }, { studentId, to }) => {
  if (typeof studentId === 'string' && to !== 'active') await closeTodos(db, { bizType: PROPOSAL, bizId: studentId }, 'done')
})
/** Classes that a returning student may be placed in, the following grade first. */
export async function classesToReturn(db: Db, studentId: string): Promise<Array<{ id: string; name: string; grade: number; isNext: boolean }>> {
  const [type, known] = [await typeNamed(db, RESUMPTION), await knownOf(db, studentId)]
  const next = (known.student.grade ?? 0) + 1
  return (type ? classesFor(type, known) : []).map(({ id, name, grade }) => ({ id, name, grade, isNext: grade === next }))
}
export default [enlisted, settled]
