import { afterAll, beforeAll, expect, it } from 'vitest'
import { PIXEL, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { testAttempt } from './model/attempt.ts'
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

it('60-OT2 questions of a material are drawn with it, stay together in their order when a paper is shuffled, and wait until all of them are reviewed', async () => {
  const { id: bankId } = ok(await s.officer.post<{ id: string }>('test/questionBank/add', { code: 'MAT', name: '材料题库', category: 'safety' }))
  const add = async (no: string, more: object) =>
    s.officer.post<{ id: string }>('test/testQuestion/add', { bankId, no, type: 'judge', stem: '这样做对吗？', answer: '对', score: 1, difficulty: 3, ...more })
  const group = async (no: string, stem: string) => ok(await add(no, { type: 'group', stem, answer: null })).id
  const [fire, water] = [await group('M1', '宿舍起火，小李先报警。'), await group('M2', '暴雨积水，小王绕行。')]
  const of = async (groupId: string, name: string) => [
    ok(await add(`${name}1`, { groupId })).id,
    ok(await add(`${name}2`, { groupId, type: 'single', stem: '接着做什么？', options: '离开\n围观\n拍照', answer: 'A', score: 2 })).id,
    ok(await add(`${name}3`, { groupId, type: 'short', stem: '为什么？', answer: '安全', score: 1 })).id,
  ]
  const parts = [await of(fire, 'F'), await of(water, 'W')]
  expect(ruleOf(await add('F9', { groupId: parts[0]?.[0] }))).toBe('group')
  expect(ruleOf(await add('F9', { groupId: fire, type: 'group', stem: '材料里的材料', answer: null }))).toBe('nested')
  const section = { title: '材料', type: 'group', count: 2, scoreEach: 10, bankIds: [bankId] }
  const { id, version } = ok(await s.officer.post<{ id: string; version: number }>('test/testPaper/add', { name: '材料卷', mode: 'randomOnce' }))
  ok(await s.officer.post('test/testPaper/saveSections', { id, version, sections: [section] }))
  const review = async (ids: Array<string | undefined>) => ok(await s.reviewer.post('test/testQuestion/review', { ids }))
  await review([fire, water, ...(parts[0] ?? []), ...(parts[1] ?? []).slice(0, 2)])
  const lacking = await s.officer.post('test/testPaper/publish', { id })
  expect([ruleOf(lacking), lacking.errors[0]?.values?.available]).toEqual(['lacking', 1])
  await review([parts[1]?.[2]])
  const single = await s.officer.post('test/testPaper/add', { name: '单题' })
  const of2 = ok(single) as { id: string; version: number }
  ok(await s.officer.post('test/testPaper/saveSections', { ...of2, sections: [s.section({ count: 1, bankIds: [bankId] })] }))
  expect((await s.officer.post('test/testPaper/publish', { id: of2.id })).errors[0]?.values?.available).toBe(0)
  ok(await s.officer.post('test/testPaper/publish', { id }))
  expect(ruleOf(await s.officer.post('test/testSchedule/publish', { id: await s.drafted({ paperId: id, passScore: 12 }) }))).toBe('markers')
  const test = await s.published({ paperId: id, passScore: 12, kind: 'exam', attempts: 1, showScore: 'published', markerIds: [s.officer.userId] })
  const who = s.pupils[3] as Actor
  const paper = ok(await s.start(who, test))
  const shown = paper.questions as unknown as Array<{ no: number; score: number; stem: string; material: { stem: string } | null }>
  expect(shown.map(q => q.score)).toEqual([2.5, 5, 2.5, 2.5, 5, 2.5])
  const materials = shown.map(q => q.material?.stem)
  expect([new Set(materials.slice(0, 3)).size, new Set(materials.slice(3)).size, new Set(materials).size]).toEqual([1, 1, 2])
  const { form } = await s.db.unscoped(testAttempt).one(paper.attemptId)
  const first = form?.items[0]?.q === parts[0]?.[0] ? parts : parts.toReversed()
  expect(form?.items.map(item => item.q)).toEqual(first.flat())
  expect(ok(await who.get<{ questionCount: number }>('test/testAttempt/rules', { id: test })).questionCount).toBe(6)
  ok(await s.handIn(who, paper.attemptId, await s.right(paper)))
  expect(await s.db.unscoped(testAttempt).one(paper.attemptId)).toMatchObject({ auto: 15, state: 'submitted' })
  const marking = ok(await s.officer.get<{ questions: Array<{ material: { stem: string } | null; full: number }> }>('test/testAnswer/marking', { id: test }))
  expect(marking.questions.map(q => [q.full, q.material?.stem]).toSorted()).toEqual(
    [
      [2.5, '宿舍起火，小李先报警。'],
      [2.5, '暴雨积水，小王绕行。'],
    ].toSorted(),
  )
  const row = await s.db.unscoped(testQuestion).one(fire)
  expect(ruleOf(await s.officer.post('test/testQuestion/update', { id: fire, version: row.version, type: 'judge', answer: '对' }))).toBe('parts')
})
