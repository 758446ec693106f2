import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InputOf, OutputOf } from '#model'
import type { Newcomer } from '#modules/admission/testing.ts'
import { presortWish } from '#modules/dormitory/allocation/model/wish.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { student } from '#modules/student/model/student.ts'
import { lookAgain } from '../steps/server/enter.ts'
import { ok, rulesOf, type WelcomeSchool, welcomeSchool } from '../testing.ts'
import type { myInfo, SAVES } from './model/actions.ts'
import { welcomeInfo } from './model/info.ts'

type Saves = { [K in keyof typeof SAVES]: InputOf<(typeof SAVES)[K]> }
type Mine = OutputOf<typeof myInfo>
let s: WelcomeSchool
let batchId: string
beforeAll(async () => {
  s = await welcomeSchool()
  await s.newcomer()
  batchId = await s.published([
    { code: 'information', name: '信息采集', kind: 'auto', autoSource: 'welcome.information', form: '/welcome/info' },
    { code: 'key', name: '领钥匙', kind: 'staff', phase: 'site', dependsOn: ['information'] },
  ])
})
afterAll(() => s.close())
const people = async (given?: Record<string, unknown>): Promise<Newcomer> => {
  const who = await s.newcomer(given)
  await lookAgain(s.db)
  return who
}
const FATHER = { relation: '51', name: '林建国', phone: '13912345678', employer: '武汉钢铁', isGuardian: true }
const GIVEN: Saves = {
  contact: { homeAddress: '湖北省武汉市洪山区珞喻路 1 号', emergencyName: '林建国', emergencyPhone: '13912345678', email: 'xz@example.com' },
  family: { family: [FATHER, { relation: '52', name: '王芳', phone: null, employer: null, isGuardian: false }] },
  league: { politicalCode: '03', leagueBranch: '高三（2）班团支部' },
  sizes: { height: 192, weight: 78, shoeSize: 44 },
  health: { healthCode: '31', specialNeeds: '花生过敏', needsAccessible: true, medicalNote: '不能爬楼' },
  household: { movesHousehold: true, hukouAddress: '武汉市洪山区' },
  habits: { sleepTime: '23:00', smoking: 'no', snoring: 'sometimes', roommates: [] },
}
const save = <K extends keyof Saves>(who: Newcomer, section: K, given: Partial<Saves[K]> = {}) =>
  who.actor.post(`welcome/welcomeInfo/save${section[0]?.toUpperCase()}${section.slice(1)}`, { ...GIVEN[section], ...given })
const mine = async (who: Newcomer): Promise<Mine> => ok(await who.actor.get<Mine>('welcome/welcomeInfo/mine'))
const NEEDED = ['contact', 'family', 'league', 'sizes', 'health', 'household'] as const

