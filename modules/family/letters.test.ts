import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { OutputOf } from '#model'
import { setParams } from '#modules/message/testing.ts'
import { makeRole } from '#modules/system/testing.ts'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import type { Actor } from '#testing/school.ts'
import { homeContact } from './model/home-contact.ts'
import { homeLetter, homeLetterReceipt } from './model/home-letter.ts'
import type { letterProgress, previewLetter } from './model/letter-actions.ts'
import { whyNot } from './model/letter-fields.ts'
import { sendDue } from './server/letters.ts'
import { type FamilySchool, familySchool, guardianOf, type Pupil, textTo } from './testing.ts'

let s: FamilySchool
let any: Pupil
beforeAll(async () => {
  s = await familySchool()
  any = await s.pupil()
})
afterAll(() => s.close())

const hours = (n: number): string => new Date(Date.now() + n * 3_600_000).toISOString()
const rulesOf = (answer: { errors: Array<{ rule: string }> }): string[] => answer.errors.map(e => e.rule.split('.').at(-1) ?? '')
const toPupils = (...of: Pupil[]) => ({ userIds: of.map(p => p.actor.userId) })
const draftOf = (more: object = {}) => ({
  ...{ name: '期中家长信', beginTime: hours(-1), endTime: hours(48), audience: toPupils(any), contactReason: 'study' },
  ...{ allowedFields: ['student', 'className'], content: '{学生姓名}（{班级}）的家长：您好。' },
  ...more,
})
const add = (more: object = {}, by: Actor = s.officer) => by.post<{ id: string; version: number }>('family/homeLetter/add', draftOf(more))
const act = (verb: string, input: object, by: Actor = s.officer) => by.post(`family/homeLetter/${verb}`, input)
const receipt = async (letterId: string, { id: studentId }: Pick<Pupil, 'id'>) => (await s.db.unscoped(homeLetterReceipt).all({ letterId, studentId }))[0]
/** A letter that has gone. */
async function sent(more: object = {}): Promise<string> {
  const { data, code, msg } = await add(more)
  expect([code, msg]).toEqual([200, '成功'])
  expect(await act('publish', { id: data.id })).toMatchObject({ code: 200 })
  await s.server.settle()
  return data.id
}
const preview = (id: string, by: Actor = s.officer) => by.get<OutputOf<typeof previewLetter>>('family/homeLetter/preview', { id })
/** Messages to somebody that say this, once all have arrived. */
async function messagesOf(who: Actor, word: string): Promise<Array<{ content: string }>> {
  for (let n = 0; n < 2; n++) await s.server.settle()
  return (await who.get<{ result: Array<{ content: string }> }>('base/message/mine', {})).data.result.filter(m => m.content.includes(word))
}

expectRound({ of: homeLetter, path: 'family/homeLetter' }, () => ({ school: s, publisher: s.officer, draft: window => draftOf(window) }))

