import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '#server/base/today.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import type { Actor } from '#testing/school.ts'
import { appeal } from './appeals/model/appeal.ts'
import { punishment } from './cases/model/punishment.ts'
import { type DisciplineSchool, disciplineSchool, moment, must, type Pupil, rulesOf } from './testing.ts'

let s: DisciplineSchool
/** Prints personal values in full. */
let keeper: Actor
let who: Pupil
let id: string
beforeAll(async () => {
  s = await disciplineSchool()
  keeper = await s.as({ roles: ['admin'], nickName: '档案员' })
  const [one, other] = [await s.pupil('周雨桐'), await s.pupil('钱多多')]
  who = one
  const { parties } = await s.opened([one.id, other.id])
  id = parties[0] ?? ''
  await must(s.propose(id, 'demerit', { facts: '<p>上课争吵<br>不听劝阻</p>' }))
  await must(s.officer.post('discipline/punishment/issueNotice', { id }))
  await must(s.deliver(s.officer, id, 'notice'))
  await must(who.actor.post('discipline/punishment/defend', { id, kind: 'statement', text: '<p>一时冲动</p>' }))
  await must(s.fdy.post('discipline/punishment/answerDefence', { id, answer: '<p>已在量纪时考虑</p>' }))
  await must(s.fdy.post('discipline/punishment/submit', { id }))
  await s.approve(id)
  await must(s.deliver(s.officer, id, 'decision'))
})
afterAll(() => s.close())
const print = (by: Actor, code: string, row = id, more: object = {}) => by.post('sheet/print/issue', { code, ids: [row], ...more })
const words = async (by: Actor, code: string, row?: string, more?: object): Promise<string> => {
  const made = await print(by, code, row, more)
  if (made.status !== 200) throw new Error(made.msg)
  return wordsOfPdf(made.raw)
}
const FULL = { plain: true, reason: '存档' }
const has = (text: string, ...wanted: readonly string[]): void =>
  expect(
    wanted.filter(w => !text.includes(w)),
    text,
  ).toEqual([])

describe('papers', () => {
  it('50-PN7 the decision names facts in words, evidence, articles and the way of appeal; level and facts only in full', async () => {
    const { documentNo } = await s.punishment(id)
    const full = await words(keeper, 'punishmentDecision', id, FULL)
    has(full, '处分决定书', '周雨桐', documentNo ?? '', '上课争吵', '不听劝阻', '询问笔录', '第十二条', '记过', '10', '学生申诉处理委员会')
    expect(full).not.toMatch(/<|br>/)
    const masked = await words(s.officer, 'punishmentDecision')
    expect([masked.includes('争吵'), masked.includes('记过')]).toEqual([false, false])
  })
  it('50-PN15 what is made public names nobody', async () => {
    const text = await words(keeper, 'punishmentBulletin', id, FULL)
    has(text, '处分通报', '信息工程学院', '扰乱秩序', '记过')
    expect([text.includes('周雨桐'), text.includes('上课争吵')]).toEqual([false, false])
  })
  it('50-PN12 the lifting is a document of its own, and is served once', async () => {
    const lifted = await s.served(await s.pupil(), 'warning')
    expect(rulesOf(await s.deliver(s.officer, lifted, 'lift'))).toEqual(['noDecision'])
    await s.db.update(punishment, lifted, { state: 'lifted', liftedOn: today(), liftDocumentNo: '校学解〔2026〕901号' })
    has(await words(keeper, 'punishmentLifting', lifted, FULL), '解除处分决定书', '校学解〔2026〕901号', '警告', '不再受原处分')
    await must(s.deliver(s.officer, lifted, 'lift'))
    expect(rulesOf(await s.deliver(s.officer, lifted, 'lift'))).toEqual(['already'])
  })
  it('50-PN10 the result of an appeal says conclusion and the way to the province; the opinion only in full', async () => {
    const row = await s.db.insert(appeal, {
      punishmentId: id,
      studentId: who.id,
      grounds: '<p>偏重</p>',
      files: [],
      submittedAt: moment(1),
      acceptedOn: today(),
      state: 'concluded',
      conclusion: 'uphold',
      opinion: '程序合法',
      concludedOn: today(),
      resultNo: '校申复〔2026〕901号',
    })
    const full = await words(keeper, 'appealResult', row.id, FULL)
    has(full, '申诉复查结论', '校申复〔2026〕901号', '周雨桐', '维持原决定', '程序合法', '15')
    expect((await words(s.officer, 'appealResult', row.id)).includes('程序合法')).toBe(false)
  })
  it('50-PN15 the dossier of a case has its evidence and all parties; that of a party has everything about them and nothing about others', async () => {
    const { caseId } = await s.punishment(id)
    has(await words(keeper, 'caseDossier', caseId, FULL), '违纪案卷', '询问笔录', '周雨桐', '钱多多', '林知夏')
    const own = await words(keeper, 'punishmentDossier', id, FULL)
    has(own, '处分卷', '不听劝阻', '一时冲动', '已在量纪时考虑', '处分事先告知书', '处分决定书', '直接送达', '李主任', '王校长')
    expect(own).not.toContain('钱多多')
    // whoever may not read one of its tables does not print it
    expect(rulesOf(await print(s.college, 'punishmentDossier'))).toEqual(['noTable'])
  })
})
