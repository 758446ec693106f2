import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { addStudent, draftOf } from '#modules/student/testing.ts'
import { question } from '#modules/survey/model/question.ts'
import { type SurveySchool, surveySchool } from '#modules/survey/testing.ts'
import { ok } from '#testing/answers.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { openStandIn, type Sent, type StandIn } from './testing.ts'

interface Summary {
  themes: Array<{ name: string; n: number; excerpts: string[] }>
  hidden: number
  total: number
  used: number
  sent: string[]
  label: string
}
let s: SurveySchool
let admin: Actor
let model: StandIn
let says: (sent: Sent) => unknown
const SAID = [
  ...['窗口排队太久', '中午排队要二十分钟', '排队，找欧阳青禾反映过，电话 13800000001', '排队的人太多了', '排队时间长', '高峰期排队'],
  ...['菜有点咸', '菜太咸了', '汤咸', '咸', '咸得吃不下', '希望少放盐，太咸'],
]
beforeAll(async () => {
  vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
  s = await surveySchool()
  admin = await s.as({ roles: ['admin'] })
  await addStudent(s.officer, draftOf(s.ids.s2301, { name: '欧阳青禾' }))
  model = await openStandIn(sent => ({ text: JSON.stringify(says(sent)), tokens: [1, 1] }))
  await setParams(s, 'ai', { isEnabled: true, summaryLeast: 10 })
  ok(await admin.post('ai/aiProvider/add', { name: '校内', model: 'qing-1', place: 'campus', baseUrl: model.address }))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  model.close()
  await s.close()
})
beforeEach(() => {
  vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
  says = labelled
})
/** What each line of the answers says, as an honest model would label it, with excerpts nobody wrote among them. */
function labelled(sent: Sent) {
  const lines = (sent.body.messages[1]?.content ?? '').split('\n')
  return {
    themes: [
      { name: '<b>排队</b>', excerpts: ['排队太久', '我从不排队', '菜太咸', '找«学生1»反映过'], count: 99 },
      { name: '太咸', excerpts: ['菜太咸了'] },
      { name: '别的', excerpts: ['什么都好'] },
    ],
    labels: lines.map(line => (line.includes('排队') ? 1 : line.includes('咸') ? 2 : 3)),
  }
}
async function answered(texts: readonly string[], more: object = {}): Promise<string> {
  const id = await s.published({ audience: { classIds: [s.ids.s2301] }, ...more }, [question({ key: 'more', type: 'text', title: '其他建议' })])
  for (const [n, words] of texts.entries()) ok(await s.submit(s.pupils[n] as Actor, id, { more: words }, { seconds: 20 }))
  return id
}
const ask = (surveyId: string, who = s.officer, asked = 'more') => who.post<Summary>('ai/aiCall/summarise', { surveyId, question: asked })
const rule = (answer: Answer<unknown>) => answer.errors[0]?.rule

describe('what was written to a question, by theme', () => {
  it('60-AI8 counts come from the label of each answer, excerpts are literal parts of an answer, names and numbers stay here', async () => {
    const id = await answered(SAID)
    expect(rule(await ask(id))).toBe('ai.aiCall.summaryOff')
    const use = ok(await admin.get<{ result: Array<{ id: string; version: number; code: string }> }>('ai/aiUse/list')).result.find(u => u.code === 'summary')
    ok(await admin.post('ai/aiUse/update', { id: use?.id, version: use?.version, isEnabled: true, dailyPerUser: 1000 }))
    const data = ok(await ask(id))
    expect(data).toMatchObject({ total: 12, used: 12, hidden: 0, label: '由人工智能生成' })
    expect(data.themes.map(({ name, n }) => [name, n])).toEqual([
      ['排队', 6],
      ['太咸', 6],
    ])
    expect(data.themes.map(t => t.excerpts)).toEqual([['排队太久', '找欧阳青禾反映过'], ['菜太咸了']])
    const sent = model.sent.at(-1)?.raw ?? ''
    for (const secret of ['13800000001', '青禾']) expect(sent).not.toContain(secret)
    expect(sent).toContain('«学生1»反映过')
    expect((await ask(id, s.pupils[0])).code).toBe(403)
    expect((await ask(id, await s.as({ roles: ['college'], departmentId: s.ids.art }))).code).not.toBe(200)
  })
  it('60-AI8 60-SV6 of an anonymous survey no theme is told under the smallest group, nor the one it would follow from', async () => {
    const id = await answered(['宿舍很好', ...SAID.slice(1)], { anonymity: 'anonymous' })
    const data = ok(await ask(id))
    // 5, 6 and 1: the one is hidden, and the smaller of the others with it
    expect(data.themes.map(({ name, n }) => [name, n])).toEqual([['太咸', 6]])
    expect(data.hidden).toBe(2)
    expect(JSON.stringify(data.themes)).not.toContain('宿舍')
  })
  it('60-AI8 too few answers are not summed up, nor those that must not go out or that nobody is shown', async () => {
    const before = model.sent.length
    const few = await ask(await answered(SAID.slice(0, 9)))
    expect([rule(few), few.msg]).toEqual(['ai.aiCall.summaryFew', expect.stringMatching(/9.*10/)])
    const ill = await ask(await answered(SAID.map((text, n) => (n < 3 ? `确诊抑郁，${text}` : text))))
    expect([rule(ill), ill.msg]).toEqual(['ai.aiCall.summaryFew', expect.stringMatching(/9.*10/)])
    expect(rule(await ask(await answered(SAID), s.officer, 'other'))).toBe('ai.aiCall.summaryFew')
    expect(model.sent.length).toBe(before)
  })
  it('60-AI8 a label that is missing or names no theme is asked for once more and refused', async () => {
    const id = await answered(SAID)
    for (const labels of [[1, 2], SAID.map(() => 9), 'all']) {
      const before = model.sent.length
      says = sent => ({ ...labelled(sent), labels })
      expect(rule(await ask(id))).toBe('ai.aiCall.failed')
      expect(model.sent.length).toBe(before + 2)
    }
  })
})