describe('50-HS3 what a letter carries', () => {
  it('50-HS3 a placeholder outside the allowed fields is refused with its name, when added and when changed', async () => {
    for (const place of ['身份证号', '欠费金额', '辅导员']) {
      const answer = await add({ content: `{学生姓名}：{${place}}` })
      expect([rulesOf(answer), answer.errors[0]?.field, answer.msg]).toEqual([['place'], 'content', expect.stringContaining(place)])
    }
    const { data } = await add()
    const changed = await act('update', { ...data, content: '{学生姓名}：{班级}，{银行卡号}' })
    expect([rulesOf(changed), changed.msg]).toEqual([['place'], expect.stringContaining('银行卡号')])
    expect(rulesOf(await act('update', { ...data, allowedFields: ['student'] }))).toEqual(['place'])
  })
  it('50-HS3 grades, punishments and arrears only where the school has switched it on, at each step until it goes', async () => {
    const tries = { average: ['成绩', '上学年平均成绩'], punishment: ['处分', '处分'], arrears: ['欠费', '欠费金额'] } as const
    for (const [field, [kind, label]] of Object.entries(tries)) {
      const answer = await add({ allowedFields: ['student', field], content: `{学生姓名}：{${label}}` })
      expect([rulesOf(answer), answer.errors[0]?.field, answer.msg]).toEqual([['switchedOff'], 'allowedFields', expect.stringContaining(`致家长信可以写${kind}`)])
    }
    const draft = { audience: toPupils(any), allowedFields: ['student', 'arrears'], content: '{学生姓名}：{欠费金额}' }
    onTestFinished(() => setParams(s, 'family', {}))
    await setParams(s, 'family', { letterArrears: true })
    const { id } = (await add(draft)).data
    await setParams(s, 'family', { letterArrears: false })
    expect([rulesOf(await preview(id)), rulesOf(await act('publish', { id }))]).toEqual([['switchedOff'], ['switchedOff']])
    // switched off after it was published for later, it does not go
    await setParams(s, 'family', { letterArrears: true })
    expect(await act('publish', { id })).toMatchObject({ code: 200 })
    await setParams(s, 'family', { letterArrears: false })
    await s.server.settle()
    const after = await s.db.unscoped(homeLetter).one(id)
    const gone = (await receipt(id, any))?.sentAt ?? null
    expect(after.sending === 'failed' ? [after.sendNote?.includes('欠费'), gone] : [true, null]).toEqual([true, null])
  })
  it('50-HS3 the student is told what a delicate letter says before it goes, and of another letter nothing', async () => {
    onTestFinished(() => setParams(s, 'family', {}))
    await setParams(s, 'family', { letterPunishments: true, letterArrears: true })
    const who = await s.pupil()
    const id = await sent({
      ...{ name: '处分和欠费', audience: toPupils(who), allowedFields: ['student', 'punishment', 'arrears', 'absences'] },
      content: '{学生姓名}：{处分}，{欠费金额}，{本学期缺勤次数}',
    })
    const row = await receipt(id, who)
    expect([row?.state, Date.parse(row?.toldAt ?? '') <= Date.parse(row?.sentAt ?? '')]).toEqual(['sent', true])
    const [told] = await messagesOf(who.actor, '处分和欠费')
    expect([told?.content.includes('处分、欠费金额'), told?.content.includes('缺勤')]).toEqual([true, false])
    const plain = await sent({ name: '普通的信', audience: toPupils(who) })
    expect([(await receipt(plain, who))?.toldAt, await messagesOf(who.actor, '普通的信')]).toEqual([null, []])
    // the table refuses the other order
    await expect(s.db.query(sql`update home_letter_receipt set told_at = sent_at + interval '1 second' where id = ${row?.id}`)).rejects.toThrow('home_letter_receipt_told')
  })
  it('50-HS3 a sensitive field never goes unless a switch speaks of it, and its switch is on', () => {
    const off = { grades: false, punishments: false, arrears: false }
    expect(whyNot('absences', 'S2', { grades: true, punishments: true, arrears: true })).toBe('sensitive')
    expect([whyNot('average', 'S2', off), whyNot('average', 'S2', { ...off, grades: true }), whyNot('absences', undefined, off)]).toEqual(['switchedOff', undefined, undefined])
  })
  it('50-HS3 nobody writes what they may not read', async () => {
    await makeRole(s, 'letterWriter', ['family:homeLetter:list', 'family:homeLetter:add', 'family:homeLetter:publish'])
    const writer = await s.as({ roles: ['letterWriter'] })
    const answer = await add({ allowedFields: ['student', 'absences'], content: '{学生姓名}：{本学期缺勤次数}' }, writer)
    expect([rulesOf(answer), answer.msg]).toEqual([['notYours'], expect.stringContaining('本学期缺勤次数')])
  })
})
describe('sending a letter', () => {
  it('50-HS3 is previewed with three students and the number of guardians without phone, and goes once to those with one', async () => {
    await setParams(s, 'family', { phoneDays: 30 })
    onTestFinished(() => setParams(s, 'family', {}))
    const [a, b, c] = [await s.pupil({ name: '赵一' }), await s.pupil({ name: '钱二' }), await s.pupil({ name: '孙三' })]
    const mute = await s.pupil({ name: '李四' })
    await s.db.query(sql`update family_member set phone = null where id = ${mute.guardianId}`)
    const own = await s.pupil({ name: '周五' })
    await s.db.query(sql`update family_member set phone = (select phone from student where id = ${own.id}) where id = ${own.guardianId}`)
    const late = await s.pupil({ name: '吴六' })
    await s.db.query(sql`update family_member set created_at = now() where id = ${late.guardianId}`)
    const all = [a, b, c, mute, own, late]
    const { id } = (await add({ audience: toPupils(...all), content: '{学生姓名}的家长{家长姓名}：{班级}', allowedFields: ['student', 'guardian', 'className'] })).data
    const seen = (await preview(id)).data
    expect(seen).toMatchObject({ students: 6, reachable: 3, noPhone: 2, toCheck: 1, told: [] })
    expect(seen.samples.map(x => x?.text.split('的家长')[0]).sort()).toEqual(['孙三', '赵一', '钱二'].sort())
    expect(seen.samples.every(x => x?.text.endsWith('：软件2301') && x.guardian && x.text.includes(x.guardian))).toBe(true)
    expect(await s.db.unscoped(homeLetterReceipt).count({ letterId: id })).toBe(0)
    await act('publish', { id })
    await s.server.settle()
    const states = await Promise.all(all.map(async p => (await receipt(id, p))?.state))
    expect(states).toEqual(['sent', 'sent', 'sent', 'noPhone', 'noPhone', 'toCheck'])
    expect(await s.db.unscoped(homeContact).all({ studentId: a.id })).toMatchObject([{ kind: 'letter', contactReason: 'study' }])
    expect((await a.actor.get<{ contacts: unknown[] }>('family/homeContact/mine')).data.contacts).toMatchObject([{ kind: 'letter', contactReason: 'study' }])
    // one by one: refused with the guardian's name, then sent where the number was put right
    const send = async (p: Pupil) => s.fdy.post('family/homeLetterReceipt/send', { id: (await receipt(id, p))?.id })
    const [noPhone, ownPhone] = [await send(mute), await send(own)]
    expect([rulesOf(noPhone), rulesOf(ownPhone), noPhone.msg]).toEqual([['noPhone'], ['ownPhone'], expect.stringContaining('周建国')])
    const right = await guardianOf(s, mute.id)
    expect([(await send(mute)).code, (await send(late)).code]).toEqual([200, 200])
    expect([(await receipt(id, mute))?.guardianId, (await receipt(id, late))?.state]).toEqual([right.id, 'sent'])
    expect(await textTo(s, right.phone)).toContain('/family/letter')
  })
  it('waits for its begin, and nothing goes before', async () => {
    const who = await s.pupil()
    const id = await sent({ audience: toPupils(who), beginTime: hours(1) })
    expect([(await s.db.unscoped(homeLetter).one(id)).sending, await receipt(id, who)]).toEqual(['waiting', undefined])
    await s.db.query(sql`update home_letter set begin_time = now() - interval '1 minute' where id = ${id}`)
    await s.db.tx(db => sendDue(db))
    await s.server.settle()
    expect((await receipt(id, who))?.state).toBe('sent')
  })
  it('what was published is no longer rewritten', async () => {
    const id = await sent()
    const { version } = await s.db.unscoped(homeLetter).one(id)
    expect(rulesOf(await act('update', { id, version, content: '改过的正文' }))).toEqual(['sent'])
  })
  it('a counsellor writes to own classes and sees the receipts of own students, whoever wrote', async () => {
    const [near, far] = [await s.pupil(), await s.pupil({ classId: s.ids.a2301 })]
    const id = await sent({ name: '全校的信', audience: toPupils(near, far) })
    const seen = (await s.fdy.get<Array<OutputOf<typeof letterProgress>>>('family/homeLetterReceipt/progress')).data.find(l => l.letterId === id)
    expect(seen).toMatchObject({ students: 1, sent: 1, read: 0, answered: 0 })
    expect((await s.fdy.post('family/homeLetterReceipt/send', { id: (await receipt(id, far))?.id })).code).toBe(404)
    const own = (await add({ audience: toPupils(near, far) }, s.fdy)).data.id
    expect((await preview(own, s.fdy)).data.students).toBe(1)
    expect((await near.actor.get('family/homeLetterReceipt/list')).code).toBe(403)
    expect((await act('previewRound', { id }, s.fdy)).code).toBe(404)
  })
})
