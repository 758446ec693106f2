import { refusalOf } from '#model'
import { ownStudentId, selfStudent, studentsOf } from '#modules/student/server/api.ts'
import { isInAudience } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { aidBatch } from '../../recognition/model/batch.ts'
import { type Batch, modelOf, type Recognition } from '../../recognition/server/api.ts'
import { myReviews, volunteer } from '../model/actions.ts'
import { reviewGroup, reviewVolunteer } from '../model/group.ts'
import { classNameOf, dueOf, type Group, membersOf, votesOn } from './cases.ts'

/** Told to no member of a blind review: what a family earns, and illness. */
const HIDDEN: ReadonlySet<string> = new Set(['incomePerHead', 'illness', 'disaster', 'unemployment', 'debt'])
type Model = Awaited<ReturnType<typeof modelOf>>
/** The answers of a case as its reviewers see them: options chosen, never what was written. */
function answersOf({ items }: Pick<Model, 'items'>, row: Recognition, isBlind: boolean) {
  return (row.scoreDetail ?? []).flatMap(({ key, option }) => {
    const item = items.find(i => i.key === key)
    if (!item || (isBlind && HIDDEN.has(item.source))) return []
    return [{ question: item.question, answer: item.options.find(o => o.key === option)?.label ?? '' }]
  })
}
async function cardsOf(db: Db, batch: Batch, group: Group, memberId: string) {
  const [due, model] = [await dueOf(db, group), await modelOf(db, batch)]
  const own = due.filter(d => d.voters.includes(memberId))
  const cast = new Map(
    (
      await votesOn(
        db,
        own.map(d => d.row.id),
      )
    )
      .filter(v => v.memberId === memberId)
      .map(v => [v.recognitionId, v]),
  )
  const isBlind = batch.isBlind ?? true
  const names = isBlind
    ? new Map()
    : await studentsOf(
        db,
        own.map(d => d.row.studentId),
      )
  return own.map(({ code, row }) => ({
    ...{ id: row.id, code, name: names.get(row.studentId)?.name ?? null, indexScore: row.indexScore, answers: answersOf(model, row, isBlind) },
    ...{ points: cast.get(row.id)?.points ?? null, note: cast.get(row.id)?.note ?? null },
  }))
}
const mine = handle(myReviews, async ctx => {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const batches = (await db.unscoped(aidBatch).all({ state: ['published', 'closed'], stage: 'applying' }, { sort: ['-beginTime'], limit: 3 })).filter(b => !b.confirmedAt) // the audience is checked next
  const shown = []
  for (const batch of batches) {
    if (!(await isInAudience(db, aidBatch, batch))) continue
    const group = await db.unscoped(reviewGroup).find({ batchId: batch.id, classId: who.classId ?? '' }) // of the caller's own class
    const offered = await db.unscoped(reviewVolunteer).count({ batchId: batch.id, studentId: who.id }) // the caller's own
    const members = group ? membersOf(group) : []
    const people = await studentsOf(db, members)
    const isMember = group?.state === 'drawn' && members.includes(who.id)
    shown.push({
      ...{ batchId: batch.id, name: batch.name, isWilling: offered > 0, mayOffer: !group, members: members.map(id => people.get(id)?.name ?? '') },
      ...{ votesFrom: group?.votesFrom ?? null, state: group?.state ?? null, mayVote: Boolean(isMember && today() >= (group?.votesFrom ?? '')) },
      cards: isMember && group ? await cardsOf(db, batch, group, who.id) : [],
    })
  }
  return shown
})
const offer = handle(volunteer, async (ctx, { batchId, isWilling }) => {
  const { db, me } = ctx
  const [studentId, who] = [ownStudentId(me), await selfStudent(ctx)]
  const batch = await db.unscoped(aidBatch).one(batchId) // the audience is checked next
  if (!(await isInAudience(db, aidBatch, batch))) throw refusalOf(aidBatch, 'notInAudience', { name: batch.name })
  const group = await db.unscoped(reviewGroup).find({ batchId, classId: who.classId ?? '' }) // of the caller's own class
  if (group) throw refusalOf(reviewGroup, 'drawn', { className: await classNameOf(db, group.classId), on: group.createdAt.slice(0, 10) })
  if (isWilling) await db.insertMany(reviewVolunteer, [{ batchId, studentId }], { skipExisting: true })
  else await db.removeWhere(reviewVolunteer, { batchId, studentId })
})
export default [mine, offer]
