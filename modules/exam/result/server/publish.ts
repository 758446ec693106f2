import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { handle } from '#server/context.ts'
import { examApplication } from '../../entry/model/application.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { sittings } from '../../entry/server/api.ts'
import { attendances } from '../../seating/server/api.ts'
import { examScore } from '../model/score.ts'
import { publishScores } from '../model/score-actions.ts'
import { lockScoring } from './enter.ts'
import { ranked } from './ranked.ts'
import { tell } from './tell.ts'

const refuse = (key: string, values: Record<string, unknown> = {}): never => {
  throw refusalOf(examScore, key, values)
}
/** 30-ES1: complete, and entered alike by two people; from now on nothing of it changes. */
export default handle(publishScores, async ({ db, me }, { batchId }) => {
  const batch = await lockScoring(db, batchId)
  const of = sql`tenant_id = ${me.tenantId} and batch_id = ${batchId}::uuid`
  const sat = sittings(me.tenantId, batchId)
  const [open] = await db.query<{ n: number }>(sql`select count(*)::int as n from exam_application where ${of} and state in ('pending', 'returned', 'approved')`)
  if (open?.n) refuse('open', { name: batch.name, count: open.n })
  const [differing] = await db.query<{ n: number }>(sql`select count(*)::int as n from exam_score where ${of} and is_differing`)
  if (differing?.n) refuse('differing', { count: differing.n })
  const missing = await db.query<{ name: string; n: number }>(sql`select x.name, count(*) over ()::int as n from ${sat} x
    left join exam_score s on s.tenant_id = ${me.tenantId} and s.application_id = x.id and s.subject = x.subject and s.flag is not null
    where not x.is_exempt and s.id is null group by x.id, x.name order by x.name limit 3`)
  if (missing.length) refuse('missing', { count: missing[0]?.n ?? 0, names: missing.map(m => m.name) })
  // the door may have noted it after both have entered a mark
  const noted = await db.query<{ name: string; n: number }>(sql`select x.name, count(*) over ()::int as n from ${sat} x
    join exam_score s on s.tenant_id = ${me.tenantId} and s.application_id = x.id and s.subject = x.subject and s.flag = 'normal'
    join ${attendances(me.tenantId, batchId)} d on d.application_id = x.id and d.subject = x.subject and d.attendance in ('absent', 'violation') order by x.name limit 3`)
  if (noted.length) refuse('noted', { count: noted[0]?.n ?? 0, names: noted.map(m => m.name) })
  await db.insertFrom(
    examScore,
    { batchId: sql`${batchId}::uuid`, applicationId: sql`x.id`, ksh: sql`x.ksh`, name: sql`x.name`, subject: sql`x.subject`, flag: sql`'exempt'`, isDiffering: sql`false` },
    sql`${sat} x where x.is_exempt`,
    { skipExisting: true },
  )
  const rows = await db.updateWhere(
    examApplication,
    sql`t.id = r.id and t.tenant_id = ${me.tenantId}`,
    { state: 'scored', total: sql`r.total`, rank: sql`r.rank` },
    { from: ranked(me.tenantId, batchId, ['paid', 'seated']), returning: ['name', 'userId'] },
  )
  if (!rows.length) refuse('nobody', { name: batch.name })
  await db.update(examBatch, batchId, { scoresAt: new Date().toISOString() })
  await tell(db, 'scores', batch, rows)
  return { count: rows.length }
})
