import sql from 'sql-template-tag'
import { isUuid } from '#model'
import { user } from '#modules/system/model/user.ts'
import { setAvatar } from '#modules/system/server/api.ts'
import { handle } from '#server/context.ts'
import { tieOwn } from '#server/files/attachments.ts'
import { paramOf } from '#server/params/params.ts'
import { ownData, saveOwn } from '../model/own.ts'

interface Own {
  nickName: string
  userName: string
  accountNo: string
  departmentName: string | null
  className: string | null
  mobile: string | null
  mobileVerified: boolean
  email: string | null
  avatarId: string | null
  lastLoginTime: string | null
  mayRename: boolean
  version: number
}

const get = handle(ownData, async ctx => {
  const { db, me } = ctx
  const [row] =
    await db.query<Own>(sql`select u.nick_name as "nickName", u.user_name as "userName", u.account_no as "accountNo", d.name as "departmentName", c.name as "className", u.mobile,
      u.mobile_verified as "mobileVerified", u.email, u.avatar as "avatarId", u.last_login_time as "lastLoginTime", u.student_id is null and u.teacher_id is null as "mayRename", u.version
    from sys_user u left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id left join student s on s.tenant_id = u.tenant_id and s.id = u.student_id
      left join stu_class c on c.tenant_id = u.tenant_id and c.id = s.class_id where u.tenant_id = ${me.tenantId} and u.id = ${me.userId}`)
  return row ? { ...row, byApproval: await paramOf<boolean>(ctx, 'student', 'contact.approval') } : null
})
const PHOTOS = ['jpg', 'jpeg', 'png']
const save = handle(saveOwn, async (ctx, { nickName, email, avatarId, version }) => {
  const { db, me, refuse } = ctx
  const [before] = await db.query<{ version: number; mayRename: boolean }>(
    sql`select version, student_id is null and teacher_id is null as "mayRename" from sys_user where tenant_id = ${me.tenantId} and id = ${me.userId} for update`,
  )
  if (before?.version !== version) refuse('stale')
  if (nickName && !before?.mayRename) refuse('nameFixed', {}, 'nickName')
  if (email !== undefined && (await paramOf<boolean>(ctx, 'student', 'contact.approval'))) refuse('approval', {}, 'email')
  if (avatarId) {
    // tied to no entity, so that file links give access to nobody but the owner
    if (!isUuid(avatarId) || !(await tieOwn(db, avatarId, { bizType: 'avatar', bizId: me.userId, field: 'avatar' }, PHOTOS))) refuse('avatar', {}, 'avatarId')
  }
  const changes = { ...(nickName ? { nickName } : {}), ...(email === undefined ? {} : { email }) }
  if (avatarId !== undefined) await setAvatar(db, me.userId, avatarId)
  const row = Object.keys(changes).length ? await db.sourced('self').update(user, me.userId, changes) : undefined
  await db.permissionsChanged([me.userId])
  return { version: row?.version ?? version }
})
export default [get, save]
