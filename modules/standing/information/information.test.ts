import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { person } from '#modules/campus/model/people.ts'
import { citizenNo, draftOf } from '#modules/student/testing.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { day, proofOf, rulesOf, type StandingSchool, standingSchool } from '../testing.ts'
import type { infoApplication } from './model/application.ts'
import { fieldPolicy } from './model/field-policy.ts'
import { infoChange } from './model/info-change.ts'
import { AT, applied, apply, approvedBy, type CreatedApplication, setPolicy } from './testing.ts'

type Card = OutputOf<typeof infoApplication.card>
let s: StandingSchool
beforeAll(async () => {
  s = await standingSchool()
})
afterAll(() => s.close())

const change = (id: string) => s.db.unscoped(infoChange).one(id)
const everybody = () => [s.fdy, s.college, s.officer]
const card = async (who: Actor, id: string): Promise<Card> => (await who.get<Card>(`${AT}/card`, { id })).data

describe('30-SI an information change', () => {
  expectApplication({ of: infoChange, path: AT, taken: ['open'], files: 'proofs' }, () => ({
    db: s.db,
    applicants: async () => [(await s.pupil()).actor, (await s.pupil()).actor],
    form: () => ({ formerName: '周雨' }),
    approvers: [s.fdy, s.college],
  }))
})
describe('30-SI2 what is locked', () => {
  it('is changed with a proof, by the office last, and is then to be marked nationally', async () => {
    const pupil = await s.pupil()
    expect(rulesOf(await apply(pupil.actor, { name: '周雨彤' }))).toEqual(['proof'])
    const heard = captureEvents(s.server, 'student.infoChanged')
    const made = await applied(pupil.actor, { name: '周雨彤', ethnicityCode: '06', proofs: await proofOf(pupil.actor) })
    await approvedBy(made, [s.fdy, s.college])
    expect((await s.record(pupil.id)).name).toBe('周雨桐')
    await approvedBy(made, [s.officer])
    expect(await s.record(pupil.id)).toMatchObject({ name: '周雨彤', namePinyin: 'zhouyutong zyt', ethnicityCode: '06' })
    expect(await change(made.id)).toMatchObject({ state: 'approved', mode: 'locked', nationalSync: 'todo', effectiveAt: expect.any(String) })
    await s.server.settle()
    expect(heard.filter(h => h.studentId === pupil.id).map(h => h.fields)).toContainEqual(expect.arrayContaining(['name', 'ethnicityCode']))
    expect((await s.fdy.post(`${AT}/markSynced`, { ids: [made.id] })).code).toBe(403)
    expect((await s.officer.post(`${AT}/markSynced`, { ids: [made.id] })).data).toEqual({ done: 1 })
    expect((await change(made.id)).nationalSync).toBe('done')
  })
  it('is not marked nationally of a student who has just entered, nor what is not locked', async () => {
    const fresh = await s.pupil({ enrolDate: day(-20) })
    const locked = await applied(fresh.actor, { name: '周雨彤', proofs: await proofOf(fresh.actor) })
    await approvedBy(locked, everybody())
    const other = await s.pupil()
    const plain = await applied(other.actor, { formerName: '周雨' })
    await approvedBy(plain, [s.fdy, s.college])
    expect([(await change(locked.id)).nationalSync, (await change(plain.id)).nationalSync]).toEqual(['notNeeded', 'notNeeded'])
  })
  it('stays locked whatever the policy is set to; what is not contact data is never free', async () => {
    expect(rulesOf(await setPolicy(s, 'name', { mode: 'approve' }))).toEqual(['locked'])
    expect(rulesOf(await setPolicy(s, 'name', { proof: false, mode: 'approve', flow: 'college' }))).toEqual(['locked'])
    expect(rulesOf(await setPolicy(s, 'politicalCode', { mode: 'free' }))).toEqual(['notFree'])
    expect((await setPolicy(s, 'sourceCanton', { mode: 'locked' })).code).toBe(200)
    expect(await s.db.unscoped(fieldPolicy).find({ field: 'sourceCanton' })).toMatchObject({ proof: true, flow: 'officer' })
    await setPolicy(s, 'sourceCanton', { mode: 'approve', proof: false, flow: 'college' })
    expect((await s.fdy.get('standing/fieldPolicy/list')).code).toBe(403)
  })
  it('30-SR2 and wrong is put right by the office at once, with a reason and a proof', async () => {
    const pupil = await s.pupil()
    const why = { studentId: pupil.id, reason: '户口簿上是“彤”', proofs: await proofOf(s.officer) }
    const correct = (who: Actor, more: object) => who.post<CreatedApplication>(`${AT}/applyFor`, { ...why, ...more })
    expect((await correct(s.fdy, { name: '周雨彤' })).code).toBe(403)
    expect(rulesOf(await correct(s.officer, { name: '周雨彤', proofs: null }))).toEqual(['proof'])
    expect(rulesOf(await correct(s.officer, { name: '周雨彤', reason: null }))).toEqual(['reasonMissing'])
    expect(rulesOf(await correct(s.officer, { name: '周雨桐' }))).toEqual(['same'])
    expect(rulesOf(await correct(s.officer, {}))).toEqual(['nothing'])
    const other = await s.record((await s.pupil()).id)
    expect((await correct(s.officer, { idNo: other.idNo })).errors.map(e => [e.field, e.rule.split('.').at(-1)])).toContainEqual(['idNo', 'idNoHeld'])
    const told = captureNotifications(s.server)
    const made = await correct(s.officer, { name: '周雨彤', ethnicityCode: '06' })
    expect(made.msg).toBe('成功')
    expect(await told('infoChange.corrected', pupil.actor.userId)).toHaveLength(1)
    expect(await s.record(pupil.id)).toMatchObject({ name: '周雨彤', namePinyin: 'zhouyutong zyt', ethnicityCode: '06' })
    const { data } = await s.officer.get<Array<{ source: string }>>('base/student/history', { id: pupil.id })
    expect(data[0]).toMatchObject({ source: 'correction' })
    const kept = await s.officer.get<{ result: unknown[] }>(`${AT}/list`, { studentId: pupil.id })
    expect(kept.data.result).toMatchObject([
      {
        fields: ['name', 'ethnicityCode'],
        reason: '户口簿上是“彤”',
        applyWay: 'office',
        state: 'approved',
        oldText: '周雨桐；汉族',
        newText: '周雨彤；苗族',
        nationalSync: 'todo',
      },
    ])
    const english = await s.officer.get<{ result: unknown[] }>(`${AT}/list`, { studentId: pupil.id }, { 'accept-language': 'en' })
    expect(english.data.result).toMatchObject([{ oldText: '周雨桐；Han', newText: '周雨彤；Miao' }])
  })
})
describe('30-SI3 one open request for a field', () => {
  it('is taken of two at once, and another field beside it', async () => {
    const pupil = await s.pupil()
    const answers = await Promise.all([apply(pupil.actor, { formerName: '甲' }), apply(pupil.actor, { formerName: '乙' }), apply(pupil.actor, { nationalityCode: '344' })])
    expect(answers.map(a => rulesOf(a).join('')).sort()).toEqual(['', '', 'open'])
    expect(await s.db.unscoped(infoChange).count({ studentId: pupil.id })).toBe(2)
  })
  it('does not overwrite what changed after it: who decides sees both values and says which holds', async () => {
    const pupil = await s.pupil()
    const made = await applied(pupil.actor, { politicalCode: '02', proofs: await proofOf(pupil.actor) })
    await approvedBy(made, [s.fdy])
    const { version } = await s.record(pupil.id)
    expect((await s.officer.post('base/student/update', { id: pupil.id, version, politicalCode: '13' })).code).toBe(200)
    expect((await approvedBy(made, [s.college]))?.msg).toContain('申请后“政治面貌”又有变动：申请时是“共青团员”，现在是“群众”，要改为“中共预备党员”')
    expect([(await s.record(pupil.id)).politicalCode, (await change(made.id)).state]).toEqual(['13', 'pending'])
    const seen = await card(s.college, made.id)
    expect(seen).toMatchObject({ isMoved: true, mayAgree: true, changes: [{ old: '共青团员', now: '群众', new: '中共预备党员', isMoved: true }] })
    const agree = (who: Actor, at: number) => who.post(`${AT}/agree`, { id: made.id, version: at })
    expect(rulesOf(await agree(pupil.actor, seen.version))).toEqual(['notYours'])
    expect(rulesOf(await agree(s.college, version))).toEqual(['movedAgain'])
    expect((await agree(s.college, seen.version)).code).toBe(200)
    expect((await approvedBy(made, [s.college]))?.code).toBe(200)
    expect((await s.record(pupil.id)).politicalCode).toBe('02')
  })
})
describe('30-SI4 another identity number', () => {
  const numberOf = (n: number) => citizenNo(`52010220050314${String(n).padStart(3, '0')}`)
  it('re-links the person', async () => {
    const pupil = await s.pupil()
    const before = await s.record(pupil.id)
    const made = await applied(pupil.actor, { idNo: numberOf(902), proofs: await proofOf(pupil.actor) })
    await approvedBy(made, everybody())
    const after = await s.record(pupil.id)
    expect(after.idNo).toBe(numberOf(902))
    expect(after.personId).not.toBe(before.personId)
    expect(await s.db.unscoped(person).one(after.personId ?? '')).toMatchObject({ idNo: numberOf(902) })
  })
  it('is refused where another living record has it, at the application and at its effect', async () => {
    const pupil = await s.pupil()
    const held = await s.record((await s.pupil()).id)
    const refused = await apply(pupil.actor, { idNo: held.idNo, proofs: await proofOf(pupil.actor) })
    expect([rulesOf(refused), JSON.stringify(refused).includes(held.studentNo ?? '—')]).toEqual([['idNoTaken'], false])
    const made = await applied(pupil.actor, { idNo: numberOf(904), proofs: await proofOf(pupil.actor) })
    await s.officer.post('base/student/add', draftOf(s.ids.s2301, { idNo: numberOf(904) }))
    expect((await approvedBy(made, everybody()))?.msg).toContain('证件号已登记在周**')
    expect([(await change(made.id)).state, (await s.record(pupil.id)).idNo === numberOf(904)]).toEqual(['pending', false])
  })
})
describe('30-SI bad input', () => {
  it('what equals the old value, too many proofs, and a wrong number are refused', async () => {
    const pupil = await s.pupil({ formerName: '周雨' })
    expect(rulesOf(await apply(pupil.actor, { formerName: '周雨' }))).toEqual(['same'])
    expect(rulesOf(await apply(pupil.actor, {}))).toEqual(['nothing'])
    const proofs = (await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => proofOf(pupil.actor)))).flat()
    expect((await apply(pupil.actor, { name: '周雨彤', proofs })).errors[0]?.field).toBe('proofs')
    expect(rulesOf(await apply(pupil.actor, { idNo: '520102200503140000', proofs: proofs.slice(0, 1) }))).toEqual(['idNoCheckDigit'])
  })
  it('a number of another province than the origin is warned of, to the student and to who decides', async () => {
    const pupil = await s.pupil()
    const warned = await pupil.actor.get<{ warnings: string[] }>(`${AT}/preview`, { fields: 'idNo', idRegion: '520102' })
    expect(warned.data.warnings).toEqual(['证件号属于贵州省，生源地是北京市，请核对'])
    const made = await applied(pupil.actor, { idNo: citizenNo('52010220050314906'), proofs: await proofOf(pupil.actor) })
    expect((await card(s.fdy, made.id)).warnings).toEqual(warned.data.warnings)
    expect((await pupil.actor.get<{ warnings: string[] }>(`${AT}/preview`, { fields: 'idNo', idRegion: '110101' })).data.warnings).toEqual([])
  })
  it('personal values are masked in the list', async () => {
    const pupil = await s.pupil()
    const idNo = citizenNo('13010220050314908')
    await applied(pupil.actor, { idNo, proofs: await proofOf(pupil.actor) })
    const { data } = await s.fdy.get<{ result: Array<{ newText: string }> }>(`${AT}/list`, { studentId: pupil.id })
    expect(data.result[0]?.newText).toBe(`1${'*'.repeat(17)}`)
  })
})
it('30-SI alike changes are approved together', async () => {
  const pupils = [await s.pupil(), await s.pupil()]
  const made: CreatedApplication[] = []
  for (const { actor } of pupils) made.push(await applied(actor, { formerName: '周雨' }))
  const mine = await s.fdy.get<{ result: Array<{ instanceId: string; taskId: string }> }>('workflow/processTask/mine', { tab: 'todo', size: 100 })
  const taskIds = mine.data.result.filter(c => made.some(m => m.instanceId === c.instanceId)).map(c => c.taskId)
  expect((await s.fdy.post<{ done: number }>('workflow/processTask/decideMany', { taskIds, action: 'approve' })).data.done).toBe(2)
})
