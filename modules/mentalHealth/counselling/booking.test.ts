import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { today } from '#server/base/today.ts'
import { mhAppointment } from './model/appointment.ts'
import { mhSlot } from './model/slot.ts'
import { type CounsellingSchool, counsellingSchool, ok, ruleOf } from './testing.ts'

let s: CounsellingSchool
beforeAll(async () => {
  s = await counsellingSchool()
})
afterAll(() => s.close())
const THEIRS = 'mentalHealth/mhAppointment'
interface Mine {
  own: Array<{ id: string; state: string; canCancel: boolean }>
  free: Array<{ slotId: string }>
  stoppedUntil: string | null
}
const mine = async (self: CounsellingSchool['shen']) => ok(await self.get<Mine>(`${THEIRS}/mine`))
const appointment = async (slotId: string) => (await s.db.unscoped(mhAppointment).all({ slotId }))[0]

describe('hours', () => {
  const plan = (more = {}, by = s.shen) =>
    by.post<{ added: number }>('mentalHealth/mhSlot/plan', {
      ...{
        from: addDays(today(), 20),
        to: addDays(today(), 26),
        weekdays: ['1', '2', '3', '4', '5', '6', '7'],
        begin: '09:00',
        end: '12:00',
        minutes: 50,
        pause: 10,
        room: '一号',
      },
      ...more,
    })
  it('50-MH9 are planned by the week, and neither a psychologist nor a room has two at once', async () => {
    expect(ok(await plan()).added).toBe(21)
    expect(ruleOf(await plan({ room: '二号' }))).toBe('busy')
    expect(ruleOf(await plan({}, s.lu))).toBe('roomBusy')
    expect(ruleOf(await plan({ room: null }, s.lu))).toBe('place')
    expect(ruleOf(await plan({ from: addDays(today(), -9), to: addDays(today(), -3), room: '九号' }))).toBe('noneLeft')
    expect(ruleOf(await plan({ to: addDays(today(), 400), room: '九号' }))).toBe('long')
    // at once: whoever comes second finds the room taken, or is refused whole by the table
    const both = await Promise.all([s.shen, s.lu].map(by => plan({ from: addDays(today(), 30), to: addDays(today(), 36), room: '三号' }, by)))
    expect(both.filter(a => a.code === 200)).toHaveLength(1)
    expect([409, 422]).toContain(both.find(a => a.code !== 200)?.code)
    expect(await s.db.unscoped(mhSlot).count({ room: '三号' })).toBe(21)
  })
  it('a closed hour calls off what was booked in it, and cannot be booked', async () => {
    const [who, other] = [await s.pupil(), await s.pupil()]
    const slotId = await s.slot(30)
    ok(await s.book(slotId, who.self))
    ok(await s.shen.post('mentalHealth/mhSlot/close', { id: slotId }))
    expect((await mine(who.self)).own.map(a => a.state)).toEqual(['cancelled'])
    expect(ruleOf(await s.book(slotId, other.self))).toBe('past')
    expect((await s.shen.post('mentalHealth/mhSlot/close', { id: slotId })).code).toBe(422)
  })
})
describe('booking', () => {
  it('50-MH9 of forty students for ten hours at once ten have one, and thirty read which are free', async () => {
    const pupils = await Promise.all(Array.from({ length: 40 }, () => s.pupil()))
    const slots: string[] = []
    for (let n = 0; n < 10; n++) slots.push(await s.slot(60 + n))
    await s.slot(72)
    const answers = await Promise.all(pupils.map((p, n) => s.book(slots[n % 10] as string, p.self)))
    expect(answers.filter(a => a.code === 200)).toHaveLength(10)
    const refused = answers.filter(a => a.code !== 200)
    expect(refused.map(ruleOf)).toEqual(Array.from({ length: 30 }, () => 'taken'))
    const free = ok(await (pupils[0] as (typeof pupils)[0]).self.get<Mine>(`${THEIRS}/mine`)).free
    expect(free.length).toBeGreaterThan(0)
    for (const answer of refused) expect(String(answer.errors[0]?.values?.next)).toContain('沈静')
    for (const slotId of slots) expect(await s.db.unscoped(mhAppointment).count({ slotId, state: 'booked' })).toBe(1)
    expect(await s.db.unscoped(mhAppointment).count({ slotId: slots })).toBe(10)
  })
  it('50-MH9 a student has one active appointment, also of two booked at once', async () => {
    const { id, self } = await s.pupil()
    const slots = [await s.slot(100), await s.slot(101), await s.slot(102)]
    const answers = await Promise.all(slots.map(slot => s.book(slot, self)))
    expect(answers.map(a => a.code === 200 || ruleOf(a)).toSorted()).toEqual(['active', 'active', true])
    expect(await s.db.unscoped(mhAppointment).count({ studentId: id })).toBe(1)
    const [own] = (await mine(self)).own
    ok(await self.post(`${THEIRS}/cancel`, { id: own?.id }))
    ok(await s.book(slots[0] as string, self))
  })
  it('50-MH9 is cancelled by the student until 12 hours before, and by nobody else’s student', async () => {
    const [who, other] = [await s.pupil(), await s.pupil()]
    const soon = await s.slot(11)
    ok(await s.book(soon, who.self))
    const [own] = (await mine(who.self)).own
    expect(own?.canCancel).toBe(false)
    expect((await other.self.post(`${THEIRS}/cancel`, { id: own?.id })).code).toBe(404)
    expect(ruleOf(await who.self.post(`${THEIRS}/cancel`, { id: own?.id }))).toBe('late')
    ok(await s.shen.post(`${THEIRS}/callOff`, { id: own?.id }))
    ok(await s.book(await s.slot(13), who.self))
    const again = (await mine(who.self)).own.find(a => a.state === 'booked')
    ok(await who.self.post(`${THEIRS}/cancel`, { id: again?.id }))
  })
  it('50-MH9 two missed hours stop routine booking for 14 days, never urgent booking', async () => {
    const { id, self } = await s.pupil()
    const miss = async (inHours: number) => {
      const slotId = await s.slot(inHours)
      await s.db.insertMany(mhAppointment, [{ slotId, studentId: id, topic: 'study', intake: null }])
      ok(await s.shen.post(`${THEIRS}/miss`, { id: (await appointment(slotId))?.id }))
    }
    await miss(-15 * 24)
    ok(await s.book(await s.slot(40), self))
    ok(await self.post(`${THEIRS}/cancel`, { id: (await mine(self)).own.find(a => a.state === 'booked')?.id }))
    await miss(-3)
    const routine = await s.slot(41)
    const refused = await s.book(routine, self)
    expect(ruleOf(refused)).toBe('stopped')
    const until = (await mine(self)).stoppedUntil
    expect(schoolDate(until as string)).toBe(addDays(schoolDate(Date.now() - 3 * 3_600_000), 14))
    ok(await s.book(routine, self, { urgency: 'urgent' }))
  })
  it('only open hours of the next 14 days are offered', async () => {
    const { self } = await s.pupil()
    expect(ruleOf(await s.book(await s.slot(24 * 17), self))).toBe('far')
    expect(ruleOf(await s.book(await s.slot(-1), self))).toBe('past')
  })
})
describe('the desk of a psychologist', () => {
  it('50-MH6 holds only their own hours; what they are about is audited before it is answered', async () => {
    const { id, self } = await s.pupil('许望')
    const slotId = await s.slot(0.5)
    ok(await s.book(slotId, self, { intake: '睡不着，想说说家里的事' }))
    const booked = await appointment(slotId)
    const names = async (by: CounsellingSchool['shen']) => ok(await by.get<{ rows: Array<{ name: string }> }>(`${THEIRS}/desk`)).rows.map(r => r.name)
    expect(await names(s.shen)).toContain('许望')
    expect(await names(s.lu)).not.toContain('许望')
    const one = { id: booked?.id }
    expect(ok(await s.shen.post(`${THEIRS}/open`, one))).toEqual({ topic: 'study', intake: '睡不着，想说说家里的事' })
    for (const verb of ['open', 'checkIn', 'callOff']) expect((await s.lu.post(`${THEIRS}/${verb}`, one)).code).toBe(404)
    const audits = await s.db.query<{ detail: string }>(sql`select detail::text from audit_log where biz_id = ${booked?.id} and user_id = ${s.shen.userId}`)
    expect(audits).toHaveLength(1)
    expect(audits[0]?.detail).not.toContain(id)
    expect(ruleOf(await s.shen.post(`${THEIRS}/miss`, one))).toBe('early')
    ok(await s.shen.post(`${THEIRS}/checkIn`, one))
    expect((await s.shen.post(`${THEIRS}/miss`, one)).code).toBe(422)
  })
})
