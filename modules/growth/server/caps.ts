import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Db, rules, seed } from '#server/context.ts'
import { growthCap } from '../model/cap.ts'
import { lockCaps, recount } from './count.ts'

type Cap = Partial<Row<typeof growthCap>>
const FIRST_DAY = '2000-01-01'
const AT_ONCE = 2000
function check({ span, category }: Cap): void {
  if (span === 'term' && !category) throw refusalOf(growthCap, 'categoryNeeded', {}, 'category')
  if (span === 'day' && category) throw refusalOf(growthCap, 'noCategory', {}, 'category')
}
/** What happened from that day on is counted anew, so many students at a time. */
async function recountFrom(db: Db, from: string): Promise<void> {
  await lockCaps(db, { isChange: true })
  const people = await db.query<{ id: string }>(
    sql`select distinct student_id as id from growth_entry where tenant_id = ${db.me.tenantId} and biz_date >= ${from}::date order by 1`,
  )
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const ids = people.slice(at, at + AT_ONCE).map(p => p.id)
    await studentsOf(db, ids, { lock: true })
    await recount(db, ids, from)
  }
}
export default [
  rules(growthCap, {
    add: async (_ctx, draft) => check(draft),
    update: async (_ctx, row, patch) => check({ ...row, ...patch }),
    added: ({ db }, row) => recountFrom(db, row.fromOn),
    updated: ({ db }, before, after) => recountFrom(db, [before.fromOn, after.fromOn].toSorted()[0] ?? after.fromOn),
    removed: ({ db }, row) => recountFrom(db, row.fromOn),
  }),
  /** 60-GL2: eight hours a day until the school says otherwise. */
  seed('growth.caps', async db => {
    const isSet = await db.unscoped(growthCap).count() // of the school being seeded
    if (!isSet) await db.insertMany(growthCap, [{ span: 'day', fromOn: FIRST_DAY, hours: 8 }], { skipExisting: true })
  }),
]
