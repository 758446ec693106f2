import { aidOffersOf } from '#modules/money/server/api.ts'
import { violationTexts } from '#modules/workflow/server/api.ts'
import { subsidyApplication, subsidyApply } from '../model/application.ts'
import { subsidyItem } from '../model/item.ts'
import { offersFor } from './application.ts'
import { judge } from './judge.ts'

/** What the form asks for first; and that lists are not applied for. */
const ASKED: ReadonlySet<string> = new Set(['amount', 'cause', 'happened', 'notOffered'])
/** Subsidies that are open now, and those by list: each with what the student lacks. */
export default aidOffersOf({
  code: 'subsidy',
  label: '资助补助',
  order: 30,
  async find(ctx, who) {
    const { db, lang } = ctx
    const lists = await db.unscoped(subsidyItem).all({ isEnabled: true, mode: 'list' }, { sort: ['code'] }) // settings of the school
    const byList = lists.filter(i => i.tiers?.length || i.conditions?.length).map(i => ({ itemId: i.id, batchId: null, name: i.name, most: null, until: null, isAutomatic: true }))
    const open = await db.unscoped(subsidyApplication).all({ studentId: who.id, state: ['pending', 'returned', 'approved', 'publicised'] }) // the caller's own
    const found = []
    for (const offer of [...(await offersFor(ctx)).map(o => ({ ...o, isAutomatic: false })), ...byList]) {
      const { itemId, batchId, name, most, until, isAutomatic } = offer
      const own = open.find(a => a.itemId === itemId && a.batchId === batchId)
      const { amount, violations } = await judge(ctx, who.id, { itemId, batchId }, {})
      const lacks = violationTexts(
        lang,
        subsidyApply.apply,
        violations.filter(v => !ASKED.has(v.key)),
      ).map(v => v.msg)
      const link = own ? `/subsidy/mine?id=${own.id}` : `/subsidy/apply?item=${itemId}${batchId ? `&batch=${batchId}` : ''}`
      found.push({ name, amount: amount || most, until, isAutomatic, isApplied: Boolean(own), lacks, link })
    }
    return found
  },
})
