import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { statusChange } from '../changes/model/status-change.ts'
import { effectDue } from '../changes/server/jobs.ts'
import { approveAs, type Card, day, proofOf, rulesOf } from '../testing.ts'
import { type TransferSchool, transferSchool } from '../testing-transfers.ts'
import { effectBatch } from './server/effect.ts'

let s: TransferSchool
let batches: { art: string; net: string }
beforeAll(async () => {
  s = await transferSchool()
  batches = { art: s.ids.gmArt, net: s.ids.gmNet }
})
afterAll(() => s.close())

describe('30-SC an application for another major', () => {
  it('names up to two majors that have places, and passes counsellor, both colleges and the office', async () => {
    const { art, net } = batches
    const batchId = await s.batch({ [art]: 2, [net]: 1 })
    const { actor, id } = await s.pupil()
    const [shown] = await s.mine(actor)
    expect(shown).toMatchObject({ id: batchId, isOpen: true, changeId: null, conditions: [{ isMet: true }, { isMet: true }, { isMet: true }, { isMet: true }] })
    expect(shown?.offers.map(o => [o?.name, o?.seats]).sort()).toEqual([
      ['2023级网络技术', 1],
      ['2023级视觉设计', 2],
    ])
    const refusals = [[s.ids.gm24], [s.ids.gm23], [art, art]].map(choices => s.apply(actor, batchId, choices).then(a => rulesOf(a).join()))
    expect(await Promise.all(refusals)).toEqual(['own', 'own', 'twice'])
    const senior = await s.pupil({ classId: s.ids.s2401 })
    expect(rulesOf(await s.apply(senior.actor, batchId, [net]))).toEqual(['earlier'])
    const bound = await s.pupil({ enrolMode: '07' })
    expect(rulesOf(await s.apply(bound.actor, batchId, [art]))).toEqual(['unqualified'])
    const answers = await Promise.all([s.apply(actor, batchId, [art, net]), s.apply(actor, batchId, [net])])
    expect(answers.map(a => rulesOf(a).join()).sort()).toEqual(['', 'open'])
    const row = await s.db.unscoped(statusChange).find({ studentId: id, batchId })
    expect(row).toMatchObject({ isTransfer: true, effectState: 'none', effectiveDate: day(20), toGradeMajorId: null })
    const [own] = (await actor.get<Array<{ instanceId: string; choiceNames: string[] }>>('standing/statusChange/mine')).data
    const first = answers[0]?.code === 200
    await s.db.update(stuClass, s.ids.s2301, { monitorId: id })
    const { data: card } = await s.fdy.get<Card>('standing/statusChange/card', { id: row?.id ?? '' })
    // 30-SC2: before anybody approves, what the choices have in common once
    expect(card.consequences).toEqual([
      { label: '班长空缺', value: '软件2301', needsCare: true },
      { label: '学费', value: '按新的年级专业重新计算', needsCare: false },
    ])
    await s.db.update(stuClass, s.ids.s2301, { monitorId: null })
    expect(own?.choiceNames).toEqual(first ? ['2023级视觉设计', '2023级网络技术'] : ['2023级网络技术'])
    for (const by of [s.fdy, s.college, ...(first ? [s.art] : []), s.officer]) await approveAs(by, own?.instanceId ?? null)
    expect(await s.change(row?.id ?? '')).toMatchObject({ state: 'approved', effectState: 'none' })
    expect(await effectDue(s.db, day(400))).toBe(0)
  })
  it('may be returned and submitted again with its choices, and be taken back before its ranking', async () => {
    const batchId = await s.batch({ [batches.art]: 2 })
    const { actor } = await s.pupil()
    const { data } = await s.apply(actor, batchId, [batches.art])
    const find = async () => (await actor.get<Array<{ instanceId: string; typeId: string; can: string[] }>>('standing/statusChange/mine', { id: data.id })).data[0]
    const { data: todo } = await s.fdy.get<{ result: Array<{ instanceId: string; taskId: string }> }>('workflow/processTask/mine', { tab: 'todo', size: 100 })
    const own = await find()
    await s.fdy.post('workflow/processTask/return', { taskId: todo.result.find(c => c.instanceId === own?.instanceId)?.taskId, to: 'applicant', opinion: '请补充理由' })
    const form = { id: data.id, typeId: own?.typeId, reasonCode: '23', reasonText: '补充：参加过设计竞赛', effectiveDate: day(1), toClassId: s.ids.a2301 }
    expect((await actor.post('standing/statusChange/resubmit', form)).msg).toBe('成功')
    expect(await s.change(data.id)).toMatchObject({ state: 'pending', reasonText: '补充：参加过设计竞赛', effectiveDate: day(20), toClassId: null, choices: [batches.art] })
    const placed = await s.applicant(batchId, [batches.art], null)
    expect((await placed.actor.post('standing/statusChange/cancel', { id: placed.changeId, reason: '不转了' })).msg).toBe('成功')
    expect((await s.change(placed.changeId)).state).toBe('cancelled')
  })
})
describe('30-SC the scores of the assessment', () => {
  it('are imported by the college that takes in, all or none, as often as wanted', async () => {
    const { art, net } = batches
    const batchId = await s.batch({ [art]: 2, [net]: 2 })
    const [one, two, other] = [await s.applicant(batchId, [art], null), await s.applicant(batchId, [net, art], null), await s.applicant(batchId, [net], null)]
    const numbers = await Promise.all([one, two, other].map(async p => (await s.record(p.id)).studentNo ?? ''))
    const [a = '', b = '', c = ''] = numbers
    expect((await s.candidates(s.art, batchId)).map(x => x.studentNo)).toEqual([a, b].sort())
    expect((await s.candidates(s.officer, batchId)).map(x => x.studentNo)).toEqual([a, b, c].sort())
    const wrong = await s.score(s.art, batchId, [
      [a, 90],
      [b, 101],
      [c, 80],
      [a, 91],
    ])
    expect(wrong.data).toMatchObject({ written: 0, faults: [{ line: 3 }, { line: 4, problem: '没有这名学生的申请，或不在你的数据范围内' }, { line: 5, problem: '学号重复' }] })
    expect((await s.change(one.changeId)).assessScore).toBeNull()
    for (let n = 0; n < 2; n++)
      expect(
        (
          await s.score(s.art, batchId, [
            [a, 90.5],
            [b, ''],
          ])
        ).data,
      ).toEqual({ written: 1, faults: [] })
    expect([(await s.change(one.changeId)).assessScore, (await s.change(two.changeId)).assessScore]).toEqual([90.5, null])
    expect((await s.score(s.fdy, batchId, [[a, 90]])).code).not.toBe(200)
  })
})
describe('30-SC a batch', () => {
  it('ranks, goes on notice, and takes effect in one job: no quota is exceeded, and a second run changes nothing', async () => {
    const { art, net } = batches
    const told = captureNotifications(s.server)
    const heard = captureEvents(s.server, 'student.classChanged')
    const batchId = await s.batch({ [art]: 2, [net]: 1 }, { minScore: 60, effectiveDate: day(10) }, { [s.ids.gm23]: 3 })
    const all: Array<Awaited<ReturnType<TransferSchool['applicant']>>> = []
    for (const [choices, score] of [
      [[art], 95],
      [[art, net], 90],
      [[art, net], 85],
      [[net], 80],
      [[art], 59],
      [[art], null],
    ] as const)
      all.push(await s.applicant(batchId, choices, score))
    expect(rulesOf(await s.rank(batchId))).toEqual(['stillOpen'])
    await s.closeBatch(batchId)
    expect(rulesOf(await s.publicise(batchId))).toEqual(['state'])
    expect((await s.rank(batchId)).data).toEqual({ ranked: 5, placed: 3, unscored: 1 })
    expect((await s.rank(batchId)).data).toEqual({ ranked: 5, placed: 3, unscored: 1 })
    const result = async () => Promise.all(all.map(async p => s.change(p.changeId).then(r => [r.state, r.rank, r.toGradeMajorId])))
    expect((await s.publicise(batchId)).data).toMatchObject({ placed: 3 })
    expect(await result()).toEqual([
      ['publicised', 1, art],
      ['publicised', 2, art],
      ['publicised', 3, net],
      ['rejected', 4, null],
      ['rejected', 5, null],
      ['rejected', null, null],
    ])
    expect(await s.used(batchId)).toEqual({ [art]: [2, 2], [net]: [1, 1], [`out:${s.ids.gm23}`]: [3, 3] })
    const why = await Promise.all(all.slice(3).map(async p => (await told('standing.transferRefused', p.actor.userId))[0]?.values?.reason))
    expect(why).toEqual([{ text: '志愿专业没有名额了' }, { text: '考核成绩不够' }, { text: '没有考核成绩' }])
    // 40-N4: nothing while the notice runs
    expect(rulesOf(await s.officer.post('standing/majorTransferBatch/effect', { id: batchId }))).toEqual(['state'])
    await s.endNotice(batchId)
    expect((await s.row(batchId)).stage).toBe('cleared')
    expect(await s.effect(batchId)).toBe(3)
    expect(await Promise.all(all.slice(0, 3).map(async p => (await s.change(p.changeId)).effectState))).toEqual(['scheduled', 'scheduled', 'scheduled'])
    expect(await effectDue(s.db, day(10))).toBe(3)
    await s.server.settle()
    const places = () => Promise.all(all.map(async p => s.record(p.id).then(r => [r.classId, r.gradeMajorId, r.departmentId])))
    const after = await places()
    expect(after).toEqual([
      [s.ids.a2301, art, s.ids.art],
      [s.ids.a2301, art, s.ids.art],
      [s.ids.n2301, net, s.ids.info],
      ...Array.from({ length: 3 }, () => [s.ids.s2301, s.ids.gm23, s.ids.info]),
    ])
    const spans = await s.db.query(sql`select student_id, "from" from class_history order by 1, 2`)
    expect(await s.effect(batchId)).toBe(0)
    await effectDue(s.db, day(10))
    await s.server.settle()
    expect([await places(), await s.db.query(sql`select student_id, "from" from class_history order by 1, 2`)]).toEqual([after, spans])
    expect(heard.filter(h => all.some(p => p.id === h.studentId))).toHaveLength(3)
    // one transfer only
    const again = await s.batch({ [s.ids.gm23]: 1 })
    expect(rulesOf(await s.apply(all[0]?.actor as Actor, again, [s.ids.gm23]))).toEqual(['unqualified'])
  })
  it('lets the next in the ranking move up when an objection is upheld, and nobody while it is open', async () => {
    const { art } = batches
    const batchId = await s.batch({ [art]: 1 })
    const [first, next, last] = [await s.applicant(batchId, [art], 90), await s.applicant(batchId, [art], 80), await s.applicant(batchId, [art], 70)]
    await s.closeBatch(batchId)
    await s.rank(batchId)
    await s.publicise(batchId)
    const [line] = await s.db.query<{ id: string }>(sql`select id from public_notice_line where biz_id = ${first.changeId}`)
    const raised = await last.actor.post<{ id: string }>('workflow/objection/raise', { lineId: line?.id, grounds: '考核成绩有误，请复核试卷' })
    await s.endNotice(batchId)
    expect(await s.effect(batchId)).toBe(0)
    const decided = await s.officer.post<{ movedUp: string[] }>('workflow/objection/decide', { id: raised.data.id, upheld: true, answer: '复核后成绩有误' })
    expect([decided.msg, decided.data?.movedUp]).toEqual(['成功', [next.changeId]])
    await s.server.settle()
    expect([(await s.change(first.changeId)).state, (await s.change(next.changeId)).state, (await s.change(last.changeId)).state]).toEqual(['rejected', 'publicised', 'rejected'])
    expect(await s.used(batchId)).toEqual({ [art]: [1, 1] })
    await s.endNotice(batchId)
    expect(await s.effect(batchId)).toBe(1)
    expect((await s.change(next.changeId)).effectState).toBe('scheduled')
  })
  it('puts returned soldiers and founders first, as far as the school says; and two runs of the effect at once are one', async () => {
    const { art } = batches
    const batchId = await s.batch({ [art]: 1 }, { soldierBonus: 10, founderBonus: 4 })
    const [plain, soldier, founder] = [await s.applicant(batchId, [art], 80), await s.applicant(batchId, [art], 72), await s.applicant(batchId, [art], 77)]
    const was = (studentId: string, typeId: string, reasonCode: string, more: object) =>
      s.db.insert(statusChange, {
        ...{ changeNo: `W${studentId.slice(-9)}`, studentId, typeId, reasonCode, effectiveDate: day(-100), state: 'approved', effectState: 'effective' },
        ...{ effectiveAt: new Date().toISOString(), ...more },
      })
    await was(soldier.id, s.types.resumption as string, '25', {})
    await was(founder.id, s.types.suspension as string, '14', { period: 'closed', until: day(-10), endedOn: day(-10) })
    expect((await s.candidates(s.art, batchId)).map(c => c.bonus).sort()).toEqual([0, 10, 4])
    await s.closeBatch(batchId)
    await s.rank(batchId)
    const ranks = await Promise.all([soldier, founder, plain].map(async p => (await s.change(p.changeId)).rank))
    expect(ranks).toEqual([1, 2, 3])
    // two runs at once give the place once
    await s.publicise(batchId)
    await s.endNotice(batchId)
    const runs = await Promise.all([effectBatch(s.db, batchId), effectBatch(s.db, batchId), effectBatch(s.db, batchId)])
    expect(runs.toSorted()).toEqual([0, 0, 1])
    expect([(await s.change(soldier.changeId)).effectState, (await s.change(plain.changeId)).state]).toEqual(['scheduled', 'rejected'])
  })
})
it('30-SC1 an open transfer of major ends when a withdrawal takes effect, and its place is free again', async () => {
  const { art } = batches
  const batchId = await s.batch({ [art]: 2 })
  const [placed, waiting] = [await s.applicant(batchId, [art], 90), await s.pupil()]
  const applied = await s.apply(waiting.actor, batchId, [art])
  const loss = async (studentId: string) =>
    s.officer.post('standing/statusChange/applyFor', {
      studentId,
      typeId: s.types.recordLoss,
      reasonCode: '99',
      effectiveDate: day(0),
      docNo: '校学〔2026〕9号',
      proofs: await proofOf(s.officer),
    })
  expect((await loss(waiting.id)).msg).toBe('成功')
  expect((await s.change(applied.data.id)).state).toBe('cancelled')
  await s.closeBatch(batchId)
  await s.rank(batchId)
  await s.publicise(batchId)
  expect(await s.used(batchId)).toEqual({ [art]: [1, 2] })
  expect((await loss(placed.id)).msg).toBe('成功')
  await s.server.settle()
  expect((await s.change(placed.changeId)).state).toBe('cancelled')
  expect(await s.used(batchId)).toEqual({ [art]: [0, 2] })
  await s.endNotice(batchId)
  expect(await s.effect(batchId)).toBe(0)
})
