import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { SampleRows } from '#testing/samples.ts'
import { examSubject } from '../entry/model/dictionaries.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  examSeating: n => ({
    ticketFrom: `${addDays(today(), n)}T08:00:00+08:00`,
    ticketTo: `${addDays(today(), n + 9)}T08:00:00+08:00`,
    zkzhPattern: '{yy}{kind}{room3}{seat2}',
    refundAfterSeating: false,
  }),
  examSession: n => ({ name: `场次${n}`, subject: examSubject.items[n % examSubject.items.length]?.key, date: addDays(today(), 30 + n), from: '09:00', to: '11:00' }),
  examRoom: n => ({ roomNo: String(n % 1000).padStart(3, '0'), seats: 30, layout: '7-8-8-7', kind: 'normal' }),
  examSeat: n => ({ seatNo: n + 1 }),
}
export default samples
