import sql, { empty } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { today } from '#server/today.ts'
import { grantsChanged } from './changes.ts'

/** Counsellors and head teachers hold their role exactly as long as they have a class today: who gets the first class gets it, who gives up the last one loses it. */
export async function deriveRoles(db: Db, teacherIds?: readonly string[]): Promise<void> {
  const only = teacherIds ? sql`and u.teacher_id = any(${[...teacherIds]}::uuid[])` : empty
  const day = today()
  const rows = await db.query<{ id: string }>(sql`
    with due as (
      select distinct u.id as user_id, r.id as role_id from class_staff s
        join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id and c.state <> 'ended'
        join sys_user u on u.tenant_id = s.tenant_id and u.teacher_id = s.teacher_id and u.realm = 'admin'
        join role r on r.tenant_id = s.tenant_id and r.code = s.role
      where s.tenant_id = ${db.me.tenantId} and s.start_date <= ${day} and (s.end_date is null or s.end_date > ${day}) ${only}),
    added as (
      insert into role_user (tenant_id, role_id, user_id, source) select ${db.me.tenantId}, role_id, user_id, 'derived' from due on conflict do nothing returning user_id),
    taken as (
      delete from role_user ru using role r, sys_user u
      where ru.tenant_id = ${db.me.tenantId} and ru.source = 'derived' and r.tenant_id = ru.tenant_id and r.id = ru.role_id and r.code in ('fdy', 'bzr')
        and u.tenant_id = ru.tenant_id and u.id = ru.user_id ${only} and not exists (select from due where due.user_id = ru.user_id and due.role_id = ru.role_id)
      returning ru.user_id)
    select user_id as id from added union select user_id from taken`)
  await grantsChanged(db, { userIds: rows.map(r => r.id) })
}
