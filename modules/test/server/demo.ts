import sql from 'sql-template-tag'
import type { DraftOf, Row } from '#model'
import { accountsOf } from '#modules/student/server/api.ts'
import { type DemoPupil, demoPupils } from '#modules/student/server/demo-people.ts'
import { markAnswered, publishRound } from '#modules/workflow/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { moment } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { testAdjustment, testAnswer, testAttempt, testCandidate, testFlag } from '../model/attempt.ts'
import { questionBank } from '../model/bank.ts'
import { totalOf } from '../model/cells.ts'
import type { Content, Written } from '../model/content.ts'
import { type Form, formOf, poolOf } from '../model/draw.ts'
import { type Section, testPaper } from '../model/paper.ts'
import { testQuestion, testQuestionVersion } from '../model/question.ts'
import { testRound, testSchedule } from '../model/schedule.ts'
import { availableFor } from './available.ts'
import { signQuestion } from './demo-pictures.ts'
import { BANKS, ESSAY, questionOf, WRITTEN } from './demo-questions.ts'
import { fingerprint, mustBeWhole } from './questions.ts'

type Schedule = Row<typeof testSchedule>
type Paper = Row<typeof testPaper>
const MINUTES = 45
const SHOWN = 150
/** Banks of a safety office with reviewed questions; a finished test of all, an open one, and one that waits for its marks. */
export default (async (db, { students }) => {
  const [officer, fdy] = [await demoAccount(db, 'officer'), await demoAccount(db, 'fdy')]
  const pupils = await demoPupils(db)
  if (!officer || !fdy || !pupils.length) return
  const { contents, signId } = await banks(db, sized(students, 3200, 144), officer.id, officer.departmentId, fdy.id)
  const paper = await paperOf(db, '新生安全教育', [sectionOf('判断题', 'judge', 8, 4), sectionOf('单选题', 'single', 10, 4, signId), sectionOf('多选题', 'multi', 7, 4)], officer)
  const owned = {
    ownerId: officer.id,
    ownerDepartmentId: officer.departmentId,
    paperId: paper.id,
    audience: { roles: ['student'] },
    minutes: MINUTES,
    passScore: 90,
    processType: 'test',
  }
  const past = await db.insert(testSchedule, {
    ...owned,
    name: '新生安全教育考试',
    kind: 'safety',
    beginTime: moment(-60, '08:00'),
    endTime: moment(-46, '22:00'),
    growthCategory: 'ideology',
    growthHours: 2,
  })
  const asked = pupils
    .filter(p => p.isNear || p.isOwn)
    .concat(pupils.filter(p => !p.isNear && !p.isOwn))
    .slice(0, sized(students, 8600, 160))
  await ended(db, past, asked, 'released')
  await sat(db, past, paper, asked, contents, 94)
  const open = await db.insert(testSchedule, {
    ...{ ...owned, name: '消防安全月测试', kind: 'safety', beginTime: moment(-2, '08:00'), endTime: moment(12, '22:00'), watch: ['leaving', 'watermark'], showAnswers: 'atOnce' },
    intro: '<p>先看一遍《宿舍防火十条》，再开始作答。可以考五次，取最高分。</p>',
  })
  await publishRound({ db, me: db.me, lang: 'zh-cn', ip: '', traceId: '' }, testSchedule, testRound, open.id, true)
  await sat(db, open, paper, asked.filter(p => !p.isOwn).slice(0, Math.ceil(asked.length * 0.35)), contents, 80)
  await marking(
    db,
    pupils.filter(p => p.isNear),
    contents,
    officer,
  )
  const [needs] = pupils.filter(p => p.isNear && !p.isOwn)
  if (needs) await db.insert(testAdjustment, { studentId: needs.id, extraPercent: 25, reason: '右手骨折，书写慢' })
}) satisfies Demo

