import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { inHours, ok, rulesOf, saysOf, type WelcomeSchool, welcomeSchool } from '../testing.ts'
import { welcomeBatch } from './model/batch.ts'
import { layersOf, unknownIn } from './model/graph.ts'
import { welcomePoint } from './model/point.ts'
import { welcomeStep } from './model/step.ts'
import { welcomeMember } from './model/step-state.ts'
import { USUAL } from './model/usual.ts'

let s: WelcomeSchool
beforeAll(async () => {
  s = await welcomeSchool()
  await s.newcomer()
})
afterAll(() => s.close())

describe('a batch of enrolment', () => {
  expectRound({ of: welcomeBatch, path: 'welcome/welcomeBatch' }, () => ({
    school: s,
    publisher: s.admissions,
    draft: ({ name, beginTime, endTime }) => {
      const [from, length] = [Date.parse(beginTime), Date.parse(endTime) - Date.parse(beginTime)]
      const at = (share: number): string => new Date(from + length * share).toISOString()
      return { name, beginTime, endTime, year: 2024, audience: { all: true }, preFrom: at(0.1), preTo: at(0.3), siteFrom: at(0.4), siteTo: at(0.8) }
    },
    prepare: id => s.db.insert(welcomeStep, { batchId: id, code: 'phone', name: '核对手机号', phase: 'pre', kind: 'self' }),
  }))
})
describe('30-WS1 the steps of a batch', () => {
  it('stand in layers behind all they wait for; a circle is told from who merely stands behind it', () => {
    const step = (code: string, ...dependsOn: string[]) => ({ code, name: code, dependsOn })
    const { layers, circle } = layersOf([step('key', 'fee', 'dorm'), step('fee', 'come'), step('dorm', 'come'), step('come')])
    expect([layers.map(l => l.map(x => x.code)), circle]).toEqual([[['come'], ['fee', 'dorm'], ['key']], []])
    expect(layersOf([step('a', 'b'), step('b', 'a'), step('c', 'b')]).circle.map(x => x.code)).toEqual(['a', 'b'])
    expect(unknownIn([step('a', 'gone')])).toMatchObject([{ code: 'gone' }])
  })
  it.each([
    [
      'circles',
      [
        { code: 'a', name: '缴费', dependsOn: ['b'] },
        { code: 'b', name: '钥匙', dependsOn: ['a'] },
      ],
      'cycle',
      '缴费、钥匙',
    ],
    ['unknown predecessors', [{ code: 'a', name: '缴费', dependsOn: ['gone'] }], 'unknownStep', 'gone'],
    ['steps that no audience reaches', [{ code: 'a' }, { code: 'b', name: '女生体检', audience: { grades: [1999] } }], 'unreached', '女生体检'],
    ['a batch without steps', [], 'noSteps', '迎新'],
  ])('refuse to be published with %s', async (_what, steps, rule, said) => {
    const id = await s.draft(steps)
    const answer = await s.publish(id)
    expect(rulesOf(answer)).toEqual([rule])
    expect(saysOf(answer)).toContain(said)
    expect(await s.db.unscoped(welcomeMember).count({ batchId: id })).toBe(0)
  })
  it('are set while the batch is a draft; names and times are corrected later', async () => {
    const id = await s.published([{ code: 'phone' }])
    const [step] = await s.db.unscoped(welcomeStep).all({ batchId: id })
    const change = (more: object) => s.admissions.post('welcome/welcomeStep/update', { id: step?.id, version: step?.version, ...more })
    expect(rulesOf(await change({ kind: 'staff' }))).toEqual(['published'])
    expect(rulesOf(await s.admissions.post('welcome/welcomeStep/add', { batchId: id, code: 'x', name: 'x', phase: 'pre', kind: 'self' }))).toEqual(['published'])
    ok(await change({ name: '核对电话' }))
  })
  it('name a source where they are automatic, and none elsewhere', async () => {
    const batchId = await s.draft([])
    const add = (more: object) => s.admissions.post('welcome/welcomeStep/add', { batchId, code: 'fee', name: '缴费', phase: 'pre', ...more })
    expect(rulesOf(await add({ kind: 'auto' }))).toEqual(['source'])
    expect(rulesOf(await add({ kind: 'self', autoSource: 'fee' }))).toEqual(['source'])
    expect(rulesOf(await add({ kind: 'auto', autoSource: 'nothing' }))).toEqual(['unknownSource'])
    ok(await add({ kind: 'auto', autoSource: 'fee' }))
  })
  it('come from the usual ones, without a circle, and are copied with their points, but not with last year’s times', async () => {
    const batchId = await s.draft([])
    ok(await s.admissions.post('welcome/welcomeStep/addUsual', { batchId }))
    const steps = await s.db.unscoped(welcomeStep).all({ batchId })
    expect([steps.length, layersOf(steps).circle, unknownIn(steps)]).toEqual([USUAL.length, [], []])
    const point = { batchId, name: '东门', campusId: s.campusId, stepCodes: ['gate'], staff: [s.officer.userId] }
    expect(rulesOf(await s.admissions.post('welcome/welcomePoint/add', { ...point, stepCodes: ['gone'] }))).toEqual(['unknownStep'])
    expect(rulesOf(await s.admissions.post('welcome/welcomePoint/add', { ...point, stepCodes: ['fee'] }))).toEqual(['selfStep'])
    ok(await s.admissions.post('welcome/welcomePoint/add', point))
    await s.db.updateWhere(welcomeStep, { batchId, code: 'gate' }, { openFrom: inHours(1) })
    const next = ok(await s.admissions.post<{ id: string }>('welcome/welcomeBatch/copy', { id: batchId, name: '明年', beginTime: inHours(8000), endTime: inHours(9000) }))
    const copies = await s.db.unscoped(welcomeStep).all({ batchId: next.id })
    expect([copies.length, copies.filter(c => c.openFrom).length]).toEqual([USUAL.length, 0])
    expect(await s.db.unscoped(welcomePoint).all({ batchId: next.id })).toMatchObject([{ name: '东门', stepCodes: ['gate'] }])
  })
  it('stand in phases that follow one another inside the window', async () => {
    const answer = await s.admissions.post('welcome/welcomeBatch/add', {
      ...{ name: '倒过来', year: 2024, audience: { all: true } },
      ...{ beginTime: inHours(0), preFrom: inHours(5), preTo: inHours(4), siteFrom: inHours(6), siteTo: inHours(7), endTime: inHours(9) },
    })
    expect(rulesOf(answer)).toEqual(['phases'])
  })
})
