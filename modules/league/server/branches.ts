import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { studentOf } from '#modules/student/server/api.ts'
import { compute, type Db, rules } from '#server/context.ts'
import { LEVELS, type Level, leagueBranch } from '../model/branch.ts'
import { leagueMember } from '../model/member.ts'
import type { Branch } from './reach.ts'

const ABOVE: Readonly<Record<Level, Level | null>> = { school: null, college: 'school', branch: 'college' }
type Draft = Partial<Branch>
async function checkParent(db: Db, { name, level = 'branch', parentId }: Draft): Promise<void> {
  const parent = parentId ? await db.unscoped(leagueBranch).one(parentId) : undefined // organisation of the school
  const above = ABOVE[level]
  if (parent && parent.level !== above) throw refusalOf(leagueBranch, 'parent', { name, level: { text: LEVELS[above ?? 'school'] }, parent: parent.name }, 'parentId')
}
/** 40-OG4 comes later: until then the staff of the college names the secretary, who must be a member of the branch. */
async function checkSecretary(db: Db, { id = '', name, secretaryId }: Draft): Promise<void> {
  if (!secretaryId) return
  const who = (await studentOf(db, secretaryId))?.name ?? ''
  const member = await db.unscoped(leagueMember).find({ studentId: secretaryId, branchId: id, state: 'active' }) // the branch being saved
  if (!member) throw refusalOf(leagueBranch, 'secretary', { who, name }, 'secretaryId')
  const held = await db.unscoped(leagueBranch).find({ secretaryId }) // only its name is told
  if (held && held.id !== id) throw refusalOf(leagueBranch, 'secretaryTaken', { who, holder: held.name }, 'secretaryId')
}
const check = async (db: Db, draft: Draft): Promise<void> => {
  await checkParent(db, draft)
  await checkSecretary(db, draft)
}
export default [
  rules(leagueBranch, {
    add: ({ db }, draft) => check(db, draft),
    update: ({ db }, row, patch) => check(db, { ...row, ...patch }),
    async remove({ db }, { id, name }) {
      const n = await db.unscoped(leagueMember).count({ branchId: id }) // of the branch being removed
      if (n) throw refusalOf(leagueBranch, 'hasMembers', { name, n })
    },
  }),
  compute(leagueBranch, ['members'], async ({ db }, rows) => {
    const counts = await db.query<{ id: string; n: number }>(sql`select branch_id as id, count(*)::int as n from league_member
      where tenant_id = ${db.me.tenantId} and state = 'active' and branch_id = any(${rows.map(r => r.id ?? '')}::uuid[]) group by 1`)
    const of = new Map(counts.map(c => [c.id, c.n]))
    for (const row of rows) row.members = of.get(row.id ?? '') ?? 0
  }),
]
