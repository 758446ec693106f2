import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { type Board, type NewcomerSchool, newcomerSchool, planned } from '../testing.ts'
import { distributionLine } from './model/line.ts'
import { distributionPlan } from './model/plan.ts'

let s: NewcomerSchool
beforeAll(async () => {
  s = await newcomerSchool()
})
afterAll(() => s.close())
const post = (verb: string, body: object) => s.officer.post<Record<string, number>>(`distribution/distributionPlan/${verb}`, body)
const board = async (id: string): Promise<Board> => (await s.officer.get<Board>('distribution/distributionPlan/board', { id })).data
const seats = async (planId: string) => new Map((await s.db.unscoped(distributionLine).all({ planId })).map(l => [l.studentId, l.classId]))

describe('a plan of distribution', () => {
  let students: string[]
  beforeAll(async () => {
    students = await s.newcomers(s.software26, 48)
  })
  it('30-SN1 previews the same twice, with each measure of each class, and writes no student', async () => {
    const id = await planned(s, { scoreFact: 'student.age' })
    expect((await post('preview', { id })).data).toEqual({ students: 48, placed: 48 })
    const first = await seats(id)
    await post('preview', { id })
    expect(await seats(id)).toEqual(first)
    const { classes, state, hasScores, unassigned } = await board(id)
    expect([state, hasScores, unassigned]).toEqual(['previewed', true, 0])
    expect(classes.map(c => c?.size)).toEqual([16, 16, 16])
    for (const c of classes) {
      expect(c?.genderGap).toBeLessThanOrEqual(1)
      expect(Math.abs((c?.meanScore ?? 0) - (c?.majorScore ?? 99))).toBeLessThan(0.5)
      expect(c).toMatchObject({ males: expect.any(Number), malesIdeal: 5.33, provinces: expect.any(Number), minoritiesIdeal: expect.any(Number), before: 0, locked: 0 })
    }
    await post('preview', { id, seed: 8 })
    expect(await seats(id)).not.toEqual(first)
    expect((await s.record(students[0] ?? '')).classId).toBeNull()
  })
  it('30-SN2 keeps who was moved by hand in later previews, until that is taken back', async () => {
    const id = await planned(s)
    await post('preview', { id })
    const [who = ''] = students
    const before = (await seats(id)).get(who)
    const to = s.classes.software.find(c => c !== before) as string
    expect((await post('move', { id, studentIds: [who], classId: to })).data).toEqual({ moved: 1 })
    for (const seed of [1, 2, 3]) {
      await post('preview', { id, seed })
      expect((await seats(id)).get(who)).toBe(to)
    }
    expect((await board(id)).classes.find(c => c?.classId === to)?.locked).toBe(1)
    await post('move', { id, studentIds: [who], classId: null })
    await post('preview', { id })
    expect((await seats(id)).get(who)).toBeNull()
    expect((await board(id)).unassigned).toBe(1)
    await post('unlock', { id, studentIds: [who] })
    await post('preview', { id })
    expect((await seats(id)).get(who)).not.toBeNull()
  })
  it('30-SN2 refuses a move into a full class, another major, or a class outside the plan', async () => {
    const id = await planned(s)
    await post('preview', { id })
    const [a = ''] = s.classes.software
    const others = [...(await seats(id))].filter(([, c]) => c !== a).map(([student]) => student)
    const full = await post('move', { id, studentIds: others.slice(0, 15), classId: a })
    expect(full.errors[0]).toMatchObject({ rule: 'distribution.distributionPlan.full', values: { room: 14, count: 15 } })
    expect((await post('move', { id, studentIds: others.slice(0, 1), classId: s.classes.network[0] })).errors[0]?.rule).toMatch(/noClass$/)
    expect((await post('move', { id, studentIds: [await stranger()], classId: a })).errors[0]?.rule).toMatch(/unknown$/)
  })
  it('30-SN1 meets requirements of pairs, and says which cannot be met', async () => {
    const id = await planned(s)
    const [a = '', b = '', c = '', d = ''] = students
    const pair = (body: object) => s.officer.post('distribution/distributionPair/add', { planId: id, ...body })
    expect((await pair({ kind: 'together', studentId: a, otherId: b })).code).toBe(200)
    expect((await pair({ kind: 'apart', studentId: c, otherId: d })).code).toBe(200)
    expect((await pair({ kind: 'apart', studentId: b, otherId: a })).code).not.toBe(200)
    expect((await pair({ kind: 'apart', studentId: a, otherId: a })).errors[0]?.rule).toMatch(/self$/)
    expect((await pair({ kind: 'apart', studentId: a, otherId: await stranger() })).errors[0]?.rule).toMatch(/otherMajor$/)
    await post('preview', { id })
    const at = await seats(id)
    expect(at.get(a)).toBe(at.get(b))
    expect(at.get(c)).not.toBe(at.get(d))
    expect((await board(id)).unmet).toEqual([])
    await post('move', { id, studentIds: [a], classId: s.classes.software.find(x => x !== at.get(b)) })
    expect((await board(id)).unmet).toMatchObject([{ kind: 'together' }])
  })
  it('30-SN3 writes the classes of all at once, with one event and one message each, and nothing twice', async () => {
    const id = await planned(s, { gradeMajorIds: [s.software26, s.network26], classIds: [...s.classes.software, ...s.classes.network] })
    await s.newcomers(s.network26, 6)
    await s.as({ roles: ['student'], studentId: students[0] ?? '' })
    await post('preview', { id })
    const events = captureEvents(s.server, 'student.classChanged')
    const told = captureNotifications(s.server)
    const expected = await seats(id)
    const [one, two] = await Promise.all([post('publish', { id }), post('publish', { id })])
    expect([one.code, two.code].filter(code => code === 200)).toHaveLength(1)
    expect((one.code === 200 ? one : two).data).toEqual({ placed: expected.size, told: 1 })
    await s.server.settle()
    expect(new Set(events.map(e => e.studentId)).size).toBe(expected.size)
    expect(events).toHaveLength(expected.size)
    expect(events[0]).toMatchObject({ cause: 'distribution', from: { classId: null }, to: { classId: expected.get(String(events[0]?.studentId)) } })
    expect(await told('distribution.placed')).toHaveLength(1)
    for (const [student, classId] of expected) expect((await s.record(student)).classId).toBe(classId)
    const { data } = await s.officer.get<Array<{ className: string }>>('base/student/timeline', { id: students[0] })
    expect(data[0]?.className).toMatch(/^软件260/)
    for (const [verb, body] of [
      ['preview', {}],
      ['move', { studentIds: students.slice(0, 1), classId: null }],
      ['publish', {}],
    ] as const)
      expect((await post(verb, { id, ...body })).errors[0]?.rule).toBe('distribution.distributionPlan.state')
    expect((await board(id)).classes.reduce((sum, c) => sum + (c?.size ?? 0), 0)).toBe(expected.size)
  })
  it('30-SN3 counts who is in a class before, and refuses to publish over what changed since the preview', async () => {
    const late = await s.newcomers(s.software26, 3)
    const id = await planned(s)
    expect((await post('preview', { id })).data).toEqual({ students: 3, placed: 3 })
    const shown = await board(id)
    expect(shown.classes.map(c => [c?.size, c?.before])).toEqual([
      [17, 16],
      [17, 16],
      [17, 16],
    ])
    await s.officer.post('base/student/batchUpdate', { ids: [late[0]], classId: s.classes.software[0] })
    expect((await post('publish', { id })).errors[0]).toMatchObject({ rule: 'distribution.distributionPlan.changed', values: { count: 1 } })
    await post('preview', { id })
    expect((await post('publish', { id })).data).toMatchObject({ placed: 2 })
  })
  it('refuses a plan whose places do not fit, and tells others nothing of plans', async () => {
    const add = (more: object) =>
      s.officer.post('distribution/distributionPlan/add', { name: '不成', grade: 2026, gradeMajorIds: [s.software26], classIds: s.classes.software, balance: ['gender'], ...more })
    const ruleOf = async (more: object) => (await add(more)).errors[0]?.rule.split('.').at(-1)
    expect(await ruleOf({ gradeMajorIds: [s.ids.gm24] })).toBe('otherGrade')
    expect(await ruleOf({ gradeMajorIds: [s.software26, s.network26] })).toBe('noClass')
    expect(await ruleOf({ classIds: [...s.classes.software, s.classes.network[0]] })).toBe('otherMajor')
    expect(await ruleOf({ scoreFact: 'student.counsellor' })).toBe('noFact')
    expect(await ruleOf({ grade: 2030, gradeMajorIds: [], classIds: [] })).toBe('noClasses')
    expect((await add({ name: '全年级', gradeMajorIds: [], classIds: [] })).code).toBe(200)
    const [whole] = await s.db.unscoped(distributionPlan).all({ name: '全年级' })
    expect([whole?.gradeMajorIds?.toSorted(), whole?.classIds?.length]).toEqual([[s.software26, s.network26].toSorted(), 5])
    const fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin })
    const refused = await fdy.get('distribution/distributionPlan/list')
    expect(refused.errors[0]?.rule).toBe('access.noPermission')
    expect((await s.admissions.get('distribution/distributionPlan/list')).code).toBe(200)
  })
  const stranger = async (): Promise<string> => (await s.newcomers(s.network26, 1))[0] ?? ''
})
