import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Approver, ApproverSource } from '#flow/index.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { classStaff } from '#modules/campus/model/people.ts'
import { draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { addRegistration } from '#testing/registrations.ts'
import type { Actor } from '#testing/school.ts'
import { asks, line } from '../testing.ts'
import { applicantFacts, whoOf } from './server/applicant.ts'
import { candidatesFor, findPeople, type Who, worldFor } from './server/people.ts'
import { relationSources } from './server/relations.ts'

let s: SmallSchool
let root: string
let [counsellor, manager, officer, dean]: Actor[] = []
let who: Who
beforeAll(async () => {
  s = await smallSchool()
  root = (await s.db.insert(department, { code: 'X0', name: '学校', deptType: '2' })).id
  for (const id of [s.ids.info, s.ids.art]) await s.db.update(department, id, { parentId: root })
  counsellor = await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info, nickName: '林知夏' })
  dean = await s.as({ roles: ['teacher'], teacherId: s.ids.he, departmentId: s.ids.info, nickName: '何文博' })
  manager = await s.as({ roles: ['college'], departmentId: s.ids.info, nickName: '学院管理员' })
  officer = await s.as({ roles: ['officer'], departmentId: root, nickName: '学工处' })
  await s.db.update(department, s.ids.info, { leaderId: s.ids.he })
  who = { applicantId: (await s.as({ roles: ['student'] })).userId, studentId: null, departmentId: s.ids.info, classId: s.ids.s2301, row: {} }
})
afterAll(() => s.close())
const idOf = (actor: Actor | undefined): string => actor?.userId ?? ''
const found = async (source: ApproverSource, of: Who = who): Promise<string[]> => (await findPeople(s.db, source, of)).map(p => p.userId)
const disabled = async <T>(actor: Actor | undefined, work: () => Promise<T>): Promise<T> => {
  await s.db.query(sql`update sys_user set status = 'disabled' where id = ${idOf(actor)}`)
  const result = await work()
  await s.db.query(sql`update sys_user set status = 'enabled' where id = ${idOf(actor)}`)
  return result
}
const world = (source: ApproverSource, of: Who = who, ownerIds: string[] | null = null) =>
  worldFor(s.db, { graph: line(asks('one', source)), def: { ownerIds }, who: of, facts: {} }, ['one'])
const ids = (people: readonly Approver[] | undefined): string[] => (people ?? []).map(p => p.userId)

