import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FlowGraph, flowSubject } from '#flow/index.ts'
import { entity, integer, text } from '#model'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import type { Actor } from '#testing/school.ts'
import { startCase } from '../cases/testing.ts'
import { asks, line } from '../testing.ts'
import { processDef, processVersion } from './model/process.ts'
import { dueAt } from './server/working-time.ts'

const deadline = { hours: 8, workingTime: true }
const branching: FlowGraph = {
  nodes: [
    { id: 'start', type: 'start', name: '开始' },
    asks('fdy', { by: 'relation', relation: 'fdy' }, { name: '辅导员审批', timeout: deadline }),
    { id: 'c', type: 'condition', name: '看天数' },
    asks('college', { by: 'relation', relation: 'college' }, { name: '学院审批', timeout: deadline }),
    asks('office', { by: 'role', role: 'officer' }, { name: '学工处备案' }),
    { id: 'end', type: 'end', name: '结束' },
  ],
  edges: [
    { from: 'start', to: 'fdy' },
    { from: 'fdy', to: 'c' },
    { from: 'c', to: 'college', name: '长假', when: { fact: 'days', op: 'gt', value: 3 } },
    { from: 'c', to: 'end' },
    { from: 'college', to: 'office' },
    { from: 'office', to: 'end' },
  ],
}
flowSubject({
  processType: 'sampleTrip',
  label: '外出申请',
  entity: entity('workflow.sampleTrip', '外出', { days: integer('天数', { required: true }), note: text('说明', { max: 200 }) }, { title: 'note', scope: {} }),
  form: ['days', 'note'],
  initial: { code: 'trip', name: '外出流程', graph: branching },
})
interface Simulated {
  steps: Array<{ node: string; name: string; people: Array<{ name: string; role: string }>; why: string | null; dueAt: string | null; usualMin: number | null }>
  edges: string[]
  warnings: Array<{ node: string | null; level: string; rule: string; text: string }>
  usualMin: number | null
}
let s: SmallSchool
let officer: Actor
let manager: Actor
let id: string
let student: string
beforeAll(async () => {
  s = await smallSchool()
  officer = await s.as({ roles: ['officer'], nickName: '学工老师' })
  await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info, nickName: '林知夏' })
  manager = await s.as({ roles: ['college'], departmentId: s.ids.info, nickName: '院管理员' })
  id = (await s.db.unscoped(processDef).find({ code: 'trip' }))?.id ?? ''
  const admin = await s.as({ roles: ['admin'] })
  student = (await selfOf(s, (await admin.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301))).data.id)).userId
  await s.db.query(sql`update sys_user set department_id = ${s.ids.info} where id = ${student}`)
})
afterAll(() => s.close())
const simulate = async (values: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  officer.post<Simulated>('workflow/processDef/simulate', { id, applicantId: student, values, ...more })
const stored = async (): Promise<unknown> =>
  s.db.query(sql`select (select count(*) from process_instance) as instances, (select count(*) from process_task) as tasks, (select count(*) from process_log) as logs, (select count(*) from todo) as todos,
    (select count(*) from message) as messages, (select count(*) from outbox) as told, (select version from process_def where id = ${id}) as version`)

describe('simulating a flow', () => {
  it('10-W19 tells the path, its people, when each step is due and why a branch is taken; nothing is stored and nobody told', async () => {
    const before = await stored()
    const { data } = await simulate({ days: 5 })
    expect(data.steps.map(x => [x.node, x.people.map(p => `${p.name} ${p.role}`)])).toEqual([
      ['start', []],
      ['fdy', ['林知夏 辅导员']],
      ['c', []],
      ['college', ['院管理员 学院管理员']],
      ['office', ['学工老师 学工处']],
      ['end', []],
    ])
    expect(data.steps.find(x => x.node === 'c')?.why).toBe('长假：天数超过 3')
    expect(data.edges).toEqual(['start>fdy', 'fdy>c', 'c>college', 'college>office', 'office>end'])
    expect(data.warnings).toEqual([])
    const due = data.steps.map(x => (x.dueAt ? Date.parse(x.dueAt) : null))
    const first = (await dueAt(s.db, new Date(), deadline)).getTime()
    expect(Math.abs((due[1] ?? 0) - first)).toBeLessThan(120_000)
    expect(Math.abs((due[3] ?? 0) - (await dueAt(s.db, new Date(first), deadline)).getTime())).toBeLessThan(120_000)
    expect(due[4]).toBeNull()
    expect(await stored()).toEqual(before)
  })
  it('10-W19 follows the conditions with the values given, and warns of steps without anybody', async () => {
    expect((await simulate({ days: 2 })).data.edges).toEqual(['start>fdy', 'fdy>c', 'c>end'])
    expect((await simulate({})).data.edges).toEqual(['start>fdy', 'fdy>c', 'c>end'])
    await s.db.query(sql`update sys_user set status = 'disabled' where id = ${manager.userId}`)
    const { warnings, steps } = (await simulate({ days: 5 })).data
    await s.db.query(sql`update sys_user set status = 'enabled' where id = ${manager.userId}`)
    expect(warnings).toEqual(expect.arrayContaining([expect.objectContaining({ node: 'college', level: 'warning', text: '“学院审批”没有找到审批人，转给流程负责人' })]))
    expect(steps.find(x => x.node === 'college')?.people).toEqual([expect.objectContaining({ name: '学工老师', role: '流程负责人' })])
  })
  it('10-W5 shows who stands in where the applicant would decide alone', async () => {
    const own = await officer.post<Simulated>('workflow/processDef/simulate', { id, applicantId: manager.userId, values: { days: 5 } })
    expect(own.data.steps.find(x => x.node === 'college')?.people.map(p => p.name)).not.toContain('院管理员')
    expect(own.data.warnings.map(w => w.node)).toContain('college')
  })
  it('10-W19 walks a drawing that is not saved, and shows everybody who may be picked where somebody picks', async () => {
    const drawn = line(asks('pick', { by: 'chosen', chooser: 'applicant', roles: ['officer'] }))
    const { data } = await simulate({}, { graph: drawn })
    expect(data.steps.find(x => x.node === 'pick')?.people.map(p => p.name)).toEqual(['学工老师'])
    expect(data.warnings).toEqual([])
  })
  it('10-W19 says what is wrong with a drawing in place of walking it', async () => {
    const round = line(asks('a', { by: 'role', role: 'officer' }), asks('b', { by: 'role', role: 'officer' }))
    const { data } = await simulate({}, { graph: { ...round, edges: [...round.edges, { from: 'b', to: 'a' }] } })
    expect(data.steps).toEqual([])
    expect(data.warnings.some(w => w.level === 'error')).toBe(true)
    expect((await simulate({ days: { script: 1 } })).errors[0]).toMatchObject({ rule: 'workflow.processDef.form', values: { at: 'values.days' } })
    expect((await simulate({}, { graph: { nodes: 3 } })).errors[0]?.rule).toBe('workflow.processDef.form')
    expect((await simulate({}, { applicantId: '0197b2a0-0000-7000-8000-00000000dead' })).code).toBe(404)
  })
  it('10-W19 tells how long the way usually takes', async () => {
    const copy = (await officer.post<{ id: string }>('workflow/processDef/copy', { id, code: 'measured', name: '量过的流程' })).data.id
    expect((await officer.post('workflow/processDef/publish', { id: copy, version: 1 })).msg).toBe('成功')
    const version = await s.db.unscoped(processVersion).find({ defId: copy })
    for (const workMin of [30, 60, 90]) await startCase(s.db, version, { at: 'fdy', applicantId: student, state: 'approved', task: { workMin } })
    await startCase(s.db, version, { at: 'college', applicantId: student, state: 'approved', task: { workMin: 120 } })
    const { data } = await simulate({ days: 5 }, { id: copy })
    expect([data.usualMin, data.steps.find(x => x.node === 'fdy')?.usualMin, data.steps.find(x => x.node === 'office')?.usualMin]).toEqual([180, 60, null])
    expect((await simulate({ days: 1 }, { id: copy })).data.usualMin).toBe(60)
    expect((await simulate({ days: 5 })).data.usualMin).toBeNull()
  })
})
