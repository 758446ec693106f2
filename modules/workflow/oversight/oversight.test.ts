import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flowSubject } from '#flow/index.ts'
import { type Row, text } from '#model'
import { addDays, HOUR_MS } from '#model/days.ts'
import { entity } from '#model/entity.ts'
import { type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { askedOn } from '#testing/questions.ts'
import type { Actor } from '#testing/school.ts'
import { processInstance, processLog } from '../cases/model/instance.ts'
import { startCase } from '../cases/testing.ts'
import { processDef, processVersion } from '../flows/model/process.ts'
import { usualOf } from '../flows/server/typical-durations.ts'
import { asks, line } from '../testing.ts'

flowSubject({
  processType: 'sampleTrip',
  label: '外出申请',
  entity: entity('workflow.sampleTrip', '外出', { note: text('说明', { max: 200 }) }, { title: 'note', scope: {} }),
  form: ['note'],
  initial: { code: 'trip', name: '外出流程', graph: line(asks('fdy', { by: 'relation', relation: 'fdy' }), asks('office', { by: 'role', role: 'officer' })) },
})
let s: SmallSchool
let version: Row<typeof processVersion> | undefined
let [officer, fdy, manager, otherManager, student, artStudent]: Actor[] = []
const idOf = (actor: Actor | undefined): string => actor?.userId ?? ''
const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString()
/** One decision: working minutes, action, whether overdue. */
const decided = (workMin: number, action: string, by: Actor | undefined, late = false, at = 'fdy') =>
  startCase(s.db, version, {
    ...{ at, applicantId: idOf(student), assigneeId: idOf(by), state: action === 'reject' ? 'rejected' : action === 'return' ? 'returned' : 'approved' },
    task: { workMin, action, actedAt: ago(1), arrivedAt: ago(30), dueAt: late ? ago(2) : ago(0) },
    more: { applicantName: '周雨桐', startedAt: ago(30) },
  })
beforeAll(async () => {
  s = await smallSchool()
  version = await s.db.unscoped(processVersion).find({ defId: (await s.db.unscoped(processDef).find({ code: 'trip' }))?.id ?? '' })
  officer = await s.as({ roles: ['officer'], nickName: '学工老师' })
  fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info, nickName: '林知夏' })
  manager = await s.as({ roles: ['college'], departmentId: s.ids.info })
  otherManager = await s.as({ roles: ['college'], departmentId: s.ids.art })
  student = await s.as({ roles: ['student'], departmentId: s.ids.info, userType: 2 })
  artStudent = await s.as({ roles: ['student'], departmentId: s.ids.art, userType: 2 })
  for (const minutes of [10, 20, 30, 40, 50, 60, 70, 80]) await decided(minutes, 'approve', fdy)
  await decided(90, 'return', fdy, true)
  await decided(100, 'reject', fdy, true)
  await decided(600, 'approve', officer, false, 'office')
  const open = (by: Actor | undefined, arrived: number, due: number, applicant = student) =>
    startCase(s.db, version, {
      at: 'fdy',
      applicantId: idOf(applicant),
      assigneeId: idOf(by),
      task: { arrivedAt: ago(arrived), dueAt: ago(due) },
      more: { applicantName: '周雨桐', startedAt: ago(arrived) },
    })
  await open(fdy, 100, 50)
  await open(fdy, 2, -50)
  await open(officer, 5, -5, artStudent)
})
afterAll(() => s.close())
const get = <T>(verb: string, query: Record<string, unknown> = {}, who = officer) => (who as Actor).get<T>(`workflow/processInstance/${verb}`, query)
interface Monitor {
  states: Array<{ state: string; count: number }>
  nodes: Array<{ nodeName: string; waiting: number; overdue: number; oldest: string; processTypeName: string }>
}
interface Line {
  label: string
  count: number
  medianMin: number
  p90Min: number
  returned: number
  rejected: number
  overdue: number
}
interface Hits {
  result: Array<{ id: string; title: string; state: string; waitsSince: string | null; dueAt: string | null; defNo: number; applicantName: string | null }>
  page: { total: number; current: number; size: number; pages: number }
}

