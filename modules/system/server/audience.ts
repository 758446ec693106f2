import sql, { join, type Sql } from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { departmentsBelow } from '#modules/campus/server/api.ts'
import { holdsToday } from '#server/access/holders.ts'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import { type Db, handle, type Realm } from '#server/context.ts'
import type { Rows } from '#server/row-types.ts'
import { type Audience, type AudienceGroups, audienceRefusal, parseAudience, previewAudience } from '../model/audience.ts'
import { user } from '../model/user.ts'

type FindIds = (db: Db, ids: readonly string[]) => Sql | Promise<Sql>
/** Ids that a higher module finds for an audience, as a subselect: students living in these buildings, accounts found by a saved query. */
interface AudienceSource extends Registration {
  kind: 'audienceSource'
  group: 'residents' | 'savedQuery'
  find: FindIds
}
const audienceSources = extensionPoint<AudienceSource>('audienceSource', { id: s => s.group })
export const audienceSource = (group: AudienceSource['group'], find: FindIds): AudienceSource => audienceSources.make({ group, find })

interface PublishPermission extends Registration {
  kind: 'publishPermission'
  permission: string
  realm: Realm | readonly Realm[]
}
const publishPermissions = extensionPoint<PublishPermission>('publishPermission', { id: p => p.permission })
/** Declares a permission for publishing to an audience. Only these are accepted in a preview: any other permission would let its holder count and list people through it. */
export const publishesWith = (permission: string, realm: Realm | readonly Realm[] = 'admin'): PublishPermission => publishPermissions.make({ permission, realm })

interface AudienceOptions {
  /** With several realms, a student counts with the account of one of them: that of the main realm, where there is one. */
  realm?: Realm | readonly Realm[]
  /** What was published to it: its saved queries hold whom they found then (`freezeQueries`). */
  publishedAs?: string
}
/** Accounts of an audience, as a subselect of `id` and `student_id`: enabled ones of the realm among `within`, the publisher's data scope (`db.visibleFor(user, permission)`).
 *  The audience never exceeds it. */
export async function audienceAccounts(db: Db, audience: Audience, within: Rows<typeof user>, { realm = 'admin', publishedAs }: AudienceOptions = {}): Promise<Sql> {
  const { all, exclude, userIds, ...groups } = audience
  const held = (isExcluded: boolean) => (publishedAs ? heldMembers(db, publishedAs, isExcluded) : undefined)
  const wanted = await conditions(db, groups, held(false))
  const chosen = all && !wanted.length ? sql`true` : wanted.length ? join(wanted, ' and ') : sql`false`
  const besides = userIds?.length ? sql` or u.id = any(${userIds}::uuid[])` : sql``
  const unwanted = exclude ? await conditions(db, exclude, held(true)) : []
  const without = unwanted.length ? sql` and (${join(unwanted, ' or ')}) is not true` : sql``
  return sql`(select u.id, u.student_id from ${within.rows()} u
    left join student s on s.tenant_id = u.tenant_id and s.id = u.student_id and s.deleted_at is null
    where ${inRealm(realm)} and account_is_active(u.status, u.valid_until) and ((${chosen})${besides})${without})`
}
const inRealm = (realm: Realm | readonly Realm[]): Sql =>
  typeof realm === 'string'
    ? sql`u.realm = ${realm}`
    : sql`(u.realm = any(${[...realm]}::text[]) and (u.student_id is null or exists (select from student_account o where o.tenant_id = u.tenant_id and o.user_id = u.id)))`
/** Ids of accounts whose names the caller may read anyway, as accounts or as students: the right to publish does not include reading names. Unrestricted for the program itself. */
export const readableAccounts = (db: Db): Sql =>
  db.me.userId
    ? sql`(select a.id from ${db.visibleFor(user, 'system:user:list').rows()} a union all
        select a.id from ${db.visibleFor(user, 'student:student:list').rows()} a where a.student_id is not null)`
    : sql`(select a.id from ${db.unscoped(user).rows()} a)` // the program itself: unrestricted
/** Filters rows by their audience for the caller; no audience means everybody. One statement for any number of rows. */
export async function forCaller<T extends { audience: Audience | null }>(db: Db, rows: readonly T[]): Promise<T[]> {
  const audiences = [...new Map(rows.flatMap(r => (r.audience ? [[JSON.stringify(r.audience), r.audience] as const] : [])))]
  if (!audiences.length) return [...rows]
  // matches the caller's own account only, independent of data scope
  const accounts = await Promise.all(audiences.map(([, audience]) => audienceAccounts(db, audience, db.unscoped(user), { realm: db.me.realm })))
  const mine = await db.query<{ n: number }>(
    join(
      accounts.map((of, n) => sql`select ${n}::int as n where exists (select from ${of} a where a.id = ${db.me.userId})`),
      ' union all ',
    ),
  )
  const isMine = new Set(mine.map(({ n }) => audiences[n]?.[0]))
  return rows.filter(r => !r.audience || isMine.has(JSON.stringify(r.audience)))
}
const heldMembers = (db: Db, sourceId: string, isExcluded: boolean): Sql =>
  sql`(select m.user_id from audience_query_member m where m.tenant_id = ${db.me.tenantId} and m.source_id = ${sourceId} and m.is_excluded = ${isExcluded})`
