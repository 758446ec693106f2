import { type Row, refusalOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { studentNumbers, studentsOf, withStudents } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { compute, type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { END_CAUSES, type EndCause, endEngagement, engagement, giveNotice, quitPost, rateWork, signAgreement } from '../model/engagement.ts'
import { POST_MESSAGES } from '../model/messages.ts'
import { aboutEngagement } from './about.ts'
import { employersOf } from './scope.ts'
import { returnSeats } from './seats.ts'
import { settingsOf } from './settings.ts'

export type Engaged = Row<typeof engagement>
/** Student and unit hear of an end, whoever gave it. */
async function tellEnd(db: Db, rows: readonly Engaged[]): Promise<void> {
  const told = await Promise.all(
    (await withStudents(db, rows)).map(async ({ row, who }) => {
      const to = [...(who.userId ? [who.userId] : []), ...(await employersOf(db, row.unitId))]
      return { row, who, to, more: { to: row.to ?? '', why: { text: END_CAUSES[row.endCause ?? 'term'] } } }
    }),
  )
  await notifyAbout(db, POST_MESSAGES.ended, aboutEngagement, told)
}
/** 40-W9: ends these at a day that has come: seats are free again, hours that are not paid stay payable. */
export async function endThem(
  db: Db,
  ids: readonly string[],
  { to, endCause, endNote = null, isTold = true }: { to?: string; endCause?: EndCause; endNote?: string | null; isTold?: boolean },
): Promise<number> {
  const ended = (await db.unscoped(engagement).lockAll(ids)).filter(e => e.state === 'active') // found by the caller
  if (!ended.length) return 0
  await db.updateMany(
    engagement,
    ended.map(e => ({ id: e.id, state: 'ended' as const, to: to ?? e.to ?? today(), endCause: endCause ?? e.endCause ?? 'term', endNote: endNote ?? e.endNote })),
  )
  const after = await db.unscoped(engagement).all({ id: ended.map(e => e.id) }) // just written
  await returnSeats(
    db,
    after.map(e => e.postId),
  )
  if (isTold) await tellEnd(db, after)
  await db.emitMany(
    'workStudy.ended',
    after.map(e => ({ engagementId: e.id, studentId: e.studentId })),
  )
  return after.length
}
async function plan(db: Db, row: Engaged, { to, note = null }: { to: string; note?: string | null | undefined }, endCause: EndCause): Promise<void> {
  const { noticeDays } = await settingsOf(db)
  const first = addDays(today(), noticeDays)
  if (to < first) throw refusalOf(engagement, 'noticeShort', { days: noticeDays, first }, 'to')
  await tellEnd(db, [await db.update(engagement, row.id, { to, endCause, endNote: note })])
}
/** The caller's own. */
export const ownEngagements = ownRows(engagement, 'studentId')
export default [
  ownEngagements.files,
  ...studentNumbers(engagement),
  compute(engagement, ['className'], async ({ db }, rows) => {
    const people = await studentsOf(
      db,
      rows.map(r => r.studentId),
    )
    for (const row of rows) row.className = people.get(row.studentId)?.className ?? null
  }),
  handle(signAgreement, async ({ db }, { id, agreementFiles = null }) => {
    await db.visible(engagement).lock(id, 'sign')
    await db.update(engagement, id, { agreementSignedAt: new Date().toISOString(), agreementFiles })
    await attachFiles(db, engagement, id, { agreementFiles })
  }),
  handle(giveNotice, async ({ db }, { id, ...how }) => plan(db, await db.visible(engagement).lock(id, 'notice'), how, 'unit')),
  handle(quitPost, async (ctx, { id, ...how }) => plan(ctx.db, await ownEngagements.lock(ctx, id, 'notice'), how, 'student')),
  handle(endEngagement, async ({ db }, { id, note }) => {
    await db.visible(engagement).lock(id, 'end')
    await endThem(db, [id], { to: today(), endCause: 'post', endNote: note })
  }),
  handle(rateWork, async ({ db }, { id, rating, ratingNote = null }) => {
    await db.visible(engagement).lock(id, 'rate')
    await db.update(engagement, id, { rating, ratingNote })
  }),
]
