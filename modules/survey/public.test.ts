import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guardianOf, keyIn, textTo } from '#modules/family/testing.ts'
import { setParams } from '#modules/message/testing.ts'
import type { Actor } from '#testing/school.ts'
import { question } from './model/question.ts'
import { survey } from './model/survey.ts'
import { surveyAnswer, surveyTicket } from './model/survey-rows.ts'
import { sendLinks } from './server/guardian-links.ts'
import { choose, inHours, ok, QUESTIONS, ruleOf, type SurveySchool, surveySchool } from './testing.ts'

let s: SurveySchool
beforeAll(async () => {
  s = await surveySchool()
})
afterAll(() => s.close())
const device = (n: number): string => `device-number-${n}`.padEnd(24, '0')
const codeOf = async (id: string): Promise<string> => (await s.db.unscoped(survey).one(id)).publicCode ?? ''
const open = async (more: object = {}) => {
  const id = await s.published({ anonymity: 'anonymous', isPublic: true, ...more })
  return { id, code: await codeOf(id) }
}
const shown = (code: string, key = device(0)) => s.anonymous.get<Record<string, unknown>>('/api/survey/openApi/getPublic', { code, key })
const send = (code: string, key: string, more: object = {}) => s.anonymous.post('/api/survey/openApi/submit', { code, versionNo: 1, answers: { food: 'yes' }, key, ...more })
const countOf = async (id: string): Promise<number> =>
  (await s.db.query<{ n: number }>(sql`select count(*)::int as n from survey_anonymous_answer where survey_id = ${id}`))[0]?.n ?? 0

it('60-SV10 is answered without an account by whoever has its code, once on a device', async () => {
  const { id, code } = await open()
  expect(code).toMatch(/^[A-Z2-9]{12}$/)
  const data = ok(await shown(code))
  expect([data.state, data.name, (data.questions as unknown[]).length]).toEqual(['open', '食堂满意度', 3])
  const pressed = await Promise.all([1, 2, 3].map(() => send(code, device(1))))
  expect(pressed.map(ruleOf).sort()).toEqual(['answered', 'answered', undefined])
  expect([await countOf(id), ok(await shown(code, device(1))).state, ok(await shown(code, device(2))).state]).toEqual([1, 'answered', 'open'])
  expect(ruleOf(await send(code, device(2), { answers: { food: 'no' } }))).toBe('answers')
  expect(ruleOf(await send(code, device(2), { versionNo: 2 }))).toBe('version')
})
it('60-SV10 answers alike to a wrong code and to one that is over, and says what else keeps it shut', async () => {
  const { id, code } = await open()
  ok(await s.officer.post('survey/survey/close', { id, reason: '够了' }))
  const [over, wrong] = [ok(await shown(code)), ok(await shown('AAAAAAAAAAAA'))]
  expect(over).toEqual(wrong)
  expect([over.state, Object.keys(over).sort()]).toEqual(['closed', ['schoolName', 'state']])
  const [a, b] = [await send(code, device(1)), await send('AAAAAAAAAAAA', device(1))]
  expect([ruleOf(a), a.msg]).toEqual([ruleOf(b), b.msg])
  const later = await open({ beginTime: inHours(2) })
  expect(ok(await shown(later.code)).state).toBe('notOpen')
  const full = await open({ quota: 1 })
  ok(await send(full.code, device(1)))
  expect([ok(await shown(full.code, device(2))).state, ruleOf(await send(full.code, device(2)))]).toEqual(['full', 'full'])
})
it('60-SV10 a named one asks to sign in and come back', async () => {
  const id = await s.published({ isPublic: true })
  expect(ok(await shown(await codeOf(id)))).toMatchObject({ state: 'signIn', id })
  expect(ruleOf(await send(await codeOf(id), device(1)))).toBe('signIn')
})
it('60-SV10 asks for a captcha beyond so many answers of an address in an hour, but not of the campus', async () => {
  await setParams(s, 'survey', { publicPerHour: 2 })
  const { id, code } = await open({ oncePer: 'none' })
  const from = (n: number, ip: string) =>
    s.server.app.inject({ method: 'POST', url: '/api/survey/openApi/submit', remoteAddress: ip, payload: { code, versionNo: 1, answers: { food: 'yes' }, key: device(n) } })
  const rules: unknown[] = []
  for (const n of [1, 2, 3]) rules.push((JSON.parse((await from(n, '203.0.113.7')).payload) as { errors?: Array<{ rule: string }> }).errors?.[0]?.rule ?? 'ok')
  expect(rules).toEqual(['ok', 'ok', 'identity.captcha.wrong'])
  await setParams(s, 'login', { campusRanges: '198.51.100.0/24' })
  for (const n of [4, 5, 6]) expect((JSON.parse((await from(n, '198.51.100.9')).payload) as { code: number }).code).toBe(200)
  expect(await countOf(id)).toBe(5)
})
it('60-SV10 asks for no file, no identity number and no bank number', async () => {
  for (const [asked, what] of [
    [question({ key: 'f', type: 'file', title: '照片' }), '收文件'],
    [question({ key: 'n', type: 'text', title: '身份证号' }), '问证件号码和银行卡号'],
    [choose('b', '银行卡号是哪家的'), '问证件号码和银行卡号'],
  ] as const) {
    const id = await s.drafted({ isPublic: true, ...(asked.type === 'file' ? {} : { anonymity: 'anonymous' }) }, [...QUESTIONS, asked])
    const refused = await s.officer.post('survey/survey/publish', { id })
    expect([ruleOf(refused), refused.msg]).toEqual(['publicForm', `公开问卷不能${what}`])
  }
})
it('waits for the office, however few it asks', async () => {
  const { id } = ok(await s.fdy.post<{ id: string }>('survey/survey/add', s.draft({ anonymity: 'anonymous', isPublic: true })))
  ok(await s.fdy.post('survey/survey/saveDesign', { id, versionNo: 1, questions: QUESTIONS }))
  ok(await s.fdy.post('survey/survey/publish', { id }))
  expect([(await s.db.unscoped(survey).one(id)).state, await codeOf(id)]).toEqual(['pending', ''])
  ok(await s.agree(id))
  expect(await codeOf(id)).toHaveLength(12)
})

