import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { classStaff, teacher } from '#modules/campus/model/people.ts'
import { personFor } from '#modules/campus/server/api.ts'
import { selfOf } from '#modules/student/testing.ts'
import type { Actor } from '#testing/school.ts'
import { type DormSchool, dormSchool } from './testing.ts'

let s: DormSchool
let fdy: Actor
let lodger: Actor
let stranger: Actor
let foreign: Actor
beforeAll(async () => {
  s = await dormSchool()
  const zhou = await s.newStudent('周雨桐', '2')
  const xu = await s.newStudent('徐静', '2', s.ids.n2301)
  await s.putIn(zhou, s.at('7号楼101-1'))
  await s.putIn(xu, s.at('7号楼101-2'))
  lodger = await selfOf(s, zhou)
  stranger = await s.as({ roles: ['student'] })
  fdy = await s.as({ roles: ['fdy'], teacherId: await other('T777', '许凯'), departmentId: s.ids.info })
  const school = await s.another()
  foreign = await school.as({ roles: ['officer'] })
})
afterAll(() => s.close())
/** Another counsellor of 软件2301, who manages no building. */
async function other(staffNo: string, name: string): Promise<string> {
  const idNo = '110101198001017776'
  const draft = {
    staffNo,
    name,
    genderCode: '1',
    idType: '1',
    idNo,
    departmentId: s.ids.info,
    staffCategory: 'fullFdy',
    phone: '13800000000',
  }
  const { id } = await s.db.insert(teacher, { ...draft, personId: await personFor(s.db, { idType: '1', idNo, name }), status: 'active' })
  await s.db.insert(classStaff, { classId: s.ids.s2301, teacherId: id, role: 'fdy', startDate: '2023-09-01', isPrimary: false })
  return id
}
interface Node {
  id: string
  type: string
  name: string
  free?: number
  children: Node[]
}
/** Every endpoint with its parameters and the fields of an item besides id, value and label. */
const CALLS: ReadonlyArray<readonly [call: string, query: () => Record<string, unknown>, fields: string]> = [
  ['school/getDormTree', () => ({ floor: 1 }), 'parentId name type children'],
  ['school/getDormRoomTree', () => ({}), 'parentId name type children capacity free'],
  ['school/getDorm', () => ({ isEnabled: 'true' }), 'code name genderRule'],
  ['school/getFloor', () => ({ dormId: s.at('7号楼') }), 'name floorNo genderCode'],
  ['school/getRoom', () => ({ floorId: s.at('7号楼1层'), isEnabled: '1' }), 'name roomType genderCode capacity free'],
  ['school/getRoomFullName', () => ({ dormId: s.at('7号楼') }), 'fullName'],
  ['school/getRoomStu', () => ({ roomId: s.at('7号楼101') }), 'userId xh name bedNo className'],
]
const names = (nodes: readonly Node[]): unknown[] => nodes.map(n => (n.children.length ? [n.name, ...names(n.children)] : n.name))

