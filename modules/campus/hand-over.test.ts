import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { today } from '#server/base/today.ts'
import { addRegistration } from '#testing/registrations.ts'
import type { Actor } from '#testing/school.ts'
import { fakeStudents, openPlace, type Place } from './fixture.ts'
import { addDays } from './model/days.ts'
import { classStaff } from './model/people.ts'
import { handOverItems } from './server/student-side.ts'

let p: Place
let officer: Actor
let college: Actor
beforeAll(async () => {
  p = await openPlace()
  officer = await p.school.as({ roles: ['officer'] })
  college = await p.school.as({ roles: ['college'], departmentId: p.collegeA })
})
afterAll(() => p.school.close())
beforeEach(async () => {
  await p.db.query(sql`delete from class_staff`)
  await p.db.changed(classStaff)
  fakeStudents(p, { [id('A1')]: 38, [id('A2')]: 40, [id('B1')]: 150 })
})
const id = (key: string): string => p.classes[key] as string
const day = (n: number): string => addDays(today(), n)

describe('hand-over', () => {
  const hand = (a: string, b: string, more: Record<string, unknown> = {}) => ({ fromTeacherId: a, toTeacherId: b, role: 'fdy', date: today(), ...more })
  it('previews classes, students and what other modules have open', async () => {
    addRegistration(p.school.server.core.registry, handOverItems, { label: '谈话', count: async () => 17 })
    const [a, b] = [await p.teacher('李洋'), await p.teacher('赵敏')]
    await p.relation(id('A1'), a)
    await p.relation(id('A2'), a)
    const preview = await college.post<Record<string, unknown>>('base/classStaff/previewHandOver', hand(a, b))
    expect(preview.data).toMatchObject({ classCount: 2, studentCount: 78, items: expect.arrayContaining([{ label: '谈话', count: 17 }]), receiverStudents: 78, receiverOver: 0 })
    expect(await p.db.unscoped(classStaff).count()).toBe(2)
  })
  it('refuses a receiver who has left, a date before the start, and somebody who holds nothing', async () => {
    const [a, b, gone] = [await p.teacher('李洋'), await p.teacher('赵敏'), await p.teacher('钱亮', { status: 'left' })]
    await p.relation(id('A1'), a, { startDate: day(-10) })
    const rule = async (input: Record<string, unknown>) => (await officer.post('base/classStaff/handOver', input)).errors[0]?.rule
    expect(await rule(hand(a, gone))).toBe('campus.classStaff.receiverLeft')
    expect(await rule(hand(a, b, { classIds: [id('A1')], date: day(-10) }))).toBe('campus.classStaff.beforeStart')
    expect(await rule(hand(b, a))).toBe('campus.classStaff.nothingHeld')
    expect(await rule(hand(a, a))).toBe('campus.classStaff.samePerson')
    await p.relation(id('A1'), b, { isPrimary: false })
    expect(await rule(hand(a, b))).toBe('campus.classStaff.alreadyHolds')
    expect((await college.post('base/classStaff/handOver', hand(a, b, { classIds: [id('B1')] }))).code).toBe(404)
  })
  it('is all or nothing', async () => {
    const [a, b, c] = [await p.teacher('李洋'), await p.teacher('赵敏'), await p.teacher('孙涛')]
    await p.relation(id('A1'), a)
    await p.relation(id('A2'), c)
    expect((await officer.post('base/classStaff/handOver', hand(a, b, { classIds: [id('A1'), id('A2')] }))).code).toBe(422)
    expect((await p.db.unscoped(classStaff).all({ teacherId: a }))[0]?.endDate).toBeNull()
  })
  it('lets one of two hand-overs of a class win and names the new holder to the other', async () => {
    const a = await p.teacher('李洋')
    const receivers = await Promise.all(['赵敏', '孙涛', '周杰', '吴磊'].map(name => p.teacher(name)))
    await p.relation(id('A1'), a)
    const answers = await Promise.all(receivers.map(b => officer.post('base/classStaff/handOver', hand(a, b, { classIds: [id('A1')] }))))
    const won = answers.findIndex(x => x.code === 200)
    expect(answers.filter(x => x.code === 200)).toHaveLength(1)
    for (const lost of answers.filter(x => x.code !== 200)) {
      expect(lost.errors[0]?.rule).toBe('campus.classStaff.notHeld')
      expect(lost.msg).toContain(['赵敏', '孙涛', '周杰', '吴磊'][won])
    }
    expect((await p.db.unscoped(classStaff).all({ classId: id('A1'), endDate: null })).map(r => r.teacherId)).toEqual([receivers[won]])
  })
})
