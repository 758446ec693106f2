import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { today } from '#server/base/today.ts'
import { on } from '#server/context.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { fakeStudents, openPlace, type Place } from './fixture.ts'
import { addDays } from './model/days.ts'
import { classStaff } from './model/people.ts'
import { holderOf, holdersOn } from './server/api.ts'

let p: Place
let officer: Actor
let college: Actor
/** What is told of changed relations. */
let heard: Array<Record<string, unknown>> = []
beforeAll(async () => {
  p = await openPlace()
  officer = await p.school.as({ roles: ['officer'] })
  college = await p.school.as({ roles: ['college'], departmentId: p.collegeA })
  const listeners = p.school.server.core.registry.listeners as Map<string, unknown[]>
  const others = listeners.get('campus.classStaffChanged') ?? []
  listeners.set('campus.classStaffChanged', [...others, on('campus.classStaffChanged', 'test', async (_ctx, payload) => void heard.push(payload))])
})
afterAll(() => p.school.close())
beforeEach(async () => {
  await p.school.server.settle()
  heard = []
  await p.db.query(sql`delete from class_staff`)
  await p.db.changed(classStaff)
  fakeStudents(p, { [id('A1')]: 38, [id('A2')]: 40, [id('B1')]: 150 })
})
const id = (key: string): string => p.classes[key] as string
const day = (n: number): string => addDays(today(), n)
const add = (draft: Record<string, unknown>, who: Actor = officer) =>
  who.post<{ id: string }>('base/classStaff/add', { role: 'fdy', startDate: day(-10), isPrimary: true, ...draft })
