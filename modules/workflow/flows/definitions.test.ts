import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choice, entity, integer, ref, text } from '#model'
import { type FlowGraph, type FlowNode, flowSubject } from '#model/flow/index.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { startCase } from '../cases/testing.ts'
import { asks, line } from '../testing.ts'
import { processBinding, processDef, processVersion } from './model/process.ts'
import { flowFor, graphOf } from './server/definitions.ts'
import readiness from './server/readiness.ts'

/** A kind of application of the test's own; only its declaration is needed to draw flows for it. */
const trip = entity(
  'workflow.sampleTrip',
  '外出',
  { days: integer('天数', { required: true }), kind: choice('种类', { study: '学习', visit: '参观' }), mentorId: ref('teacher', '带队老师'), note: text('说明', { max: 200 }) },
  { title: 'note', scope: {} },
)
const simple = line(asks('fdy', { by: 'relation', relation: 'fdy' }))
flowSubject({
  processType: 'sampleTrip',
  label: '外出申请',
  entity: trip,
  form: ['days', 'kind', 'mentorId', 'note'],
  facts: [{ name: 'trip.times', label: '本学期外出次数', type: 'number', from: 'module', unit: '次' }],
  mandatory: {},
  autos: {},
  noAutoApprove: true,
  initial: { code: 'trip', name: '外出申请', graph: simple },
})
let s: SmallSchool
let officer: Actor
let college: Actor
beforeAll(async () => {
  s = await smallSchool()
  officer = await s.as({ roles: ['officer'] })
  college = await s.as({ roles: ['college'], departmentId: s.ids.info })
})
afterAll(() => s.close())
interface Problem {
  node: string | null
  level: string
  rule: string
  text: string
}
const call = <T>(verb: string, body: Record<string, unknown>, who: Actor = officer): Promise<Answer<T>> => who.post<T>(`workflow/processDef/${verb}`, body)
let serial = 0
const create = async (name = '外出流程', more: Record<string, unknown> = {}): Promise<string> =>
  (await call<{ id: string }>('add', { code: `trip${++serial}`, name, processType: 'sampleTrip', ...more })).data.id
const rowOf = async (id: string) => s.db.unscoped(processDef).one(id)
const save = async (id: string, graph: unknown): Promise<Answer<{ version: number; problems: Problem[] }>> => call('saveDraft', { id, version: (await rowOf(id)).version, graph })
const publish = async (id: string, note?: string): Promise<Answer<{ no: number }>> => call('publish', { id, version: (await rowOf(id)).version, ...(note ? { note } : {}) })
/** Tries to remove a flow; returns the refusal. */
const removed = async (id: string): Promise<string[]> => (await call<{ failed: Array<{ msg: string }> }>('remove', { ids: id })).data.failed.map(f => f.msg)
const drawn = async (graph: FlowGraph): Promise<string> => {
  const id = await create()
  await save(id, graph)
  expect((await publish(id)).msg).toBe('成功')
  return id
}

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
    const id = await create()
    const { data } = await officer.get<Record<string, unknown>>('workflow/processDef/flow', { id })
    expect(data).toMatchObject({ state: 'draft', currentVersion: 0, processTypeName: '外出申请', graph: simple, problems: [], versions: [], runningCount: 0, dwell: [] })
    expect(data.form).toContainEqual({ name: 'days', label: '天数', kind: 'integer' })
    expect(data.facts).toContainEqual(expect.objectContaining({ name: 'trip.times', from: 'module', unit: '次' }))
    expect(data.facts).toContainEqual(expect.objectContaining({ name: 'applicant.gradeYear', from: 'applicant' }))
    expect(data.positions).toMatchObject({ leader: '校领导' })
  })
  it('refuses unknown kinds of application, a code twice and owners that do not exist', async () => {
    expect((await call('add', { code: 'x1', name: '甲', processType: 'nothing' })).errors[0]?.rule).toBe('workflow.processDef.type')
    expect((await call('add', { code: 'trip', name: '甲', processType: 'sampleTrip' })).errors[0]?.rule).toBe('record.duplicate')
    expect((await call('add', { code: 'x2', name: '甲', processType: 'sampleTrip', ownerIds: ['0197b2a0-0000-7000-8000-00000000dead'] })).errors[0]).toMatchObject({
      rule: 'workflow.processDef.owner',
      field: 'ownerIds',
    })
  })
  it('keeps a draft as it is drawn and says what is still wrong with it', async () => {
    const id = await create()
    const open = line(asks('a', { by: 'people', userIds: [] }))
    const answer = await save(id, open)
    expect(answer.data.problems).toMatchObject([{ node: 'a', level: 'error', rule: 'flow.noPeople', text: '“a审批”没有指定人员' }])
    expect((await officer.get<{ graph: FlowGraph }>('workflow/processDef/flow', { id })).data.graph).toEqual(open)
  })
  it('10-W1 refuses what is no drawing with the place, and a stale save with what stands', async () => {
    const id = await create()
    expect((await save(id, { ...simple, script: 'x' })).errors[0]).toMatchObject({ rule: 'workflow.processDef.form', field: 'graph', msg: '流程图的“graph.script”写法不对' })
    expect((await save(id, { nodes: Array.from({ length: 1001 }, () => ({})), edges: [] })).errors[0]).toMatchObject({
      rule: 'workflow.processDef.tooBig',
      values: { count: 1001, most: 1000 },
    })
    const { version } = await rowOf(id)
    expect((await call('saveDraft', { id, version, graph: simple })).code).toBe(200)
    expect((await call('saveDraft', { id, version, graph: simple })).code).toBe(409)
  })
  it('copies a flow with its drawing', async () => {
    const id = await drawn(line(asks('x', { by: 'role', role: 'officer' })))
    const { data } = await call<{ id: string }>('copy', { id, code: `copy${++serial}`, name: '副本' })
    expect(await rowOf(data.id)).toMatchObject({ state: 'draft', currentVersion: 0, processType: 'sampleTrip', draft: line(asks('x', { by: 'role', role: 'officer' })) })
  })
})

