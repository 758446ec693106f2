import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { classStaff } from '#modules/campus/model/people.ts'
import { addStudent, draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { syncAccounts } from './server/accounts.ts'
import { deriveRoles } from './server/derive-roles.ts'
import { accountOf, holds, makeRole, rule } from './testing.ts'

let school: SmallSchool
let admin: Actor
beforeAll(async () => {
  school = await smallSchool()
  admin = await school.as({ roles: ['admin'] })
  await school.db.tx(db => syncAccounts(db))
})
afterAll(() => school.close())
const day = (offset: number): string => today(new Date(Date.now() + offset * DAY_MS))
const student = (classId: string, given: Record<string, unknown>) => addStudent(admin, draftOf(classId, given))
const seen = async (who: Actor): Promise<string[]> => ((await who.get<{ result: Array<{ name: string }> }>('base/student/list', { size: 200 })).data?.result ?? []).map(s => s.name)

describe('who sees whom', () => {
  it('10-U3 the first class gives the role of counsellor at once, the last one takes it', async () => {
    const lin = await accountOf(school, { teacherId: school.ids.lin })
    await school.db.query(sql`update class_staff set end_date = ${day(0)} where tenant_id = ${school.tenantId} and teacher_id = ${school.ids.lin}`)
    await school.db.changed(classStaff)
    await school.db.emit('campus.classStaffChanged', { classId: school.ids.s2301, role: 'fdy', fromTeacherId: school.ids.lin, on: day(0) })
    await school.server.settle()
    expect(await holds(school, lin?.id as string, 'fdy')).toBe(false)
    await school.db.query(
      sql`insert into class_staff (tenant_id, class_id, teacher_id, role, start_date) values (${school.tenantId}, ${school.ids.s2302}, ${school.ids.lin}, 'fdy', ${day(0)}), (${school.tenantId}, ${school.ids.s2401}, ${school.ids.lin}, 'bzr', ${day(0)})`,
    )
    await school.db.changed(classStaff)
    await school.db.emit('campus.classStaffChanged', { classId: school.ids.s2302, role: 'fdy', toTeacherId: school.ids.lin, on: day(0) })
    await school.server.settle()
    expect([await holds(school, lin?.id as string, 'fdy'), await holds(school, lin?.id as string, 'bzr')]).toEqual([true, true])
    await school.db.tx(db => deriveRoles(db))
    expect([await holds(school, lin?.id as string, 'fdy'), await holds(school, lin?.id as string, 'bzr')]).toEqual([true, true])
  })
  it('10-U2 the rows of a call are the union of the scopes of the roles that grant this permission, and of no other', async () => {
    const [one, two, three] = [
      await student(school.ids.s2302, { name: '并一' }),
      await student(school.ids.a2301, { name: '并二' }),
      await student(school.ids.n2301, { name: '并三' }),
    ]
    await makeRole(school, 'listCustom', ['student:student:list'], 'custom', { customScope: { classIds: [school.ids.a2301] } })
    await makeRole(school, 'listMore', ['student:student:list'], 'custom', { customScope: { classIds: [school.ids.s2302] } })
    await makeRole(school, 'exportAll', ['student:student:export'], 'all')
    const only = await school.as({ roles: ['listCustom', 'exportAll'] })
    expect(await seen(only)).toContain('并二')
    expect(await seen(only)).not.toContain('并三')
    expect((await only.get('base/student/getOne', { id: three.id })).code).toBe(404)
    expect((await only.get('base/student/getOne', { id: two.id })).code).toBe(200)
    const both = await school.as({ roles: ['listCustom', 'listMore'] })
    const names = await seen(both)
    expect([names.includes('并一'), names.includes('并二'), names.includes('并三')]).toEqual([true, true, false])
    expect((await both.get('base/student/getOne', { id: one.id })).code).toBe(200)
  })
  it('10-U4 rows follow the student’s present class: the former counsellor no longer reaches a moved student', async () => {
    const made = await student(school.ids.s2302, { name: '转走的' })
    const lin = await school.as({ roles: ['fdy'] })
    await school.db.query(sql`update sys_user set teacher_id = null where tenant_id = ${school.tenantId} and teacher_id = ${school.ids.lin}`)
    await school.db.query(sql`update sys_user set teacher_id = ${school.ids.lin} where tenant_id = ${school.tenantId} and id = ${lin.userId}`)
    await school.db.permissionsChanged()
    expect((await lin.get('base/student/getOne', { id: made.id })).code).toBe(200)
    await school.db.query(sql`update student set class_id = ${school.ids.s2301} where tenant_id = ${school.tenantId} and id = ${made.id}`)
    expect((await lin.get('base/student/getOne', { id: made.id })).code).toBe(404)
    expect(await seen(lin)).not.toContain('转走的')
  })
  it('10-U8 a dated cover brings the classes, ends by itself and marks what is done under it', async () => {
    const made = await student(school.ids.s2302, { name: '代班看得到' })
    const [lin] = await school.db.query<{ id: string }>(sql`select id from sys_user where tenant_id = ${school.tenantId} and teacher_id = ${school.ids.lin}`)
    await school.db.query(sql`update sys_user set nick_name = '林知夏' where tenant_id = ${school.tenantId} and id = ${lin?.id}`)
    const deputy = await school.as({ roles: ['teacher'], nickName: '代班人' })
    const cover = (given: Record<string, unknown>) =>
      admin.post<{ id: string }>('base/sysUser/cover', { id: deputy.userId, coveredUserId: lin?.id, role: 'fdy', validFrom: day(0), validTo: day(3), ...given })
    expect((await deputy.get('base/student/getOne', { id: made.id })).code).not.toBe(200)
    expect(rule(await cover({ validTo: day(-1) }))).toBe('422 system.user.order')
    expect(rule(await cover({ coveredUserId: deputy.userId }))).toBe('422 system.user.self')
    const given = await cover({})
    expect(given.code).toBe(200)
    expect(rule(await cover({ validFrom: day(2), validTo: day(9) }))).toBe('422 system.user.already')
    expect((await deputy.get('base/student/getOne', { id: made.id })).code).toBe(200)
    const listed = await admin.get<Array<{ coveredName: string; isCurrent: boolean; classes: string[] }>>('base/sysUser/covers')
    expect(listed.data[0]).toMatchObject({ coveredName: '林知夏', isCurrent: true, classes: ['软件2302'] })
    const [row] = await school.db.query<{
      user: string
      behalf: string | null
    }>(sql`insert into operation_log (tenant_id, user_id, module, action, biz_type) values (${school.tenantId}, ${deputy.userId}, 'student', 'update', 'student')
      returning user_id as "user", on_behalf_of as behalf`)
    expect(row).toEqual({ user: deputy.userId, behalf: lin?.id })
    await school.db.query(sql`update role_user set valid_from = ${day(-5)}, valid_to = ${day(-1)} where tenant_id = ${school.tenantId} and id = ${given.data.id}`)
    await school.db.permissionsChanged([deputy.userId])
    expect((await deputy.get('base/student/getOne', { id: made.id })).code).not.toBe(200)
    const later = await cover({ validFrom: day(1), validTo: day(2) })
    expect(later.code).toBe(200)
    expect((await deputy.get('base/student/getOne', { id: made.id })).code).not.toBe(200)
    expect((await admin.post('base/sysUser/endCover', { id: later.data.id })).code).toBe(200)
    expect((await admin.get<unknown[]>('base/sysUser/covers')).data).toHaveLength(1)
  })
  it('a counsellor resets the password of an own student and of nobody else', async () => {
    const [lin] = await school.db.query<{ id: string }>(sql`select id from sys_user where tenant_id = ${school.tenantId} and teacher_id = ${school.ids.lin}`)
    await school.db.query(sql`update sys_user set teacher_id = null where tenant_id = ${school.tenantId} and id = ${lin?.id}`)
    const counsellor = await school.as({ roles: ['fdy'], teacherId: school.ids.lin })
    const [own, foreign] = [await student(school.ids.s2302, { name: '自己班' }), await student(school.ids.a2301, { name: '别的班' })]
    await school.db.query(sql`update student set status = 'active' where tenant_id = ${school.tenantId} and id in (${own.id}, ${foreign.id})`)
    await school.db.tx(db => syncAccounts(db, { studentIds: [own.id, foreign.id] }))
    const reset = async (studentId: string) => counsellor.post<{ password: string }>('base/sysUser/resetOwn', { id: (await accountOf(school, { studentId }))?.id })
    expect((await reset(own.id)).data.password).toHaveLength(12)
    expect((await reset(foreign.id)).code).toBe(404)
    expect(rule(await counsellor.post('base/sysUser/resetOwn', { id: counsellor.userId }))).toMatch(/^(404|422 system.user.notStudent)/)
    expect((await counsellor.post('base/sysUser/resetPassword', { id: counsellor.userId })).code).toBe(403)
  })
})
