import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import { captureBeside } from '#testing/capture-events.ts'
import { upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { guardianConsent } from './model/guardian-consent.ts'
import { homeContact } from './model/home-contact.ts'
import { askConsent } from './server/api.ts'
import { type FamilySchool, familySchool, guardianOf, type Pupil } from './testing.ts'

let s: FamilySchool
beforeAll(async () => {
  s = await familySchool()
})
afterAll(() => s.close())

const rulesOf = (answer: { errors: Array<{ rule: string }> }): string[] => answer.errors.map(e => e.rule.split('.').at(-1) ?? '')
const ask = (who: Pupil, more: object = {}) =>
  s.db.tx(db => askConsent(db, { studentId: who.id, guardianId: who.guardianId, bizType: 'leave', bizId: randomUUID(), asks: '周雨桐申请到校外住宿', ...more }))
const row = (id: string) => s.db.unscoped(guardianConsent).one(id)
const open = (key: string) => s.anonymous.get<Record<string, string>>('family/guardianConsent/open', { key })
const act = (verb: string, input: object, by: Actor = s.anonymous) => by.post<Record<string, string>>(`family/guardianConsent/${verb}`, input)
const answer = (key: string, code: string, more: object = {}) => act('answer', { key, code, answer: 'agreed', signature: '周建国', ...more })
/** Asks for a code of the link and reads it on the phone. */
const codeFor = async (key: string, phone: string): Promise<string> => {
  expect((await act('sendCode', { key })).code).toBe(200)
  return s.codeTo(phone)
}
describe('50-HS2 the link', () => {
  it('50-HS2 goes to the phone on record, shows shortened names, and is answered once with the code sent there', async () => {
    const heard = captureBeside(s.server, 'family.consentAnswered')
    const who = await s.pupil()
    const { id, bizId } = await ask(who, { detail: '地址：东城区幸福路 8 号 3 单元' })
    const key = await s.keyTo(who.phone)
    const seen = (await open(key)).data
    // the guardian reads what is personal in full, lists show its beginning
    expect(seen.detail).toBe('地址：东城区幸福路 8 号 3 单元')
    expect(JSON.stringify((await s.officer.get('family/guardianConsent/list', { id })).data)).not.toContain('幸福路')
    expect(seen).toMatchObject({ student: '周**', phone: `${who.phone.slice(0, 3)}****${who.phone.slice(-4)}`, asks: '周雨桐申请到校外住宿', state: 'sent' })
    expect(JSON.stringify(seen)).not.toContain(who.phone)
    const code = await codeFor(key, who.phone)
    expect(rulesOf(await answer(key, code === '000000' ? '111111' : '000000'))).toEqual(['code'])
    expect((await answer(key, code)).code).toBe(200)
    await s.server.settle()
    expect(await row(id)).toMatchObject({ state: 'answered', answer: 'agreed', signature: '周建国', channel: 'link', phone: who.phone })
    expect(heard).toEqual([expect.objectContaining({ studentId: who.id, bizType: 'leave', bizId, answer: 'agreed' })])
    expect(await s.db.unscoped(homeContact).all({ studentId: who.id })).toMatchObject([{ kind: 'consent', result: '同意' }])
    const again = await open(key)
    expect([rulesOf(again), again.msg]).toEqual([['answered'], expect.stringContaining('同意')])
  })
  it('50-HS2 opened twice at once, it takes one answer', async () => {
    const who = await s.pupil()
    const { id } = await ask(who)
    const key = await s.keyTo(who.phone)
    const code = await codeFor(key, who.phone)
    const answers = await Promise.all([answer(key, code), answer(key, code, { answer: 'refused' })])
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    expect((await row(id)).answer).toBe(answers[0]?.code === 200 ? 'agreed' : 'refused')
    expect(await s.db.unscoped(homeContact).count({ studentId: who.id })).toBe(1)
  })
  it('50-HS2 says after 72 hours until when it was valid, and a new one takes its place', async () => {
    const who = await s.pupil()
    const { id, expiresAt } = await ask(who)
    expect(Date.parse(expiresAt ?? '') - Date.now()).toBeGreaterThan(71.9 * 3_600_000)
    const key = await s.keyTo(who.phone)
    await s.db.update(guardianConsent, id, { expiresAt: '2026-05-04T02:00:00Z' })
    const late = await open(key)
    expect([rulesOf(late), late.msg]).toEqual([['expired'], expect.stringContaining('2026-05-04 10:00')])
    expect(rulesOf(await act('sendCode', { key }))).toEqual(['expired'])
    expect((await act('resend', { id }, s.fdy)).code).toBe(200)
    const next = await s.keyTo(who.phone)
    expect([(await open(next)).code, rulesOf(await open(key))]).toEqual([200, ['unknown']])
  })
  it('50-HS2 waits for the counsellor where the number was entered or changed within thirty days', async () => {
    await setParams(s, 'family', { phoneDays: 30 })
    const who = await s.pupil()
    const member = await s.db.unscoped(familyMember).one(who.guardianId)
    expect((await ask(who)).state).toBe('sent')
    const changed = await s.officer.post('base/familyMember/update', { id: who.guardianId, version: member.version, phone: '13700000001' })
    expect(changed.code).toBe(200)
    const { id, state } = await ask(who)
    expect([state, await s.keyTo('13700000001')]).toEqual(['toCheck', ''])
    const todos = () => s.db.query<{ user: string; state: string }>(sql`select user_id as "user", state from todo where tenant_id = ${s.tenantId} and biz_id = ${id}`)
    expect(await todos()).toEqual([{ user: s.fdy.userId, state: 'open' }])
    expect((await act('confirmPhone', { id }, who.actor)).code).toBe(403)
    expect((await act('confirmPhone', { id }, s.fdy)).code).toBe(200)
    expect(await row(id)).toMatchObject({ state: 'sent', checkedById: s.fdy.userId, phone: '13700000001' })
    expect((await todos())[0]?.state).toBe('done')
    expect((await open(await s.keyTo('13700000001'))).code).toBe(200)
  })
  it('50-HS2 goes to no relative who is no guardian, and to nobody else’s family', async () => {
    const who = await s.pupil()
    const { id } = await guardianOf(s, who.id, { isGuardian: false })
    await expect(ask(who, { guardianId: id })).rejects.toMatchObject({ issues: [{ rule: expect.stringContaining('notGuardian') }] })
    const other = await s.pupil()
    await expect(ask(who, { guardianId: other.guardianId })).rejects.toThrow()
    expect(await s.db.unscoped(guardianConsent).count({ studentId: who.id })).toBe(0)
  })
  it('50-HS2 without a phone, or with the student’s own, it waits for a consent on paper with the counsellor, until there is a number', async () => {
    const who = await s.pupil()
    const todos = (id: string) => s.db.query<{ user: string; state: string }>(sql`select user_id as "user", state from todo where tenant_id = ${s.tenantId} and biz_id = ${id}`)
    const own = await s.db.query<{ phone: string }>(sql`select phone from student where id = ${who.id}`)
    for (const phone of [null, own[0]?.phone]) {
      const guardian = await guardianOf(s, who.id, { phone })
      const bizId = randomUUID()
      const first = await ask(who, { guardianId: guardian.id, bizId })
      expect([first.state, first.phone, await todos(first.id)]).toEqual(['toCheck', null, [{ user: s.fdy.userId, state: 'open' }]])
      expect(rulesOf(await act('confirmPhone', { id: first.id }, s.fdy))).toEqual([phone ? 'ownPhone' : 'noPhone'])
      // asked again, the counsellor has it once
      const { id } = await ask(who, { guardianId: guardian.id, bizId })
      expect([(await todos(first.id)).map(t => t.state), (await todos(id)).map(t => t.state)]).toEqual([['done'], ['open']])
      if (phone) {
        await s.db.updateWhere(familyMember, { id: guardian.id }, { phone: '13700000077' })
        expect((await act('confirmPhone', { id }, s.fdy)).code).toBe(200)
        expect(await row(id)).toMatchObject({ state: 'sent', phone: '13700000077' })
      } else {
        const printed = wordsOfPdf((await s.fdy.post('sheet/print/issue', { code: 'guardianConsent', ids: [id] })).raw)
        for (const word of ['监护人同意书', '周雨桐申请到校外住宿', '不同意', '监护人签名']) expect(printed).toContain(word)
        const sent = await upload<{ fileId: string }>(s.fdy, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.4\n%%EOF\n'), '同意书.pdf')
        const paper = { id, channel: 'paper', answer: 'agreed', signature: '周建国', witnessId: s.ids.lin, proof: [sent.data.fileId] }
        expect((await act('witness', paper, s.fdy)).code).toBe(200)
        expect(await row(id)).toMatchObject({ state: 'answered', answer: 'agreed', channel: 'paper' })
      }
      expect((await todos(id)).map(t => t.state)).toEqual(['done'])
    }
  })
  it('50-HS2 is replaced by the next one about the same matter', async () => {
    const who = await s.pupil()
    const { id, bizId } = await ask(who)
    const first = await s.keyTo(who.phone)
    await ask(who, { bizId })
    expect([(await row(id)).state, rulesOf(await open(first))]).toEqual(['replaced', ['replaced']])
  })
  it('a school without an address of its own sends no link', async () => {
    await setParams(s, 'login', { siteUrl: '' })
    onTestFinished(() => setParams(s, 'login', { siteUrl: 'https://xg.example.edu.cn' }))
    await expect(ask(await s.pupil())).rejects.toThrow('网站地址')
  })
})
it('50-HS2 paper and video need their proof and a member of staff as witness', async () => {
  const who = await s.pupil()
  const { id } = await ask(who)
  const sent = await upload<{ fileId: string }>(s.fdy, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.4\n%%EOF\n'), '同意书.pdf')
  const given = { id, channel: 'paper', answer: 'refused', signature: '周建国', witnessId: s.ids.lin, proof: [sent.data.fileId] }
  expect((await act('witness', { ...given, witnessId: null }, s.fdy)).errors[0]?.field).toBe('witnessId')
  expect((await act('witness', { ...given, proof: [] }, s.fdy)).errors[0]?.field).toBe('proof')
  expect((await act('witness', given, who.actor)).code).toBe(403)
  expect((await act('witness', given, s.fdy)).code).toBe(200)
  expect(await row(id)).toMatchObject({ state: 'answered', answer: 'refused', channel: 'paper', witnessId: s.ids.lin })
  expect(rulesOf(await open(await s.keyTo(who.phone)))).toEqual(['answered'])
})
describe('50-HS4 guardians', () => {
  it('50-HS4 open nothing but their link: its key is no session, names no other row, and is kept only as a hash', async () => {
    const who = await s.pupil()
    const { id } = await ask(who)
    const key = await s.keyTo(who.phone)
    expect(rulesOf(await open(`${key.slice(0, -2)}__`))).toEqual(['unknown'])
    expect((await s.anonymous.get('family/guardianConsent/list', { key })).code).toBe(401)
    expect((await s.anonymous.get('family/homeContact/list', { key })).code).toBe(401)
    const stored = await s.db.query<{ row: string }>(sql`select to_jsonb(c)::text as row from guardian_consent c where id = ${id}`)
    expect(stored[0]?.row).not.toContain(key)
    expect(JSON.stringify((await s.officer.get('family/guardianConsent/list', { size: 50 })).data)).not.toContain('tokenHash')
  })
  it('50-HS4 attack: keys are tried at most thirty times a minute from an address', async () => {
    const codes = await Promise.all(Array.from({ length: 40 }, () => open('x'.repeat(43)).then(a => a.code)))
    expect(codes.filter(c => c === 429).length).toBeGreaterThan(0)
  })
})
