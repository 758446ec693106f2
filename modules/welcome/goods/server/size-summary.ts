import sql from 'sql-template-tag'
import { genderCode } from '#model/national.ts'
import { type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { sheetAnswer } from '#server/spreadsheets/answer.ts'
import { findShown } from '../../steps/server/api.ts'
import { exportSizes, sizeSummary } from '../model/actions.ts'
import { goodsOrder } from '../model/goods.ts'

interface Group {
  supplier: string
  goods: string
  size: string
  gender: string
  college: string
  qty: number
  unpaid: number
}
/** Of one batch: what another year has ordered is no order of this one. */
async function sizesOf(db: Db, asked: string | null | undefined): Promise<Group[]> {
  const batch = await findShown(db, asked)
  if (!batch) return []
  return db.query<Group>(sql`select coalesce(g.supplier, '—') as supplier, g.name as goods, coalesce(x.size, '—') as size, s.gender_code as gender, coalesce(d.name, '—') as college,
      sum(x.qty)::int as qty, coalesce(sum(x.qty) filter (where o.state = 'ordered'), 0)::int as unpaid
    from ${db.visible(goodsOrder).rows()} o cross join lateral jsonb_to_recordset(o.lines) x("goodsId" uuid, size text, qty int)
      join welcome_goods g on g.tenant_id = o.tenant_id and g.id = x."goodsId" join student s on s.tenant_id = o.tenant_id and s.id = o.student_id
      left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
    where o.state in ('ordered', 'paid', 'picked', 'exchanged') and o.batch_id = ${batch.id}::uuid group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`)
}
const summary = handle(sizeSummary, ({ db }, { batchId }) => sizesOf(db, batchId))
/** What a supplier is sent. */
const sheet = handle(exportSizes, async ({ db, lang, refuse }, { batchId }) => {
  const [rows, genderOf] = [await sizesOf(db, batchId), await labelsOf(db, genderCode)]
  if (!rows.length) refuse('empty')
  const { supplier, goods, size, gender, college, qty, unpaid } = sizeSummary.output
  const column = (kind: 'text' | 'number') => (of: { label: string }) => ({ title: translate(lang, of.label), kind })
  return sheetAnswer({
    name: translate(lang, '尺码汇总'),
    columns: [...[supplier, goods, size, gender, college].map(column('text')), ...[qty, unpaid].map(column('number'))],
    rows: [rows.map(r => [r.supplier, r.goods, r.size, translate(lang, genderOf(r.gender)), r.college, r.qty, r.unpaid])],
  })
})
export default [summary, sheet]