describe('class-staff relations', () => {
  it('30-BR1 a relation is never overwritten: people and class stay, a correction needs the officer and a reason', async () => {
    const [a, b] = [await p.teacher('李洋'), await p.teacher('赵敏')]
    const { data } = await add({ classId: id('A1'), teacherId: a })
    const update = (patch: Record<string, unknown>, who: Actor = officer) => who.post('base/classStaff/update', { id: data.id, version: 1, ...patch })
    expect((await update({ teacherId: b })).errors[0]?.rule).toBe('value.fixed')
    expect((await update({ startDate: day(-20) })).errors[0]?.rule).toBe('campus.classStaff.correctionReason')
    expect((await update({ startDate: day(-20), reason: '文件日期录错' }, college)).code).toBe(403)
    expect((await update({ startDate: day(-20), reason: '文件日期录错' })).code).toBe(200)
    expect((await officer.post('base/classStaff/remove', { ids: data.id })).code).toBe(404)
    expect((await officer.get<unknown[]>('base/classStaff/history', { id: data.id })).data).toHaveLength(2)
  })
  it('30-BR1 closing keeps the relation in the history', async () => {
    const t = await p.teacher('李洋')
    const { data } = await add({ classId: id('A1'), teacherId: t })
    expect((await college.post('base/classStaff/close', { id: data.id, endDate: day(-11) })).errors[0]?.rule).toBe('campus.classStaff.beforeStart')
    expect((await college.post('base/classStaff/close', { id: data.id, endDate: today() })).code).toBe(200)
    expect((await college.post('base/classStaff/close', { id: data.id, endDate: today() })).errors[0]?.rule).toBe('campus.classStaff.alreadyClosed')
    expect(await p.db.unscoped(classStaff).count()).toBe(1)
  })
  it('30-BR2 one primary counsellor a class and day, one head teacher, nobody twice', async () => {
    const [a, b, c] = [await p.teacher('李洋'), await p.teacher('赵敏'), await p.teacher('孙涛')]
    await add({ classId: id('A1'), teacherId: a, startDate: day(-30), endDate: day(-10) })
    expect((await add({ classId: id('A1'), teacherId: b, startDate: day(-10) })).code).toBe(200)
    const taken = await add({ classId: id('A1'), teacherId: c, startDate: day(-11), endDate: day(-5) })
    expect(taken.errors[0]).toMatchObject({ rule: 'campus.classStaff.primaryTaken', field: 'teacherId' })
    expect(taken.msg).toMatch(/“2025软件1班”从 .* 起已有辅导员/)
    expect((await add({ classId: id('A1'), teacherId: c, isPrimary: false })).code).toBe(200)
    expect((await add({ classId: id('A1'), teacherId: b, isPrimary: false, startDate: day(5) })).errors[0]?.rule).toBe('campus.classStaff.samePerson')
    expect((await add({ classId: id('A1'), teacherId: a, role: 'bzr' })).code).toBe(200)
    expect((await add({ classId: id('A1'), teacherId: b, role: 'bzr', isPrimary: false })).errors[0]?.rule).toBe('campus.classStaff.primaryTaken')
  })
  it('30-BR2 the database itself refuses overlaps, whatever gets past the program', async () => {
    const [a, b] = [await p.teacher('李洋'), await p.teacher('赵敏')]
    await p.relation(id('A1'), a)
    await expect(p.relation(id('A1'), b)).rejects.toThrow(/重叠/)
    await expect(p.relation(id('A1'), a, { isPrimary: false })).rejects.toThrow(/重叠/)
    await p.relation(id('A2'), a, { role: 'bzr', isPrimary: false })
    await expect(p.relation(id('A2'), b, { role: 'bzr', isPrimary: false })).rejects.toThrow(/重叠/)
  })
  it('30-BR2 twenty officers appointing somebody at once leave one counsellor', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, (_, i) => p.teacher(`候选${i}`)))
    const answers = await Promise.all(people.map(teacherId => add({ classId: id('A1'), teacherId })))
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
    expect(await p.db.unscoped(classStaff).count({ classId: id('A1') })).toBe(1)
  })
  it('30-BR3 the data scope follows relations valid today; a past or future one gives no access', async () => {
    const t = await p.teacher('李洋')
    await p.relation(id('A1'), t)
    await p.relation(id('A2'), t, { startDate: day(-90), endDate: today() })
    await p.relation(id('B1'), t, { startDate: day(1) })
    const fdy = await p.school.as({ roles: ['fdy'], teacherId: t })
    const list = await fdy.get<{ result: Array<{ name: string }> }>('base/stuClass/list')
    expect(list.data.result.map(c => c.name)).toEqual(['2025软件1班'])
    expect((await fdy.get('base/stuClass/getOne', { id: id('A2') })).code).toBe(404)
    const past = await holdersOn(p.db, day(-30))
    expect(holderOf(past, id('A2'), 'fdy')?.teacherId).toBe(t)
  })
  it('30-BR3 the scope changes with the relation, at once and without signing in again', async () => {
    const t = await p.teacher('李洋')
    const fdy = await p.school.as({ roles: ['fdy'], teacherId: t })
    const names = async () => (await fdy.get<Array<{ name: string }>>('base/stuClass/getClassFdySelect', { isFdy: 1 })).data.map(c => c.name)
    expect(await names()).toEqual([])
    const { data } = await add({ classId: id('A1'), teacherId: t })
    expect(await names()).toEqual(['2025软件1班'])
    await officer.post('base/classStaff/close', { id: data.id, endDate: today() })
    expect(await names()).toEqual([])
  })
  it('30-BR4 a role resolves to whoever holds it now, and a hand-over is told for both people', async () => {
    const [a, b] = [await p.teacher('李洋'), await p.teacher('赵敏')]
    await p.relation(id('A1'), a)
    expect(holderOf(await holdersOn(p.db), id('A1'), 'fdy')?.teacherId).toBe(a)
    await college.post('base/classStaff/handOver', { fromTeacherId: a, toTeacherId: b, role: 'fdy', date: today() })
    expect(holderOf(await holdersOn(p.db), id('A1'), 'fdy')?.teacherId).toBe(b)
    await p.school.server.settle()
    expect(heard).toContainEqual({ classId: id('A1'), role: 'fdy', fromTeacherId: a, toTeacherId: b, on: today() })
  })
  it('30-BR4 both people hear of a hand-over, and the class who counsels it and where to call', async () => {
    const [a, b] = [await p.teacher('李洋'), await p.teacher('赵敏')]
    const [from, to, pupil] = [await p.school.as({ roles: ['fdy'], teacherId: a }), await p.school.as({ roles: ['fdy'], teacherId: b }), await p.school.as({ roles: ['student'] })]
    fakeStudents(p, { [id('A1')]: 38 }, { accountsOf: async (_db, classes) => (classes.includes(id('A1')) ? [pupil.userId] : []) })
    await p.relation(id('A1'), a)
    const told = captureNotifications(p.school.server)
    await college.post('base/classStaff/handOver', { fromTeacherId: a, toTeacherId: b, role: 'fdy', date: today() })
    await p.school.server.settle()
    expect((await told('campus.handedOver', from.userId))[0]?.values).toMatchObject({ teacher: '赵敏', classes: 1, names: '2025软件1班' })
    expect((await told('campus.takenOver', to.userId))[0]?.values).toMatchObject({ teacher: '李洋', students: 38 })
    expect((await told('campus.newStaff', pupil.userId))[0]?.values).toMatchObject({ teacher: '赵敏', phone: '13800000000', className: '2025软件1班' })
  })
  it('30-BR5 whoever holds classes does not leave without a hand-over', async () => {
    const [a, b] = [await p.teacher('李洋'), await p.teacher('赵敏')]
    await p.relation(id('A1'), a)
    const leave = async () =>
      officer.post('base/teacher/update', { id: a, version: (await officer.get<{ version: number }>('base/teacher/getOne', { id: a })).data.version, status: 'left' })
    const refused = await leave()
    expect(refused.errors[0]).toMatchObject({ rule: 'campus.teacher.holdsClasses', field: 'status' })
    expect(refused.msg).toMatch(/李洋还在带 1 个班（2025软件1班）/)
    await officer.post('base/classStaff/handOver', { fromTeacherId: a, toTeacherId: b, role: 'fdy', date: today() })
    expect((await leave()).code).toBe(200)
    expect((await add({ classId: id('A2'), teacherId: a })).errors[0]?.rule).toBe('campus.classStaff.teacherLeft')
  })
  it('30-BR6 load and excess over the ratio are shown and never refused', async () => {
    const t = await p.teacher('李洋')
    await p.relation(id('A1'), t)
    await p.relation(id('A2'), t)
    expect((await add({ classId: id('B1'), teacherId: t })).code).toBe(200)
    const row = await officer.get<{ classCount: number; studentCount: number; overRatio: number }>('base/teacher/getOne', { id: t })
    expect(row.data).toMatchObject({ classCount: 3, studentCount: 228, overRatio: 28 })
    const grid = await officer.get<Array<{ className: string; fdy: Array<{ load: number; over: number }> }>>('base/classStaff/asOf', { overRatio: 1 })
    expect(grid.data).toHaveLength(3)
    expect(grid.data[0]?.fdy[0]).toMatchObject({ load: 228, over: 28 })
  })
  it('30-BR7 running classes without a counsellor are listed for the office, each college its own', async () => {
    const t = await p.teacher('李洋')
    await p.relation(id('A1'), t)
    const names = async (who: Actor) => (await who.get<Array<{ name: string }>>('base/classStaff/withoutFdy')).data.map(c => c.name).sort()
    expect(await names(officer)).toEqual(['2025机电1班', '2025机电2班', '2025软件2班'])
    expect(await names(college)).toEqual(['2025软件2班'])
    const grid = await officer.get<unknown[]>('base/classStaff/asOf', { withoutFdy: 1 })
    expect(grid.data).toHaveLength(3)
  })
  it('30-BR7 the office has one todo as long as a running class has no counsellor', async () => {
    const t = await p.teacher('李洋')
    const todo = async () => {
      await p.school.server.settle()
      const rows = await p.db.query<{ title: string; state: string }>(sql`select title, state from todo where user_id = ${officer.userId} and biz_type = 'classWithoutFdy'`)
      return rows.map(r => [r.title, r.state])
    }
    const { data } = await add({ classId: id('A1'), teacherId: t })
    expect(await todo()).toEqual([['3 个班没有辅导员', 'open']])
    for (const key of ['A2', 'B1', 'B2']) await add({ classId: id(key), teacherId: t })
    expect((await todo())[0]?.[1]).toBe('done')
    await college.post('base/classStaff/close', { id: data.id, endDate: today() })
    expect(await todo()).toEqual([['1 个班没有辅导员', 'open']])
  })
  it('30-BR7 a relation entered earlier takes effect on its day: the office is asked anew, and the class is not told twice', async () => {
    const [a, b, pupil] = [await p.teacher('李洋'), await p.teacher('赵敏'), await p.school.as({ roles: ['student'] })]
    fakeStudents(p, { [id('A1')]: 38 }, { accountsOf: async () => [pupil.userId] })
    for (const key of ['A2', 'B1', 'B2']) await p.relation(id(key), a)
    await p.relation(id('A1'), a, { endDate: today() })
    await p.relation(id('A2'), b, { isPrimary: false, startDate: today() })
    await p.db.query(sql`update class_staff set created_at = created_at - interval '3 days', updated_at = updated_at - interval '3 days'`)
    const told = captureNotifications(p.school.server)
    const todo = () => p.db.query<{ title: string }>(sql`select title from todo where user_id = ${officer.userId} and biz_type = 'classWithoutFdy' and state = 'open'`)
    await p.db.query(sql`delete from todo where biz_type = 'classWithoutFdy'`)
    await p.school.server.core.works.get('campus.staffDay')?.run(p.db, {})
    await p.school.server.settle()
    expect((await todo()).map(t => t.title)).toEqual(['1 个班没有辅导员'])
    expect(heard).toHaveLength(2)
    expect(heard).toContainEqual({ classId: id('A1'), role: 'fdy', fromTeacherId: a, toTeacherId: null, on: today(), isDay: true })
    expect(heard).toContainEqual({ classId: id('A2'), role: 'fdy', fromTeacherId: null, toTeacherId: b, on: today(), isDay: true })
    expect(await told('campus.newStaff', pupil.userId)).toEqual([])
  })
  it('shows the grid as it stood on another day', async () => {
    const [a, b] = [await p.teacher('李洋'), await p.teacher('赵敏')]
    await p.relation(id('A1'), a, { startDate: day(-60), endDate: day(-30) })
    await p.relation(id('A1'), b, { startDate: day(-30) })
    const on = async (date: string) =>
      (await officer.get<Array<{ classId: string; fdy: Array<{ name: string }> }>>('base/classStaff/asOf', { on: date })).data
        .find(c => c.classId === id('A1'))
        ?.fdy.map(f => f.name)
    expect([await on(day(-31)), await on(day(-30)), await on(day(-61))]).toEqual([['李洋'], ['赵敏'], []])
  })
  it('shows a student the own class with numbers to call', async () => {
    const [a, b] = [await p.teacher('李洋'), await p.teacher('赵敏')]
    await p.relation(id('A1'), a)
    await p.relation(id('A1'), b, { role: 'bzr' })
    const studentId = '01900000-0000-7000-8000-0000000000aa'
    fakeStudents(
      p,
      {},
      {
        classOf: async (_db, s) => (s === studentId ? id('A1') : null),
        classmates: async () => [
          { id: studentId, name: '周雨' },
          { id: 'x', name: '吴昊' },
        ],
      },
    )
    const student = await p.school.as({ roles: ['student'], studentId })
    const mine = await student.get<{ name: string; staff: Array<{ role: string; name: string; phone: string }>; classmates: string[] }>('base/stuClass/getMine')
    expect(mine.data).toMatchObject({ name: '2025软件1班', classmates: ['周雨', '吴昊'] })
    expect(mine.data.staff.map(s => [s.role, s.name, s.phone])).toEqual([
      ['fdy', '李洋', '13800000000'],
      ['bzr', '赵敏', '13800000000'],
    ])
    expect((await officer.get('base/stuClass/getMine')).code).toBe(403)
  })
})
