import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { holdersOfPosition, staffOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { caseOf, type Punishment, partyOf } from '../../cases/server/api.ts'
import { appeal } from '../model/appeal.ts'

interface Member {
  id: string
  name: string
  isStudent: boolean
}
const wrong = (key: string, values: Record<string, unknown>) => refusalOf(appeal, key, values, 'members')
/** 50-PN10: nobody judges what they reported, investigated, decided or taught in; teachers, students and a legal officer belong to it (Order 41, Article 59). */
export async function mustBeCommittee(db: Db, row: Punishment, ids: readonly string[]): Promise<void> {
  const [of, who] = [await caseOf(db, row), await partyOf(db, row)]
  const members = await db.query<Member>(sql`select id, nick_name as name, student_id is not null as "isStudent" from sys_user
    where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[]) order by nick_name`)
  const own = new Set([...(await staffOf(db, who, 'fdy')), ...(await staffOf(db, who, 'bzr')), ...(await staffOf(db, who, 'college'))])
  const conflicts: ReadonlyArray<readonly [why: string, people: ReadonlySet<string | null>]> = [
    ['是本案的登记人', new Set([of.reporterId])],
    ['是本案的调查人', new Set(of.investigators ?? [])],
    ['参与了本案的决定', new Set(row.decidedBy ?? [])],
    ['负责该学生的教育管理', own],
    ['是申诉人', new Set([who.userId])],
  ]
  for (const { id, name } of members) {
    const conflict = conflicts.find(([, people]) => people.has(id))
    if (conflict) throw wrong('conflict', { name, why: { text: conflict[0] } })
  }
  const legal = await holdersOfPosition(db, 'legalOffice')
  if (!members.some(m => m.isStudent)) throw wrong('lacks', { who: { text: '学生代表' } })
  if (!members.some(m => legal.includes(m.id))) throw wrong('lacks', { who: { text: '法律事务人员' } })
  if (!members.some(m => !m.isStudent && !legal.includes(m.id))) throw wrong('lacks', { who: { text: '教师代表' } })
}
