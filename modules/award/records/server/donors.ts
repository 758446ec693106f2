import sql from 'sql-template-tag'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { awardItem } from '../../items/model/award-item.ts'
import { donorReport } from '../model/actions.ts'
import { awardRecord } from '../model/award-record.ts'

const MOST_NAMED = 200
interface DonorAwards {
  id: string
  count: number
  sum: number
  people: string[]
}
const givenIn = (db: Db, xn: string, ids: readonly string[]): Promise<DonorAwards[]> =>
  db.query<DonorAwards>(sql`select r.item_id as id, count(*)::int as count, coalesce(sum(r.amount), 0)::float8 as sum,
      (array_agg(concat_ws(' ', r.recipient, d.name) order by d.name, r.recipient))[1:${MOST_NAMED}] as people
    from ${db.visible(awardRecord).rows()} r left join department d on d.tenant_id = r.tenant_id and d.id = r.department_id
    where r.xn = ${xn} and r.state = 'valid' and r.item_id = any(${[...ids]}::uuid[]) group by 1`)
export default handle(donorReport, async ({ db }, { xn: asked }) => {
  const items = [...(await db.cached(awardItem)).values()].filter(i => i.donor)
  const years = await db.query<{ xn: string }>(
    sql`select distinct r.xn from ${db.visible(awardRecord).rows()} r where r.item_id = any(${items.map(i => i.id)}::uuid[]) order by 1 desc`,
  )
  const xn = asked ?? years[0]?.xn ?? (await schoolYearOn(db))
  const given = new Map(
    (
      await givenIn(
        db,
        xn,
        items.map(i => i.id),
      )
    ).map(g => [g.id, g]),
  )
  return {
    xn,
    years: years.map(y => y.xn),
    donors: items.map(({ id, name, donor, donorUntil }) => {
      const { count = 0, sum = 0, people = [] } = given.get(id) ?? {}
      return { itemId: id, item: name, donor: donor ?? '', until: donorUntil, isOver: donorUntil !== null && donorUntil < today(), count, sum, people }
    }),
  }
})
