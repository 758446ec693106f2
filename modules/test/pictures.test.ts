import { afterAll, beforeAll, expect, it } from 'vitest'
import { PIXEL, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { testQuestion, testQuestionVersion } from './model/question.ts'
import { testSchedule } from './model/schedule.ts'
import { ok, ruleOf, type TestSchool, testSchool } from './testing.ts'

let s: TestSchool
beforeAll(async () => {
  s = await testSchool()
})
afterAll(() => s.close())
const picture = async (by: Actor) => (await upload<{ fileId: string }>(by, 'oss/oss/endpoint/put-file', PIXEL, '标志.png')).data.fileId
const reads = async (fileId: string, by: Actor) => (await by.get('oss/oss/endpoint/download-file', { fileId })).code !== 404
it('60-OT2 of a question are read while it is answered and when the paper may be seen, and by nobody before that', async () => {
  const { id: bankId } = ok(await s.officer.post<{ id: string }>('test/questionBank/add', { code: 'PICT', name: '标志', category: 'safety' }))
  const files = [await picture(s.officer), await picture(s.officer)]
  const draft = { bankId, no: 'P1', type: 'single', stem: '哪个是禁止烟火？', options: '[图1]\n[图3]\n都不是', answer: 'A', media: files }
  const { id, version } = ok(await s.officer.post<{ id: string; version: number }>('test/testQuestion/add', draft))
  const review = () => s.reviewer.post('test/testQuestion/review', { ids: [id] })
  const refused = await review()
  expect([ruleOf(refused), refused.errors[0]?.values]).toEqual(['picture', { no: 'P1', n: 3, count: 2 }])
  ok(await s.officer.post('test/testQuestion/update', { id, version, options: '[图1]\n[图2]\n都不是' }))
  ok(await review())
  const [kept] = await s.db.unscoped(testQuestionVersion).all({ questionId: id })
  const shown = kept?.content?.pictures ?? []
  expect([shown.length, shown.some(file => files.includes(file))]).toEqual([2, false])
  const paperId = await s.paper([s.section({ type: 'single', count: 1, bankIds: [bankId], mustIds: [id] })], { mode: 'fixed' })
  const test = await s.published({ paperId, passScore: 1, showAnswers: 'never', showScore: 'never' })
  const [one, two] = [s.pupils[0] as Actor, s.pupils[1] as Actor]
  const file = shown[0] ?? ''
  expect([await reads(file, one), await reads(files[0] ?? '', one)]).toEqual([false, false])
  const sheet = ok(await s.start(one, test))
  expect(sheet.questions[0]).toMatchObject({ pictures: shown })
  expect([await reads(file, one), await reads(file, two), await reads(files[0] ?? '', one)]).toEqual([true, false, false])
  // the question as it is edited later changes nothing of what was asked
  ok(await s.officer.post('test/testQuestion/update', { id, version: (await s.db.unscoped(testQuestion).one(id)).version, options: '甲\n乙', media: [] }))
  expect(await reads(file, one)).toBe(true)
  ok(await s.handIn(one, sheet.attemptId))
  expect(await reads(file, one)).toBe(false)
  await s.db.update(testSchedule, test, { showAnswers: 'atOnce' })
  const paper = ok(await one.get<{ questions: Array<{ pictures: string[] }> }>('test/testAttempt/paper', { attemptId: sheet.attemptId }))
  expect([paper.questions[0]?.pictures, await reads(file, one), await reads(file, two)]).toEqual([shown, true, false])
})
it('60 §5 practice holds the wrong ones of tests whose answers may be seen, of the caller alone, until they have them right', async () => {
  const [one, two] = [s.pupils[0] as Actor, s.pupils[1] as Actor]
  const wrong = async (by: Actor) => ok(await by.get<unknown[]>('test/testAttempt/wrong', {})).length
  const mustIds = (await s.db.unscoped(testQuestion).all({ bankId: s.bankId, type: 'judge' }, { sort: ['no'], limit: 2 })).map(q => q.id)
  const paperId = await s.paper([s.section({ mustIds })], { mode: 'fixed' })
  const test = await s.published({ paperId, attempts: 3, gapHours: 0, showAnswers: 'atOnce', showScore: 'atOnce' })
  const before = await wrong(one)
  await s.sit(one, test, false)
  expect([await wrong(one), await wrong(two)]).toEqual([before + 2, 0])
  await s.db.update(testSchedule, test, { showAnswers: 'never' })
  expect(await wrong(one)).toBe(before)
  await s.db.update(testSchedule, test, { showAnswers: 'atOnce' })
  await s.sit(one, test, true)
  expect(await wrong(one)).toBe(before)
})
