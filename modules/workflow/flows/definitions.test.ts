import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FlowGraph, FlowNode } from '#flow/index.ts'
import type { Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { asks, line } from '../testing.ts'
import { processDef, processVersion } from './model/process.ts'
import { flowFor, graphOf } from './server/definitions.ts'
import { type DrawingSchool, declareTrip, drawingSchool, simple } from './testing.ts'

declareTrip()
let s: DrawingSchool
beforeAll(async () => {
  s = await drawingSchool()
})
afterAll(() => s.close())

describe('what a school begins with', () => {
  it('gets a published default flow of every kind of application, once', async () => {
    const [first] = await s.db.unscoped(processDef).all({ processType: 'sampleTrip' })
    expect(first).toMatchObject({ code: 'trip', state: 'published', isDefault: true, currentVersion: 1 })
    const { version } = await flowFor(s.db, 'sampleTrip', { departmentId: s.ids.info })
    expect(version).toMatchObject({ no: 1, graph: simple })
    const { default: firstFlows } = await import('./server/flow-seed.ts')
    await firstFlows.run(s.db)
    expect(await s.db.unscoped(processDef).count({ processType: 'sampleTrip' })).toBe(1)
  })
  it('names the kinds of application to anybody signed in', async () => {
    const student = await s.as({ roles: ['student'], userType: 2 })
    expect((await student.get<unknown[]>('workflow/processDef/types')).data).toContainEqual({ processType: 'sampleTrip', name: '外出申请' })
  })
})

describe('drawing a flow', () => {
  it('begins with the drawing its kind begins with, and shows everything the designer needs', async () => {
    const id = await s.create()
    const { data } = await s.officer.get<Record<string, unknown>>('workflow/processDef/flow', { id })
    expect(data).toMatchObject({ state: 'draft', currentVersion: 0, processTypeName: '外出申请', graph: simple, problems: [], versions: [], runningCount: 0, dwell: [] })
    expect(data.form).toContainEqual({ name: 'days', label: '天数', kind: 'integer' })
    expect(data.facts).toContainEqual(expect.objectContaining({ name: 'trip.times', from: 'module', unit: '次' }))
    expect(data.facts).toContainEqual(expect.objectContaining({ name: 'applicant.gradeYear', from: 'applicant' }))
    expect(data.positions).toMatchObject({ leader: '校领导' })
  })
  it('refuses unknown kinds of application, a code twice and owners that do not exist', async () => {
    expect((await s.call('add', { code: 'x1', name: '甲', processType: 'nothing' })).errors[0]?.rule).toBe('workflow.processDef.type')
    expect((await s.call('add', { code: 'trip', name: '甲', processType: 'sampleTrip' })).errors[0]?.rule).toBe('record.duplicate')
    expect((await s.call('add', { code: 'x2', name: '甲', processType: 'sampleTrip', ownerIds: ['0197b2a0-0000-7000-8000-00000000dead'] })).errors[0]).toMatchObject({
      rule: 'workflow.processDef.owner',
      field: 'ownerIds',
    })
  })
  it('keeps a draft as it is drawn and says what is still wrong with it', async () => {
    const id = await s.create()
    const open = line(asks('a', { by: 'people', userIds: [] }))
    const answer = await s.save(id, open)
    expect(answer.data.problems).toMatchObject([{ node: 'a', level: 'error', rule: 'flow.noPeople', text: '“a审批”没有指定人员' }])
    expect((await s.officer.get<{ graph: FlowGraph }>('workflow/processDef/flow', { id })).data.graph).toEqual(open)
  })
  it('10-W1 refuses what is no drawing with the place, and a stale save with what stands', async () => {
    const id = await s.create()
    expect((await s.save(id, { ...simple, script: 'x' })).errors[0]).toMatchObject({ rule: 'workflow.processDef.form', field: 'graph', msg: '流程图的“graph.script”写法不对' })
    expect((await s.save(id, { nodes: Array.from({ length: 1001 }, () => ({})), edges: [] })).errors[0]).toMatchObject({
      rule: 'workflow.processDef.tooBig',
      values: { count: 1001, most: 1000 },
    })
    const { version } = await s.rowOf(id)
    expect((await s.call('saveDraft', { id, version, graph: simple })).code).toBe(200)
    expect((await s.call('saveDraft', { id, version, graph: simple })).code).toBe(409)
  })
  it('copies a flow with its drawing', async () => {
    const id = await s.drawn(line(asks('x', { by: 'role', role: 'officer' })))
    const { data } = await s.call<{ id: string }>('copy', { id, code: `copy${serial('copy')}`, name: '副本' })
    expect(await s.rowOf(data.id)).toMatchObject({ state: 'draft', currentVersion: 0, processType: 'sampleTrip', draft: line(asks('x', { by: 'role', role: 'officer' })) })
  })
})

describe('publishing', () => {
  const refused = async (graph: FlowGraph): Promise<Answer<unknown>['errors'][number] | undefined> => {
    const id = await s.create()
    expect((await s.save(id, graph)).msg).toBe('成功')
    const answer = await s.publish(id)
    expect(await s.db.unscoped(processVersion).count({ defId: id })).toBe(0)
    return answer.errors[0]
  }
  it('10-W1 refuses a cycle, with the step marked', async () => {
    const [a, b] = [asks('a', { by: 'relation', relation: 'fdy' }), asks('b', { by: 'role', role: 'officer' })]
    const round = line(a, b)
    const refusal = await refused({ ...round, edges: [...round.edges.filter(e => e.to !== 'end'), { from: 'b', to: 'a' }] })
    expect(refusal).toMatchObject({ rule: 'workflow.processDef.problems', values: { nodes: expect.arrayContaining(['a']) } })
    expect(refusal?.msg).toMatch(/^流程有 \d+ 处问题，不能发布：/)
  })
  it('10-W1 refuses 500 steps, with a step marked', async () => {
    const many = Array.from({ length: 500 }, (_, i) => asks(`n${i}`, { by: 'role', role: 'officer' }))
    expect(await refused(line(...many))).toMatchObject({ values: { count: 1, node: expect.stringMatching(/^n\d+$/) }, msg: expect.stringContaining('502') })
  })
  it('10-W1 refuses a branch on a field the form no longer has, with the step marked', async () => {
    const branch: FlowGraph = {
      nodes: [
        { id: 'start', type: 'start', name: '开始' },
        { id: 'c', type: 'condition', name: '看城市' },
        asks('a', { by: 'role', role: 'officer' }),
        { id: 'end', type: 'end', name: '结束' },
      ],
      edges: [
        { from: 'start', to: 'c' },
        { from: 'c', to: 'a', name: '外地', when: { fact: 'city', op: 'eq', value: '北京' } },
        { from: 'c', to: 'end' },
        { from: 'a', to: 'end' },
      ],
    }
    expect(await refused(branch)).toMatchObject({ values: { node: 'c' }, msg: '流程有 1 处问题，不能发布：“看城市”的分支“外地”：条件用到的“city”不存在' })
  })
  it('10-W1 refuses people, roles, fields and flows that do not exist here', async () => {
    const first = async (...steps: FlowNode[]) => (await refused(line(...steps)))?.msg
    expect(await first(asks('a', { by: 'people', userIds: ['0197b2a0-0000-7000-8000-00000000dead'] }))).toContain('不存在或已停用')
    expect(await first(asks('a', { by: 'role', role: 'nobody' }))).toContain('“nobody”不存在')
    expect(await first(asks('a', { by: 'field', field: 'days' }))).toContain('没有这个人员字段')
    expect(await first(asks('a', { by: 'role', role: 'officer' }, { fieldPerms: { city: 'edit' } }))).toContain('“city”')
    expect(await first({ id: 'u', type: 'sub', name: '子流程', defCode: 'gone' }, asks('a', { by: 'role', role: 'officer' }))).toContain('“gone”没有发布')
  })
  it('10-W1 refuses a flow inside another that leads back to it, however far around', async () => {
    const office = asks('a', { by: 'role', role: 'officer' })
    const [outer, middle, inner] = [await s.drawn(line(office)), await s.drawn(line(office)), await s.drawn(line(office))]
    const runs = async (id: string, other: string) => {
      await s.save(id, line({ id: 'u', type: 'sub', name: '子流程', defCode: (await s.rowOf(other)).code }, office))
      return s.publish(id)
    }
    expect([(await runs(outer, middle)).code, (await runs(middle, inner)).code]).toEqual([200, 200])
    const around = await runs(inner, outer)
    expect(around.errors[0]).toMatchObject({ rule: 'workflow.processDef.problems', values: { node: 'u' } })
    expect(around.msg).toContain('又会走回这个流程')
    await s.call('setState', { id: middle, state: 'disabled' })
    expect((await runs(inner, outer)).msg).toContain('又会走回这个流程')
  })
  it('10-W10 refuses to let the clock approve what its module forbids', async () => {
    const timed = asks('a', { by: 'role', role: 'officer' }, { timeout: { hours: 8, workingTime: true, marks: [{ atPercent: 100, action: 'approve' }] } })
    expect((await refused(line(timed)))?.msg).toContain('不允许自动通过')
  })
  it('10-W3 numbers the versions, keeps each as it was, and refuses to publish the same again', async () => {
    const id = await s.create()
    expect((await s.publish(id, '第一版')).data).toEqual({ no: 1 })
    expect((await s.publish(id)).errors[0]).toMatchObject({ rule: 'workflow.processDef.unchanged', values: { no: 1 } })
    const changed = line(asks('fdy', { by: 'relation', relation: 'fdy' }), asks('office', { by: 'role', role: 'officer' }))
    await s.save(id, changed)
    expect((await s.publish(id)).data).toEqual({ no: 2 })
    const versions = await s.db.unscoped(processVersion).all({ defId: id }, { sort: ['no'] })
    expect(versions.map(v => [v.no, v.graph?.nodes.length])).toEqual([
      [1, 3],
      [2, 4],
    ])
    expect(await graphOf(s.db, versions[0]?.id ?? '')).toEqual(simple)
    await expect(s.db.update(processVersion, versions[0]?.id ?? '', { graph: changed })).rejects.toThrow()
    const { data } = await s.officer.get<{ versions: Array<{ no: number; note: string | null }> }>('workflow/processDef/flow', { id })
    expect(data.versions.map(v => [v.no, v.note])).toEqual([
      [2, null],
      [1, '第一版'],
    ])
    expect((await s.officer.get<{ graph: FlowGraph }>('workflow/processDef/flow', { id, no: 1 })).data.graph).toEqual(simple)
    expect((await s.officer.get('workflow/processDef/flow', { id, no: 9 })).errors[0]).toMatchObject({ rule: 'workflow.processDef.noVersion', values: { no: 9 } })
  })
  it('publishes once when two press at once', async () => {
    const id = await s.create()
    const answers = await Promise.all([s.publish(id), s.publish(id), s.publish(id)])
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
    expect(await s.db.unscoped(processVersion).count({ defId: id })).toBe(1)
  })
})

describe('who may draw', () => {
  it('leaves flows to the office: everybody else is refused in every verb', async () => {
    const id = await s.drawn(simple)
    const asked: ReadonlyArray<[string, Record<string, unknown>]> = [
      ['saveDraft', { id, version: 1, graph: simple }],
      ['publish', { id, version: 1 }],
      ['setState', { id, state: 'disabled' }],
      ['makeDefault', { id }],
      ['copy', { id, code: 'c', name: 'c' }],
      ['previewSource', { source: { by: 'applicant' } }],
      ['simulate', { id, applicantId: s.officer.userId, values: {} }],
      ['importBpmn', { xml: '<x/>' }],
      ['previewMigration', { defId: id, fromNo: 1, toNo: 2 }],
      ['migrate', { defId: id, fromNo: 1, toNo: 2 }],
    ]
    for (const who of [s.college, await s.as({ roles: ['fdy'] }), await s.as({ roles: ['student'] })]) {
      for (const [verb, body] of asked) expect([verb, (await s.call(verb, body, who)).code]).toEqual([verb, 403])
      expect((await who.get('workflow/processDef/flow', { id })).code).toBe(403)
      expect((await who.get('workflow/processDef/exportBpmn', { id })).code).toBe(403)
    }
    const elsewhere = await (await s.another()).as({ roles: ['officer'] })
    expect((await s.call('publish', { id, version: 1 }, elsewhere)).code).toBe(404)
    expect((await elsewhere.get('workflow/processDef/flow', { id })).code).toBe(404)
    expect((await s.call('previewMigration', { defId: id, fromNo: 1, toNo: 2 }, elsewhere)).code).toBe(404)
  })
})