describe('publishing', () => {
  const refused = async (graph: FlowGraph): Promise<Answer<unknown>['errors'][number] | undefined> => {
    const id = await create()
    expect((await save(id, graph)).msg).toBe('成功')
    const answer = await publish(id)
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
    const [outer, middle, inner] = [await drawn(line(office)), await drawn(line(office)), await drawn(line(office))]
    const runs = async (id: string, other: string) => {
      await save(id, line({ id: 'u', type: 'sub', name: '子流程', defCode: (await rowOf(other)).code }, office))
      return publish(id)
    }
    expect([(await runs(outer, middle)).code, (await runs(middle, inner)).code]).toEqual([200, 200])
    const around = await runs(inner, outer)
    expect(around.errors[0]).toMatchObject({ rule: 'workflow.processDef.problems', values: { node: 'u' } })
    expect(around.msg).toContain('又会走回这个流程')
    await call('setState', { id: middle, state: 'disabled' })
    expect((await runs(inner, outer)).msg).toContain('又会走回这个流程')
  })
  it('10-W10 refuses to let the clock approve what its module forbids', async () => {
    const timed = asks('a', { by: 'role', role: 'officer' }, { timeout: { hours: 8, workingTime: true, marks: [{ atPercent: 100, action: 'approve' }] } })
    expect((await refused(line(timed)))?.msg).toContain('不允许自动通过')
  })
  it('10-W3 numbers the versions, keeps each as it was, and refuses to publish the same again', async () => {
    const id = await create()
    expect((await publish(id, '第一版')).data).toEqual({ no: 1 })
    expect((await publish(id)).errors[0]).toMatchObject({ rule: 'workflow.processDef.unchanged', values: { no: 1 } })
    const changed = line(asks('fdy', { by: 'relation', relation: 'fdy' }), asks('office', { by: 'role', role: 'officer' }))
    await save(id, changed)
    expect((await publish(id)).data).toEqual({ no: 2 })
    const versions = await s.db.unscoped(processVersion).all({ defId: id }, { sort: ['no'] })
    expect(versions.map(v => [v.no, v.graph?.nodes.length])).toEqual([
      [1, 3],
      [2, 4],
    ])
    expect(await graphOf(s.db, versions[0]?.id ?? '')).toEqual(simple)
    await expect(s.db.update(processVersion, versions[0]?.id ?? '', { graph: changed })).rejects.toThrow()
    const { data } = await officer.get<{ versions: Array<{ no: number; note: string | null }> }>('workflow/processDef/flow', { id })
    expect(data.versions.map(v => [v.no, v.note])).toEqual([
      [2, null],
      [1, '第一版'],
    ])
    expect((await officer.get<{ graph: FlowGraph }>('workflow/processDef/flow', { id, no: 1 })).data.graph).toEqual(simple)
    expect((await officer.get('workflow/processDef/flow', { id, no: 9 })).errors[0]).toMatchObject({ rule: 'workflow.processDef.noVersion', values: { no: 9 } })
  })
  it('publishes once when two press at once', async () => {
    const id = await create()
    const answers = await Promise.all([publish(id), publish(id), publish(id)])
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
    expect(await s.db.unscoped(processVersion).count({ defId: id })).toBe(1)
  })
})

