import sql from 'sql-template-tag'
import type { Db } from '../context.ts'
import { deleteHandled } from '../events/outbox.ts'
import { eraseStale } from '../files/attachments.ts'
import { dropParts } from '../files/parts.ts'
import { type FileStore, sweepIncoming } from '../files/store.ts'
import { type ScheduledJob, scheduledJob } from '../jobs/scheduled-job.ts'
import { failForgotten } from './file-jobs.ts'
import type { Imports } from './import.ts'

export interface CleanUpDeps {
  store: FileStore
  imports: Imports
}
/** Deletes stale data: expired and unattached files, uncommitted imports, unfinished uploads, old job logs, idempotency keys and nonces. Also fails abandoned exports. */
export async function cleanUp(db: Db, { store, imports }: CleanUpDeps): Promise<number> {
  const erased = await eraseStale(db, store)
  const expired = await imports.expire(db)
  await failForgotten(db)
  await dropParts(db, store)
  await sweepIncoming(store)
  await db.query(sql`delete from job_log where tenant_id = ${db.me.tenantId} and started_at < now() - interval '90 days'`)
  await db.query(sql`delete from idempotency where tenant_id = ${db.me.tenantId} and created_at < now() - interval '7 days'`)
  await db.query(sql`delete from api_nonce where tenant_id = ${db.me.tenantId} and at < now() - interval '15 minutes'`)
  await deleteHandled(db)
  return erased + expired
}
/** Whether anything has expired, checked every quarter of an hour; the rest is cleaned up once at night. */
const DUE = `select from attachment where tenant_id = $1 and (expires_at < now() or (biz_id is null and not is_public and expires_at is null and created_at < now() - interval '24 hours'))
  union all select from import_job where tenant_id = $1 and state in ('ready', 'invalid') and touched_at < now() - interval '24 hours'
  union all select from export_job j where tenant_id = $1 and state = 'running' and touched_at < now() - interval '10 minutes'
    and not exists (select from background_task t where t.tenant_id = $1 and t.id = j.id)
  union all select from part_upload where tenant_id = $1 and touched_at < now() - interval '24 hours'
  union all select where extract(hour from now()) = 4 and extract(minute from now()) < 15`
export const cleanUpWork = (deps: CleanUpDeps): ScheduledJob =>
  scheduledJob('file.cleanUp', '清理过期文件和导入导出', '*/15 * * * *', db => cleanUp(db, deps), { isWhole: false, due: DUE })
