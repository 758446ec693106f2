import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smsProvider } from '#modules/message/model/sms.ts'
import { setParams } from '#modules/message/testing.ts'
import { user } from '#modules/system/model/user.ts'
import type { Answer } from '#testing/school.ts'
import { day, type Pupil, rulesOf, type StandingSchool, standingSchool } from '../testing.ts'
import { applied, apply, approvedBy, setPolicy } from './testing.ts'

let s: StandingSchool
beforeAll(async () => {
  s = await standingSchool()
})
afterAll(() => s.close())
const updateMine = async ({ id, actor }: Pupil, given: object): Promise<Answer<unknown>> =>
  actor.post('base/student/updateMine', { version: (await s.record(id)).version, ...given })

describe('30-SI1 what is free', () => {
  it('takes effect at once with history, as far as the policies say so', async () => {
    const pupil = await s.pupil()
    expect((await updateMine(pupil, { email: 'yu@example.com' })).code).toBe(200)
    expect(rulesOf(await apply(pupil.actor, { email: 'tong@example.com' }))).toEqual(['free'])
    await setPolicy(s, 'email', { mode: 'approve' })
    expect(rulesOf(await updateMine(pupil, { email: 'tong@example.com', homeAddress: '人民路 1 号' }))).toEqual(['approval'])
    const fields = await pupil.actor.get<Array<{ field: string; mode: string; link: string | null }>>('base/student/myFields')
    expect(fields.data.filter(f => ['email', 'homeAddress'].includes(f.field)).map(f => [f.mode, f.link])).toEqual([
      ['approve', '/standing/information/apply?field=email'],
      ['free', null],
    ])
    const made = await applied(pupil.actor, { email: 'tong@example.com' })
    await approvedBy(made, [s.fdy, s.college])
    await setPolicy(s, 'email', { mode: 'free' })
    expect((await s.record(pupil.id)).email).toBe('tong@example.com')
    const { data } = await s.officer.get<Array<{ source: string }>>('base/student/history', { id: pupil.id })
    expect(data.map(h => h.source).slice(0, 2)).toEqual(['correction', 'self'])
  })
  it('10-P8 is applied for where the school wants it so', async () => {
    const pupil = await s.pupil()
    await setParams(s, 'student', { 'contact.approval': true })
    expect(rulesOf(await updateMine(pupil, { phone: '13900001111' }))).toEqual(['approval'])
    const made = await applied(pupil.actor, { phone: '13900001111' })
    await setParams(s, 'student', { 'contact.approval': false })
    await approvedBy(made, [s.fdy, s.college])
    expect((await s.record(pupil.id)).phone).toBe('13900001111')
  })
  it('a new phone is taken with the code sent to it, and counts as verified', async () => {
    const pupil = await s.pupil()
    const { id } = await s.db.insert(smsProvider, { name: '只记录', vendor: 'log', isEnabled: true })
    const mobile = '13900002345'
    expect(rulesOf(await updateMine(pupil, { phone: mobile }))).toEqual(['codeMissing'])
    const code = await s.server.identity.codes.make({ tenantId: s.tenantId, scene: 'verify', mobile }, { resendSeconds: 60, perHour: 5, perDay: 10 }, '10.0.0.1')
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect(rulesOf(await updateMine(pupil, { phone: mobile, code: wrong }))).toEqual(['code'])
    expect((await s.record(pupil.id)).phone).not.toBe(mobile)
    expect((await updateMine(pupil, { phone: mobile, code })).code).toBe(200)
    expect((await s.record(pupil.id)).phone).toBe(mobile)
    expect(await s.db.unscoped(user).one(pupil.actor.userId)).toMatchObject({ mobile, mobileVerified: true })
    await s.db.update(smsProvider, id, { isEnabled: false })
  })
  it('is applied for within the days of its window only', async () => {
    const pupil = await s.pupil()
    const at = (days: number) => day(days).slice(5)
    await setPolicy(s, 'nativeCanton', { window: `${at(2)}～${at(9)}` })
    expect(rulesOf(await apply(pupil.actor, { nativeCanton: '520102' }))).toEqual(['window'])
    await setPolicy(s, 'nativeCanton', { window: `${at(-1)}～${at(1)}` })
    expect((await apply(pupil.actor, { nativeCanton: '110102' })).code).toBe(200)
    expect(rulesOf(await setPolicy(s, 'nativeCanton', { window: '13-01～04-30' }))).toEqual(['window'])
    await setPolicy(s, 'nativeCanton', { window: null })
  })
})