describe('where approvers come from', () => {
  it('finds the counsellor of the class as they are today, with the word for it', async () => {
    expect(await findPeople(s.db, { by: 'relation', relation: 'fdy' }, who)).toEqual([{ userId: idOf(counsellor), role: '辅导员' }])
    expect(await found({ by: 'relation', relation: 'fdy' }, { ...who, classId: s.ids.a2301 })).toEqual([])
    expect(await found({ by: 'relation', relation: 'bzr' })).toEqual([])
    await s.db.insert(classStaff, { classId: s.ids.s2301, teacherId: s.ids.he, role: 'bzr', startDate: '2023-09-01', isPrimary: true })
    expect(await found({ by: 'relation', relation: 'bzr' })).toEqual([idOf(dean)])
  })
  it('takes the managers of the college, or of the department above where the college has none', async () => {
    expect(await findPeople(s.db, { by: 'relation', relation: 'college' }, who)).toEqual([{ userId: idOf(manager), role: '学院管理员' }])
    expect(await found({ by: 'relation', relation: 'college' }, { ...who, departmentId: s.ids.art })).toEqual([])
    const above = await s.as({ roles: ['college'], departmentId: root })
    expect(await found({ by: 'relation', relation: 'college' }, { ...who, departmentId: s.ids.art })).toEqual([above.userId])
    expect(await found({ by: 'relation', relation: 'college' })).toEqual([idOf(manager)])
    await s.db.query(sql`delete from sys_user where id = ${above.userId}`)
  })
  it('finds heads of departments any number of levels up', async () => {
    expect(await findPeople(s.db, { by: 'head', levelsUp: 0 }, who)).toEqual([{ userId: idOf(dean), role: '信息工程学院负责人' }])
    expect(await found({ by: 'head', levelsUp: 1 })).toEqual([])
    await s.db.update(department, root, { leaderId: s.ids.lin })
    expect(await found({ by: 'head', levelsUp: 1 })).toEqual([idOf(counsellor)])
    expect(await found({ by: 'head', levelsUp: 2 })).toEqual([])
    await s.db.update(department, root, { leaderId: null })
  })
  it('finds named people, holders of roles, positions, people of the form, and the applicant', async () => {
    expect(await found({ by: 'people', userIds: [idOf(dean), idOf(officer)] })).toEqual([idOf(dean), idOf(officer)])
    expect(await findPeople(s.db, { by: 'role', role: 'officer' }, who)).toEqual([{ userId: idOf(officer), role: '学工处' }])
    expect(await found({ by: 'role', role: 'officer', inDepartment: true })).toEqual([idOf(officer)])
    expect(await found({ by: 'role', role: 'fdy', inDepartment: true }, { ...who, departmentId: s.ids.art })).toEqual([])
    expect(await found({ by: 'field', field: 'mentorId' }, { ...who, row: { mentorId: s.ids.lin } })).toEqual([idOf(counsellor)])
    expect(await found({ by: 'field', field: 'mentorId' }, { ...who, row: { mentorId: [idOf(officer)] } })).toEqual([idOf(officer)])
    expect(await found({ by: 'field', field: 'mentorId' })).toEqual([])
    expect(await found({ by: 'applicant' })).toEqual([who.applicantId])
    await s.db.query(
      sql`insert into base_params (tenant_id, params_id, version, content) values (${s.tenantId}, 'workflow', 1, ${JSON.stringify({ 'position.leader': `${idOf(dean)}，${idOf(officer)}` })}::jsonb)`,
    )
    s.server.core.cache.drop(s.tenantId, 'baseParams')
    expect(await found({ by: 'position', position: 'leader' })).toEqual([idOf(dean), idOf(officer)])
    expect(await found({ by: 'position', position: 'legalOffice' })).toEqual([])
  })
  it('leaves out accounts that are switched off or past their last day', async () => {
    expect(await disabled(counsellor, () => found({ by: 'relation', relation: 'fdy' }))).toEqual([])
    expect(await disabled(dean, () => found({ by: 'people', userIds: [idOf(dean), idOf(officer)] }))).toEqual([idOf(officer)])
    expect(await disabled(manager, () => found({ by: 'relation', relation: 'college' }))).toEqual([])
    await s.db.query(sql`update role_user set valid_to = current_date - 2 where user_id = ${idOf(officer)}`)
    expect(await found({ by: 'role', role: 'officer' })).toEqual([])
    await s.db.query(sql`update role_user set valid_to = null where user_id = ${idOf(officer)}`)
  })
  it('lets people be picked only from the list drawn into the flow', async () => {
    const chosen = (source: ApproverSource, picked: string[]) =>
      worldFor(s.db, { graph: line(asks('one', source)), def: { ownerIds: null }, who, facts: {}, chosen: { one: picked } }, ['one']).then(w => ids(w.people.get('one')))
    const source = { by: 'chosen', chooser: 'applicant', userIds: [idOf(dean)], roles: ['college'] } as const
    expect(await chosen(source, [idOf(manager), idOf(dean), idOf(officer)])).toEqual([idOf(manager), idOf(dean)])
    expect(await chosen(source, [])).toEqual([])
    expect(await chosen({ by: 'chosen', chooser: 'previous' }, [idOf(officer)])).toEqual([idOf(officer)])
    expect((await candidatesFor(s.db, source)).map(c => c.name).sort()).toEqual(['何文博', '学院管理员'])
  })
  it('asks another module for relations only it knows, and finds nobody until there is one', async () => {
    expect(await found({ by: 'relation', relation: 'venueOwner' })).toEqual([])
    addRegistration(s.server.core.registry, relationSources, {
      ...{ relation: 'venueOwner', isOfRow: true },
      find: async (_db, whos) => whos.map(w => (w.row.venueId === 'gym' ? [idOf(dean)] : [])),
    })
    expect(await findPeople(s.db, { by: 'relation', relation: 'venueOwner' }, { ...who, row: { venueId: 'gym' } })).toEqual([{ userId: idOf(dean), role: '场地负责人' }])
  })
  it('asks who approved the step before, or who would where nothing runs', async () => {
    const graph = line(asks('one', { by: 'relation', relation: 'fdy' }), asks('two', { by: 'previous' }))
    const of = { graph, def: { ownerIds: null }, who, facts: {} }
    expect(ids((await worldFor(s.db, { ...of, passed: [{ node: 'one', round: 1, by: [idOf(officer)] }] }, ['two'])).people.get('two'))).toEqual([idOf(officer)])
    expect(ids((await worldFor(s.db, of, ['two'])).people.get('two'))).toEqual([idOf(counsellor)])
  })
})