describe('the customer’s calls', () => {
  it.each(CALLS)('%s answers under both addresses, to nobody without a session, and nothing of another school', async (call, query, fields) => {
    const one = await s.officer.get<Array<Record<string, unknown>>>(`/api/flySource-dorm/${call}`, query())
    const two = await s.officer.get(`/api/dorm-resource/${call}`, query())
    expect([one.code, two.code]).toEqual([200, 200])
    expect(two.data).toEqual(one.data)
    expect(Object.keys(one.data[0] ?? {}).sort()).toEqual([...new Set(['id', 'value', 'label', ...fields.split(' ')])].sort())
    expect((await s.anonymous.get(`/api/flySource-dorm/${call}`, query())).code).toBe(401)
    expect((await foreign.get(`dorm/${call}`, query())).data).toEqual([])
  })
  it('trees go from campus to floor and room, begin where they are asked to, and end at the reader’s scope', async () => {
    const tree = async (call: string, who: Actor, query = {}) => (await who.get<Node[]>(`dorm/school/${call}`, query)).data
    expect(names(await tree('getDormTree', s.officer))).toEqual([
      ['南校区', '7号楼'],
      ['北校区', '8号楼'],
    ])
    expect(names(await tree('getDormTree', s.manager, { floor: 1 }))).toEqual([['南校区', ['7号楼', '1层', '2层']]])
    expect(names(await tree('getDormTree', s.manager, { root: s.at('7号楼'), floor: 1 }))).toEqual([['7号楼', '1层', '2层']])
    expect((await tree('getDormTree', s.manager, { root: '1' })).map(n => n.type)).toEqual(['school'])
    expect(await tree('getDormTree', s.manager, { root: s.at('8号楼') })).toEqual([])
    expect(names(await tree('getDormRoomTree', s.manager))).toEqual([['南校区', ['7号楼', ['1层', '101', '102'], ['2层', '201', '202']]]])
    const [floor] = await tree('getDormRoomTree', s.manager, { root: s.at('7号楼1层') })
    expect(floor?.children.map(r => r.free)).toEqual([2, 4])
    expect(await tree('getDormRoomTree', fdy)).toEqual([])
  })
  it('selects narrow by what they are asked, and answer nothing for ids nobody knows', async () => {
    const get = async (call: string, query: Record<string, unknown>, who = s.officer) => (await who.get<Array<Record<string, unknown>>>(`dorm/school/${call}`, query)).data
    expect(await get('getRoom', { floorId: s.at('7号楼1层') })).toMatchObject([
      { name: '101', genderCode: '2', capacity: 4, free: 2 },
      { name: '102', genderCode: '2', capacity: 4, free: 4 },
    ])
    expect((await get('getDorm', { isEnabled: 0 })).length).toBe(0)
    expect((await get('getDorm', {}, s.manager)).map(d => d.name)).toEqual(['7号楼'])
    for (const [call, query] of [
      ['getFloor', { dormId: 'nobody' }],
      ['getRoom', { floorId: s.ids.lin }],
      ['getRoomFullName', { roomId: s.ids.lin }],
      ['getRoomStu', { roomId: s.ids.lin }],
      ['getDorm', { campusId: 'nobody' }],
    ] as const)
      expect([call, await get(call, query)]).toEqual([call, []])
  })
  it('who lives in a room is for those who run it, and for whoever lives there', async () => {
    const stu = (who: Actor, room: string) => who.get<Array<{ name: string; bedNo: number; className: string }>>('dorm/school/getRoomStu', { roomId: s.at(room) })
    expect((await stu(s.manager, '7号楼101')).data).toMatchObject([
      { name: '周雨桐', bedNo: 1, className: '软件2301' },
      { name: '徐静', bedNo: 2, className: '网络2301' },
    ])
    expect((await stu(lodger, '7号楼101')).data.length).toBe(2)
    expect((await stu(lodger, '7号楼102')).code).toBe(404)
    expect((await stu(s.otherManager, '7号楼101')).code).toBe(404)
    expect((await stu(stranger, '7号楼101')).code).toBe(404)
    expect((await lodger.get<Array<{ fullName: string }>>('dorm/school/getRoomFullName')).data.map(r => r.fullName)).toEqual(['南校区7号楼101'])
  })
  it('a counsellor hears where the own students sleep, and of nobody else', async () => {
    const rooms = async (who: Actor) =>
      (await who.get<Array<{ fullName: string; students: Array<{ name: string; bedNo: number }> }>>('dorm/dormitoryRegister/getFdyStuRoomSelect')).data
    expect(await rooms(fdy)).toMatchObject([{ fullName: '南校区7号楼101', students: [{ name: '周雨桐', bedNo: 1 }] }])
    expect(await rooms(s.manager)).toEqual([])
    const asked = await s.officer.get<Array<{ students: unknown[] }>>('dorm/dormitoryRegister/getFdyStuRoomSelect', { userId: fdy.userId })
    expect(asked.data[0]?.students.length).toBe(1)
    expect((await s.anonymous.get('/api/flySource-dorm/dormitoryRegister/getFdyStuRoomSelect')).code).toBe(401)
  })
})