describe('30-WI3 the form', () => {
  it('is saved section by section, names those that lack, and settles the step with the last that is asked for', async () => {
    const who = await people()
    const before = (await s.mine(who)).steps
    expect(before.find(x => x?.code === 'information')).toMatchObject({ state: 'open', why: ['还没有填：联系方式、家庭成员、政治面貌、身高体重、健康状况、户口'] })
    for (const section of NEEDED.slice(0, -1)) ok(await save(who, section))
    expect((await mine(who)).sections.filter(x => !x?.isDone).map(x => x?.code)).toEqual(['household', 'habits'])
    const { steps } = await s.mine(who)
    expect(steps.find(x => x?.code === 'key')).toMatchObject({ state: 'locked', why: ['信息采集：还没有填：户口'] })
    const list = ok(await s.college.get<{ result: Array<{ unfinished: string }> }>('welcome/welcomeInfo/list', { studentId: who.id }))
    expect(list.result[0]?.unfinished).toBe('户口')
    ok(await save(who, 'household'))
    expect((await s.state(batchId, who, 'information')).state).toBe('done')
    expect((await s.state(batchId, who, 'key')).state).toBe('open')
  })
  it('asks for a guardian who can be called, and keeps what was saved when a section is refused', async () => {
    const who = await people()
    ok(await save(who, 'family'))
    expect(rulesOf(await save(who, 'family', { family: [{ ...FATHER, phone: null }] }))).toEqual(['noGuardian'])
    expect((await mine(who)).form.family).toMatchObject([{ name: '林建国', phone: '13912345678' }, { name: '王芳' }])
    expect((await save(who, 'sizes', { height: 300 })).code).not.toBe(200)
    expect((await mine(who)).sections.find(x => x?.code === 'sizes')?.isDone).toBe(false)
  })
  it('loses nothing when two sections are saved at once', async () => {
    const who = await people()
    const all = await Promise.all(NEEDED.map(section => save(who, section)))
    expect(all.map(x => x.code)).toEqual(NEEDED.map(() => 200))
    expect((await s.state(batchId, who, 'information')).state).toBe('done')
  })
})
describe('30-WI4 answers', () => {
  it('begin with what the roll knows', async () => {
    const who = await people({ address: '湖北省黄冈市黄州区 8 号', guardianPhone: '13911112222' })
    expect((await mine(who)).form).toMatchObject({ homeAddress: '湖北省黄冈市黄州区 8 号', emergencyPhone: '13911112222', politicalCode: '03' })
  })
  it('about habits, roommates and the bed are with the wishes at once, and only there', async () => {
    const [who, mate] = [await people(), await people()]
    await s.db.update(student, mate.id, { studentNo: '2024W0001' })
    expect(rulesOf(await save(who, 'habits', { roommates: ['2024W9999'] }))).toEqual(['unknown'])
    expect((await mine(who)).sections.find(x => x?.code === 'habits')?.isDone).toBe(false)
    ok(await save(who, 'habits', { roommates: ['2024W0001'] }))
    ok(await save(who, 'health'))
    ok(await save(who, 'sizes'))
    expect(await s.db.unscoped(presortWish).find({ studentId: who.id })).toMatchObject({
      ...{ sleepTime: '23:00:00', smoking: 'no', snoring: 'sometimes', roommates: ['2024W0001'], height: 192, needsAccessible: true, medicalNote: '不能爬楼' },
    })
    expect((await mine(who)).form).toMatchObject({ needsAccessible: true, medicalNote: '不能爬楼' })
  })
  it('go into the record and to the relatives on enrolment, once; afterwards the form is closed', async () => {
    const who = await people()
    for (const section of NEEDED) ok(await save(who, section))
    await s.db.update(student, who.id, { studentNo: '2024W0002' })
    ok(await s.college.post('admission/admittedStudent/review', { id: who.id, hasLetter: true, hasIdDocument: true, hasArchive: true }))
    await s.db.update(student, who.id, { emergencyName: '待核实' })
    expect(ok(await s.college.post('admission/admittedStudent/enrolBatch', { ids: [who.id] }))).toMatchObject({ enrolled: 1 })
    await s.server.settle()
    const { homeAddress, emergencyName, email, healthCode, hukouAddress } = await s.record(who.id)
    expect({ homeAddress, emergencyName, email, healthCode, hukouAddress }).toEqual({
      ...{ homeAddress: GIVEN.contact.homeAddress, emergencyName: '林建国', email: 'xz@example.com', healthCode: '31', hukouAddress: '武汉市洪山区' },
    })
    await s.db.emit('student.enrolled', { studentId: who.id, on: '2024-09-01' })
    await s.server.settle()
    const relatives = await s.db.unscoped(familyMember).all({ studentId: who.id })
    expect(relatives.map(r => [r.name, r.isGuardian]).sort()).toEqual([
      ['林建国', true],
      ['王芳', false],
    ])
    expect(rulesOf(await save(who, 'contact'))).toEqual(['enrolled'])
  })
  it('about health are withheld from whoever may not reveal them, and read with a reason', async () => {
    const who = await people()
    ok(await save(who, 'health'))
    ok(await save(who, 'contact'))
    ok(await save(who, 'family'))
    const read = async (by = s.college) => ok(await by.get<{ result: Array<Record<string, unknown>> }>('welcome/welcomeInfo/list', { studentId: who.id })).result[0]
    for (const by of [s.college, s.officer]) {
      const row = await read(by)
      expect([row?.healthCode, row?.specialNeeds]).toEqual([undefined, undefined])
      expect(JSON.stringify(row)).not.toContain('13912345678')
    }
    const { id = '' } = (await s.db.unscoped(welcomeInfo).find({ studentId: who.id })) ?? {}
    expect((await s.college.post('welcome/welcomeInfo/reveal', { id, fields: ['specialNeeds'], reason: '安排寝室' })).code).toBe(403)
    expect(JSON.stringify((await s.officer.post('welcome/welcomeInfo/reveal', { id, fields: ['specialNeeds'], reason: '安排寝室' })).data)).toContain('花生过敏')
  })
})
