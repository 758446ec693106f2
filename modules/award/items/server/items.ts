import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import { compute, type Db, rules, seed } from '#server/context.ts'
import { awardItem } from '../model/award-item.ts'
import { PRESET_ITEMS } from '../model/presets.ts'

export type Item = Row<typeof awardItem>
type Draft = Partial<Item>
export const itemsOf = async (db: Db, ids: readonly string[]): Promise<Item[]> => {
  const all = await db.cached(awardItem)
  return ids.flatMap(id => all.get(id) ?? [])
}
const refuse = (key: keyof NonNullable<typeof awardItem.options.refusals>, values: Record<string, unknown>, field: string) => refusalOf(awardItem, key, values, field)
const ALL = 100
/** What a draft with these values would say wrongly. */
function checkLevels({ name = '', category, levels }: Draft): void {
  const given = (levels ?? []).flatMap(l => l ?? [])
  if (!given.length) throw refuse('noLevel', { name }, 'levels')
  const twice = given.find((l, n) => given.findIndex(o => o.name === l.name) < n)
  if (twice) throw refuse('levelTwice', { level: twice.name }, 'levels')
  const bare = category === 'scholarship' ? given.find(l => !l.amount && !l.figure) : undefined
  if (bare) throw refuse('noAmount', { name, level: bare.name }, 'levels')
  const shares = given.flatMap(l => l.share ?? [])
  const sum = shares.reduce((a, b) => a + b, 0)
  if (shares.length && (shares.length < given.length || sum !== ALL)) throw refuse('shares', { name, sum }, 'levels')
}
function check(row: Draft & { id?: string }): void {
  checkLevels(row)
  const { name = '', category, subject, statementMin, statementMax, donorFrom, donorUntil } = row
  if ((category === 'collective') === (subject === 'student')) throw refuse('collective', {}, 'subject')
  if ((statementMin ?? 0) > (statementMax ?? ALL * ALL)) throw refuse('words', { min: statementMin, max: statementMax }, 'statementMax')
  if (donorFrom && donorUntil && donorUntil < donorFrom) throw refuse('donorDates', { from: donorFrom, until: donorUntil }, 'donorUntil')
  if ((row.exclusions ?? []).some(x => x?.itemId === row.id)) throw refuse('ownExclusion', { name }, 'exclusions')
}
const records = rules(awardItem, {
  add: async (_ctx, draft: Draft) => check({ subject: 'student', ...draft }),
  update: async (_ctx, row, patch: Draft) => check({ ...row, ...patch }),
  async remove({ db }, { id, name }) {
    const [used] = await db.query<{ count: number }>(sql`select ((select count(*) from award_record where tenant_id = ${db.me.tenantId} and item_id = ${id})
      + (select count(*) from award_application where tenant_id = ${db.me.tenantId} and item_id = ${id}))::int as count`)
    if (used?.count) throw refuse('used', { name, count: used.count }, 'id')
  },
})
/** How often and how much of each was awarded this school year. */
const awarded = compute(awardItem, ['awardedCount', 'awardedSum'], async ({ db }, rows) => {
  const found = await db.query<{
    id: string
    count: number
    sum: number
  }>(sql`select item_id as id, count(*)::int as count, coalesce(sum(amount), 0)::float8 as sum from award_record
    where tenant_id = ${db.me.tenantId} and xn = ${await schoolYearOn(db)} and revoked_on is null and item_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`)
  const of = new Map(found.map(f => [f.id, f]))
  for (const row of rows) Object.assign(row, { awardedCount: of.get(row.id)?.count ?? 0, awardedSum: of.get(row.id)?.sum ?? 0 })
})
/** National and inspirational scholarship are not held in one year (40-A4); a school that has changed its items keeps them. */
const presets = seed('award.items', async db => {
  if (await db.unscoped(awardItem).count({})) return // the seed of a whole school
  await db.insertMany(awardItem, PRESET_ITEMS as unknown as Draft[] as never)
  const all = await db.unscoped(awardItem).all({}) // as above
  const [national, inspirational] = ['GJ', 'LZ'].map(code => all.find(i => i.code === code))
  if (!national || !inspirational) return
  await db.update(awardItem, inspirational.id, { exclusions: [{ itemId: national.id, within: 'year', rule: 'keepHigher' }] })
})
export default [records, awarded, presets]
