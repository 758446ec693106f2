import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSchool, type School } from '#testing/school.ts'
import { closeDay, openDay } from './server/post-money.ts'

let s: School
beforeAll(async () => {
  s = await openSchool()
})
afterAll(() => s.close())
const open = (channel: string, bizDate = '2026-09-01') => s.db.tx(db => openDay(db, { channel, bizDate }))

it('an entry never falls into a closed day of its channel: it moves to the next open one', async () => {
  const channel = randomUUID()
  expect(await open(channel)).toBe('2026-09-01')
  expect(await closeDay(s.db, channel, '2026-09-01')).toBe(true)
  expect(await closeDay(s.db, channel, '2026-09-01')).toBe(false)
  await closeDay(s.db, channel, '2026-09-02')
  expect([await open(channel), await open(channel, '2026-08-31'), await open(randomUUID())]).toEqual(['2026-09-03', '2026-08-31', '2026-09-01'])
  expect(await s.db.tx(db => openDay(db, { bizDate: '2026-09-01' }))).toBe('2026-09-01')
})
it('a day does not close while somebody posts into it', async () => {
  const channel = randomUUID()
  const order: string[] = []
  const posting = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const posted = s.db.tx(async db => {
    await openDay(db, { channel, bizDate: '2026-09-01' })
    held.resolve()
    await posting.promise
    order.push('posted')
  })
  await held.promise
  const closed = closeDay(s.db, channel, '2026-09-01').then(() => order.push('closed'))
  expect(await Promise.race([closed, open(randomUUID())])).toBe('2026-09-01')
  posting.resolve()
  await Promise.all([posted, closed])
  expect(order).toEqual(['posted', 'closed'])
})