describe('watching what runs', () => {
  it('counts states and what waits at each step, late and since when', async () => {
    const { data } = await get<Monitor>('monitor')
    expect(Object.fromEntries(data.states.map(x => [x.state, x.count]))).toEqual({ pending: 3, returned: 1, approved: 9, rejected: 1, withdrawn: 0, cancelled: 0, suspended: 0 })
    expect(data.nodes).toEqual([expect.objectContaining({ nodeName: 'fdy审批', processTypeName: '外出申请', waiting: 3, overdue: 1 })])
    expect(Date.parse(data.nodes[0]?.oldest ?? '')).toBeLessThan(Date.now() - 99 * HOUR_MS)
    expect((await get<Monitor>('monitor', { processType: 'other' })).data.nodes).toEqual([])
    expect((await get<Monitor>('monitor', { from: '2020-01-01', to: today() })).data.states.find(x => x.state === 'pending')?.count).toBe(3)
    expect((await get<Monitor>('monitor', { to: '2020-01-01' })).data.states.every(x => x.count === 0)).toBe(true)
  })
  it('finds them by number, applicant, approver, step and waiting', async () => {
    const found = async (query: Record<string, unknown>, who = officer) => (await get<Hits>('search', query, who)).data
    expect((await found({})).page.total).toBe(14)
    expect((await found({ approverId: idOf(fdy) })).page.total).toBe(12)
    expect((await found({ approverId: idOf(fdy), state: 'pending' })).page.total).toBe(2)
    const late = await found({ waitingHours: 48 })
    expect(late.page.total).toBe(1)
    expect(late.result[0]).toMatchObject({ state: 'pending', defNo: 1, applicantName: '周雨桐' })
    expect(Date.parse(late.result[0]?.dueAt ?? '')).toBeLessThan(Date.now())
    expect((await found({ keyword: late.result[0]?.title })).result[0]?.id).toBe(late.result[0]?.id)
    expect((await found({ keyword: late.result[0]?.id })).page.total).toBe(1)
    expect((await found({ keyword: '周雨' })).page.total).toBe(14)
    const [{ no } = { no: '' }] = await s.db.query<{ no: string }>(sql`select account_no as no from sys_user where id = ${idOf(artStudent)}`)
    expect((await found({ keyword: no })).page.total).toBe(1)
    expect((await found({ keyword: '100%_' })).page.total).toBe(0)
    expect((await found({ nodeName: 'fdy审批' })).page.total).toBe(3)
    const page = await found({ size: 5, current: 3 })
    expect(page.page).toEqual({ total: 14, current: 3, size: 5, pages: 3 })
    expect(page.result).toHaveLength(4)
  })
  it('shows a college only applications of its own people', async () => {
    const counts = async (who: Actor | undefined) => [
      (await get<Monitor>('monitor', {}, who)).data.states.find(x => x.state === 'pending')?.count,
      (await get<Hits>('search', {}, who)).data.page.total,
      (await get<Line[]>('statistics', { by: 'node' }, who)).data.reduce((sum, l) => sum + l.count, 0),
    ]
    expect(await counts(manager)).toEqual([2, 13, 11])
    expect(await counts(otherManager)).toEqual([1, 1, 0])
  })
  it('is closed to who may not watch', async () => {
    for (const verb of ['monitor', 'search', 'statistics', 'reasons'])
      for (const who of [fdy, student]) expect([verb, (await get(verb, { by: 'node' }, who)).code]).toEqual([verb, 403])
  })
})