it('60 §4 a guardian answers by the link in a text, once for the student; the student is asked nothing, and a reminder sends a new link', async () => {
  await setParams(s, 'login', { siteUrl: 'https://xg.example.edu.cn' })
  await setParams(s, 'message', { quietFrom: '00:00', quietTo: '00:00' })
  const [near, other, bare] = [s.pupils[0] as Actor, s.pupils[1] as Actor, s.pupils[2] as Actor]
  const studentOf = async ({ userId }: Actor) => (await s.db.query<{ id: string }>(sql`select student_id as id from sys_user where id = ${userId}`))[0]?.id ?? ''
  const guardians = [await guardianOf(s, await studentOf(near)), await guardianOf(s, await studentOf(other))]
  const audience = { userIds: [near, other, bare].map(who => who.userId) }
  const publish = async (more: object) => s.officer.post('survey/survey/publish', { id: await s.drafted({ asked: 'guardian', audience, ...more }) })
  const refused = await publish({ isPublic: true })
  expect([ruleOf(refused), refused.msg]).toEqual(['guardianForm', '请监护人填的问卷不能在公开页面填写'])
  const todos = async () =>
    (await s.db.query<{ n: number }>(sql`select count(*)::int as n from todo where user_id = ${near.userId} and biz_type = 'survey' and state = 'open'`))[0]?.n
  const before = await todos()
  const id = await s.published({ asked: 'guardian', audience })
  expect(await todos()).toBe(before)
  expect(ok(await near.get<Array<{ id: string }>>('survey/surveyAnswer/mine')).some(one => one.id === id)).toBe(false)
  expect([await sendLinks(s.db), await sendLinks(s.db)]).toEqual([2, 0])
  const keyOf = async (n: number) => keyIn(await textTo(s, guardians[n]?.phone ?? ''))
  const [key, second] = [await keyOf(0), await keyOf(1)]
  const open = (of: string) => s.anonymous.post<Record<string, unknown>>('survey/surveyAnswer/openByLink', { key: of })
  const answer = (of: string, answers: object = { food: 'yes' }) => s.anonymous.post('survey/surveyAnswer/submitByLink', { key: of, versionNo: 1, answers })
  expect(ok(await open(key))).toMatchObject({ name: '食堂满意度', isAnswered: false, student: '学生1' })
  expect([ruleOf(await open('x'.repeat(30))), ruleOf(await answer(key, { food: 'no' }))]).toEqual(['noLink', 'answers'])
  const pressed = await Promise.all([1, 2].map(() => answer(key)))
  expect(pressed.map(ruleOf).sort()).toEqual(['answered', undefined])
  expect(ok(await open(key))).toMatchObject({ isAnswered: true, questions: [] })
  expect(await s.db.unscoped(surveyAnswer).all({ surveyId: id })).toMatchObject([
    { respondentType: 'guardian', respondentId: guardians[0]?.id, studentId: await studentOf(near), channel: 'link' },
  ])
  expect(ok(await s.officer.get<object>('survey/surveyTicket/board', { id }))).toMatchObject({ expected: 3, answered: 1 })
  const remind = () => s.officer.post<{ told: number }>('survey/surveyTicket/remind', { id })
  expect(ruleOf(await remind())).toBe('nobody')
  await s.db.query(sql`update survey_ticket set sent_at = sent_at - interval '2 hours' where survey_id = ${id}`)
  expect([ok(await remind()).told, await sendLinks(s.db)]).toEqual([1, 1])
  const renewed = await keyOf(1)
  expect([renewed === second, ruleOf(await open(second))]).toEqual([false, 'noLink'])
  const secret = await s.published({ asked: 'guardian', audience, anonymity: 'anonymous' })
  await sendLinks(s.db)
  ok(await answer(await keyOf(1)))
  expect([await countOf(secret), (await s.db.unscoped(surveyTicket).all({ surveyId: secret })).filter(one => one.usedOn).length]).toEqual([1, 1])
  expect(ruleOf(await answer(renewed))).toBeUndefined()
  ok(await s.officer.post('survey/survey/close', { id, reason: '够了' }))
  expect(ruleOf(await open(key))).toBe('notOpen')
})
