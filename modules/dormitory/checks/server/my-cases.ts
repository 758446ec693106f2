import sql from 'sql-template-tag'
import { type Db, handle } from '#server/context.ts'
import { fileReader } from '#server/files/readers.ts'
import { mayBe } from '../model/hearing.ts'
import { dormViolation } from '../model/violation.ts'
import { myViolations } from '../model/violation-actions.ts'

/** Violations of a student, and of their rooms at that time where nobody was identified; drafts are hidden until a statement is requested. */
async function idsOf(db: Db, studentId: string): Promise<string[]> {
  const rows = await db.query<{
    id: string
  }>(sql`select v.id from dorm_violation v where v.tenant_id = ${db.me.tenantId} and v.asked_at is not null and (v.student_id = ${studentId} or (v.student_id is null and v.room_id in
      (select s.room_id from dorm_stay s where s.tenant_id = v.tenant_id and s.student_id = ${studentId} and s.kind <> 'temporary' and s.state in ('checkedIn', 'checkedOut')
        and s.check_in_at <= v.at and (s.check_out_at is null or s.check_out_at >= v.at))))
    order by v.at desc limit 50`)
  return rows.map(r => r.id)
}
const mine = handle(myViolations, async ({ db, me }) => {
  const ids = me.studentId ? await idsOf(db, me.studentId) : []
  const rows = ids.length ? await db.unscoped(dormViolation).all({ id: ids }, { sort: ['-at'] }) : [] // restricted to the reader's own rows
  const rooms = new Map(
    (
      await db.query<{ id: string; name: string }>(
        sql`select id, full_name as name from dorm_room where tenant_id = ${me.tenantId} and id = any(${rows.flatMap(r => r.roomId ?? [])}::uuid[])`,
      )
    ).map(r => [r.id, r.name]),
  )
  return rows.map(row => {
    const room = rooms.get(row.roomId ?? '') ?? null
    return {
      id: row.id,
      violationNo: row.violationNo,
      isRoom: row.studentId || !room ? null : { room },
      type: row.type,
      level: row.level,
      at: row.at,
      place: row.place ?? room,
      details: row.details,
      evidence: [...(row.evidence ?? [])],
      state: row.state,
      statementDue: row.statementDue,
      mayState: mayBe('state', row) ? ('state' as const) : null,
      statement: row.statedBy === me.studentId ? row.statement : null,
      heardAs: row.heardAs,
      decision: row.decision,
      seizedItem: row.seizedItem,
      seizedReceiptNo: row.seizedReceiptNo,
      returnOn: row.returnOn,
      returnedAt: row.returnedAt,
    }
  })
})
/** The person asked may see the evidence. */
const files = fileReader(dormViolation, async (db, id) => Boolean(db.me.studentId && (await idsOf(db, db.me.studentId)).includes(id)))
export default [mine, files]