const sectionOf = (title: string, type: Section['type'], count: number, scoreEach: number, must?: string): Section => ({
  title,
  type,
  count,
  scoreEach,
  bankIds: [],
  topics: null,
  spread: null,
  mustIds: must ? [must] : null,
})
/** The questions of all banks, reviewed, but for a few that wait; what each says, by version. */
async function banks(db: Db, n: number, ownerId: string, departmentId: string | null, editedBy: string) {
  let signId = ''
  const contents = new Map<string, Content>()
  const each = Math.ceil(n / BANKS.length)
  for (const bank of BANKS) {
    const { code, name, category, topic } = bank
    const { id: bankId } = await db.insert(questionBank, { code, name, category, departmentId, ownerId })
    const written: Array<Written & { no: string; score: number }> = Array.from({ length: each }, (_, i) => questionOf(bank, i))
    if (topic === 'fire') written.push({ ...ESSAY, topics: [...ESSAY.topics] })
    const rows = written.map((one, i) => ({ id: uuidv7(), one, content: mustBeWhole(one), isReviewed: i % 24 !== 23, versionId: uuidv7() }))
    await db.insertMany(
      testQuestion,
      rows.map(({ id, one, content, isReviewed }): DraftOf<typeof testQuestion> & Record<string, unknown> => ({
        ...{ id, bankId, no: one.no, type: one.type, stem: one.stem, options: one.options ?? null, answer: one.answer ?? null, score: one.score, difficulty: one.difficulty ?? 3 },
        ...{ topics: [...(one.topics ?? [])], explanation: one.explanation ?? null, stemHash: fingerprint(content), editedBy },
        ...(isReviewed ? { state: 'reviewed', versionNo: 1, reviewedBy: ownerId } : {}),
      })),
      { history: false },
    )
    const reviewed = rows.filter(row => row.isReviewed)
    await db.insertMany(
      testQuestionVersion,
      reviewed.map(({ versionId, id, content }) => ({ id: versionId, questionId: id, no: 1, content })),
      { history: false },
    )
    for (const { versionId, content } of reviewed) contents.set(versionId, content)
    if (topic !== 'fire') continue
    const sign = await signQuestion(db, bankId, ownerId, editedBy)
    for (const [versionId, content] of sign.contents) contents.set(versionId, content)
    signId = sign.questionId
  }
  return { contents, signId }
}
async function paperOf(db: Db, name: string, given: readonly Section[], { id: ownerId, departmentId }: { id: string; departmentId: string | null }): Promise<Paper> {
  const bankIds = (await db.unscoped(questionBank).all({ category: ['safety', 'lab', 'handbook', 'knowledge'] })).map(bank => bank.id) // demo data
  const sections = given.map(section => ({ ...section, bankIds }))
  const pool = poolOf(sections, await availableFor(db, sections))
  return db.insert(testPaper, { name, mode: 'perCandidate', sections, total: totalOf(sections), pool, state: 'ready', ownerId, departmentId })
}
/** A test that is over: whom it asked. */
async function ended(db: Db, { id, beginTime }: Schedule, people: readonly DemoPupil[], stage: 'marking' | 'released'): Promise<void> {
  await db.updateWhere(
    testSchedule,
    { id },
    { state: 'closed', stage, publishedAt: beginTime, audienceCount: people.length, ...(stage === 'released' ? { releasedAt: beginTime } : {}) },
    { history: false },
  )
  await db.query(sql`insert into round_member (tenant_id, round_id, user_id, student_id) select u.tenant_id, ${id}::uuid, u.user_id, u.student_id from student_account u
    where u.tenant_id = ${db.me.tenantId} and u.student_id = any(${people.map(p => p.id)}::uuid[]) on conflict do nothing`)
  await db.insertMany(
    testCandidate,
    people.map(p => ({ scheduleId: id, studentId: p.id })),
    { history: false, skipExisting: true },
  )
}
/** One attempt of each of these people; so many percent pass. Answers are there of the first ones. */
async function sat(db: Db, row: Schedule, paper: Paper, people: readonly DemoPupil[], contents: ReadonlyMap<string, Content>, percent: number): Promise<void> {
  const random = randomOf(771)
  const isOver = Date.parse(row.endTime) < Date.now()
  const attempts = people.map(({ id: studentId }, n) => {
    const isPassed = random.int(1, 100) <= percent
    const total = isPassed ? 100 - 4 * random.int(0, 2) : 100 - 4 * random.int(3, 10)
    const begun = Date.parse(row.beginTime) + random.int(1, 40) * 3_600_000
    const startedAt = new Date(Math.min(begun, Date.now() - 3_600_000)).toISOString()
    const submittedAt = new Date(Date.parse(startedAt) + random.int(9, MINUTES - 1) * 60_000).toISOString()
    const form = formOf(paper.pool ?? [], 1000 + n, paper)
    return { id: uuidv7(), studentId, seed: 1000 + n, form, startedAt, submittedAt, total, isPassed }
  })
  await db.insertMany(
    testAttempt,
    attempts.map(({ id, studentId, seed, form, startedAt, submittedAt, total }) => ({
      ...{ id, scheduleId: row.id, studentId, no: 1, paperId: paper.id, seed, form, startedAt, submittedAt, seenAt: submittedAt, submitWay: 'self', auto: total, total },
      ...{ deadlineAt: new Date(Date.parse(startedAt) + MINUTES * 60_000).toISOString(), holder: `demo-${seed}-0000`, state: isOver ? 'released' : 'marked' },
    })) as never,
    { history: false },
  )
  await db.query(sql`update test_candidate c set used = 1, score = a.total, is_passed = a.total >= ${row.passScore}, last_ended_at = a.submitted_at,
    done_at = case when a.total >= ${row.passScore} then a.submitted_at end, passed_at = case when a.total >= ${row.passScore} then a.submitted_at end
    from test_attempt a where c.tenant_id = ${db.me.tenantId} and a.tenant_id = c.tenant_id and a.schedule_id = c.schedule_id and a.student_id = c.student_id and c.schedule_id = ${row.id}`)
  const done = await accountsOf(
    db,
    attempts.filter(a => a.isPassed).map(a => a.studentId),
  )
  if (!isOver) await markAnswered(db, testSchedule, row, [...done.values()])
  await db.insertMany(
    testAnswer,
    attempts.slice(0, SHOWN).flatMap(a => answersOf(a.id, a.form, contents, Math.round((100 - a.total) / 4), a.submittedAt)),
    { history: false },
  )
  const away = attempts.filter((_, n) => n % 29 === 3).slice(0, SHOWN)
  await db.insertMany(
    testFlag,
    away.map(a => ({ attemptId: a.id, scheduleId: row.id, studentId: a.studentId, kind: 'leave' as const, at: a.submittedAt })),
    { history: false },
  )
}
/** Answers to a form, the first so many of them wrong. */
const answersOf = (attemptId: string, { items }: Form, contents: ReadonlyMap<string, Content>, wrong: number, savedAt: string) =>
  items.map(({ q, v, m, o }, at) => {
    const content = contents.get(v)
    const key = (place: number): string => o.find(([, i]) => i === place)?.[0] ?? ''
    const picks = content?.picks ?? []
    const isRight = at >= wrong
    const other = o.find(([, i]) => !picks.includes(i))?.[0] ?? ''
    const answer = content?.type === 'multi' ? (isRight ? picks.map(key) : [other]) : isRight ? key(picks[0] ?? 0) : other
    return { attemptId, questionId: q, no: at + 1, answer, seq: 1, savedAt, score: isRight ? m : 0 }
  })
