import sql, { empty } from 'sql-template-tag'
import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import type { checkTask } from '../model/record.ts'

export type Task = Row<typeof checkTask>
type Scope = Pick<Task, 'id' | 'scopeKind' | 'dormIds' | 'samplePercent' | 'seed'>

/** Fixes the rooms of a task: occupied ones, all or a random sample by seed, reproducibly. */
export async function settleRooms(db: Db, { id, scopeKind, dormIds, samplePercent, seed }: Scope): Promise<number> {
  const { tenantId } = db.me
  const inDorms = dormIds?.length ? sql`and r.dorm_id = any(${[...dormIds]}::uuid[])` : empty
  const share = scopeKind === 'sample' ? sql`where n <= ceil(total * ${samplePercent ?? 100}::numeric / 100)` : empty
  await db.query(sql`delete from check_task_room where tenant_id = ${tenantId} and task_id = ${id}`)
  const rows = await db.query<{ id: string }>(sql`
    with lived as (select r.id, r.dorm_id from dorm_room r where r.tenant_id = ${tenantId} and r.is_enabled and r.state <> 'closed' ${inDorms}
      and exists (select from dorm_stay s where s.tenant_id = r.tenant_id and s.room_id = r.id and s.state = 'checkedIn')),
    drawn as (select id, dorm_id, row_number() over (order by md5(${String(seed ?? 0)} || id::text), id) as n, count(*) over () as total from lived)
    insert into check_task_room (tenant_id, task_id, room_id, dorm_id) select ${tenantId}::uuid, ${id}::uuid, id, dorm_id from drawn ${share} returning room_id as id`)
  return rows.length
}
/** Stores the given rooms of a task. */
export async function putRooms(db: Db, taskId: string, roomIds: readonly string[]): Promise<void> {
  await db.query(sql`insert into check_task_room (tenant_id, task_id, room_id, dorm_id) select ${db.me.tenantId}::uuid, ${taskId}::uuid, r.id, r.dorm_id
    from dorm_room r where r.tenant_id = ${db.me.tenantId} and r.id = any(${[...roomIds]}::uuid[]) on conflict do nothing`)
}
export interface TaskRoom {
  id: string
  fullName: string
  dormId: string
}
/** Of these rooms, those in the task. */
export const roomsIn = (db: Db, taskId: string, roomIds: readonly string[]): Promise<TaskRoom[]> =>
  db.query<TaskRoom>(sql`select r.id, r.full_name as "fullName", r.dorm_id as "dormId" from check_task_room x join dorm_room r on r.tenant_id = x.tenant_id and r.id = x.room_id
    where x.tenant_id = ${db.me.tenantId} and x.task_id = ${taskId} and x.room_id = any(${[...roomIds]}::uuid[])`)