describe('which flow an application takes', () => {
  const flowOf = async (departmentId: string | null, batchId?: string): Promise<string> =>
    (await flowFor(s.db, 'sampleTrip', { departmentId, ...(batchId ? { batchId } : {}) })).def.id
  const bind = (draft: Record<string, unknown>) => officer.post<{ id: string }>('workflow/processBinding/add', { processType: 'sampleTrip', ...draft })
  it("10-W3 takes the batch's flow before the department's, the nearest department's before the one above, and the default last", async () => {
    const root = (await s.db.insert(department, { code: 'R', name: '学校', deptType: '2' })).id
    await s.db.update(department, s.ids.info, { parentId: root })
    const [batch, own, above] = [await drawn(simple), await drawn(simple), await drawn(simple)]
    const standard = await flowOf(s.ids.info)
    await bind({ departmentId: root, defId: above })
    expect(await flowOf(s.ids.info)).toBe(above)
    expect(await flowOf(s.ids.art)).toBe(standard)
    await bind({ departmentId: s.ids.info, defId: own })
    expect(await flowOf(s.ids.info)).toBe(own)
    expect(await flowOf(root)).toBe(above)
    await bind({ batchId: 'b1', defId: batch })
    expect(await flowOf(s.ids.info, 'b1')).toBe(batch)
    expect(await flowOf(s.ids.info, 'b2')).toBe(own)
    expect(await flowOf(null, 'b1')).toBe(batch)
    expect((await call('setState', { id: own, state: 'disabled' })).code).toBe(200)
    expect(await flowOf(s.ids.info)).toBe(above)
    await s.db.query(sql`delete from process_binding`)
    await s.db.query(sql`update process_def set is_default = false where process_type <> 'sampleTrip'`) // registered by other modules
    await s.db.changed(processBinding, processDef)
  })
  it('10-W3 refuses where nothing is published, naming the kind of application', async () => {
    const [standard] = await s.db.unscoped(processDef).all({ processType: 'sampleTrip', isDefault: true })
    await s.db.update(processDef, standard?.id ?? '', { state: 'disabled' })
    await expect(flowFor(s.db, 'sampleTrip', { departmentId: null })).rejects.toThrow('“外出申请”还没有已发布的流程，暂时不能申请，请联系学工处')
    await s.db.update(processDef, standard?.id ?? '', { state: 'published' })
  })
  it('binds only published flows of the same kind, once a place', async () => {
    const draft = await create('草稿流程')
    expect((await bind({ departmentId: s.ids.art, defId: draft })).errors[0]).toMatchObject({
      rule: 'workflow.processBinding.unpublished',
      msg: '流程“草稿流程”没有发布，不能绑定',
    })
    const id = await drawn(simple)
    expect((await officer.post('workflow/processBinding/add', { processType: 'other', defId: id })).errors[0]?.rule).toBe('workflow.processBinding.type')
    const bound = await bind({ departmentId: s.ids.art, defId: id })
    expect(bound.code).toBe(200)
    expect((await bind({ departmentId: s.ids.art, defId: id })).errors[0]?.rule).toBe('record.duplicate')
    expect(await removed(id)).toEqual(['“外出流程”还绑定在 1 处，请先改绑定'])
    await officer.post('workflow/processBinding/remove', { ids: bound.data.id })
  })
  it('has one default, which cannot be switched off; a flow that was published stays', async () => {
    const id = await drawn(simple)
    const draft = await create()
    expect((await call('makeDefault', { id: draft })).errors[0]?.rule).toBe('workflow.processDef.unpublished')
    expect((await call('setState', { id: draft, state: 'published' })).errors[0]?.rule).toBe('workflow.processDef.never')
    await Promise.all([call('makeDefault', { id }), call('makeDefault', { id: await drawn(simple) }), call('makeDefault', { id })])
    const defaults = await s.db.unscoped(processDef).all({ processType: 'sampleTrip', isDefault: true })
    expect(defaults).toHaveLength(1)
    expect((await call('setState', { id: defaults[0]?.id, state: 'disabled' })).errors[0]?.rule).toBe('workflow.processDef.isDefault')
    expect(await removed(id)).toEqual(['“外出流程”发布过，不能删除，可以停用'])
    expect(await removed(draft)).toEqual([])
  })
})