/** A quiz of the counsellor's classes with a short answer, handed in and not marked. */
async function marking(db: Db, people: readonly DemoPupil[], contents: ReadonlyMap<string, Content>, officer: { id: string; departmentId: string | null }): Promise<void> {
  const paper = await paperOf(db, '消防知识竞赛', [sectionOf('单选题', 'single', 10, 2), sectionOf('简答题', 'short', 1, 10)], officer)
  const row = await db.insert(testSchedule, {
    ...{
      processType: 'test',
      name: '消防知识竞赛初赛',
      kind: 'exam',
      paperId: paper.id,
      beginTime: moment(-4, '08:00'),
      endTime: moment(-1, '22:00'),
      audience: { roles: ['student'] },
    },
    ...{
      minutes: MINUTES,
      attempts: 1,
      passScore: 18,
      showScore: 'published',
      showAnswers: 'published',
      markerIds: [officer.id],
      ownerId: officer.id,
      ownerDepartmentId: officer.departmentId,
    },
  })
  await ended(db, row, people, 'marking')
  const attempts = people.map(({ id: studentId }, n) => {
    const startedAt = moment(-3, `${String(9 + (n % 10)).padStart(2, '0')}:${String((n * 7) % 60).padStart(2, '0')}`)
    return {
      id: uuidv7(),
      studentId,
      seed: 9000 + n,
      form: formOf(paper.pool ?? [], 9000 + n, paper),
      startedAt,
      submittedAt: new Date(Date.parse(startedAt) + 25 * 60_000).toISOString(),
      wrong: n % 5,
    }
  })
  await db.insertMany(
    testAttempt,
    attempts.map(({ id, studentId, seed, form, startedAt, submittedAt, wrong }) => ({
      ...{ id, scheduleId: row.id, studentId, no: 1, paperId: paper.id, seed, form, startedAt, submittedAt, seenAt: submittedAt, submitWay: 'self' as const, auto: 20 - 2 * wrong },
      ...{ deadlineAt: new Date(Date.parse(startedAt) + MINUTES * 60_000).toISOString(), holder: `demo-${seed}-0000`, state: 'submitted' as const },
    })),
    { history: false },
  )
  await db.insertMany(
    testAnswer,
    attempts.flatMap((a, n) =>
      answersOf(a.id, a.form, contents, a.wrong, a.submittedAt).map(one =>
        contents.get(a.form.items[one.no - 1]?.v ?? '')?.type === 'short' ? { ...one, answer: WRITTEN[n % WRITTEN.length] ?? '', score: null } : one,
      ),
    ),
    { history: false },
  )
  await db.updateWhere(testCandidate, { scheduleId: row.id }, { used: 1, lastEndedAt: moment(-3, '20:00'), doneAt: moment(-3, '20:00') }, { history: false })
}
