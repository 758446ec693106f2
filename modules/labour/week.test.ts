import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import type { myLabour } from './model/my-labour.ts'
import { labourSession } from './model/project.ts'
import { labourDuty, type weekPlan } from './model/week.ts'
import { type LabourSchool, labourSchool, ok, ruleOf, sessionOn } from './testing.ts'

const [GARDEN, HALL, CANTEEN] = [
  { place: '花园', work: '除草', tools: '锄头' },
  { place: '报告厅', work: '擦座椅', tools: null },
  { place: '食堂', work: '帮厨', tools: '围裙' },
]
let s: LabourSchool
beforeAll(async () => {
  s = await labourSchool()
})
afterAll(() => s.close())
const week = (name: string, day: number, more = {}) => s.project({ name, kind: 'week', capacity: 20, sessions: [sessionOn(day), sessionOn(day + 1)], hoursCap: 4, ...more })
const plan = (projectId: string, posts: readonly object[], more: object = {}) =>
  s.guide.post<{ groups: number; students: number }>('labour/labourDuty/plan', { projectId, posts, isRotating: true, ...more })
const planned = async (projectId: string) => ok(await s.guide.get<OutputOf<typeof weekPlan>>('labour/labourDuty/week', { projectId }))
const mine = async (n: number, name: string) => ok(await s.pupil(n).actor.get<OutputOf<typeof myLabour>>('labour/labourEnrolment/mine', {})).projects.find(p => p?.name === name)

it('a labour week is planned at once: even groups, each at another place with every session; members see theirs', async () => {
  const id = await week('美化校园', 20)
  expect(ruleOf(await plan(id, [GARDEN, HALL]))).toBe('few')
  for (const n of [0, 1, 2, 3, 4]) ok(await s.enrol(s.pupil(n).actor, id))
  expect(ruleOf(await plan(id, [GARDEN, { ...HALL, place: '花园 ' }]))).toBe('twice')
  expect(ok(await plan(id, [GARDEN, HALL]))).toEqual({ groups: 2, students: 5 })
  const { groups, sessions, hasBegun } = await planned(id)
  expect([hasBegun, sessions.length, groups.map(g => g?.members.length).toSorted()]).toEqual([false, 2, [2, 3]])
  expect(groups.map(g => sessions.map(x => g?.duties.find(d => d?.sessionId === x?.id)?.place))).toEqual([
    ['花园', '报告厅'],
    ['报告厅', '花园'],
  ])
  const own = await mine(0, '美化校园')
  expect(own?.sessions[0]?.duty).toBe(own?.groupNo === 1 ? '花园 · 除草 · 锄头' : '报告厅 · 擦座椅')
  await s.server.settle()
  const told = ok(await s.pupil(0).actor.get<{ result: Array<{ title: string }> }>('base/message/mine', {}))
  expect(told.result.map(m => m.title)).toContain('“美化校园”分好了组')
  // who comes later joins the smallest group; who cancels is in none
  ok(await s.enrol(s.pupil(5).actor, id))
  expect((await planned(id)).groups.map(g => g?.members.length)).toEqual([3, 3])
  ok(await s.pupil(0).actor.post('labour/labourEnrolment/cancel', { id: (await s.enrolled(id, s.pupil(0).actor)).id }))
  expect((await s.enrolled(id, s.pupil(0).actor)).groupNo).toBe(null)
})
it('a place is with one group at a time, of whichever labour week, also when two are planned at once', async () => {
  const [one, two] = [await week('劳动周一', 30), await week('劳动周二', 30, { sessions: [sessionOn(31, '20:00', '22:00')], hoursCap: 2 })]
  ok(await s.enrol(s.pupil(1).actor, one))
  ok(await s.enrol(s.pupil(2).actor, two))
  const answers = await Promise.all([plan(one, [CANTEEN]), plan(two, [CANTEEN])])
  expect(answers.map(a => a.code).toSorted()).toEqual([200, 422])
  const refused = answers.find(a => a.code !== 200)
  expect([refused && ruleOf(refused), refused?.errors[0]?.values]).toMatchObject(['taken', { place: '食堂', group: 1 }])
  // another place is free, and one is changed to a taken place only where it is free then
  const other = answers[0]?.code === 200 ? two : one
  ok(await plan(other, [GARDEN]))
  const clash = answers[0]?.code === 200 ? 0 : 1
  const duty = (await planned(other)).groups[0]?.duties[clash]
  expect(ruleOf(await s.guide.post('labour/labourDuty/change', { id: duty?.id, ...CANTEEN }))).toBe('taken')
  ok(await s.guide.post('labour/labourDuty/change', { id: duty?.id, ...HALL }))
  expect(await s.db.unscoped(labourDuty).one(duty?.id ?? '')).toMatchObject({ place: '报告厅', work: '擦座椅', tools: null })
})
it('is for labour weeks that take part, until they begin, and for whoever keeps the project', async () => {
  const id = await week('开始了', 40)
  ok(await s.enrol(s.pupil(3).actor, id))
  expect((await s.fdy.post('labour/labourDuty/plan', { projectId: id, posts: [GARDEN] })).code).toBe(403)
  expect((await s.pupil(3).actor.get('labour/labourDuty/week', { projectId: id })).code).toBe(403)
  const practice = await s.project({ name: '不是劳动周', sessions: [sessionOn(43)] })
  expect(ruleOf(await plan(practice, [GARDEN]))).toBe('notWeek')
  const { id: draft } = ok(await s.guide.post<{ id: string }>('labour/labourProject/add', s.draft({ kind: 'week', name: '草稿' })))
  expect(ruleOf(await plan(draft, [GARDEN]))).toBe('notOpen')
  ok(await plan(id, [GARDEN]))
  // a cancelled one leaves no plan, and its places are free
  ok(await s.guide.post('labour/labourProject/cancel', { id, reason: '下雨' }))
  expect([await s.db.unscoped(labourDuty).count({ projectId: id }), await s.db.unscoped(labourSession).count({ projectId: id })]).toEqual([0, 0])
})
