import sql from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { type Db, handle } from '#server/context.ts'
import { makeForClasses, type OrgType, studentOrg, TYPES } from '../model/org.ts'
import { orgPost, type PostKind, type PostWay } from '../model/post.ts'

interface Preset {
  name: string
  kind: PostKind
  seats: number
}
const post = (name: string, kind: PostKind = 'committee', seats = 1): Preset => ({ name, kind, seats })
/** What classes and branches usually elect. A league branch committee has three to five members (60-OG4). */
export const PRESETS: Readonly<Partial<Record<OrgType, readonly Preset[]>>> = {
  classCommittee: [post('班长', 'monitor'), post('学习委员'), post('生活委员'), post('文体委员'), post('心理委员'), post('安全委员')],
  leagueBranch: [post('团支书', 'secretary'), post('组织委员'), post('宣传委员')],
}
/** The usual posts of organisations of a type, one statement. */
export async function presetPosts(db: Db, type: OrgType, orgIds: readonly string[]): Promise<void> {
  const presets = JSON.stringify((PRESETS[type] ?? []).map((p, n) => ({ ...p, sort: n + 1 })))
  await db.insertFrom(
    orgPost,
    { orgId: sql`o.id`, name: sql`p.name`, kind: sql`p.kind`, seats: sql`p.seats`, sort: sql`p.sort`, way: 'election' satisfies PostWay },
    sql`unnest(${[...orgIds]}::uuid[]) as o(id) cross join jsonb_to_recordset(${presets}::jsonb) as p(name text, kind text, seats int, sort int)`,
    { skipExisting: true },
  )
}
const COMMITTEE = '委员会'
export default handle(makeForClasses, async ({ db, me }) => {
  const classes = db.visibleFor(stuClass, makeForClasses.permission).rows()
  const none = (type: OrgType) => sql`not exists (select from student_org x where x.tenant_id = ${me.tenantId} and x.class_id = c.id and x.type = ${type} and x.state <> 'ended')`
  const same = { level: 'class', departmentId: sql`c.department_id`, grade: sql`c.grade`, classId: sql`c.id`, state: 'active' } as const
  const committees = await db.insertFrom(
    studentOrg,
    { ...same, code: sql`'BW' || c.class_no`, name: sql`c.name || ${TYPES.classCommittee}::text`, type: 'classCommittee' },
    sql`${classes} c where c.state = 'active' and ${none('classCommittee')}
      and not exists (select from student_org x where x.tenant_id = ${me.tenantId} and x.code = 'BW' || c.class_no)`,
    { skipExisting: true },
  )
  const branches = await db.insertFrom(
    studentOrg,
    { ...same, code: sql`'TZ' || b.code`, name: sql`b.name || ${COMMITTEE}::text`, type: 'leagueBranch', leagueBranchId: sql`b.id` },
    sql`${classes} c join league_branch b on b.tenant_id = ${me.tenantId} and b.class_id = c.id and b.level = 'branch' where c.state = 'active' and ${none('leagueBranch')}
      and not exists (select from student_org x where x.tenant_id = ${me.tenantId} and x.code = 'TZ' || b.code)`,
    { skipExisting: true },
  )
  await presetPosts(
    db,
    'classCommittee',
    committees.map(c => c.id),
  )
  await presetPosts(
    db,
    'leagueBranch',
    branches.map(b => b.id),
  )
  return { committees: committees.length, branches: branches.length }
})