describe('moving running applications to a later version', () => {
  it('10-W3 leaves them where they are until somebody moves them, having seen which can be', async () => {
    const id = await drawn(line(asks('a', { by: 'relation', relation: 'fdy' }), asks('b', { by: 'role', role: 'officer' })))
    const [first] = await s.db.unscoped(processVersion).all({ defId: id })
    const [stays, moves, ended] = [
      await startCase(s.db, first, { at: 'a', applicantId: officer.userId }),
      await startCase(s.db, first, { at: 'b', applicantId: officer.userId }),
      await startCase(s.db, first, { at: 'b', applicantId: officer.userId, state: 'approved' }),
    ]
    await save(id, line({ ...asks('b', { by: 'role', role: 'officer' }), name: '学工处审核' }))
    await publish(id)
    const versionIn = async (instanceId: string): Promise<string | undefined> =>
      (await s.db.query<{ id: string }>(sql`select def_version_id as id from process_instance where id = ${instanceId}`))[0]?.id
    expect(await versionIn(moves)).toBe(first?.id)
    const asked = { defId: id, fromNo: 1, toNo: 2 }
    expect((await call<unknown[]>('previewMigration', asked)).data).toEqual([
      expect.objectContaining({ instanceId: stays, refused: '新版本没有“a审批”这个环节' }),
      expect.objectContaining({ instanceId: moves, refused: null }),
    ])
    expect(await versionIn(moves)).toBe(first?.id)
    expect((await call('migrate', asked)).data).toEqual({ moved: 1, left: 1 })
    const second = await s.db.unscoped(processVersion).find({ defId: id, no: 2 })
    expect([await versionIn(stays), await versionIn(moves), await versionIn(ended)]).toEqual([first?.id, second?.id, first?.id])
    const logs = await s.db.query(sql`select action, "from", "to", is_forced as forced, actor_id as by from process_log where instance_id = ${moves}`)
    expect(logs).toEqual([{ action: 'migrate', from: '1', to: '2', forced: true, by: officer.userId }])
    const [moved] = await s.db.query<{ at: string; task: string }>(
      sql`select i.current_nodes as at, t.node_name as task from process_instance i join process_task t on t.instance_id = i.id where i.id = ${moves}`,
    )
    expect(moved).toEqual({ at: '学工处审核', task: '学工处审核' })
    expect((await call('migrate', { ...asked, toNo: 1 })).errors[0]?.rule).toBe('workflow.processDef.same')
    expect((await call('migrate', { ...asked, toNo: 7 })).errors[0]).toMatchObject({ rule: 'workflow.processDef.noVersion', values: { no: 7 } })
  })
})

