import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { type PaySchool, paySchool } from '../orders/testing.ts'
import { billLine, STANDARD } from './model/bill-line.ts'
import { tellOverdue } from './server/arrears-changed.ts'

let s: PaySchool
beforeAll(async () => {
  s = await paySchool()
})
afterAll(() => s.close())
const day = (n: number): string => schoolDate(Date.now() + n * DAY_MS)

describe('40-F16 fee.arrearsChanged', () => {
  it('is told once when the day has come, however many tell at once, and again when it is paid', async () => {
    const heard = captureEvents(s.server, 'fee.arrearsChanged')
    const [late, open] = [await s.line(100_00, { dueDate: day(-3) }), await s.line(50_00, { dueDate: day(20) })]
    await Promise.all([tellOverdue(s.db), tellOverdue(s.db), tellOverdue(s.db)])
    await s.server.settle()
    expect(heard.splice(0)).toMatchObject([{ studentId: s.payer.id, lineIds: [late], days: 3 }])
    await s.pay((await s.order([open], 50_00)).orderNo)
    await s.server.settle()
    expect(heard.splice(0)).toEqual([]) // it was not due
    await s.pay((await s.order([late], 100_00)).orderNo)
    await s.server.settle()
    expect(heard.splice(0)).toMatchObject([{ studentId: s.payer.id, lineIds: [late], days: 0 }])
    expect([await tellOverdue(s.db), (await s.lineOf(late)).owed]).toEqual([0, 0])
  })
  it('is told when what is late is deferred, and when a charge changes with no money moving', async () => {
    const late = await s.line(80_00, { dueDate: day(-5), sourceType: STANDARD, sourceId: randomUUID() })
    await tellOverdue(s.db)
    await s.server.settle()
    const heard = captureEvents(s.server, 'fee.arrearsChanged')
    const asked = await s.finance.post<{ adjustmentId: string }>('fee/adjustment/adjustLine', { lineId: late, kind: 'charge', amount: -30_00, reason: '多收' })
    await s.checker.post('fee/adjustment/approve', { id: asked.data.adjustmentId })
    await s.server.settle()
    expect(heard.splice(0)).toMatchObject([{ lineIds: [late], days: 5 }])
    await s.db.update(billLine, late, { deferUntil: day(10) })
    await s.db.emit('fee.deferralChanged', { studentId: s.payer.id, lineIds: [late], until: day(10) })
    await s.server.settle()
    expect(heard.splice(0)).toMatchObject([{ lineIds: [late], days: 0 }])
  })
})
