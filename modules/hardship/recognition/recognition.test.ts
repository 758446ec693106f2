import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { student } from '#modules/student/model/student.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import type { Actor } from '#testing/school.ts'
import { ruleOf } from '../testing.ts'
import { aidBatch } from './model/batch.ts'
import { aidRecognition } from './model/recognition.ts'
import { aidSurvey, LINES } from './model/survey.ts'
import { type RecognitionSchool, recognitionSchool, SURVEY } from './testing.ts'

let s: RecognitionSchool
beforeAll(async () => {
  s = await recognitionSchool()
})
afterAll(() => s.close())

describe('a recognition as an application', () => {
  const names = new Map<string, string>()
  let batchId = ''
  beforeAll(async () => {
    batchId = await s.batch()
  })
  expectApplication({ of: aidRecognition, path: 'hardship/aidRecognition', taken: ['taken'] }, () => ({
    db: s.db,
    async applicants() {
      const both = [await s.person('孔一'), await s.person('孔二')] as const
      for (const { self, name } of both) {
        await s.save(self)
        names.set(self.userId, name)
      }
      return [both[0].self, both[1].self]
    },
    form: who => ({ batchId, promise: names.get(who.userId) }),
    again: who => ({ promise: names.get(who.userId) }),
    approvers: [s.fdy, s.college],
  }))
})
describe('a recognition batch as a round', () => {
  let who: { self: Actor; name: string }
  beforeAll(async () => {
    who = await s.person('孔三')
    await s.save(who.self)
  })
  expectRound({ of: aidBatch, path: 'hardship/aidBatch' }, () => ({
    school: s,
    publisher: s.officer,
    draft: s.draft,
    take: id => s.apply(who.self, id, who.name),
    stateOf: async id => (await s.row(id)).state,
  }))
})
describe('surveys and applications', () => {
  it('40-D2 a score is the weighted sum of the points, and the student reads answers without points', async () => {
    const batchId = await s.batch()
    const { id, self } = await s.applied(batchId, '周得分')
    // 35 × 100 (6000 a head) + 10 × 20 (one studying) + 5 × 60 (one to support) + 7 × 60 (asked): 44.2
    expect(await s.row(id)).toMatchObject({ indexScore: 44.2, finalScore: 44.2, reviewScore: null, suggestedLevel: 'general', groups: [] })
    const [mine] = (await self.get<Array<Record<string, unknown>>>('hardship/aidRecognition/mine', { id })).data
    expect(mine?.counted).toContainEqual({ factor: 'economy', question: '人均年收入', answer: '不超过 6000 元' })
    expect(JSON.stringify(mine)).not.toMatch(/"points"|indexScore|scoreDetail/)
  })
  it('40-D10 a draft is kept, and what is missing is named by its step; nobody applies twice', async () => {
    const batchId = await s.batch()
    const who = await s.person('吴草稿')
    const saved = await s.save(who.self, { annualIncome: null, answers: [] })
    expect(saved.data.missing).toEqual(['economy', 'promise'])
    const refused = await s.apply(who.self, batchId, who.name)
    expect(refused.errors.map(e => e.rule.split('.').at(-1))).toEqual(['missing', 'missing'])
    await s.save(who.self)
    expect(ruleOf(await s.apply(who.self, batchId, '别人'))).toBe('promise')
    const answers = await Promise.all([s.apply(who.self, batchId, who.name), s.apply(who.self, batchId, who.name)])
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    expect(answers.map(ruleOf)).toContain('taken')
    const { data } = await who.self.get<{ survey: { annualIncome: number }; isRenewal: boolean }>('hardship/aidRecognition/form')
    expect(data).toMatchObject({ survey: { annualIncome: 1_800_000 }, isRenewal: false })
  })
  it('40-D10 last year’s survey is filled in again and confirmed or changed line by line', async () => {
    const batchId = await s.batch()
    const who = await s.person('郑续填')
    await s.save(who.self)
    await s.db.updateWhere(aidSurvey, { studentId: who.id }, { submittedAt: '2025-01-10T00:00:00Z' })
    expect((await who.self.get<{ isRenewal: boolean }>('hardship/aidRecognition/form')).data.isRenewal).toBe(true)
    const lines = Object.keys(LINES)
    const refused = await s.apply(who.self, batchId, who.name, { checked: lines.filter(l => l !== 'illness' && l !== 'housing') })
    expect([ruleOf(refused), refused.msg.endsWith('住房、重大疾病')]).toEqual(['unchecked', true])
    expect((await s.apply(who.self, batchId, who.name, { checked: lines })).code).toBe(200)
  })
  it('40-D13 the form is printed; what the family is like only in full, with a reason, and that is audited', async () => {
    const batchId = await s.batch()
    const { id } = await s.applied(batchId, '周印表')
    const read = () => s.db.query(sql`select 1 from audit_log where tenant_id = ${s.tenantId} and action = 'reveal' and biz_id = ${id} and detail->>'reason' = '存档'`)
    const plain = wordsOfPdf((await s.officer.post('sheet/print/issue', { code: 'aidForm', ids: [id] })).raw)
    expect([plain.includes('家庭经济困难学生认定申请表'), plain.includes('周印表'), plain.includes('务农'), await read()]).toEqual([true, true, false, []])
    const keeper = await s.as({ roles: ['admin'] })
    const full = wordsOfPdf((await keeper.post('sheet/print/issue', { code: 'aidForm', ids: [id], plain: true, reason: '存档' })).raw)
    expect([full.includes('务农'), full.includes('13900001111'), (await read()).length > 0]).toEqual([true, true, true])
  })
  it('refuses what cannot be: no income with two at work, fewer members than people', async () => {
    const batchId = await s.batch()
    const who = await s.person('王矛盾')
    const rules = async (survey: object) => {
      await s.save(who.self, survey)
      return (await s.apply(who.self, batchId, who.name)).errors.map(e => e.rule.split('.').at(-1))
    }
    const idle = SURVEY.members.map(m => ({ ...m, income: 0 }))
    expect(await rules({ annualIncome: 0, members: idle })).toEqual(['incomeZero'])
    expect(await rules({ householdSize: 5 })).toEqual(['fewMembers'])
    expect(await rules({ annualIncome: 100 })).toEqual(['incomeMembers'])
    expect((await s.save(who.self, { studyingCount: -1 })).code).toBe(400)
  })
  it('40-D13 what a family is like is read with a reason, and every reading is audited', async () => {
    const batchId = await s.batch()
    const { id } = await s.applied(batchId, '冯隐私', { illness: '父亲 2025 年手术，自付 3 万元' })
    const listed = await s.fdy.get('hardship/aidRecognition/list', { batchId })
    expect(JSON.stringify(listed.data)).not.toMatch(/手术|周父|1800000/)
    expect((await s.fdy.post('hardship/aidRecognition/readSurvey', { id })).code).toBe(400)
    const read = await s.fdy.post<{ illness: string; members: unknown[] }>('hardship/aidRecognition/readSurvey', { id, reason: '核实医疗支出' })
    expect(read.data).toMatchObject({ illness: '父亲 2025 年手术，自付 3 万元' })
    expect(await s.db.query(sql`select id from audit_log where action = 'reveal' and biz_id = ${id}`)).toHaveLength(1)
    const stranger = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect((await stranger.post('hardship/aidRecognition/readSurvey', { id, reason: '看看' })).code).toBe(404)
  })
})
describe('groups and proposals', () => {
  it('40-D3 a listed or accepted group gives at least the floor', async () => {
    const batchId = await s.batch()
    const who = await s.person('陈名单')
    const { idNo } = await s.db.unscoped(student).one(who.id)
    const draft = { name: who.name, idNo, group: 'orphan', source: '民政局', month: '2026-09' }
    expect(ruleOf(await s.officer.post('hardship/specialList/add', { ...draft, name: '另一人' }))).toBe('otherName')
    expect((await s.officer.post('hardship/specialList/add', draft)).code).toBe(200)
    await s.save(who.self, { annualIncome: 90_000_000 })
    const { data } = await s.apply(who.self, batchId, who.name)
    expect(await s.row(data.id)).toMatchObject({ suggestedLevel: 'special', isFloor: true, groups: ['orphan'] })
    expect(ruleOf(await s.fdy.post('hardship/aidRecognition/propose', { id: data.id, level: 'general', reason: '家境较好' }))).toBe('below')
    const told = await s.applied(batchId, '褚自述', { annualIncome: 90_000_000, specialGroups: ['lowIncome'] })
    expect((await s.row(told.id)).suggestedLevel).not.toBe('hard')
    expect((await s.fdy.post('hardship/aidRecognition/acceptGroups', { id: told.id, groups: ['lowIncome'] })).data).toEqual({ suggestedLevel: 'hard' })
  })
  it('40-D7 another level needs a reason, and more than one step the college', async () => {
    const batchId = await s.batch()
    const { id } = await s.applied(batchId, '卫跨级')
    expect(ruleOf(await s.fdy.post('hardship/aidRecognition/propose', { id, level: 'special' }))).toBe('reasonMissing')
    expect((await s.fdy.post('hardship/aidRecognition/propose', { id, level: 'special', reason: '母亲近日住院' })).code).toBe(200)
    await s.approve([id])
    await s.closeBatch(batchId)
    await s.reviewed([id])
    expect(ruleOf(await s.confirm(s.officer, batchId))).toBe('jumps')
    expect((await s.fdy.post('hardship/aidRecognition/confirmJumps', { ids: [id] })).code).toBe(403)
    expect((await s.college.post('hardship/aidRecognition/confirmJumps', { ids: [id] })).code).toBe(200)
    expect((await s.confirm(s.officer, batchId)).data).toMatchObject({ recognised: 1 })
  })
})
