import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { today } from '#server/base/today.ts'
import { studentFactSources } from '#server/extensions/student-facts.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { addRegistration } from '#testing/registrations.ts'
import { awardApplication } from './batches/model/application-row.ts'
import { awardBatch } from './batches/model/batch.ts'
import { awardItem } from './items/model/award-item.ts'
import { type AwardSchool, awardSchool, ranked, rulesOf, TOP_TEN } from './testing.ts'

let s: AwardSchool
beforeAll(async () => {
  s = await awardSchool()
})
afterAll(() => s.close())

describe('an award as an application', () => {
  let [batchId, itemId] = ['', '']
  beforeAll(async () => {
    await s.pupil()
    itemId = await s.item([])
    batchId = await s.batch([itemId])
  })
  expectApplication({ of: awardApplication, path: 'award/awardApplication', taken: ['twice'], files: 'proofs' }, () => ({
    db: s.db,
    applicants: async () => [(await s.pupil()).actor, (await s.pupil()).actor],
    form: () => ({ batchId, itemId, statement: '学习认真', isOutstanding: false }),
    approvers: [s.fdy, s.college],
  }))
})
describe('a batch of awards as a round', () => {
  let itemId = ''
  beforeAll(async () => {
    itemId = await s.item([])
  })
  expectRound({ of: awardBatch, path: 'award/awardBatch' }, () => ({
    school: s,
    publisher: s.officer,
    draft: window => ({
      ...{ ...window, itemIds: [itemId], xn: '2026-2027', factsAsOf: today(), audience: { roles: ['student'] }, atEnd: 'stay' },
      ...{ collegeWorkdays: 0, noticeLevel: 'school', ownerDepartmentId: s.ids.info },
    }),
    take: async id => s.apply((await s.pupil()).actor, id, itemId),
    stateOf: async id => (await s.case(id)).state,
  }))
})
describe('40-A1 conditions', () => {
  it('40-A3 answer pass or fail with value and limit; equality passes', async () => {
    const [good, equal, bad, fresh] = [await s.pupil(), await s.pupil(), await s.pupil(), await s.pupil()]
    s.grades[good.id] = ranked(2, 52)
    s.grades[equal.id] = ranked(5, 50)
    s.grades[bad.id] = ranked(14, 52)
    const itemId = await s.item([TOP_TEN])
    const batchId = await s.batch([itemId])
    const [offer] = (await s.offers(bad.actor)).filter(o => o.itemId === itemId)
    expect(offer).toMatchObject({ mayApply: false, checks: [{ name: TOP_TEN.name, result: 'fail', why: ['学业排名前不超过 10 %（现为 26.92 %），第 14 名，共 52 人'] }] })
    expect((await s.apply(good.actor, batchId, itemId)).msg).toBe('成功')
    expect((await s.apply(equal.actor, batchId, itemId)).msg).toBe('成功')
    expect(rulesOf(await s.apply(bad.actor, batchId, itemId))).toEqual(['unqualified'])
    // a new student has no rank: it is said so
    const [none] = (await s.offers(fresh.actor)).filter(o => o.itemId === itemId)
    expect(none?.checks[0]?.why).toEqual(['学业排名前不超过 10 %（没有这项数据）'])
  })
  it('40-A1 are judged for all items of a day by one question to each source of facts', async () => {
    const { actor } = await s.pupil()
    const items = [await s.item([]), await s.item([]), await s.item([])] as const
    let asked = 0
    const back = addRegistration(s.server.core.registry, studentFactSources, {
      code: 'probe',
      label: '计数',
      permission: 'award:awardApplication:list',
      facts: { one: { label: '一', type: 'number' } },
      values(_db, students) {
        asked++
        return sql`select x.id, 1 as one from (${students}) x(id)`
      },
    })
    for (const id of items) await s.db.update(awardItem, id, { conditions: [{ name: '一', when: { fact: 'probe.one', op: 'eq', value: 1 } }] })
    const [first, second] = [await s.batch([items[0], items[1]]), await s.batch([items[2]])]
    const { data } = await s.apply(actor, first, items[1])
    asked = 0
    const offers = (await s.offers(actor)).filter(o => [first, second].includes(o.batchId))
    expect(offers.map(o => [o.itemId, o.mayApply, o.applicationId])).toEqual([
      [items[0], true, null],
      [items[1], false, data.id],
      [items[2], true, null],
    ])
    expect(asked).toBe(1)
    back()
  })
  it('40-A1 over facts that no module knows are said to be unknown, and decide once one does', async () => {
    const { id, actor } = await s.pupil()
    const itemId = await s.item([{ name: '没有在处分期内', when: { fact: 'discipline.inForce', op: 'eq', value: false } }])
    const batchId = await s.batch([itemId])
    const offer = async () => (await s.offers(actor)).find(o => o.itemId === itemId)
    expect(await offer()).toMatchObject({ mayApply: true, checks: [{ result: 'unknown', why: ['学校还没有这项数据，由学院核对'] }] })
    s.punished.add(id)
    const back = s.withDiscipline()
    expect(await offer()).toMatchObject({ mayApply: false, checks: [{ result: 'fail' }] })
    expect(rulesOf(await s.apply(actor, batchId, itemId))).toEqual(['unqualified'])
    back()
  })
  it('40-A5 ten to thirty per cent need a marked outstanding achievement and material', async () => {
    const { id, actor } = await s.pupil()
    s.grades[id] = ranked(10, 50)
    const outstanding = { fact: 'application.outstanding', op: 'eq', value: true } as const
    const itemId = await s.item([
      { name: '前 10%', when: { any: [{ fact: 'cqa.studyRankShare', op: 'le', value: 10 }, { all: [{ fact: 'cqa.studyRankShare', op: 'le', value: 30 }, outstanding] }] } },
    ])
    const batchId = await s.batch([itemId])
    expect((await s.offers(actor)).find(o => o.itemId === itemId)).toMatchObject({ mayApply: true, needsProof: true })
    expect(rulesOf(await s.apply(actor, batchId, itemId))).toEqual(['needsProof'])
    expect(rulesOf(await s.apply(actor, batchId, itemId, { isOutstanding: true }))).toEqual(['needsProof'])
    expect((await s.apply(actor, batchId, itemId, { isOutstanding: true, proofs: await s.proof(actor) })).msg).toBe('成功')
  })
  it('keeps the facts of the submission, counts words, and tells those who fit', async () => {
    const told = captureNotifications(s.server)
    const [fits, fails] = [await s.pupil(), await s.pupil()]
    s.grades[fits.id] = ranked(1, 40)
    s.grades[fails.id] = ranked(39, 40)
    const itemId = await s.item([TOP_TEN], { needsStatement: true, statementMin: 10, statementMax: 20 })
    const batchId = await s.batch([itemId])
    expect([(await told('award.opened', fits.actor.userId)).length, (await told('award.opened', fails.actor.userId)).length]).toEqual([1, 0])
    expect(rulesOf(await s.apply(fits.actor, batchId, itemId, { statement: '太短' }))).toEqual(['words'])
    const { data } = await s.apply(fits.actor, batchId, itemId, { statement: '十个字以上的申请理由一二三' })
    expect((await s.case(data.id)).facts).toMatchObject({ 'cqa.studyRank': 1, 'cqa.groupSize': 40, 'cqa.studyRankShare': 2.5 })
    delete s.grades[fits.id]
    expect((await s.case(data.id)).facts).toMatchObject({ 'cqa.studyRank': 1 })
    const { data: begun } = await fits.actor.get<{ statement: string }>('award/awardApplication/form')
    expect(begun.statement).toBe('十个字以上的申请理由一二三')
  })
})
it('40-A9 a class is put forward by its monitor, on facts of its members', async () => {
  const [monitor, other] = [await s.pupil({ classId: s.ids.s2302 }), await s.pupil({ classId: s.ids.s2302 })]
  const back = s.withDiscipline()
  s.grades[monitor.id] = ranked(1, 2, 0)
  s.grades[other.id] = ranked(2, 2, 1)
  await s.db.update(stuClass, s.ids.s2302, { monitorId: monitor.id })
  const group = { category: 'collective', subject: 'class' } as const
  const itemId = await s.item(
    [
      { name: '及格率', when: { fact: 'group.passRate', op: 'ge', value: 90 } },
      { name: '没有处分', when: { fact: 'group.punished', op: 'eq', value: 0 } },
    ],
    group,
  )
  const batchId = await s.batch([itemId])
  expect((await s.offers(other.actor)).some(o => o.itemId === itemId)).toBe(false)
  expect(rulesOf(await s.apply(other.actor, batchId, itemId))).toEqual(['notMonitor'])
  expect((await s.offers(monitor.actor)).find(o => o.itemId === itemId)).toMatchObject({
    recipient: '软件2302',
    mayApply: false,
    checks: [{ result: 'fail', why: ['及格率不少于 90 %（现为 50 %）'] }, { result: 'pass' }],
  })
  s.grades[other.id] = ranked(2, 2, 0)
  s.punished.add(other.id)
  expect(rulesOf(await s.apply(monitor.actor, batchId, itemId))).toEqual(['unqualified'])
  s.punished.delete(other.id)
  const { data } = await s.apply(monitor.actor, batchId, itemId)
  expect(await s.case(data.id)).toMatchObject({ subjectId: s.ids.s2302, recipient: '软件2302', studentId: monitor.id })
  back()
})
