import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths } from '#modules/campus/model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { type DisciplineSchool, disciplineSchool, must, proofOf, rulesOf, signatureOf } from '../testing.ts'
import { daysAfter } from './server/clock.ts'

let s: DisciplineSchool
beforeAll(async () => {
  s = await disciplineSchool()
})
afterAll(() => s.close())
const P = 'discipline/punishment'

describe('delivery', () => {
  it('50-PN8 each way of delivery has its conditions, and reading a message is none', async () => {
    const who = await s.pupil()
    const id = await s.decided(who, 'warning')
    const tried = async (more: object) => rulesOf(await s.deliver(s.officer, id, 'decision', more))
    expect(await tried({ attemptedOn: addDays(today(), -1) })).toEqual(['beforeDecision'])
    expect(await tried({ attemptedOn: addDays(today(), 1) })).toEqual(['future'])
    for (const witnesses of [['张三'], ['张三', ' 张三']]) expect(await tried({ method: 'retention', witnesses })).toEqual(['witnesses'])
    expect(await tried({ method: 'retention', witnesses: ['张三', '李四'] })).toEqual(['photo'])
    expect(await tried({ method: 'mail', trackingNo: 'EMS1', receivedOn: today() })).toEqual(['mailOnly'])
    expect(await tried({ method: 'publicNotice', publicUrl: 'https://xx.edu.cn/1' })).toEqual(['reachable'])
    expect(await tried({ method: 'eSign' })).toEqual(['eSign'])
    const sign = async () => who.actor.post('discipline/documentDelivery/sign', { punishmentId: id, documentKind: 'decision', signature: await signatureOf(who.actor) })
    expect(rulesOf(await sign())).toEqual(['notAgreed'])
    await must(s.deliver(s.officer, id, 'decision', { result: 'failed' }))
    expect((await s.punishment(id)).servedOn).toBeNull()
    await must(s.deliver(s.officer, id, 'decision', { method: 'publicNotice', publicUrl: 'https://xx.edu.cn/1' }))
    const announced = await s.punishment(id)
    expect([announced.servedOn, announced.periodStart]).toEqual([addDays(today(), 30), addDays(today(), 30)])
    await must(s.deliver(s.officer, id, 'decision', { method: 'retention', witnesses: ['张三', '李四'], proof: await proofOf(s.officer) }))
    const served = await s.punishment(id)
    expect(served).toMatchObject({ servedOn: today(), appealDueOn: await daysAfter(s.db, today(), 10, true), periodEnd: addDays(addMonths(today(), 6), -1) })
    expect(await tried({})).toEqual(['already'])
    const agreeing = await s.pupil()
    const signed = await s.decided(agreeing, 'warning')
    await must(agreeing.actor.post(`${P}/agreeESign`, { id: signed }))
    const signature = await signatureOf(agreeing.actor)
    await must(agreeing.actor.post('discipline/documentDelivery/sign', { punishmentId: signed, documentKind: 'decision', signature }))
    expect((await s.punishment(signed)).servedOn).toBe(today())
  })
  it('50-PN8 a document is mailed to whoever has left, with its number, and counts from the day of receipt', async () => {
    const who = await s.pupil()
    const id = await s.decided(who, 'warning')
    await s.db.update(student, who.id, { status: 'withdrawn' })
    const mailed = (more: object) => s.deliver(s.officer, id, 'decision', { method: 'mail', ...more })
    expect(rulesOf(await mailed({ receivedOn: today() }))).toEqual(['tracking'])
    for (const receivedOn of [null, addDays(today(), -1), addDays(today(), 1)]) expect(rulesOf(await mailed({ trackingNo: 'EMS1', receivedOn }))).toEqual(['received'])
    expect((await must(mailed({ trackingNo: 'EMS1', result: 'failed' }))).effectiveOn).toBeNull()
    expect((await must(mailed({ trackingNo: 'EMS1', receivedOn: today() }))).effectiveOn).toBe(today())
    expect((await s.punishment(id)).servedOn).toBe(today())
  })
})
