import sql from 'sql-template-tag'
import { ownStudentId } from '#modules/student/server/api.ts'
import { handle } from '#server/context.ts'
import { societyMember } from '../model/member.ts'
import { societySquare } from '../model/member-actions.ts'
import { RUNNING, society } from '../model/society.ts'
import { settingsOf } from './settings.ts'

interface Known {
  id: string
  members: number
  head: string | null
}
export default handle(societySquare, async ({ db, me }, { q, category }) => {
  const where = { state: RUNNING, ...(category && { category }), ...(q && { 'name.like': q }) }
  const rows = await db.unscoped(society).all(where as never, { sort: ['-star', 'code'], limit: 300 }) // all students choose among them
  const ids = rows.map(r => r.id)
  const found = await db.query<Known>(sql`select m.society_id as id, count(*)::int as members, max(s.name) filter (where m.role = 'head') as head
    from society_member m join student s on s.tenant_id = m.tenant_id and s.id = m.student_id
    where m.tenant_id = ${db.me.tenantId} and m.state = 'active' and m.society_id = any(${ids}::uuid[]) group by 1`)
  const known = new Map(found.map(f => [f.id, f]))
  const mine = new Map((await db.unscoped(societyMember).all({ studentId: ownStudentId(me) })).map(m => [m.societyId, m.state])) // the caller's own
  const { feesAllowed } = await settingsOf(db)
  return rows.map(({ id, name, nameEn, category, level, purpose, meets, joinWay, state, star, memberCap, memberFee }) => {
    const { members = 0, head = null } = known.get(id) ?? {}
    const own = mine.get(id)
    return {
      ...{ id, name, nameEn, category, level, purpose, meets, joinWay, state, star, head, members },
      ...{ placesLeft: memberCap ? Math.max(0, memberCap - members) : null, fee: feesAllowed ? memberFee : null },
      mine: own === 'left' || own === 'declined' ? null : (own ?? null),
    }
  })
})
