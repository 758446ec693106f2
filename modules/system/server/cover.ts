import sql from 'sql-template-tag'
import { SCOPE_WIDTH } from '#model/scope-order.ts'
import { assertMayGrant, powersOfRoles } from '#server/access/grants.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { role, roleUser } from '../model/role.ts'
import { user } from '../model/user.ts'
import { covers, endCover, grantCover } from '../model/user-roles.ts'
import { audit, grantsChanged, note } from './changes.ts'

const ROLE_NAMES = { fdy: '辅导员', bzr: '班主任' } as const

/** Temporary deputy. The deputy's rights are limited to the covered person's and to the caller's scope; start and end follow the dates without a job. */
const grant = handle(grantCover, async (ctx, { id, coveredUserId, role: code, validFrom, validTo }) => {
  const { db, me, refuse } = ctx
  if (validTo < validFrom) refuse('order', { validFrom, validTo })
  if (validTo < today()) refuse('past', { validTo })
  if (id === coveredUserId) refuse('self')
  const deputy = await db.visible(user).lock(id)
  const covered = await db.visible(user).one(coveredUserId)
  if (deputy.userType !== 1 || deputy.status !== 'enabled') refuse('notStaff', { nickName: deputy.nickName })
  const classes = await db.query<{
    name: string
    isMine: boolean
  }>(sql`select c.name, ${isWhole(ctx) ? sql`true` : sql`c.department_id in (select d.department_id from ${db.visible(user).rows()} d)`} as "isMine"
    from class_staff s join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id and c.state <> 'ended'
    where s.tenant_id = ${me.tenantId} and s.teacher_id = ${covered.teacherId} and s.role = ${code} and s.start_date <= ${validTo} and (s.end_date is null or s.end_date > ${validFrom})`)
  if (!classes.length) refuse('noClasses', { nickName: covered.nickName, role: ROLE_NAMES[code] })
  const foreign = classes.find(c => !c.isMine)
  if (foreign) refuse('outOfReach', { nickName: covered.nickName, className: foreign.name })
  const [clash] = await db.query<{ validFrom: string; validTo: string }>(sql`select ru.valid_from as "validFrom", ru.valid_to as "validTo" from role_user ru
    join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id and r.code = ${code}
    where ru.tenant_id = ${me.tenantId} and ru.user_id = ${id} and ru.covered_user_id = ${coveredUserId} and ru.source = 'cover' and ru.valid_from <= ${validTo} and ru.valid_to >= ${validFrom}`)
  if (clash) refuse('already', { ...clash, nickName: deputy.nickName, covered: covered.nickName })
  await checkGiven(ctx, id, code)
  const given = { roleId: sql`r.id`, userId: id, source: 'cover' as const, validFrom, validTo, coveredUserId }
  const [made] = await db.insertFrom(roleUser, given, sql`role r where r.tenant_id = ${me.tenantId} and r.code = ${code}`)
  note(ctx, user, [id, coveredUserId], 'cover', { 代班: { from: null, to: `${deputy.nickName} 代 ${covered.nickName}，${validFrom} 至 ${validTo}` } })
  await audit(ctx, 'cover', 'user', id, { coveredUserId, role: code, validFrom, validTo })
  await grantsChanged(db, { userIds: [id] })
  return { id: made?.id as string }
})
/** Class-bound rights were checked against the caller's scope. Rights of the role beyond the classes must be held by the caller; all of them when the caller is the deputy. */
async function checkGiven({ db, me }: Ctx, deputyId: string, code: string): Promise<void> {
  const of = [...(await db.cached(role)).values()].filter(r => r.code === code).map(r => r.id)
  const given = await powersOfRoles(db, of)
  assertMayGrant(me, deputyId === me.userId ? given : given.filter(g => SCOPE_WIDTH[g.scope] > SCOPE_WIDTH.fdyClass), 'system.user')
}
const isWhole = ({ me }: { me: { permissions: ReadonlyMap<string, readonly { scope: string }[]> } }): boolean =>
  (me.permissions.get('system:user:cover') ?? []).some(r => r.scope === 'all')

interface CoverRow {
  id: string
  userId: string
  source: string
  validFrom: string
}
/** Ends the cover today; one that has not begun is deleted. */
const end = handle(endCover, async (ctx, { id }) => {
  const { db, me, refuse } = ctx
  const [row] = await db.query<CoverRow>(
    sql`select id, user_id as "userId", source, valid_from as "validFrom" from role_user where tenant_id = ${me.tenantId} and id = ${id} for update`,
  )
  if (!row || !(await db.visible(user).find({ id: row.userId }))) throw notFound()
  if (row.source !== 'cover') refuse('notCover')
  if (row.validFrom >= today()) await db.removeWhere(roleUser, { id })
  else await db.updateWhere(roleUser, { id }, { validTo: sql`${today()}::date - 1` })
  note(ctx, user, [row.userId], 'endCover', { 代班: { from: row.validFrom, to: today() } })
  await grantsChanged(db, { userIds: [row.userId] })
})
const list = handle(covers, ({ db, me }) =>
  db.query(sql`select ru.id, u.id as "userId", u.nick_name as "userName", c.id as "coveredUserId", c.nick_name as "coveredName", r.code as "roleCode", ru.valid_from as "validFrom", ru.valid_to as "validTo",
      ${today()} between ru.valid_from and ru.valid_to as "isCurrent",
      array(select k.name from class_staff s join stu_class k on k.tenant_id = s.tenant_id and k.id = s.class_id where s.tenant_id = ru.tenant_id and s.teacher_id = c.teacher_id and s.role = r.code
        and s.start_date <= ru.valid_to and (s.end_date is null or s.end_date > ru.valid_from) order by k.class_no) as classes
    from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id join ${db.visible(user).rows()} u on u.id = ru.user_id join sys_user c on c.tenant_id = ru.tenant_id and c.id = ru.covered_user_id
    where ru.tenant_id = ${me.tenantId} and ru.source = 'cover' order by ru.valid_to desc limit 200`),
)
export default [grant, end, list]
