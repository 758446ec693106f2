import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { expectTask } from '#modules/workflow/tasks/testing.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { type Pupil, rulesOf } from '../testing.ts'
import { type RegistrationSchool, registrationSchool } from '../testing-registration.ts'
import { infoCheck, infoCheckLine } from './model/info-check.ts'

let s: RegistrationSchool
beforeAll(async () => {
  s = await registrationSchool()
})
afterAll(() => s.close())

const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
let count = 0
async function published(): Promise<string> {
  const draft = { name: `信息核对${++count}`, beginTime: inHours(-1), endTime: inHours(100), audience: { roles: ['student'] }, ownerDepartmentId: s.ids.info }
  const { data } = await s.officer.post<{ id: string }>('standing/infoCheck/add', draft)
  expect((await s.officer.post('standing/infoCheck/publish', { id: data.id })).msg).toBe('成功')
  return data.id
}
/** Of the students of the standard tests. */
const versionOf = async (who: Actor): Promise<number> => (await s.record(who === s.first.actor ? s.first.id : s.other.id)).version
const confirm = (infoCheckId: string, who: Actor, recordVersion: number, more: object = {}): Promise<Answer<unknown>> =>
  who.post('standing/infoCheckLine/answer', { infoCheckId, result: 'correct', recordVersion, ...more })
const edit = (id: string, version: number, given: object): Promise<Answer<unknown>> => s.fdy.post('base/student/update', { id, version, ...given })
const line = (infoCheckId: string, { id }: Pupil) => s.db.unscoped(infoCheckLine).find({ infoCheckId, studentId: id })

describe('30-SI5 the information check as a task', () => {
  expectTask(() => ({
    school: s,
    round: infoCheck,
    rounds: 'standing/infoCheck',
    answers: 'standing/infoCheckLine',
    published,
    answer: async (id, who) => confirm(id, who, await versionOf(who)),
    officer: s.officer,
    counsellor: s.fdy,
    students: [s.first.actor, s.other.actor],
    reminder: 'information.remind',
  }))
})
describe('30-SI5 a student', () => {
  it('says that the record is right, or has applied for what is wrong', async () => {
    const pupil = await s.pupil()
    const id = await published()
    const { version } = await s.record(pupil.id)
    expect(rulesOf(await confirm(id, pupil.actor, version, { result: 'changed' }))).toEqual(['notAsked'])
    await pupil.actor.post('standing/infoChange/apply', { formerName: '周雨' })
    expect(rulesOf(await confirm(id, pupil.actor, version))).toEqual(['asked'])
    expect((await confirm(id, pupil.actor, version, { result: 'changed' })).code).toBe(200)
    expect(await line(id, pupil)).toMatchObject({ result: 'changed', recordVersion: version, confirmedAt: expect.any(String) })
    expect((await s.record(pupil.id)).infoConfirmedAt).not.toBeNull()
  })
  it('does not confirm what has changed since it was shown', async () => {
    const pupil = await s.pupil()
    const id = await published()
    const { version } = await s.record(pupil.id)
    expect((await edit(pupil.id, version, { politicalCode: '13' })).code).toBe(200)
    const stale = await confirm(id, pupil.actor, version)
    expect([stale.code, rulesOf(stale), await line(id, pupil)]).toEqual([409, ['moved'], undefined])
    expect((await confirm(id, pupil.actor, version + 1)).code).toBe(200)
  })
  it('confirming on the phone and the counsellor editing at once is a conflict for one of them, never an overwrite', async () => {
    const id = await published()
    const seen: string[] = []
    for (let n = 0; n < 12; n++) {
      const pupil = await s.pupil({ politicalCode: '03' })
      const { version } = await s.record(pupil.id)
      const [said, edited] = await Promise.all([confirm(id, pupil.actor, version), edit(pupil.id, version, { politicalCode: '13' })])
      const after = await s.record(pupil.id)
      expect([said.code, edited.code].sort()).toEqual([200, 409])
      // what was confirmed stands as it was shown; what was edited is not confirmed
      expect([after.politicalCode, (await line(id, pupil))?.recordVersion]).toEqual(said.code === 200 ? ['03', version] : ['13', undefined])
      seen.push(said.code === 200 ? 'confirmed' : 'edited')
    }
    expect(seen).toHaveLength(12)
  })
  it('changing a field there and the counsellor editing at once is a conflict, too: no update is lost', async () => {
    const pupil = await s.pupil()
    const { version } = await s.record(pupil.id)
    const [own, theirs] = await Promise.all([
      pupil.actor.post('base/student/updateMine', { version, homeAddress: '人民路 1 号' }),
      edit(pupil.id, version, { homeAddress: '解放路 2 号' }),
    ])
    expect([own.code, theirs.code].sort()).toEqual([200, 409])
    expect((await s.record(pupil.id)).homeAddress).toBe(own.code === 200 ? '人民路 1 号' : '解放路 2 号')
  })
})
describe('30-SG2 a registration', () => {
  it('waits for an open check and for a verified phone, and names the way to both', async () => {
    const pupil = await s.pupil()
    const batchId = await s.published()
    const id = await published()
    const { version } = await s.record(pupil.id)
    expect((await edit(pupil.id, version, { phone: '13800009999' })).code).toBe(200)
    const refused = await s.register(batchId, pupil.actor)
    expect(refused.data.state).toBe('unregistered')
    const failed = refused.data.checks.filter(c => c && !c.isMet)
    expect(failed.map(c => [c?.name, c?.actual])).toEqual([
      ['档案信息已核对', expect.stringMatching(/^[1-9]\d* 次$/)],
      ['手机号已验证', '否'],
    ])
    expect(failed.flatMap(c => c?.remedies.map(r => r.link))).toEqual(expect.arrayContaining(['/standing/information/check', '/personalcenter']))
    for (const row of await s.db.unscoped(infoCheck).all({ state: 'published' }))
      if (row.id !== id) await s.officer.post('standing/infoCheck/close', { id: row.id, reason: '结束' })
    await confirm(id, pupil.actor, version + 1)
    const again = await s.register(batchId, pupil.actor)
    expect(again.data.checks.flatMap(c => (c && !c.isMet ? [c.name] : []))).toEqual(['手机号已验证'])
  })
})
