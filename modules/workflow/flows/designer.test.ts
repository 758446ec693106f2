import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FlowGraph } from '#flow/index.ts'
import type { Answer } from '#testing/school.ts'
import { asks, line } from '../testing.ts'
import { processBinding, processDef } from './model/process.ts'
import readiness from './server/readiness.ts'
import { type DrawingSchool, declareTrip, drawingSchool, simple } from './testing.ts'

declareTrip()
let s: DrawingSchool
beforeAll(async () => {
  s = await drawingSchool()
})
afterAll(() => s.close())

describe('drawings of other engines', () => {
  const read = (xml: string): Promise<Answer<{ graph: FlowGraph; warnings: string[] }>> => s.call('importBpmn', { xml })
  const OTHER = `<?xml version="1.0"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:activiti="http://activiti.org/bpmn" targetNamespace="x"><process id="p">
    <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="u"/><userTask id="u" name="辅导员审批" activiti:assignee="\${fdy}"/><sequenceFlow id="f2" sourceRef="u" targetRef="e"/><endEvent id="e"/></process></definitions>`
  it('writes a flow as BPMN and reads it again without loss', async () => {
    const graph = line(asks('fdy', { by: 'relation', relation: 'fdy' }, { timeout: { hours: 8, workingTime: true } }), asks('office', { by: 'role', role: 'officer' }))
    const id = await s.drawn(graph)
    const file = await s.officer.get('workflow/processDef/exportBpmn', { id })
    expect(file.headers['content-type']).toContain('xml')
    expect(Buffer.from(String(file.headers['content-disposition']).split('=').slice(1).join('='), 'base64').toString()).toBe('外出流程.bpmn')
    expect((await read(file.raw.toString())).data).toEqual({ graph, warnings: [] })
    expect((await s.officer.get('workflow/processDef/exportBpmn', { id, no: 1 })).raw.equals(file.raw)).toBe(true)
    expect((await s.officer.get('workflow/processDef/exportBpmn', { id, no: 8 })).errors[0]?.rule).toBe('workflow.processDef.noVersion')
  })
  it('reads what another engine drew into something that can be saved, saying what is missing', async () => {
    const { data } = await read(OTHER)
    expect(data.graph.nodes.map(n => [n.type, n.name])).toContainEqual(['approve', '辅导员审批'])
    expect(data.warnings.length).toBeGreaterThan(0)
    expect((await s.save(await s.create(), data.graph)).code).toBe(200)
    const long = await read(OTHER.replace('辅导员审批', '很长的名称'.repeat(20)))
    expect((await s.save(await s.create(), long.data.graph)).code).toBe(200)
  })
  it('refuses what is no BPMN, what would make XML read files, and settings of ours that somebody bent', async () => {
    expect((await read('流程')).errors[0]).toMatchObject({ rule: 'workflow.processDef.notBpmn', field: 'xml' })
    expect((await read(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${OTHER}`)).msg).toContain('实体声明')
    const file = (await s.officer.get('workflow/processDef/exportBpmn', { id: await s.drawn(simple) })).raw.toString()
    expect(file).toContain('owner')
    expect((await read(file.replaceAll('owner', 'nobody'))).errors[0]).toMatchObject({ rule: 'workflow.processDef.notBpmn', values: { why: 'graph.nodes[1].emptyPolicy' } })
  })
})

describe('whom a source finds', () => {
  interface Preview {
    lines: Array<{ place: string; people: string | null; isMissing: boolean }>
    total: number
    missing: number
  }
  const preview = async (source: unknown): Promise<Answer<Preview>> => s.call<Preview>('previewSource', { source })
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
    expect((await preview({ by: 'people', userIds: [s.officer.userId] })).data.lines).toEqual([{ place: '全校', people: '测试用户', isMissing: false }])
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
    const id = await s.drawn(line(asks('office', { by: 'role', role: 'officer' })))
    await s.call('makeDefault', { id })
    expect(await check(s.db)).toEqual({ share: 1 })
  })
})
