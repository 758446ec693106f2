import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { ownStudentId, studentsOf } from '#modules/student/server/api.ts'
import { phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { firstPeople } from '#server/i18n/wording.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { aidBatch } from '../../recognition/model/batch.ts'
import { aidRecognition } from '../../recognition/model/recognition.ts'
import { reviewOf } from '../../recognition/model/scoring.ts'
import { mustBeOpenBatch, scoreAgain, supplyReviews } from '../../recognition/server/api.ts'
import { castVote, closeReview, remindMembers } from '../model/actions.ts'
import { hasQuorum } from '../model/draw.ts'
import { reviewGroup, reviewVote } from '../model/group.ts'
import { REVIEW_MESSAGES } from '../model/messages.ts'
import { abstains, classNameOf, dueOf, type Group, membersOf, roomsOf, votesOn } from './cases.ts'
import { LINK } from './draw.ts'

type Due = Awaited<ReturnType<typeof dueOf>>
/** Votes that a member has not cast yet. */
async function missingVotes(db: Db, due: Due): Promise<Map<string, number>> {
  const cast = new Set(
    (
      await votesOn(
        db,
        due.map(d => d.row.id),
      )
    ).map(v => `${v.memberId}:${v.recognitionId}`),
  )
  const missing = due.flatMap(({ row, voters }) => voters.filter(m => !cast.has(`${m}:${row.id}`)))
  return new Map([...Map.groupBy(missing, m => m)].map(([m, all]) => [m, all.length]))
}
/** The result of each case: what was voted on it, once at least two thirds of those who may vote have done so. */
async function count(db: Db, group: Group, due: Due): Promise<number> {
  const votes = Map.groupBy(
    await votesOn(
      db,
      due.map(d => d.row.id),
    ),
    v => v.recognitionId,
  )
  const lacking = due.filter(({ row, voters }) => !hasQuorum(votes.get(row.id)?.filter(v => voters.includes(v.memberId)).length ?? 0, voters.length))
  if (lacking.length) {
    const people = await studentsOf(db, [...(await missingVotes(db, due)).keys()])
    throw refusalOf(reviewGroup, 'noQuorum', {
      count: lacking.length,
      names: firstPeople(
        [...people.values()].map(p => p.name),
        5,
      ),
    })
  }
  const batch = await mustBeOpenBatch(db, group.batchId)
  const reviewed = due.map(({ row, voters }) => ({ ...row, reviewScore: reviewOf((votes.get(row.id) ?? []).filter(v => voters.includes(v.memberId)).map(v => v.points)) }))
  await scoreAgain(db, batch, reviewed)
  await db.update(reviewGroup, group.id, { state: 'closed', closedAt: new Date().toISOString() })
  return reviewed.length
}
const cast = handle(castVote, async ({ db, me }, { recognitionId, points, note }) => {
  const memberId = ownStudentId(me)
  const row = await db.unscoped(aidRecognition).one(recognitionId) // the group is checked next
  const group = await db.unscoped(reviewGroup).find({ batchId: row.batchId, classId: row.classId ?? '' }) // of the case
  const className = await classNameOf(db, row.classId ?? '')
  if (!group || !membersOf(group).includes(memberId)) throw refusalOf(reviewGroup, 'notMember', { className })
  await db.unscoped(reviewGroup).lock(group.id) // members of one group vote one after the other
  const now = await db.unscoped(reviewGroup).one(group.id) // as above
  if (now.state !== 'drawn') throw refusalOf(reviewGroup, 'over', { className })
  if (today() < (now.votesFrom ?? '')) throw refusalOf(reviewGroup, 'early', { on: now.votesFrom })
  if (abstains(await roomsOf(db, [memberId, row.studentId]), memberId, row)) throw refusalOf(reviewGroup, 'ownCase')
  await db.upsert(reviewVote, ['memberId', 'recognitionId'], [{ memberId, recognitionId, points, note: note ?? null }], { history: false })
  const due = await dueOf(db, now)
  const missing = await missingVotes(db, due)
  const batch = await db.unscoped(aidBatch).one(row.batchId) // of the case
  if (!missing.size && phaseOf(batch) === 'closed') await count(db, now, due)
  return { left: missing.get(memberId) ?? 0 }
})
const close = handle(closeReview, async ({ db }, { id }) => {
  const group = await db.visible(reviewGroup).lock(id, 'close')
  const batch = await db.unscoped(aidBatch).one(group.batchId) // of the group
  if (phaseOf(batch) !== 'closed') throw refusalOf(reviewGroup, 'stillOpen', { batch: batch.name })
  return { reviewed: await count(db, group, await dueOf(db, group)) }
})
const remind = handle(remindMembers, async ({ db }, { id }) => {
  const group = await db.visible(reviewGroup).lock(id, 'remind')
  const missing = await missingVotes(db, await dueOf(db, group))
  const [people, className, batch] = [await studentsOf(db, [...missing.keys()]), await classNameOf(db, group.classId), await db.unscoped(aidBatch).one(group.batchId)] // of the group
  const told = [...people.values()].map(p => ({
    ...{ to: p.userId ? [p.userId] : [], values: { batch: batch.name, className, count: missing.get(p.id) ?? 0 } },
    ...{ bizType: 'reviewGroup', bizId: id, link: LINK, mobileLink: LINK },
  }))
  await notifyEach(db, REVIEW_MESSAGES.voteMissing, told)
  return { reminded: told.length }
})
/** A confirmation waits for each class with applications, except those where the college did without a review. */
const waited = supplyReviews((db, batch) =>
  db.query<{ name: string; count: number }>(sql`select coalesce(c.name, '—') as name, count(*)::int as count from aid_recognition r
      left join stu_class c on c.tenant_id = r.tenant_id and c.id = r.class_id
    where r.tenant_id = ${db.me.tenantId} and r.batch_id = ${batch.id} and r.state = 'approved' and r.source = 'apply' and r.review_score is null
      and not exists (select from review_group g where g.tenant_id = r.tenant_id and g.batch_id = r.batch_id and g.class_id = r.class_id and g.state = 'skipped') group by 1 order by 1`),
)
export default [cast, close, remind, waited]