describe('drawings of other engines', () => {
  const read = (xml: string): Promise<Answer<{ graph: FlowGraph; warnings: string[] }>> => call('importBpmn', { xml })
  const OTHER = `<?xml version="1.0"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:activiti="http://activiti.org/bpmn" targetNamespace="x"><process id="p">
    <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="u"/><userTask id="u" name="辅导员审批" activiti:assignee="\${fdy}"/><sequenceFlow id="f2" sourceRef="u" targetRef="e"/><endEvent id="e"/></process></definitions>`
  it('writes a flow as BPMN and reads it again without loss', async () => {
    const graph = line(asks('fdy', { by: 'relation', relation: 'fdy' }, { timeout: { hours: 8, workingTime: true } }), asks('office', { by: 'role', role: 'officer' }))
    const id = await drawn(graph)
    const file = await officer.get('workflow/processDef/exportBpmn', { id })
    expect(file.headers['content-type']).toContain('xml')
    expect(Buffer.from(String(file.headers['content-disposition']).split('=').slice(1).join('='), 'base64').toString()).toBe('外出流程.bpmn')
    expect((await read(file.raw.toString())).data).toEqual({ graph, warnings: [] })
    expect((await officer.get('workflow/processDef/exportBpmn', { id, no: 1 })).raw.equals(file.raw)).toBe(true)
    expect((await officer.get('workflow/processDef/exportBpmn', { id, no: 8 })).errors[0]?.rule).toBe('workflow.processDef.noVersion')
  })
  it('reads what another engine drew into something that can be saved, saying what is missing', async () => {
    const { data } = await read(OTHER)
    expect(data.graph.nodes.map(n => [n.type, n.name])).toContainEqual(['approve', '辅导员审批'])
    expect(data.warnings.length).toBeGreaterThan(0)
    expect((await save(await create(), data.graph)).code).toBe(200)
    const long = await read(OTHER.replace('辅导员审批', '很长的名称'.repeat(20)))
    expect((await save(await create(), long.data.graph)).code).toBe(200)
  })
  it('refuses what is no BPMN, what would make XML read files, and settings of ours that somebody bent', async () => {
    expect((await read('流程')).errors[0]).toMatchObject({ rule: 'workflow.processDef.notBpmn', field: 'xml' })
    expect((await read(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${OTHER}`)).msg).toContain('实体声明')
    const file = (await officer.get('workflow/processDef/exportBpmn', { id: await drawn(simple) })).raw.toString()
    expect(file).toContain('owner')
    expect((await read(file.replaceAll('owner', 'nobody'))).errors[0]).toMatchObject({ rule: 'workflow.processDef.notBpmn', values: { why: 'graph.nodes[1].emptyPolicy' } })
  })
})

describe('who may draw', () => {
  it('leaves flows to the office: everybody else is refused in every verb', async () => {
    const id = await drawn(simple)
    const asked: ReadonlyArray<[string, Record<string, unknown>]> = [
      ['saveDraft', { id, version: 1, graph: simple }],
      ['publish', { id, version: 1 }],
      ['setState', { id, state: 'disabled' }],
      ['makeDefault', { id }],
      ['copy', { id, code: 'c', name: 'c' }],
      ['previewSource', { source: { by: 'applicant' } }],
      ['simulate', { id, applicantId: officer.userId, values: {} }],
      ['importBpmn', { xml: '<x/>' }],
      ['previewMigration', { defId: id, fromNo: 1, toNo: 2 }],
      ['migrate', { defId: id, fromNo: 1, toNo: 2 }],
    ]
    for (const who of [college, await s.as({ roles: ['fdy'] }), await s.as({ roles: ['student'] })]) {
      for (const [verb, body] of asked) expect([verb, (await call(verb, body, who)).code]).toEqual([verb, 403])
      expect((await who.get('workflow/processDef/flow', { id })).code).toBe(403)
      expect((await who.get('workflow/processDef/exportBpmn', { id })).code).toBe(403)
    }
    const elsewhere = await (await s.another()).as({ roles: ['officer'] })
    expect((await call('publish', { id, version: 1 }, elsewhere)).code).toBe(404)
    expect((await elsewhere.get('workflow/processDef/flow', { id })).code).toBe(404)
    expect((await call('previewMigration', { defId: id, fromNo: 1, toNo: 2 }, elsewhere)).code).toBe(404)
  })
})

describe('whom a source finds', () => {
  interface Preview {
    lines: Array<{ place: string; people: string | null; isMissing: boolean }>
    total: number
    missing: number
  }
  const preview = async (source: unknown): Promise<Answer<Preview>> => call<Preview>('previewSource', { source })
  it('10-W19 names the college without a manager and the class without a counsellor', async () => {
    const managers = (await preview({ by: 'relation', relation: 'college' })).data
    expect(managers).toMatchObject({ total: 2, missing: 1 })
    expect(managers.lines[0]).toEqual({ place: '艺术设计学院', people: null, isMissing: true })
    expect(managers.lines[1]).toMatchObject({ place: '信息工程学院', people: '测试用户', isMissing: false })
    await s.as({ roles: ['fdy'], teacherId: s.ids.lin, nickName: '林知夏' })
    const counsellors = (await preview({ by: 'relation', relation: 'fdy' })).data
    expect(counsellors).toMatchObject({ total: 5, missing: 4 })
    expect(counsellors.lines.find(l => !l.isMissing)).toEqual({ place: '信息工程学院 软件2301', people: '林知夏', isMissing: false })
  })
  it('says what is known only once somebody applies', async () => {
    expect((await preview({ by: 'applicant' })).data.lines).toEqual([{ place: '全校', people: '由申请人办理', isMissing: false }])
    expect((await preview({ by: 'relation', relation: 'venueOwner' })).data.lines).toEqual([{ place: '全校', people: '系统里还没有这种关系的数据', isMissing: true }])
    expect((await preview({ by: 'position', position: 'leader' })).data).toMatchObject({ missing: 1 })
    expect((await preview({ by: 'people', userIds: [officer.userId] })).data.lines).toEqual([{ place: '全校', people: '测试用户', isMissing: false }])
    expect((await preview({ by: 'magic' })).errors[0]).toMatchObject({ rule: 'workflow.processDef.form', values: { at: 'source.by' } })
  })
  it('tells a school that opens where its flows would find nobody', async () => {
    const check = readiness.run
    const before = await check(s.db)
    expect(before.share).toBeLessThan(1)
    expect(before.text).toContain('找不到审批人')
    await s.db.query(sql`delete from process_binding`)
    await s.db.query(sql`update process_def set is_default = false where process_type <> 'sampleTrip'`) // registered by other modules
    await s.db.changed(processBinding, processDef)
    const id = await drawn(line(asks('office', { by: 'role', role: 'officer' })))
    await call('makeDefault', { id })
    expect(await check(s.db)).toEqual({ share: 1 })
  })
})
