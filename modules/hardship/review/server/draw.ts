import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { aidRecognition } from '../../recognition/model/recognition.ts'
import { type Batch, mustBeOpenBatch } from '../../recognition/server/api.ts'
import { drawGroup, skipReview } from '../model/actions.ts'
import { drawFrom, groupSize, mostOfficers } from '../model/draw.ts'
import { reviewGroup, SHOWN_DAYS } from '../model/group.ts'
import { REVIEW_MESSAGES } from '../model/messages.ts'
import { classNameOf, inOrder, roomsOf } from './cases.ts'
import { officersAmong } from './class-officers.ts'

export const LINK = '/hardship/review'
const sizeOf = async (db: Db, classId: string): Promise<number> =>
  (
    await db.query<{ n: number }>(
      sql`select count(*)::int as n from student where tenant_id = ${db.me.tenantId} and class_id = ${classId} and status = 'active' and deleted_at is null`,
    )
  )[0]?.n ?? 0
const willingIn = async (db: Db, batchId: string, classId: string): Promise<string[]> =>
  (
    await db.query<{ id: string }>(sql`select v.student_id as id from review_volunteer v join student s on s.tenant_id = v.tenant_id and s.id = v.student_id
      where v.tenant_id = ${db.me.tenantId} and v.batch_id = ${batchId} and s.class_id = ${classId} and s.status = 'active' and s.deleted_at is null order by 1`)
  ).map(r => r.id)
/** Who applied, and who shares a room with somebody who did. */
async function concerned(db: Db, willing: readonly string[], applicants: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const rooms = await roomsOf(db, [...willing, ...applicants])
  const taken = new Set([...applicants].flatMap(id => rooms.get(id) ?? []))
  return new Set(willing.filter(id => applicants.has(id) || taken.has(rooms.get(id) ?? '—')))
}
/** 40-D4: from the willing, without applicants and their room-mates where enough are left, else with them: then they abstain case by case. */
async function membersFor(db: Db, batch: Batch, classId: string) {
  const [size, willing] = [groupSize(await sizeOf(db, classId)), await willingIn(db, batch.id, classId)]
  const applicants = new Set((await db.unscoped(aidRecognition).all({ batchId: batch.id, classId, state: ['pending', 'returned', 'approved'] })).map(r => r.studentId)) // of the class
  const [near, officers] = [await concerned(db, willing, applicants), await officersAmong(db, willing)]
  const seed = randomBytes(16).toString('hex')
  const ordered = inOrder(seed, willing)
  const apart = drawFrom(
    ordered.filter(id => !near.has(id)),
    size,
    officers,
  )
  const members = apart ?? drawFrom(ordered, size, officers)
  if (!members)
    throw refusalOf(reviewGroup, 'tooFew', { className: await classNameOf(db, classId), need: size, willing: willing.length, officers: officers.size, most: mostOfficers(size) })
  return { members, seed, willing: willing.length, isTight: apart ? ('no' as const) : ('yes' as const) }
}
async function mustBeFree(db: Db, batchId: string, classId: string): Promise<void> {
  const className = await classNameOf(db, classId)
  const found = await db.unscoped(reviewGroup).find({ batchId, classId }) // the class is in the caller's scope
  if (found) throw refusalOf(reviewGroup, 'drawn', { className, on: found.createdAt.slice(0, 10) })
  if (!(await db.unscoped(aidRecognition).count({ batchId, classId }))) throw refusalOf(reviewGroup, 'nobody', { className }) // as above
}
async function tell(db: Db, batch: Batch, classId: string, members: readonly string[], from: string): Promise<void> {
  const [people, className] = [await studentsOf(db, members), await classNameOf(db, classId)]
  const told = [...people.values()].map(p => ({
    to: p.userId ? [p.userId] : [],
    values: { batch: batch.name, className, from },
    bizType: 'reviewGroup',
    bizId: batch.id,
    link: LINK,
    mobileLink: LINK,
  }))
  await notifyEach(db, REVIEW_MESSAGES.drawn, told)
}
const draw = handle(drawGroup, async ({ db }, { batchId, classId }) => {
  const { departmentId } = await db.visible(stuClass).one(classId)
  const batch = await mustBeOpenBatch(db, batchId)
  await mustBeFree(db, batchId, classId)
  const drawn = await membersFor(db, batch, classId)
  const votesFrom = addDays(today(), SHOWN_DAYS)
  const row = await db.insert(reviewGroup, { batchId, classId, departmentId, ...drawn, shownFrom: today(), votesFrom })
  await tell(db, batch, classId, drawn.members, votesFrom)
  const people = await studentsOf(db, drawn.members)
  return { id: row.id, members: drawn.members.map(id => people.get(id)?.name ?? '') }
})
const skip = handle(skipReview, async ({ db }, { batchId, classId, reason }) => {
  const { departmentId } = await db.visible(stuClass).one(classId)
  await mustBeOpenBatch(db, batchId)
  await mustBeFree(db, batchId, classId)
  await db.insert(reviewGroup, { batchId, classId, departmentId, state: 'skipped', reason, members: [] })
})
export default [draw, skip]