/** 10-Q9: keeps whom the saved queries of an audience find now, with the rights of whoever publishes, for `audienceAccounts` with `publishedAs`. */
export async function freezeQueries(db: Db, sourceId: string, { savedQueryId, exclude }: Audience): Promise<void> {
  await db.query(sql`delete from audience_query_member where tenant_id = ${db.me.tenantId} and source_id = ${sourceId}`)
  for (const [id, isExcluded] of [
    [savedQueryId, false],
    [exclude?.savedQueryId, true],
  ] as const)
    if (id)
      await db.query(sql`insert into audience_query_member (tenant_id, source_id, is_excluded, user_id)
        select ${db.me.tenantId}::uuid, ${sourceId}::uuid, ${isExcluded}, u.id from sys_user u where u.tenant_id = ${db.me.tenantId} and u.id in ${await found(db, id)}`)
}
const found = async (db: Db, savedQueryId: string): Promise<Sql> => supplied(db, 'savedQuery', '保存的查询')(db, [savedQueryId])
async function conditions(db: Db, groups: AudienceGroups, held?: Sql): Promise<Sql[]> {
  const made: Sql[] = []
  const { grades, levels, departmentIds, majorIds, classIds, buildingIds, roles, userIds, savedQueryId } = groups
  if (grades) made.push(sql`s.grade = any(${grades}::int[])`)
  if (levels) made.push(sql`s.level = any(${levels}::text[])`)
  if (departmentIds) made.push(sql`coalesce(s.department_id, u.department_id) = any(${await below(db, departmentIds)}::uuid[])`)
  if (majorIds) made.push(sql`s.major_id = any(${majorIds}::uuid[])`)
  if (classIds) made.push(sql`s.class_id = any(${classIds}::uuid[])`)
  if (buildingIds) made.push(sql`s.id in ${await supplied(db, 'residents', '住宿名单')(db, buildingIds)}`)
  if (roles) made.push(holdsRole(db, roles))
  if (userIds) made.push(sql`u.id = any(${userIds}::uuid[])`)
  if (savedQueryId) made.push(sql`u.id in ${held ?? (await found(db, savedQueryId))}`)
  return made
}
const below = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const known = await db.cached(department)
  return [...new Set((await Promise.all(ids.filter(id => known.has(id)).map(id => departmentsBelow(db, id)))).flat())]
}
const holdsRole = (db: Db, codes: readonly string[]): Sql => sql`exists (select from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
  where ru.tenant_id = ${db.me.tenantId} and ru.user_id = u.id and r.code = any(${[...codes]}::text[])
    and ${holdsToday()})`
function supplied(db: Db, group: AudienceSource['group'], label: string): FindIds {
  const source = db.registered(audienceSources).find(s => s.group === group)
  if (!source) throw audienceRefusal('noSource', { what: label })
  return source.find
}
const SAMPLE = 8
interface Counted {
  count: number
  students: number
}
interface Sampled {
  id: string
  name: string
  accountNo: string
  place: string | null
}
const preview = handle(previewAudience, async ({ db, refuse }, { audience, permission }) => {
  const declared = db.registered(publishPermissions).find(p => p.permission === permission)
  if (!declared) return refuse('permission', { permission: permission.slice(0, 100) }, 'permission')
  const accounts = await audienceAccounts(db, parseAudience(audience), db.visibleFor(user, permission), { realm: declared.realm })
  const [counted] = await db.query<Counted>(sql`select count(*)::int as count, count(student_id)::int as students from ${accounts} a`)
  const { count, students } = counted as Counted
  const sample = await db.query<Sampled>(sql`select u.id, u.nick_name as name, u.account_no as "accountNo", coalesce(c.name, d.name) as place
    from (select id, student_id from ${accounts} a where a.id in ${readableAccounts(db)} order by md5(id::text) limit ${SAMPLE}) a join sys_user u on u.tenant_id = ${db.me.tenantId} and u.id = a.id
    left join student s on s.tenant_id = u.tenant_id and s.id = u.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id order by u.account_no`)
  return { count, students, staff: count - students, sample }
})
export default [preview, publishesWith('system:carousel:add')]
