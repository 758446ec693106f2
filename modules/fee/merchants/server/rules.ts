import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { type Db, rules } from '#server/context.ts'
import { merchantAccount } from '../model/merchant-account.ts'

type Draft = Partial<Pick<Row<typeof merchantAccount>, 'id' | 'name' | 'provider' | 'mode' | 'isEnabled'>>
/** 40-F19: a simulated account never stands beside a live one. One lock for the school, so that two are not enabled at once. */
async function check(db: Db, draft: Draft): Promise<void> {
  if (draft.provider === 'sandbox' && draft.mode !== 'test') throw refusalOf(merchantAccount, 'mode', {}, 'mode')
  if (!draft.isEnabled) return
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`merchants ${db.me.tenantId}`}, 0))`)
  const others = (await db.unscoped(merchantAccount).all({ isEnabled: true })).filter(m => m.id !== draft.id) // a setting of the school
  const other = draft.provider === 'sandbox' ? others.find(m => m.mode === 'live') : draft.mode === 'live' ? others.find(m => m.provider === 'sandbox') : undefined
  if (!other) return
  const [live, name] = draft.provider === 'sandbox' ? [other.name, draft.name] : [draft.name, other.name]
  throw refusalOf(merchantAccount, 'sandbox', { live, name }, 'isEnabled')
}
export default rules(merchantAccount, {
  add: ({ db }, draft) => check(db, { mode: 'test', ...draft }),
  update: ({ db }, row, patch) => check(db, { ...row, ...patch }),
})
