import sql from 'sql-template-tag'
import { sayIn } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { SEATED } from '../model/application-row.ts'
import type { Case } from './application.ts'
import { type Batch, itemIn } from './batches.ts'
import { ownReader, toldOf } from './judging.ts'

interface Result {
  quota: number
  nominated: number
  /** The study rank share of the last who was nominated, where enough were for nobody to be recognised. */
  last: number | null
}
const LEAST = 3
/** The result of the item in the college of each case. */
async function resultsOf(db: Db, cases: readonly Case[]): Promise<ReadonlyMap<string, Result>> {
  const rows = await db.query<Result & { id: string }>(sql`select c.id, coalesce(s.issued, 0)::int as quota, n.nominated, n.last
    from award_application c join award_item i on i.tenant_id = c.tenant_id and i.id = c.item_id
      left join seat_balance s on s.tenant_id = c.tenant_id and s.round_id = c.batch_id and s.holder = i.code || ':' || c.department_id::text
      cross join lateral (select count(*)::int as nominated, case when count(*) >= ${LEAST} then max((a.facts->>'cqa.studyRankShare')::float8) end as last from award_application a
        where a.tenant_id = c.tenant_id and a.batch_id = c.batch_id and a.item_id = c.item_id and a.department_id = c.department_id and a.state = any(${[...SEATED]}::text[])) n
    where c.tenant_id = ${db.me.tenantId} and c.id = any(${cases.map(c => c.id)}::uuid[])`)
  return new Map(rows.map(r => [r.id, r]))
}
/** After a refusal: rank and seats, the conditions that failed, and what would have been enough, as the target of the next year. */
export async function missingOf(ctx: Ctx, rows: readonly Case[], batches: ReadonlyMap<string, Batch>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const refused = rows.filter(r => r.state === 'rejected')
  if (!refused.length) return found
  const [say, reader, results] = [sayIn(ctx.lang), await ownReader(ctx), await resultsOf(ctx.db, refused)]
  for (const row of refused) {
    const batch = batches.get(row.batchId)
    const item = batch && (await itemIn(ctx.db, batch, row.itemId))
    const { quota = 0, nominated = 0, last = null } = results.get(row.id) ?? {}
    const told = item ? toldOf(item, row.facts ?? {}, reader) : []
    found.set(row.id, [
      ...(row.cancelReason ? [say(row.cancelReason)] : []),
      ...(row.rankInCollege ? [say('学院排名第 {rank}，名额 {quota} 个，推荐 {nominated} 人', { rank: row.rankInCollege, quota, nominated })] : []),
      ...told.filter(t => t.result === 'fail' || t.result === 'proof').flatMap(t => t.why),
      ...(last === null ? [] : [say('下一学年的目标：入选者学业排名都在前 {share}%', { share: last })]),
    ])
  }
  return found
}
