import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { isAtSchool, STUDENT_STATUS } from '#modules/student/model/status.ts'
import { student } from '#modules/student/model/student.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { adjustLevel } from '../model/actions.ts'
import { aidLevelSpan } from '../model/span.ts'
import { levelNames, levelOrder } from './order.ts'
import { lastDayOfYear, type Span, setLevels } from './spans.ts'

/** The level that a student has on a day, for who has checked whose it is. */
export const levelNow = (db: Db, studentId: string, on = today()): Promise<Span | undefined> => db.unscoped(aidLevelSpan).find({ studentId, 'from.le': on, 'to.ge': on }) // as said above

/** Two people at one level: the second is told who changed it and when. */
async function mustBeSeen(db: Db, name: string, seen: string | null | undefined, now: Span | undefined): Promise<void> {
  if ((seen ?? null) === (now?.id ?? null)) return
  const [last] = now ? [now] : await db.unscoped(aidLevelSpan).all({ id: seen ?? '' }) // the one that the caller saw
  const by = await accountNamer(db, [last?.updatedBy])
  throw refusalOf(aidLevelSpan, 'changedMeanwhile', { name, by: by(last?.updatedBy ?? null), at: schoolTimeText(last?.updatedAt ?? 0), level: (await levelNames(db))(now?.level) })
}
export default handle(adjustLevel, async ({ db }, { studentId, spanId, level, reason }) => {
  const who = await db.visible(student).lock(studentId)
  const now = await levelNow(db, studentId)
  await mustBeSeen(db, who.name, spanId, now)
  if (!(who.status && isAtSchool(who.status)))
    throw refusalOf(aidLevelSpan, 'notAtSchool', { name: who.name, status: { text: who.status ? STUDENT_STATUS[who.status] : '不在校' } })
  const [order, nameOf] = await Promise.all([levelOrder(db), levelNames(db)])
  if (level === now?.level) throw refusalOf(aidLevelSpan, 'sameLevel', { name: who.name, level: nameOf(level) }, 'level')
  if (now && (order.get(level) ?? 0) > (order.get(now.level) ?? 0)) throw refusalOf(aidLevelSpan, 'lower', { name: who.name, level: nameOf(now.level) }, 'level')
  const from = today()
  const to = now?.to ?? (await lastDayOfYear(db, from))
  await setLevels(db, [{ studentId, level, from, to, cause: 'adjusted', endCause: 'adjusted', reason }])
})
