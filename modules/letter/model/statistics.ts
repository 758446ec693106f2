import { decimal, integer, statistics } from '#model'

const count = (label: string) => integer(label, { required: true })
const days = (label: string) => decimal(label, { precision: 6, scale: 1 })
/** Letters handed to carriers in a span of dates: where they are, and how long they took. One that was sent again counts twice. */
export const sendingStatistics = statistics('letter.letterWaybill.statistics', '寄递统计', {
  most: 1500,
  sums: {
    sent: count('已寄出'),
    going: count('在途'),
    delivered: count('签收'),
    returned: count('退回'),
    carried: days('寄出到签收（天）'),
    days: days('录取到签收（天）'),
  },
  by: { byProvince: '省份', byCarrier: '承运方', byDay: '日期' },
})