describe('who stands above, and who owns the process', () => {
  it('10-W5 names the college above counsellors, the department above managers, the head above all others, never the applicant', async () => {
    expect(ids((await world({ by: 'relation', relation: 'fdy' })).superiors.get('one'))).toEqual([idOf(manager)])
    expect(ids((await world({ by: 'relation', relation: 'college' })).superiors.get('one'))).toEqual([idOf(dean)])
    const above = await s.as({ roles: ['college'], departmentId: root })
    expect(ids((await world({ by: 'relation', relation: 'college' })).superiors.get('one'))).toEqual([above.userId])
    expect(ids((await world({ by: 'relation', relation: 'fdy' }, { ...who, applicantId: idOf(manager) })).superiors.get('one'))).toEqual([above.userId])
    await s.db.query(sql`delete from sys_user where id = ${above.userId}`)
    expect(ids((await world({ by: 'people', userIds: [] })).superiors.get('one'))).toEqual([idOf(dean)])
    await s.db.update(department, root, { leaderId: s.ids.lin })
    expect(ids((await world({ by: 'people', userIds: [] }, { ...who, applicantId: idOf(dean) })).superiors.get('one'))).toEqual([idOf(counsellor)])
    expect(ids((await world({ by: 'head', levelsUp: 0 })).superiors.get('one'))).toEqual([idOf(counsellor)])
    await s.db.update(department, root, { leaderId: null })
  })
  it('10-W4 the owners of the process are those it names, or the office where it names nobody who can act', async () => {
    expect(ids((await world({ by: 'applicant' })).owners)).toEqual([idOf(officer)])
    expect(ids((await world({ by: 'applicant' }, who, [idOf(dean)])).owners)).toEqual([idOf(dean)])
    expect(await disabled(dean, async () => ids((await world({ by: 'applicant' }, who, [idOf(dean)])).owners))).toEqual([idOf(officer)])
  })
})

describe('what is known of an applicant', () => {
  it('10-W2 gives conditions the year, level, college, class and kind of the applicant', async () => {
    const added = await (await s.as({ roles: ['admin'] })).post<{ id: string }>('base/student/add', draftOf(s.ids.s2301))
    expect(added.msg).toBe('成功')
    await s.server.settle()
    const [account] = await s.db.query<{ id: string }>(sql`select id from sys_user where student_id = ${added.data.id}`)
    const student = await whoOf(s.db, account?.id ?? '', {})
    expect(student).toMatchObject({ studentId: added.data.id, departmentId: s.ids.info, classId: s.ids.s2301 })
    expect(await found({ by: 'field', field: 'monitorId' }, { ...who, row: { monitorId: added.data.id } })).toEqual([account?.id])
    expect(await applicantFacts(s.db, student)).toEqual({
      'applicant.gradeYear': 2023,
      'applicant.educationLevel': '5',
      'applicant.departmentCode': 'X1',
      'applicant.classCode': '230101',
      'applicant.role': 'student',
    })
    expect(await applicantFacts(s.db, await whoOf(s.db, idOf(dean), {}))).toMatchObject({
      'applicant.gradeYear': null,
      'applicant.departmentCode': 'X1',
      'applicant.role': 'staff',
    })
  })
})
