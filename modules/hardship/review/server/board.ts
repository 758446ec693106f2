import sql from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { handle } from '#server/context.ts'
import { reviewBoard } from '../model/actions.ts'
import { groupSize } from '../model/draw.ts'
import { reviewGroup } from '../model/group.ts'
import { dueOf, membersOf, votesOn } from './cases.ts'

interface ClassRow {
  id: string
  name: string
  applied: number
  willing: number
  size: number
}
/** Classes of the reader with applications in a batch, and how far each review is. Whose votes they are is never told. */
export default handle(reviewBoard, async ({ db }, { batchId }) => {
  const classes = await db.query<ClassRow>(sql`select c.id, c.name,
      (select count(*)::int from aid_recognition r where r.tenant_id = c.tenant_id and r.class_id = c.id and r.batch_id = ${batchId} and r.state in ('pending', 'returned', 'approved', 'publicised', 'effective', 'rejected')) as applied,
      (select count(*)::int from review_volunteer v join student s on s.tenant_id = v.tenant_id and s.id = v.student_id where v.tenant_id = c.tenant_id and v.batch_id = ${batchId} and s.class_id = c.id) as willing,
      (select count(*)::int from student s where s.tenant_id = c.tenant_id and s.class_id = c.id and s.status = 'active' and s.deleted_at is null) as size
    from ${db.visibleFor(stuClass, reviewBoard.permission).rows()} c
    where exists (select from aid_recognition r where r.tenant_id = c.tenant_id and r.class_id = c.id and r.batch_id = ${batchId}) order by c.name`)
  const groups = new Map((await db.unscoped(reviewGroup).all({ batchId, classId: classes.map(c => c.id) })).map(g => [g.classId, g])) // of those classes
  const people = await studentsOf(db, [...groups.values()].flatMap(membersOf))
  const rows = []
  for (const { id, name, applied, willing, size } of classes) {
    const group = groups.get(id)
    const due = group?.state === 'drawn' ? await dueOf(db, group) : []
    const votes = due.length
      ? await votesOn(
          db,
          due.map(d => d.row.id),
        )
      : []
    rows.push({
      ...{ classId: id, className: name, applied, willing, need: groupSize(size), groupId: group?.id ?? null, state: group?.state ?? null, votesFrom: group?.votesFrom ?? null },
      ...{ members: group ? membersOf(group).map(m => people.get(m)?.name ?? '') : [], votes: votes.length, votesDue: due.reduce((sum, d) => sum + d.voters.length, 0) },
    })
  }
  return rows
})
