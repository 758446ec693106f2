import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { addStudent, draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { closeTodos, openTodos, type TodoDraft } from '#server/notifications/todos.ts'
import { ok } from '#testing/answers.ts'
import type { Actor } from '#testing/school.ts'
import type { readBehind, readDay } from './model/day.ts'

let school: SmallSchool
let admin: Actor
let lin: Actor
beforeAll(async () => {
  school = await smallSchool()
  admin = await school.as({ roles: ['admin'] })
  lin = await school.as({ roles: ['fdy'], teacherId: school.ids.lin, departmentId: school.ids.info, nickName: '林知夏' })
})
afterAll(() => school?.close())
const day = (offset: number): string => today(new Date(Date.now() + offset * DAY_MS))
/** A relative of a new student of the class. */
async function relative(classId: string, name: string): Promise<string> {
  const { id: studentId } = await addStudent(admin, draftOf(classId))
  return (await school.db.insert(familyMember, { studentId, name, relation: '51' })).id
}
const give = (who: Actor, bizId: string, title: string, more: Partial<TodoDraft> = {}) =>
  openTodos(school.db, [{ userId: who.userId, kind: 'task', title, bizType: familyMember.name, bizId, link: '/x', ...more }])
const itemsOf = async (who: Actor) => {
  const { items, total } = ok(await who.get<OutputOf<typeof readDay>>('base/todo/day'))
  const own = items.filter(one => one?.bizType === familyMember.name)
  return { titles: own.map(one => [one?.title, one?.coveredName]), agrees: items.length === total, items: own }
}
const cover = async (deputy: Actor) =>
  ok(await admin.post<{ id: string }>('base/sysUser/cover', { id: deputy.userId, coveredUserId: lin.userId, role: 'fdy', validFrom: day(0), validTo: day(3) })).id

describe('work of others', () => {
  it('60-CD5 whoever covers a counsellor sees, marked, the items about those classes, and none once the cover ends', async () => {
    const deputy = await school.as({ roles: ['teacher'], departmentId: school.ids.info, nickName: '代班人' })
    const [inClass, elsewhere] = [await relative(school.ids.s2301, '父亲'), await relative(school.ids.n2301, '母亲')]
    await give(lin, inClass, '核对家长电话', { dueAt: new Date(Date.now() - 2.5 * HOUR_MS).toISOString() })
    await give(lin, inClass, '提醒', { kind: 'reminder' })
    await give(lin, elsewhere, '别的班的事')
    expect(await itemsOf(deputy)).toMatchObject({ titles: [], agrees: true })
    const id = await cover(deputy)
    expect(await itemsOf(deputy)).toMatchObject({ titles: [['核对家长电话', '林知夏']], agrees: true, items: [{ rank: 22, isPinned: false }] })
    // what both have to do is one item, and one's own
    await give(deputy, inClass, '核对家长电话')
    expect(await itemsOf(deputy)).toMatchObject({ titles: [['核对家长电话', null]], agrees: true })
    await closeTodos(school.db, { bizType: familyMember.name, bizId: inClass }, 'done')
    expect((await itemsOf(deputy)).titles).toEqual([])
    // of the covered person, only what the deputy may list and reach; nobody marks it for them
    const other = await relative(school.ids.s2301, '祖父')
    await give(lin, other, '再核对')
    const [one] = (await itemsOf(deputy)).items
    expect((await deputy.post('base/todo/snooze', { id: one?.id, days: 1, reason: '不归我推后' })).code).toBe(404)
    ok(await admin.post('base/sysUser/endCover', { id }))
    expect((await itemsOf(deputy)).titles).toEqual([])
    expect((await itemsOf(lin)).titles).toContainEqual(['再核对', null])
  })
  it('60-CD7 of two with one item the second reads who handled it and when', async () => {
    const second = await school.as({ roles: ['fdy'], teacherId: school.ids.he, departmentId: school.ids.info })
    const about = await relative(school.ids.s2301, '外祖父')
    for (const who of [lin, second]) await give(who, about, '两人的事')
    const id = (await itemsOf(second)).items.find(one => one?.title === '两人的事')?.id
    await school.db.tx(async db => {
      await closeTodos(db, { bizType: familyMember.name, bizId: about }, 'done')
      await db.query(sql`update todo set done_by = ${lin.userId} where tenant_id = ${school.tenantId} and biz_id = ${about}`)
    })
    expect((await itemsOf(second)).titles).not.toContainEqual(['两人的事', null])
    const standing = ok(await second.get<{ state: string; doneByName: string; doneAt: string }>('base/todo/standing', { id }))
    expect(standing).toMatchObject({ state: 'done', doneByName: '林知夏' })
    expect(Date.parse(standing.doneAt)).toBeLessThanOrEqual(Date.now())
  })
  it('names to a college its people who have left open what had to be done at once, of the kinds that the college may list', async () => {
    const [college, foreign] = [await school.as({ roles: ['college'], departmentId: school.ids.info }), await school.as({ roles: ['college'], departmentId: school.ids.art })]
    const about = await relative(school.ids.s2301, '舅舅')
    await give(lin, about, '马上办', { priority: 'urgent' })
    await give(lin, about, '不急', { node: 'calm' })
    await give(lin, 'secret', '别人看不到的事', { priority: 'urgent', bizType: 'secretCase' })
    const behind = async (who: Actor) => ok(await who.get<Array<OutputOf<typeof readBehind>>>('base/todo/behind')).filter(row => row?.userId === lin.userId)
    expect(await behind(college)).toMatchObject([{ userName: '林知夏', now: 1 }])
    expect(await behind(foreign)).toEqual([])
    expect((await lin.get('base/todo/behind')).code).toBe(403)
    await closeTodos(school.db, { bizType: familyMember.name, bizId: about }, 'done')
    expect(await behind(college)).toEqual([])
  })
})
