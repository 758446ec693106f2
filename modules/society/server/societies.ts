import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { compute, type Db, handle, rules } from '#server/context.ts'
import { societyMember } from '../model/member.ts'
import { resumeSociety, type Society, society, suspendSociety } from '../model/society.ts'
import { membersOf } from './membership.ts'
import { tellKeepers } from './notify.ts'
import { advisorsOf } from './reach.ts'
import { settingsOf } from './settings.ts'

type Draft = Partial<Society>
const refuse = (key: string, values: Record<string, unknown>, field: string): never => {
  throw refusalOf(society, key, values, field)
}
/** 60-SO5: teachers on duty, each of at most so many societies; they are locked, so that two societies do not take the last place at once. */
export async function checkAdvisors(db: Db, { id, advisorId, otherAdvisorIds = [] }: Draft): Promise<void> {
  const ids = advisorsOf({ advisorId: advisorId ?? '', otherAdvisorIds })
  const teachers = await db.unscoped(teacher).lockAll(ids) // chosen in the form
  const { advisorMost: most } = await settingsOf(db)
  for (const { id: teacherId, name: advisor, status } of teachers) {
    if (ids.filter(i => i === teacherId).length > 1) refuse('advisorTwice', { advisor }, 'otherAdvisorIds')
    if (status !== 'active') refuse('advisorGone', { advisor }, 'advisorId')
    const guided = await db.query<{
      name: string
    }>(sql`select name from society where tenant_id = ${db.me.tenantId} and state <> 'dissolved' and id is distinct from ${id ?? null}::uuid
      and (advisor_id = ${teacherId}::uuid or other_advisor_ids ? ${teacherId}) order by code`)
    if (guided.length >= most) refuse('advisorFull', { advisor, societies: guided.map(g => g.name).join('”“'), most }, 'advisorId')
  }
}
/** 60-SO8: fees only while the school allows them. */
export async function checkFee(db: Db, { memberFee }: Draft): Promise<void> {
  if (!memberFee) return
  const { feesAllowed, feeMost } = await settingsOf(db)
  if (!feesAllowed) refuse('feeOff', {}, 'memberFee')
  if (memberFee > feeMost * 100) refuse('feeMost', { most: feeMost, fee: yuanText(memberFee) }, 'memberFee')
}
/** Living societies differ by name; what two people enter at once is settled by the index. */
async function checkName(db: Db, { id, name = '' }: Draft): Promise<void> {
  const held = (await db.unscoped(society).all({ name })).find(s => s.state !== 'dissolved' && s.id !== id) // only its code is told
  if (held) refuse('nameTaken', { name, code: held.code }, 'name')
}
async function check(db: Db, row: Draft, patch: Draft): Promise<void> {
  if (patch.name !== undefined) await checkName(db, row)
  if (row.level === 'college' && !row.departmentId) refuse('collegeMissing', {}, 'departmentId')
  if (patch.advisorId !== undefined || patch.otherAdvisorIds !== undefined) await checkAdvisors(db, row)
  if (patch.memberFee !== undefined) await checkFee(db, row)
  if (!row.id || !patch.memberCap) return
  const members = await membersOf(db, row.id)
  if (members > patch.memberCap) refuse('capTaken', { members, cap: patch.memberCap }, 'memberCap')
}
interface Known {
  id: string
  headId: string | null
  members: number
  branchDue: boolean
}
export default [
  rules(society, {
    add: ({ db }, draft) => check(db, draft, draft),
    update: ({ db }, row, patch) => check(db, { ...row, ...patch }, patch),
    async remove({ db }, { id, name }) {
      const n = await db.unscoped(societyMember).count({ societyId: id }) // of the society being removed
      if (n) throw refusalOf(society, 'hasMembers', { name, n })
    },
  }),
  compute(society, ['headId', 'members', 'branchDue'], async ({ db }, rows) => {
    const { branchFrom } = await settingsOf(db)
    const found = await db.query<Known>(sql`select m.society_id as id, (array_agg(m.student_id) filter (where m.role = 'head'))[1] as "headId", count(*)::int as members,
        count(l.id) >= ${branchFrom} as "branchDue"
      from society_member m left join league_member l on l.tenant_id = m.tenant_id and l.student_id = m.student_id and l.state = 'active'
      where m.tenant_id = ${db.me.tenantId} and m.state = 'active' and m.society_id = any(${rows.map(r => r.id ?? '')}::uuid[]) group by 1`)
    const of = new Map(found.map(f => [f.id, f]))
    for (const row of rows) {
      const { headId = null, members = 0, branchDue = false } = of.get(row.id ?? '') ?? {}
      Object.assign(row, { headId, members, branchDue: branchDue && !row.leagueBranchId })
    }
  }),
  handle(suspendSociety, async ({ db }, { id, reason }) => {
    const { state } = await db.visible(society).lock(id, 'suspend')
    const after = await db.update(society, id, { state: 'suspended', stateNote: reason, resumesAs: state === 'probation' ? 'probation' : 'active' })
    await tellKeepers(db, 'suspended', after, { why: reason })
  }),
  handle(resumeSociety, async ({ db }, { id }) => {
    const { resumesAs } = await db.visible(society).lock(id, 'resume')
    await tellKeepers(db, 'resumed', await db.update(society, id, { state: resumesAs ?? 'active', stateNote: null, resumesAs: null }))
  }),
]
