import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { undoOffset } from '#modules/fee/server/api.ts'
import { gateFor, systemPrincipal } from '#server/access/calls.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { ok, rulesOf } from '../testing.ts'
import { greenChannel } from './model/green-channel.ts'
import { deferralEnds } from './server/jobs.ts'
import { type GreenSchool, greenSchool } from './testing.ts'

let { s, batchId, pointId, someone, bill, pay, apply, granted, rowOf, lineOf, onSite } = {} as GreenSchool
let sent: ReturnType<typeof captureNotifications>
beforeAll(async () => {
  const of = await greenSchool()
  ;({ s, batchId, pointId, someone, bill, pay, apply, granted, rowOf, lineOf, onSite } = of)
  sent = captureNotifications(s.server)
})
afterAll(() => s.close())

it('30-WG3 reminds 14 and 3 days before the end, each once, while something is not paid', async () => {
  const [who, other] = [await someone(), await someone()]
  const [line, theirs] = [await bill(who, 100_000), await bill(other, 100_000)]
  await granted(who, [[line, 100_000]])
  await granted(other, [[theirs, 100_000]])
  await pay(theirs, 100_000)
  await s.server.settle()
  const told = async () => (await sent('welcome.deferralEnds', who.actor.userId)).map(m => m.values?.days)
  const inDays = (days: number) => Date.now() + days * DAY_MS
  for (const days of [70, 76, 76, 80, 87, 88]) await deferralEnds(s.db, inDays(days))
  expect(await told()).toEqual([14, 3])
  expect(await sent('welcome.deferralEnds', other.actor.userId)).toEqual([])
})
describe('30-WG5 paying later', () => {
  it('closes the deferral line by line, and a payment that is taken back opens it again', async () => {
    const who = await someone()
    const [tuition, lodging] = [await bill(who, 550_000), await bill(who, 120_000, 'lodging')]
    const id = await granted(who, [
      [tuition, 550_000],
      [lodging, 120_000],
    ])
    await pay(lodging, 120_000, 'taken back')
    await pay(tuition, 50_000)
    await s.server.settle()
    const row = await rowOf(id)
    expect([row.deferred, row.lines.map(l => [l?.lineId, l?.left, Boolean(l?.closedOn)])]).toEqual([
      500_000,
      [
        [tuition, 500_000, false],
        [lodging, 0, true],
      ],
    ])
    await undoOffset(
      await gateFor(s.server.core, { ...systemPrincipal(s.tenantId), userId: s.college.userId }, { permission: '', source: 'test', ip: null, traceId: null }),
      { sourceType: 'aid', sourceId: 'taken back' },
      { makerId: s.officer.userId, reason: '退回' },
    )
    await s.server.settle()
    const again = await rowOf(id)
    expect([again.deferred, again.lines.find(l => l?.lineId === lodging)]).toMatchObject([620_000, { left: 120_000, closedOn: null }])
  })
  it('at the second in which an officer defers the same item wins: nothing is deferred and nothing negative', async () => {
    for (const round of [1, 2, 3]) {
      const who = await someone()
      const line = await bill(who, 100_000)
      const name = (await s.record(who.id)).name
      const [site, paid] = await Promise.all([onSite(who, name, [[line, 100_000]]), pay(line, 100_000).then(() => true)])
      await s.server.settle()
      expect([round, paid, site.code === 200 || rulesOf(site)[0] === 'settled']).toEqual([round, true, true])
      const [row] = await s.db.unscoped(greenChannel).all({ studentId: who.id })
      expect(row?.deferred ?? 0).toBe(0)
      expect((await lineOf(line)).owed).toBe(0)
    }
  })
})
describe('30-WG4 on site', () => {
  it('an officer agrees at once at the own point; what was in approval ends with it', async () => {
    const who = await someone()
    const line = await bill(who, 300_000)
    const name = (await s.record(who.id)).name
    const { id } = ok(await apply(who, [[line, 300_000]]))
    expect((await onSite(who, name, [[line, 300_000]], s.college)).code).toBe(403)
    expect(rulesOf(await onSite(who, name, [[line, 300_000]], s.officer, { idChecked: false }))).toEqual(['idUnchecked'])
    const done = ok(await onSite(who, name, [[line, 300_000]]))
    expect(done).toEqual({ deferred: 300_000, until: addDays(today(), 90) })
    expect((await rowOf(id)).state).toBe('cancelled')
    const [row] = await s.db.unscoped(greenChannel).all({ studentId: who.id, state: 'approved' })
    expect(row).toMatchObject({ onSite: true, pointId, deferred: 300_000 })
    await s.server.settle()
    expect((await s.state(batchId, who, 'fee')).state).toBe('done')
    const stranger = await s.as({ roles: ['officer'] })
    expect(rulesOf(await onSite(who, name, [[line, 1]], stranger))).toEqual(['notStaff'])
  })
  it('two officers for one person defer once', async () => {
    const who = await someone()
    const line = await bill(who, 300_000)
    const name = (await s.record(who.id)).name
    const both = await Promise.all([onSite(who, name, [[line, 300_000]]), onSite(who, name, [[line, 300_000]])])
    expect(both.map(x => x.code === 200).filter(Boolean)).toHaveLength(1)
    expect(rulesOf(both.find(x => x.code !== 200) as never)).toEqual(['planned'])
  })
})
