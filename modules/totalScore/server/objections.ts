import { type Row, refusalOf } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { ownStudentId, studentNumbers, studentOf } from '#modules/student/server/api.ts'
import { officersOf, staffOf } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { tsItem } from '../model/item.ts'
import { pointEntry } from '../model/ledger.ts'
import { OBJECTION_MESSAGES } from '../model/messages.ts'
import { answerObjection, objectionStates, objectToPoints, pointObjection } from '../model/objection.ts'
import { pointsOf } from '../model/rules.ts'
import { MINE } from './notify.ts'
import { type Entry, reversedAmong, takeBack } from './post-points.ts'
import { settingsOf } from './settings.ts'

type Objection = Row<typeof pointObjection>
const nameOf = async (db: Db, itemId: string): Promise<string> => (await db.cached(tsItem)).get(itemId)?.name ?? ''
const about = {
  bizType: pointObjection.name,
  link: () => MINE,
  values: async ({ itemId, occurredOn, points }: Objection, db: Db) => ({ item: await nameOf(db, itemId), day: occurredOn, points: Math.abs(points) }),
}
const todos = rowTodos(pointObjection, about, {
  answer: {
    text: '{name}对“{item}”扣 {points} 分有异议，请答复',
    while: o => o.state === 'open',
    link: o => `/totalScore/objections?id=${o.id}`,
    message: OBJECTION_MESSAGES.objected,
  },
})
/** The last day of an objection to an entry. */
export const lastDayOf = ({ createdAt }: Pick<Entry, 'createdAt'>, days: number): string => addDays(schoolDate(createdAt), days)
/** The college answers, the office where it has nobody besides the recorder. */
async function answerersOf(db: Db, place: { counselledClassId: string | null; departmentId: string | null }, recorderId: string | null): Promise<string[]> {
  const others = (await staffOf(db, place, 'college')).filter(id => id !== recorderId)
  return others.length ? others : (await officersOf(db)).filter(id => id !== recorderId)
}
const object = handle(objectToPoints, async ({ db, me, refuse }, { entryId, grounds }) => {
  const who = await studentOf(db, ownStudentId(me), { lock: true })
  const entry = await db.unscoped(pointEntry).find({ id: entryId, studentId: ownStudentId(me) }) // one's own
  if (!who || !entry) throw notFound()
  const item = await nameOf(db, entry.itemId)
  if (entry.kind !== 'counted' || entry.amount >= 0 || entry.reversesId) throw refuse('notDeducted', { item })
  if ((await reversedAmong(db, [entryId])).size) throw refuse('reversed', { item })
  const due = lastDayOf(entry, (await settingsOf(db)).objectionDays)
  if (today() > due) throw refuse('late', { day: schoolDate(entry.createdAt), due, today: today() })
  const { studentId, schemeId, itemId, occurredOn, grade, departmentId, majorId, classId, recorderId } = entry
  const made = await db.insertOrSkip(pointObjection, {
    entryId,
    studentId,
    schemeId,
    itemId,
    occurredOn,
    points: pointsOf(entry.amount),
    grounds,
    grade,
    departmentId,
    majorId,
    classId,
  })
  if (!made) throw refuse('once')
  await todos.open(db, 'answer', [{ row: made, who, to: await answerersOf(db, who, recorderId), more: { grounds } }])
})
const answer = handle(answerObjection, async ({ db, me }, { id, outcome, answer: words }) => {
  const row = await db.visible(pointObjection).lock(id, 'answer')
  const entry = await db.unscoped(pointEntry).one(row.entryId) // of the objection that was found
  if (entry.recorderId === me.userId) throw refusalOf(answerObjection, 'own')
  const after = await db.update(pointObjection, id, { state: outcome, answer: words, answeredById: me.userId, answeredAt: new Date().toISOString() })
  if (outcome === 'upheld') await takeBack(db, [entry], words)
  await todos.follow(db, [after])
  const who = await studentOf(db, row.studentId)
  await notifyAbout(db, OBJECTION_MESSAGES.answered, about, [{ row: after, ...(who ? { who } : {}), more: { outcome: { text: objectionStates.labels[outcome] }, answer: words } }])
})
export default [object, answer, ...studentNumbers(pointObjection)]
