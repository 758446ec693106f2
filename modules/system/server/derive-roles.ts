import sql, { empty } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { roleUser } from '../model/role.ts'
import { grantsChanged } from './changes.ts'

/** Derives the roles of counsellors and head teachers from their classes of today: granted with the first class, revoked with the last. */
export async function deriveRoles(db: Db, teacherIds?: readonly string[]): Promise<void> {
  const only = teacherIds ? sql`and u.teacher_id = any(${[...teacherIds]}::uuid[])` : empty
  const due = sql`select distinct u.id as user_id, r.id as role_id from class_staff_now s
      join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id and c.state <> 'ended'
      join sys_user u on u.tenant_id = s.tenant_id and u.teacher_id = s.teacher_id and u.realm = 'admin'
      join role r on r.tenant_id = s.tenant_id and r.code = s.role
    where s.tenant_id = ${db.me.tenantId} ${only}`
  const added = await db.insertFrom(roleUser, { roleId: sql`d.role_id`, userId: sql`d.user_id`, source: 'derived' }, sql`(${due}) d`, { skipExisting: true, returning: ['userId'] })
  const ended = sql`ru.source = 'derived' and r.tenant_id = ru.tenant_id and r.id = ru.role_id and r.code in ('fdy', 'bzr') and u.tenant_id = ru.tenant_id and u.id = ru.user_id ${only}
    and not exists (select from (${due}) d where d.user_id = ru.user_id and d.role_id = ru.role_id)`
  const taken = await db.removeWhere(roleUser, ended, { as: 'ru', from: sql`role r, sys_user u`, returning: ['userId'] })
  await grantsChanged(db, { userIds: [...new Set([...added, ...taken].map(r => r.userId))] })
}
