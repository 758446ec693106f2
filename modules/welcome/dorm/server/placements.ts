import { mustAllow, type Row, refusalOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { ownStudentId, studentOf, withStudents } from '#modules/student/server/api.ts'
import { officersOf, staffOf } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { findBatch } from '../../steps/server/api.ts'
import { DORM_MESSAGES } from '../model/messages.ts'
import { answerObjection, dormPlacement, myPlacement, objectToBed, PLACE_REASONS, type PlaceReason } from '../model/placement.ts'
import { PAGE } from './release.ts'
import { settingsOf } from './settings.ts'

type Placement = Row<typeof dormPlacement>
const about: MessageAbout<Placement> = {
  bizType: dormPlacement.name,
  link: () => PAGE,
  values: ({ bed, reason, answer }) => ({ bed: bed ?? '—', reason: { text: PLACE_REASONS[reason] }, answer: answer ?? '' }),
}
const todos = rowTodos(dormPlacement, about, {
  answer: {
    text: '{name}对床位安排有异议，请答复',
    while: row => row.state === 'objected',
    link: row => `/welcomes/dorm?view=placements&studentId=${row.studentId}`,
    summary: row => row.objection,
    dueAt: row => row.objectUntil,
  },
})
export interface Placed {
  studentId: string
  bed: string | null
  reason: PlaceReason
}
/** 30-WD7: keeps and tells what was given to each of these students of a batch, and why; a later one takes the place of an earlier one, with a time of its own for objections. */
export async function tellPlaced(db: Db, batchId: string, placed: readonly Placed[]): Promise<void> {
  if (!placed.length) return
  const now = Date.now()
  const hours = (await settingsOf(db))['claim.objectHours']
  const times = { at: new Date(now).toISOString(), objectUntil: new Date(now + hours * HOUR_MS).toISOString() }
  const fresh = { state: 'told' as const, objection: null, objectedAt: null, answer: null, answeredBy: null }
  await db.upsert(
    dormPlacement,
    ['batchId', 'studentId'],
    placed.map(one => ({ ...one, batchId, ...times, ...fresh })),
  )
  const rows = await db.unscoped(dormPlacement).all({ batchId, studentId: placed.map(p => p.studentId) }) // written just before
  await todos.follow(db, rows)
  await notifyAbout(db, DORM_MESSAGES.placed, about, await withStudents(db, rows))
}
const ownOf = async (db: Db, studentId: string): Promise<Placement | undefined> => {
  const found = await findBatch(db, studentId)
  return found && db.unscoped(dormPlacement).find({ batchId: found.batch.id, studentId }) // the caller's own
}
const mine = handle(myPlacement, async ({ db, me }) => {
  const row = await ownOf(db, ownStudentId(me))
  const isOpen = row?.state === 'told' && Date.parse(row.objectUntil) > Date.now()
  const { bed = null, reason = null, objectUntil = null, state = 'told', objection = null, answer = null } = row ?? {}
  return { bed, reason, objectUntil, state, objection, answer, isOpen }
})
const object = handle(objectToBed, async ({ db, me }, { objection }) => {
  const own = await ownOf(db, ownStudentId(me))
  if (!own) throw refusalOf(dormPlacement, 'none')
  const row = await db.unscoped(dormPlacement).lock(own.id) // the caller's own
  mustAllow(dormPlacement, row, 'object')
  if (Date.parse(row.objectUntil) <= Date.now()) throw refusalOf(dormPlacement, 'over', { until: schoolTimeText(row.objectUntil) })
  const after = await db.update(dormPlacement, row.id, { state: 'objected', objection, objectedAt: new Date().toISOString() })
  const who = await studentOf(db, row.studentId)
  const counsellors = who ? await staffOf(db, who, 'fdy') : []
  await todos.open(db, 'answer', [{ row: after, who: { userId: null, name: who?.name ?? '' }, to: counsellors.length ? counsellors : await officersOf(db) }])
})
const answer = handle(answerObjection, async ({ db, me }, { id, answer: said }) => {
  const row = await db.visible(dormPlacement).lock(id)
  mustAllow(dormPlacement, row, 'answer')
  const after = await db.update(dormPlacement, id, { state: 'answered', answer: said, answeredBy: me.userId })
  await todos.follow(db, [after])
  await notifyAbout(db, DORM_MESSAGES.objectionAnswered, about, await withStudents(db, [after]))
})
export default [mine, object, answer]
