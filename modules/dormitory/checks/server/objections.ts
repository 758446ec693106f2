import { schoolTimeText } from '#model/school-time.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import type { Notification } from '#server/notifications/notify.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { dormRoom } from '../../places/model/places.ts'
import { managersOf } from '../../stays/server/api.ts'
import { objectRecord } from '../model/actions.ts'
import { CHECK_MESSAGES } from '../model/messages.ts'
import { limitsOf } from '../model/parse-scheme.ts'
import { checkRecord, checkTask, objectionStates } from '../model/record.ts'
import { keyOf, marksOf, type Occupant, outcomeOf } from '../model/score.ts'
import { answerObjection } from '../model/staff-actions.ts'
import { dayOf, objectUntil } from '../model/week.ts'
import { residentsOf, roomOf } from './occupants.ts'
import { type CheckRecord, writeOutcomes } from './score.ts'
import { settingsOf } from './settings.ts'
import { schemeOf } from './submit.ts'
import { rescoreWeek } from './weeks.ts'

const OPEN = '/dormitory/check/records?view=objections'
const MINE = '/dormitory/check/mine'
const aboutRecord: MessageAbout<CheckRecord> = { bizType: 'checkRecord', link: () => MINE, values: () => ({}) }
/** The managers', to answer an objection. */
const recordTodos = rowTodos(checkRecord, aboutRecord, {
  objection: {
    text: '{room} 对检查成绩提出异议',
    while: row => row.objectionState === 'open',
    done: row => objectionStates.labels[row.objectionState],
    link: () => OPEN,
    message: CHECK_MESSAGES.checkObjected,
  },
})
/** A record of the reader's room, current or at the time of the check. */
export async function ownRecord({ db, me }: Pick<Ctx, 'db' | 'me'>, id: string): Promise<CheckRecord> {
  const row = await db.unscoped(checkRecord).lock(id) // ownership of the room is checked next
  const room = me.studentId ? await roomOf(db, me.studentId) : undefined
  const wasThere = me.studentId && row.itemScores?.people.some(p => p.studentId === me.studentId)
  if (!wasThere && room?.id !== row.roomId) throw notFound()
  return row
}
const nameOf = async (db: Db, roomId: string): Promise<string> => (await db.unscoped(dormRoom).one(roomId)).fullName ?? '' // of a record found for the reader
export const untilOf = async (db: Db, record: Pick<CheckRecord, 'kind' | 'week' | 'checkedAt'>): Promise<number> => {
  const { checkPublishAt, checkObjectionDays } = await settingsOf(db)
  return objectUntil(record, { publishAt: checkPublishAt, days: checkObjectionDays })
}
const object = handle(objectRecord, async (ctx, { id, reason }) => {
  const { db, me, refuse } = ctx
  const row = await ownRecord(ctx, id)
  const [room, until] = [await nameOf(db, row.roomId), await untilOf(db, row)]
  if (row.objectionState !== 'none') refuse('twice', { room, state: objectionStates.labels[row.objectionState] })
  if (!row.isValid) refuse('unscored', { room })
  if (Date.now() > until) refuse('late', { until: schoolTimeText(new Date(until).toISOString()) })
  const after = await db.update(checkRecord, id, { objectionState: 'open', objectionText: reason, objectionBy: me.studentId, objectionAt: new Date().toISOString() })
  const task = await db.unscoped(checkTask).one(row.taskId) // only its name is read
  const to = (await managersOf(db, [row.dormId ?? ''])).get(row.dormId ?? '') ?? []
  await recordTodos.open(db, 'objection', [{ row: after, to, more: { room, task: task.name, score: row.roomScore, reason } }])
})
/** Occupants included in a record's score. */
export const occupantsIn = (row: Pick<CheckRecord, 'itemScores'>): Occupant[] =>
  (row.itemScores?.people ?? []).map(({ studentId, bedNo, isExcused }) => ({ studentId, bedNo, isExcused }))

/** Checkers may not decide objections to their own record. */
const answer = handle(answerObjection, async (ctx, { id, dropped: given, answer: words }) => {
  const { db, me, refuse } = ctx
  await db.visible(checkRecord).one(id)
  const row = await db.unscoped(checkRecord).lock(id) // found within the scope just before
  const room = await nameOf(db, row.roomId)
  if (row.objectionState !== 'open') refuse('notOpen', { room })
  if (row.checkerIds?.includes(me.userId)) refuse('own', { room })
  const dropped = given.flatMap(k => k ?? [])
  const known = new Set(marksOf(row.sheets).map(keyOf))
  const strange = dropped.find(k => !known.has(k))
  if (strange) refuse('unknown', { key: strange })
  const task = await db.unscoped(checkTask).one(row.taskId) // only its scheme is read
  const scheme = await schemeOf(db, task)
  const { checkVetoCap } = await settingsOf(db)
  const outcome = outcomeOf(scheme.items, occupantsIn(row), row.sheets, { cap: checkVetoCap, limits: limitsOf(scheme.grades), dropped })
  const objectionState = dropped.length ? ('changed' as const) : ('upheld' as const)
  const after = await db.update(checkRecord, id, { dropped, objectionState, objectionAnswer: words, objectionAnsweredAt: new Date().toISOString() })
  if (dropped.length) {
    await writeOutcomes(db, [{ id, roomId: row.roomId, sheets: row.sheets, ...outcome }])
    await rescoreWeek(db, row.week)
  }
  await recordTodos.follow(db, [after])
  await tellRoom(db, row, { room, outcome: { text: objectionStates.labels[objectionState] }, score: outcome.roomScore, answer: words })
  return { roomScore: outcome.roomScore, objectionState }
})
async function tellRoom(db: Db, row: CheckRecord, values: NonNullable<Notification['values']>): Promise<void> {
  const residents = await residentsOf(db, [row.roomId], dayOf(new Date().toISOString()))
  const accounts = await accountsOf(
    db,
    residents.map(r => r.studentId),
  )
  await notifyAbout(db, CHECK_MESSAGES.checkObjectionAnswered, aboutRecord, [{ row, to: [...accounts.values()], more: values }])
}
export default [object, answer]
