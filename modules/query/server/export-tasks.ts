import sql from 'sql-template-tag'
import type { Db, Lang } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { type FileResult, fileTask, type Making, orderFile } from '#server/spreadsheets/file-jobs.ts'
import { queryReady } from '../model/query.ts'
import { auditRun, note, prepare } from './run.ts'
import { fileOf } from './sheet.ts'

const QUEUE = 'query.orders'
/** Concurrent exports per process. */
const AT_ONCE = 2
const PERMISSION = 'query:savedQuery:run'
interface Question {
  lang: Lang
  name: string
  subject: string
  spec: unknown
  reason: string | null
  queryId: string | null
  isScheduled: boolean
}
export interface Order extends Question {
  userId: string
}
/** Queues an export; any process's worker may run it, and the export tray shows it. */
export const order = (db: Db, { userId, ...payload }: Order): Promise<string> =>
  orderFile<Question>(db, QUEUE, { entity: 'savedQuery', fileName: `${payload.name}.xlsx`, params: {}, header: {}, total: 0, startedBy: userId, payload })

/** Runs an export with the user's current permissions. */
async function make({ ctx, job, payload, onProgress, expect }: Making<Question>): Promise<FileResult> {
  if (!ctx.me.permissions.has(PERMISSION)) throw new Error('the reader may not ask any more')
  const ready = await prepare(ctx, payload)
  const [count] = await ctx.db.query<{ n: number }>(sql`select count(*)::int as n from (${ready.compiled.unordered}) q`)
  const total = count?.n ?? 0
  await expect(total)
  const kind = payload.isScheduled ? 'schedule' : 'export'
  const seen = await auditRun(ctx, ready, { kind, reason: payload.reason, rows: total })
  const file = await fileOf(ctx, ready, payload.name, job.id, { seen, onRows: onProgress })
  return {
    fileId: file.id,
    total,
    async ending(tx) {
      await note({ ...ctx, db: tx }, ready, payload, total, 0, kind)
      if (payload.isScheduled)
        await notify(tx, queryReady, { to: [ctx.me.userId], values: { name: payload.name, rows: total }, bizType: 'exportJob', bizId: job.id, link: '/personal/myfilelink' })
    },
  }
}
export const orders = fileTask<Question>(QUEUE, { atOnce: AT_ONCE, permission: () => PERMISSION, source: 'query', make })
export default orders
