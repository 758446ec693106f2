import sql from 'sql-template-tag'
import { cantonGroup } from '#modules/campus/server/api.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { atSchool, dictGroup, periodGroup } from '#server/statistics/groupings.ts'
import { letterCarrier, letterWaybill } from '../model/letter-waybill.ts'
import { sendingStatistics } from '../model/statistics.ts'

const sentOn = sql`(${atSchool(sql`w.sent_at`)})::date`
const days = (from: string) =>
  sql`round(avg(extract(epoch from ended_at - ${from === 'sent' ? sql`sent_at` : sql`admitted_at`}) / 86400) filter (where state = 'delivered')::numeric, 1)::float8`
/** A letter is there from the moment its student is on the roll of the admitted. */
export default answerStatistics(sendingStatistics, {
  rows: ({ db }, { from, to }) => sql`(select w.*, ${sentOn} as sent_on, l.province, l.created_at as admitted_at
    from ${db.visibleFor(letterWaybill, sendingStatistics.permission).rows()} w join admission_letter l on l.tenant_id = w.tenant_id and l.id = w.letter_id
    where ${sentOn} between ${from}::date and ${to}::date)`,
  sums: {
    sent: sql`count(*)::int`,
    going: sql`count(*) filter (where state = 'sent')::int`,
    delivered: sql`count(*) filter (where state = 'delivered')::int`,
    returned: sql`count(*) filter (where state = 'returned')::int`,
    carried: days('sent'),
    days: days('admitted'),
  },
  by: {
    byProvince: cantonGroup(sql`province`, { most: 60 }),
    byCarrier: dictGroup(sql`carrier`, letterCarrier),
    byDay: periodGroup(sql`sent_on`),
  },
  each: sums => sums,
})
