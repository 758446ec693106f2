import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { schoolClock, schoolDate } from '#model/school-time.ts'
import { campus, venue } from '#modules/campus/model/places.ts'
import { venueBooking } from '#modules/campus/model/venue-booking.ts'
import { type ActivitySchool, activitySchool, ok, ruleOf } from './testing.ts'

let s: ActivitySchool
let hall: string
beforeAll(async () => {
  s = await activitySchool()
  hall = await room('礼堂')
})
afterAll(() => s.close())
async function room(name: string): Promise<string> {
  const [at] = await s.db.unscoped(campus).all()
  const { id } = await s.db.insert(venue, { code: 'LT', name, campusId: at?.id ?? '', type: 'classroom', capacity: 100 })
  return id
}
const live = async (id: string) => (await s.db.unscoped(venueBooking).all({ venueId: hall, state: ['held', 'confirmed'] })).filter(b => b.sourceId === id).map(b => b.state)
const propose = (title: string, more: object = {}) => s.propose(s.head.actor, { title, venueId: hall, place: null, ...more })
const at = async (days: number, from = 0, to = 2) => ({ startAt: await s.ahead(days, from), endAt: await s.ahead(days, to) })

it('60-AT2 60-GV1 of two proposals for one hall at once one holds it, the other reads who has it until when; set-up and clearing count', async () => {
  const span = await at(5)
  const both = await Promise.all([propose('甲会', span), propose('乙会', span)])
  expect(both.map(a => (a.code === 200 ? 'ok' : ruleOf(a))).toSorted()).toEqual(['heldBy', 'ok'])
  const [won, lost] = both.toSorted((a, b) => a.code - b.code)
  const { id } = ok(won as (typeof both)[number])
  expect(await live(id)).toEqual(['held'])
  const [booking] = await s.db.unscoped(venueBooking).all({ venueId: hall, state: 'held' })
  const values = lost?.errors[0]?.values ?? {}
  expect(values).toMatchObject({ venue: '礼堂', holder: '天文社', title: (await s.planned(id)).title })
  expect(values.until).toContain(schoolClock(booking?.heldUntil ?? ''))
  // nothing of the refused proposal is left
  expect((await s.db.query<{ n: number }>({ text: `select count(*)::int as n from activity where title in ('甲会', '乙会')`, values: [] } as never))[0]?.n).toBe(1)
  const near = { startAt: await s.ahead(5, 2), endAt: await s.ahead(5, 3), hours: 1 }
  expect(ruleOf(await propose('紧接着', near))).toBe('heldBy')
  ok(await propose('隔开的', { startAt: await s.ahead(5, 3), endAt: await s.ahead(5, 3.5), hours: 0.5 }))
  await s.agree(id, s.teacher, s.college, s.league)
  expect(await live(id)).toEqual(['confirmed'])
  const refused = await propose('太晚', span)
  expect([ruleOf(refused), refused.msg.includes('天文社')]).toEqual(['takenBy', true])
  ok(await s.head.actor.post('activity/activity/callOff', { id, reason: '下雨' }))
  expect(await live(id)).toEqual([])
  ok(await propose('补上', span))
})
it('60-AT2 60-GV2 a hold falls with the proposal, or by itself; what lapsed is tried again at the approval and refused where somebody else has it', async () => {
  const span = await at(7)
  const first = ok(await propose('撤回的', span))
  ok(await s.head.actor.post('activity/activity/withdraw', { id: first.id }))
  expect(await live(first.id)).toEqual([])
  const slow = ok(await propose('慢的', span))
  const [held] = await s.db.unscoped(venueBooking).all({ venueId: hall, state: 'held', 'from.ge': span.startAt })
  expect(Math.round((Date.parse(held?.heldUntil ?? '') - Date.now()) / HOUR_MS)).toBe(72)
  await s.db.update(venueBooking, held?.id ?? '', { heldUntil: new Date(Date.now() - DAY_MS).toISOString() })
  const quick = ok(await propose('快的', span))
  expect([await live(slow.id), await live(quick.id)]).toEqual([[], ['held']])
  await s.agree(slow.id, s.teacher, s.college)
  const answer = await s.league.post('workflow/processTask/approve', { taskId: await s.todo(slow.id, s.league) })
  expect([ruleOf(answer), (await s.planned(slow.id)).state]).toEqual(['effect', 'pending'])
  ok(await s.head.actor.post('activity/activity/withdraw', { id: quick.id }))
  await s.agree(slow.id, s.league)
  expect(await live(slow.id)).toEqual(['confirmed'])
  // one row from the hold to the booking
  const of = (await s.db.unscoped(venueBooking).all({ venueId: hall, 'from.ge': span.startAt })).filter(b => b.sourceId === slow.id)
  expect(of.map(b => b.state).toSorted()).toEqual(['confirmed', 'released'])
  const rejected = ok(await propose('不批的', await at(8)))
  expect(await live(rejected.id)).toEqual(['held'])
  ok(await s.teacher.post('workflow/processTask/reject', { taskId: await s.todo(rejected.id, s.teacher), opinion: '不合适' }))
  expect(await live(rejected.id)).toEqual([])
})
it('60-AT10 60-GV1 a change of time or place books anew and gives back what it had; a closed venue is refused', async () => {
  const id = await s.activity({ title: '搬家', venueId: hall, place: null, ...(await at(9)) })
  const other = await s.activity({ title: '占着', venueId: hall, place: null, ...(await at(10)) })
  const move = async (to: object) => {
    const { startAt, endAt, venueId, online } = await s.planned(id)
    return s.head.actor.post('activity/activity/move', { id, startAt, endAt, venueId, online, reason: '换一天', ...to })
  }
  expect(ruleOf(await move(await at(10)))).toBe('takenBy')
  expect([await live(id), await live(other)]).toEqual([['confirmed'], ['confirmed']])
  ok(await move(await at(11)))
  expect(await live(id)).toEqual(['confirmed'])
  ok(await propose('空出来的', await at(9)))
  ok(await move({ venueId: null, place: '操场' }))
  expect(await live(id)).toEqual([])
  const day = schoolDate(await s.ahead(13))
  await s.db.update(venue, hall, { closedFrom: day, closedTo: day, closedReason: '检修' })
  expect(ruleOf(await propose('停用那天', await at(13)))).toBe('venueOff')
})
it('60-AT2 60-GV3 what may not be booked any more, or holds too few, is refused at the approval and on a move', async () => {
  const room = await s.db.insert(venue, { code: 'LT3', name: '报告厅', campusId: (await s.db.unscoped(campus).all())[0]?.id ?? '', type: 'classroom', capacity: 100 })
  const waiting = ok(await propose('等批准的', { ...(await at(15)), venueId: room.id, quota: 50 }))
  await s.agree(waiting.id, s.teacher, s.college)
  const approve = async () => s.league.post('workflow/processTask/approve', { taskId: await s.todo(waiting.id, s.league) })
  await s.db.update(venue, room.id, { capacity: 40 })
  const small = await approve()
  expect([ruleOf(small), small.msg.includes('报告厅'), small.msg.includes('40')]).toEqual(['effect', true, true])
  await s.db.update(venue, room.id, { capacity: 100, bookable: false })
  expect(ruleOf(await approve())).toBe('effect')
  await s.db.update(venue, room.id, { bookable: true })
  ok(await approve())
  expect((await s.db.unscoped(venueBooking).all({ venueId: room.id })).map(b => b.state)).toEqual(['confirmed'])
  await s.db.update(venue, room.id, { capacity: 40 })
  const { startAt, endAt } = await at(16)
  expect(ruleOf(await s.head.actor.post('activity/activity/move', { id: waiting.id, startAt, endAt, venueId: room.id, online: false, reason: '换一天' }))).toBe('venueSmall')
})
