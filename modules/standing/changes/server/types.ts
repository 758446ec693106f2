import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { type Db, rules, seed } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { changeType, DEFAULT_TYPES } from '../model/change-type.ts'

export type ChangeType = Row<typeof changeType>
export async function typeOf(db: Db, id: string): Promise<ChangeType> {
  const type = (await db.cached(changeType)).get(id)
  if (!type) throw notFound()
  return type
}
/** The type of a code. */
export const typeNamed = async (db: Db, code: string): Promise<ChangeType | undefined> => [...(await db.cached(changeType)).values()].find(t => t.code === code)
/** Types that are in use, in their order. */
export const typesInUse = async (db: Db): Promise<ChangeType[]> =>
  [...(await db.cached(changeType)).values()].filter(t => t.isEnabled).sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0) || a.code.localeCompare(b.code))

const own = new Set(DEFAULT_TYPES.map(t => t.code))
const typeRules = rules(changeType, {
  async remove({ db }, { id, code, name }) {
    if (own.has(code)) throw refusalOf(changeType, 'fixed', { name })
    const [used] = await db.query<{ count: number }>(sql`select count(*)::int as count from status_change where tenant_id = ${db.me.tenantId} and type_id = ${id}`)
    if (used?.count) throw refusalOf(changeType, 'used', { name, count: used.count })
  },
})
/** Seeds the types of the national table; a school that has changed them keeps its own. */
const defaults = seed('standing.types', async db => {
  const known = await db.query(sql`select 1 from change_type where tenant_id = ${db.me.tenantId} limit 1`)
  if (!known.length) await db.insertMany(changeType, DEFAULT_TYPES)
})
export default [typeRules, defaults]
