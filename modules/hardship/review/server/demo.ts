import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { day } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { aidBatch } from '../../recognition/model/batch.ts'
import { reviewGroup, reviewVolunteer, reviewVote } from '../model/group.ts'
import { dueOf, inOrder } from './cases.ts'

const [SIZE, WILLING, SEED] = [5, 9, '5f1c0ffee0ddba11']
/** Of the open batch: volunteers everywhere, and in some classes a group that votes. */
export default (async db => {
  const [batch] = await db.unscoped(aidBatch).all({ state: 'published' }, { sort: ['-beginTime'], limit: 1 }) // demo data
  if (!batch) return
  const classes = await db.query<{ id: string; departmentId: string }>(sql`select distinct r.class_id as id, c.department_id as "departmentId" from aid_recognition r
    join stu_class c on c.tenant_id = r.tenant_id and c.id = r.class_id where r.tenant_id = ${db.me.tenantId} and r.batch_id = ${batch.id} order by 1`)
  const [pupils, random] = [await demoPupils(db), randomOf(223)]
  const applicants = new Set(
    (await db.query<{ id: string }>(sql`select student_id as id from aid_recognition where tenant_id = ${db.me.tenantId} and batch_id = ${batch.id}`)).map(r => r.id),
  )
  for (const [n, { id: classId, departmentId }] of classes.entries()) {
    const willing = pupils.filter(p => p.classId === classId && !applicants.has(p.id)).slice(0, WILLING)
    await db.insertMany(
      reviewVolunteer,
      willing.map(p => ({ batchId: batch.id, studentId: p.id })),
      { history: false },
    )
    if (n % 3 || willing.length < SIZE) continue
    const members = inOrder(
      SEED,
      willing.map(p => p.id),
    ).slice(0, SIZE)
    const shownFrom = day(-4)
    const group = await db.insert(reviewGroup, {
      batchId: batch.id,
      classId,
      departmentId,
      members,
      seed: SEED,
      willing: willing.length,
      shownFrom,
      votesFrom: addDays(shownFrom, 3),
      isTight: 'no',
    })
    const due = await dueOf(db, group)
    const votes = due.flatMap(({ row, voters }) => voters.slice(0, 3).map(memberId => ({ memberId, recognitionId: row.id, points: random.int(-2, 9) })))
    await db.insertMany(reviewVote, votes, { history: false })
  }
}) satisfies Demo
