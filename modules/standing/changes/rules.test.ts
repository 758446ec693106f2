import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import {
  applied,
  apply,
  approveAs,
  approved,
  day,
  type Form,
  type Preview,
  proofOf,
  rulesOf,
  type StandingSchool,
  standingSchool,
  suspension,
  timelineOf,
  transferOut,
  yearsOn,
} from '../testing.ts'
import { monthsOf } from './model/rules.ts'
import { statusChange } from './model/status-change.ts'

let s: StandingSchool
beforeAll(async () => {
  s = await standingSchool()
})
afterAll(() => s.close())
const preview = async (who: Actor, { typeId, reasonCode = '11', effectiveDate = today(), until }: Partial<Form>) =>
  (await who.get<Preview>('standing/statusChange/preview', { typeId, reasonCode, effectiveDate, until })).data

it('counts a part of a month as a whole one', () => {
  expect([monthsOf('2026-09-01', '2027-08-31'), monthsOf('2026-09-01', '2027-09-01'), monthsOf('2026-09-01', '2026-09-02')]).toEqual([12, 12, 1])
  expect([addMonths('2026-01-31', 1), addMonths('2026-11-30', 3)]).toEqual(['2026-02-28', '2027-02-28'])
})
describe('30-SC a suspension', () => {
  it('shows what is used of what, asks for a proof, and keeps to once and in total', async () => {
    const { id, actor } = await s.pupil()
    const first = await preview(actor, { typeId: s.types.suspension as string, until: day(150) })
    expect(first).toMatchObject({
      from: { status: 'active', className: '软件2301' },
      to: { status: 'suspended' },
      problems: [],
      steps: [{ name: '辅导员' }, { name: '学院' }, { name: '学工处' }],
    })
    expect(first.figures.map(f => [f.label, f.value, f.isMet])).toContainEqual(['累计休学', '已用 0 个月，共 24 个月', true])
    expect(rulesOf(await apply(actor, await suspension(s, actor, { proofs: [] })))).toEqual(['proof'])
    expect(rulesOf(await apply(actor, await suspension(s, actor, { until: null })))).toEqual(['untilMissing'])
    expect(rulesOf(await apply(actor, await suspension(s, actor, { until: addMonths(today(), 14) })))).toEqual(['maxOnce'])
    // longer to found a company
    expect((await preview(actor, { typeId: s.types.suspension as string, reasonCode: '14', until: addMonths(today(), 30) })).problems).toEqual([])
    const began = addMonths(today(), -20)
    const past = { studentId: id, typeId: s.types.suspension as string, reasonCode: '11', state: 'approved', effectState: 'effective', period: 'closed' } as const
    await s.db.insert(statusChange, {
      ...{ ...past, changeNo: `T${id.slice(-8)}`, effectiveDate: began, until: addMonths(began, 16), endedOn: addMonths(began, 16) },
      effectiveAt: new Date().toISOString(),
    })
    const begun = await actor.get<{ types: Array<{ code: string; isOffered: boolean; figures: Array<{ value: string }> }> }>('standing/statusChange/form')
    expect(begun.data.types.find(t => t.code === 'suspension')?.figures[0]?.value).toBe('已用 16 个月，共 24 个月')
    expect(begun.data.types.map(t => [t.code, t.isOffered])).toEqual(
      expect.arrayContaining([
        ['suspension', true],
        ['resumption', false],
      ]),
    )
    expect((await preview(actor, { typeId: s.types.suspension as string, until: addMonths(today(), 11) })).problems.map(p => p.rule)).toEqual(['maxTotal'])
    const english = await actor.get<Preview>(
      'standing/statusChange/preview',
      { typeId: s.types.suspension, reasonCode: '11', effectiveDate: today(), until: addMonths(today(), 11) },
      { 'accept-language': 'en' },
    )
    expect(english.data.figures[0]?.value).toBe('16 of 24 months used')
  })
  it('is refused with every bad input at once, by rule', async () => {
    const { actor } = await s.pupil()
    expect(rulesOf(await apply(actor, await suspension(s, actor, { effectiveDate: day(-3), until: day(-5), proofs: [] })))).toEqual(
      expect.arrayContaining(['past', 'order', 'proof']),
    )
    expect(rulesOf(await apply(actor, await suspension(s, actor, { effectiveDate: addMonths(today(), 20), until: addMonths(today(), 22) })))).toEqual(['tooFar'])
    expect(rulesOf(await apply(actor, { typeId: s.types.repeat as string, reasonCode: '21', effectiveDate: today(), toClassId: s.ids.s2401 }))).toEqual(['notYours'])
    expect(rulesOf(await apply(actor, { typeId: s.types.expulsion as string, reasonCode: '32', effectiveDate: today() }))).toEqual(['notOffered'])
    expect(
      rulesOf(await apply(actor, { typeId: s.types.resumption as string, reasonCode: '24', effectiveDate: today(), toClassId: s.ids.s2401, proofs: await proofOf(actor) })),
    ).toEqual(['fromStatus'])
  })
})
describe('30-SC a change of class', () => {
  it('stays in the grade and major, and moves the end of studies with the grade, up to the longest time', async () => {
    const { id, actor } = await s.pupil()
    const classChange = { typeId: s.types.classChange as string, reasonCode: '15', effectiveDate: today() }
    expect(rulesOf(await apply(actor, { ...classChange, toClassId: s.ids.n2301 }))).toEqual(['classNot'])
    expect(rulesOf(await apply(actor, { ...classChange, toClassId: s.ids.s2301 }))).toEqual(['classSame'])
    expect(rulesOf(await apply(actor, classChange))).toEqual(['classMissing'])
    expect((await preview(actor, classChange)).classes.map(c => c.name)).toEqual(['软件2302'])
    const repeat = { studentId: id, typeId: s.types.repeat as string, reasonCode: '21', effectiveDate: today(), toClassId: s.ids.s2401 }
    const made = await s.fdy.post<{ id: string; instanceId: string }>('standing/statusChange/applyFor', repeat)
    expect(made.msg).toBe('成功')
    for (const by of [s.fdy, s.college, s.officer]) await approveAs(by, made.data.instanceId)
    expect(await s.record(id)).toMatchObject({ status: 'active', classId: s.ids.s2401, grade: 2024, gradeMajorId: s.ids.gm24, expectedGraduation: yearsOn(2) })
    const late = { typeId: s.types.extension as string, reasonCode: '21', effectiveDate: today(), until: yearsOn(9) }
    expect(rulesOf(await apply(actor, late))).toEqual(['maxYears'])
    expect(rulesOf(await apply((await s.pupil()).actor, { ...late, until: null }))).toEqual(['untilMissing'])
  })
})
describe('30-SC a transfer to another school', () => {
  it('is refused in the first term, in the last year, and of those bound by contract; and passes the leader', async () => {
    const form = (who: Actor) => transferOut(s, who)
    const fresh = await s.pupil({ enrolDate: day(-20) })
    expect(rulesOf(await apply(fresh.actor, await form(fresh.actor)))).toEqual(['firstTerm'])
    const old = await s.pupil({ expectedGraduation: day(200) })
    expect(rulesOf(await apply(old.actor, await form(old.actor)))).toEqual(['finalYear'])
    const bound = await s.pupil({ enrolMode: '07' })
    expect(rulesOf(await apply(bound.actor, await form(bound.actor)))).toEqual(['directed'])
    const { actor } = await s.pupil()
    expect(rulesOf(await apply(actor, { ...(await form(actor)), otherSchool: null }))).toEqual(['schoolMissing'])
    expect((await preview(actor, await form(actor))).steps.map(step => step.name)).toEqual(['辅导员', '学院', '学工处', '校领导'])
  })
})
describe('30-SC what the office enters by its document', () => {
  it('holds at once, and asks for the number of the document', async () => {
    const { id } = await s.pupil()
    const death = { studentId: id, typeId: s.types.death as string, reasonCode: '99', effectiveDate: today() }
    const post = (more: object) => s.officer.post<{ id: string }>('standing/statusChange/applyFor', { ...death, ...more })
    expect(rulesOf(await post({}))).toEqual(['docMissing'])
    const made = await post({ docNo: '校学〔2026〕8号' })
    expect(await s.change(made.data.id)).toMatchObject({ state: 'approved', effectState: 'effective', applyWay: 'document', nationalSync: 'todo' })
    expect((await s.record(id)).status).toBe('deceased')
    expect(rulesOf(await s.college.post('standing/statusChange/applyFor', { ...death, studentId: (await s.pupil({ classId: s.ids.a2301 })).id, docNo: '1' }))).toEqual([
      'studentUnknown',
    ])
  })
  it('decides on a withdrawal after hearing the student, a review of legality and a meeting', async () => {
    const { id, actor } = await s.pupil()
    const form = { studentId: id, typeId: s.types.withdrawalDecided as string, reasonCode: '21', effectiveDate: today(), proofs: await proofOf(s.officer) }
    const applyFor = (more: object) => s.officer.post<{ id: string; instanceId: string }>('standing/statusChange/applyFor', { ...form, ...more })
    expect(rulesOf(await applyFor({}))).toEqual(['groundMissing'])
    const { data } = await applyFor({ ground: 'credits' })
    expect((await actor.get<Array<{ id: string; can: string[] }>>('standing/statusChange/mine')).data).toMatchObject([{ id: data.id }])
    const refused = await approveAs(s.college, data.instanceId)
    expect(refused.code).not.toBe(200)
    expect((await approveAs(s.college, data.instanceId, { defence: '学生表示接受' })).code).toBe(200)
    expect((await s.change(data.id)).defence).toBe('学生表示接受')
    expect((await s.record(id)).status).toBe('active')
  })
})
describe('30-SC7 the time line', () => {
  it('has no gap and no overlap, and takes no change before the last one', async () => {
    const { id, actor } = await s.pupil()
    await approved(s, actor, await suspension(s, actor))
    const back = { studentId: id, typeId: s.types.resumption as string, reasonCode: '24', toClassId: s.ids.s2401, proofs: await proofOf(s.officer) }
    expect(rulesOf(await s.officer.post('standing/statusChange/applyFor', { ...back, effectiveDate: day(-1) }))).toEqual(['beforeLast'])
    const spans = await timelineOf(s, id)
    for (const [n, span] of spans.entries()) if (n) expect(span.to).toBe(spans[n - 1]?.from)
    expect(spans[0]).toMatchObject({ status: 'suspended', from: today(), to: null })
  })
  it('30-SC1 leaves one open change', async () => {
    const { actor } = await s.pupil()
    await applied(actor, await suspension(s, actor, { effectiveDate: day(5) }))
    expect(rulesOf(await apply(actor, { typeId: s.types.classChange as string, reasonCode: '15', effectiveDate: today(), toClassId: s.ids.s2302 }))).toEqual(['open'])
  })
})