describe('measuring', () => {
  const statistics = async (query: Record<string, unknown>) => (await get<Line[]>('statistics', query)).data
  it('tells median and p90 of working time, returns, refusals and what was late, by step', async () => {
    expect(await statistics({ by: 'node' })).toEqual([
      { label: '外出申请 · fdy审批', count: 10, medianMin: 55, p90Min: 91, returned: 1, rejected: 1, overdue: 2 },
      { label: '外出申请 · office审批', count: 1, medianMin: 600, p90Min: 600, returned: 0, rejected: 0, overdue: 0 },
    ])
  })
  it('tells the same by office and by person', async () => {
    expect((await statistics({ by: 'department' })).map(l => [l.label, l.count, l.medianMin])).toEqual([
      ['信息工程学院', 10, 55],
      ['—', 1, 600],
    ])
    const people = await statistics({ by: 'person' })
    expect(people.map(l => [l.label.replace(/（.*）/, ''), l.count])).toEqual([
      ['林知夏', 10],
      ['学工老师', 1],
    ])
    expect(await statistics({ by: 'person', to: '2020-01-01' })).toEqual([])
  })
  it('60-ST1 where approvals wait counts as on that day, in working hours by node and office', async () => {
    const asked = async (by: Sql) => (await askedOn(s, 'workflow.waiting', [addDays(today(), -40), addDays(today(), 1)], by)).map(f => [f.group, f.done, f.median, f.slow])
    expect(await asked(sql`node_name`)).toEqual([
      ['fdy审批', 10, 0.9, 1.5],
      ['office审批', 1, 10, 10],
    ])
    expect((await asked(sql`department_id`)).map(([group, done]) => [group, done])).toEqual([
      [s.ids.info, 10],
      [null, 1],
    ])
  })
  it('tells what is said most when something is sent back or refused', async () => {
    const [back] = await s.db.unscoped(processInstance).all({ state: 'returned' })
    const said = (action: 'return' | 'reject' | 'approve', opinion: string) =>
      s.db.insert(processLog, { instanceId: back?.id ?? '', action, opinion, at: new Date().toISOString(), actorId: idOf(fdy) })
    for (const opinion of ['材料不全', ' 材料不全 ', '日期写错']) await said('return', opinion)
    await said('reject', '材料不全')
    await said('approve', '同意')
    const { data } = await get<Array<{ action: string; opinion: string; count: number }>>('reasons')
    expect(data).toEqual([
      { action: 'return', opinion: '材料不全', count: 2, processTypeName: '外出申请' },
      { action: 'return', opinion: '日期写错', count: 1, processTypeName: '外出申请' },
      { action: 'reject', opinion: '材料不全', count: 1, processTypeName: '外出申请' },
    ])
  })
  it('draws the usual time on each step of a flow', async () => {
    expect(Object.fromEntries(await usualOf(s.db, version?.defId ?? ''))).toEqual({ fdy: 55, office: 600 })
    const { data } = await (officer as Actor).get<{ dwell: unknown[]; runningCount: number }>('workflow/processDef/flow', { id: version?.defId })
    expect(data.runningCount).toBe(4)
    expect(data.dwell).toContainEqual({ node: 'fdy', count: 10, medianMin: 55, p90Min: 91, returnedPercent: 10 })
    const list = await (officer as Actor).get<{ result: Array<{ runningCount: number }> }>('workflow/processDef/list', { processType: 'sampleTrip' })
    expect(list.data.result[0]?.runningCount).toBe(4)
  })
  it('counts 30,000 running applications', async () => {
    await s.db.tx(async db => {
      await db.query(sql`insert into process_instance (tenant_id, def_id, def_version_id, process_type, biz_type, biz_id, applicant_id, title, state, started_at)
        select ${s.tenantId}, ${version?.defId}, ${version?.id}, 'bulk', 'bulk', 'b' || n, ${idOf(student)}, '外出 ' || n, 'pending', now() - n * interval '1 minute' from generate_series(1, 30000) n`)
      await db.query(sql`discard plans`) // the cached plan of the foreign-key check was made while the table was small
      await db.query(sql`insert into process_task (tenant_id, instance_id, no, node_id, node_name, round, assignee_id, mode, "order", state, arrived_at, due_at)
        select tenant_id, id, 1, 'n' || abs(hashtext(id::text)) % 4, '环节' || abs(hashtext(id::text)) % 4, 1, ${idOf(fdy)}, 'any', 1, 'todo', now(), now() from process_instance where biz_type = 'bulk'`)
    })
    const { data } = await get<Monitor>('monitor')
    expect(data.nodes.filter(n => n.nodeName.startsWith('环节')).reduce((sum, n) => sum + n.waiting, 0)).toBe(30_000)
  })
})
