import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { schoolYear } from '#modules/campus/model/calendar.ts'
import { roundStates } from '#modules/workflow/rounds/model/round.ts'
import { task } from '#modules/workflow/server/api.ts'
import { type Db, rules } from '#server/context.ts'
import { chargeItem } from '../../prices/model/charge-item.ts'
import { CHOICE_MESSAGES } from '../model/messages.ts'
import { offerActions, offerTask, optionalChoice, optionalOffer } from '../model/offer.ts'
import { settingsOf } from './settings.ts'

type Offer = Row<typeof optionalOffer>
/** Announced with the offer: students choose by it. */
const SETTLED = ['xn', 'xqM', 'itemId', 'dueDate'] as const
/** 40-F2, F3: an optional item in use, of one year or one term. */
async function mustFit(db: Db, { itemId = '', xn, xqM, dueDate = '', endTime = '' }: Partial<Offer>): Promise<void> {
  if (!xn || !(await db.unscoped(schoolYear).count({ xn }))) throw refusalOf(optionalOffer, 'year', { xn: xn ?? '' }, 'xn') // the school's calendar
  const item = await db.unscoped(chargeItem).one(itemId) // published items
  const refuse = (rule: 'obligatory' | 'disabled' | 'term' | 'wholeYear', field: string) => refusalOf(optionalOffer, rule, { item: item.name }, field)
  if (!item.optional) throw refuse('obligatory', 'itemId')
  if (!item.isEnabled) throw refuse('disabled', 'itemId')
  if (item.period === 'term' && !xqM) throw refuse('term', 'xqM')
  if (item.period !== 'term' && xqM) throw refuse('wholeYear', 'xqM')
  const endDate = schoolDate(Date.parse(endTime))
  if (dueDate < endDate) throw refusalOf(optionalOffer, 'due', { dueDate, endDate }, 'dueDate')
}
export default [
  rules(optionalOffer, {
    add: ({ db }, draft) => mustFit(db, draft as Partial<Offer>),
    async update({ db }, row, patch) {
      if (row.state === 'draft') return mustFit(db, { ...row, ...patch } as Offer)
      const changed = SETTLED.find(key => patch[key] !== undefined && patch[key] !== row[key])
      const values = { name: row.name, state: { text: roundStates.labels[row.state] } }
      if (changed) throw refusalOf(optionalOffer, 'fixed', { ...values, what: { text: optionalOffer.fields[changed].label } }, changed)
    },
  }),
  ...task(optionalOffer, offerActions, offerTask, {
    processType: 'optionalItem',
    audience: 'live',
    answers: { entity: optionalChoice, round: 'offerId' },
    asks: {
      todo: ({ name }) => ({ text: '选择“{name}”', values: { name } }),
      done: '已选择',
      link: '/fee/mine',
      staffLink: '/fee/offers',
      remind: row => ({ event: CHOICE_MESSAGES.chooseRemind, values: { offer: row.name, endTime: schoolTimeText(row.endTime) } }),
      remindHours: async db => (await settingsOf(db)).chooseRemindHours,
    },
    counts: {
      yes: sql`count(*) filter (where a.wish = 'yes')::int`,
      no: sql`count(*) filter (where a.wish = 'no')::int`,
      sum: sql`coalesce(sum(a.amount) filter (where a.wish = 'yes'), 0)::float8`,
    },
  }),
]
