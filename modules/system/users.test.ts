import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import { openTodos } from '#server/notifications/todos.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { normaliseUserName } from './model/user-name.ts'
import { makeDepartment, makeRole, makeUsers, roleId, rule } from './testing.ts'

let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
})
afterAll(() => school.close())
const draft = (userName: string, more: Record<string, unknown> = {}) => ({ userName, accountNo: userName, nickName: '张三', userType: 1, ...more })
const sessionOf = async (userId: string): Promise<string> => {
  const [made] = await school.db.query<{
    id: string
  }>(sql`insert into user_session (tenant_id, user_id, realm, client_id, access_hash, refresh_hash, terminal, ip, access_expires_at, expires_at)
    values (${school.tenantId}, ${userId}, 'admin', 'qinglan-web', ${Buffer.from(`${userId}${Math.random()}`)}, ${Buffer.from(`r${userId}${Math.random()}`)}, 'pc', '10.0.0.1', now() + interval '1 hour', now() + interval '1 day') returning id`)
  return made?.id as string
}
const endReason = async (id: string): Promise<string | null> =>
  (await school.db.query<{ r: string | null }>(sql`select end_reason as r from user_session where id = ${id}`))[0]?.r ?? null

describe('names of accounts', () => {
  it('take full-width letters, spaces and invisible characters for what they look like', async () => {
    expect(normaliseUserName(' Ｌｉｎ\u200bzhi xia ')).toBe('Linzhixia')
    const first = await admin.post<{ id: string }>('base/sysUser/add', draft('linzhixia'))
    expect(first.code).toBe(200)
    const twin = await admin.post('base/sysUser/add', draft('ＬＩＮ\u200bzhixia', { accountNo: 'other1' }))
    expect(rule(twin)).toBe('422 system.user.nameTaken')
    expect(twin.msg).toContain('linzhixia')
    expect(rule(await admin.post('base/sysUser/add', draft('\u3000\u2060', { accountNo: 'other2' })))).toMatch(/^4/)
  })
  it('need a user type in the administration and may not have one elsewhere', async () => {
    expect(rule(await admin.post('base/sysUser/add', { userName: 'a1', accountNo: 'a1', nickName: '甲' }))).toBe('422 system.user.userTypeNeeded')
    expect(rule(await admin.post('base/sysUser/add', draft('a2', { realm: 'welcome' })))).toBe('422 system.user.userTypeAbsent')
    expect(rule(await admin.post('base/sysUser/add', draft('a3', { userType: 7 })))).toBe('422 system.user.userTypeUnknown')
    expect((await admin.post('base/sysUser/add', { userName: 'a4', accountNo: 'a4', nickName: '新生', realm: 'welcome' })).code).toBe(200)
  })
  it('10-U10 the account number follows the record and is never changed by hand', async () => {
    const made = await admin.post<{ id: string; version: number }>('base/sysUser/add', draft('fixedno'))
    const answer = await admin.post('base/sysUser/update', { id: made.data.id, version: made.data.version, accountNo: 'another' })
    expect(rule(answer)).toBe('422 value.fixed')
    expect((await admin.get<{ accountNo: string }>('base/sysUser/getOne', { id: made.data.id })).data.accountNo).toBe('fixedno')
  })
})

describe('statistics', () => {
  it('10-U2 count accounts that nobody has used for half a year, users of each role, and name who holds a privileged one', async () => {
    const other = await school.another()
    const boss = await other.as({ roles: ['admin'], nickName: '管理员' })
    const [long, lately] = [await other.as({ roles: ['teacher'] }), await other.as({ roles: ['teacher'] })]
    await other.db.query(sql`update sys_user set last_login_time = now() - interval '181 days' where id = ${long.userId}`)
    await other.db.query(sql`update sys_user set last_login_time = now() - interval '179 days' where id = ${lately.userId}`)
    const { data } = await boss.get<{
      unused: number
      unusedBefore: string
      roles: Array<{ code: string; users: number; privileged: boolean }>
      privileged: Array<{ name: string }>
    }>('base/sysUser/statistics')
    expect([data.unused, data.roles.find(r => r.code === 'teacher')?.users, data.privileged.map(p => p.name)]).toEqual([1, 2, ['管理员']])
    const found = await boss.get<{ result: Array<{ id: string }> }>('base/sysUser/list', { 'lastLoginTime.le': data.unusedBefore })
    expect(found.data.result.map(u => u.id)).toEqual([long.userId])
    expect((await long.get('base/sysUser/statistics')).code).toBe(403)
  })
})
describe('disabling', () => {
  it('10-U9 shows what is to be handed over, ends the sessions at once and tells the others', async () => {
    const person = await school.as({ nickName: '要走的人' })
    const session = await sessionOf(person.userId)
    const before = await admin.get<{ todos: number; sessions: number; classes: unknown[] }>('base/sysUser/handover', { id: person.userId })
    expect(before.data).toEqual({ todos: 0, sessions: 2, classes: [] })
    expect((await admin.post('base/sysUser/disable', { ids: [person.userId], reason: '离职' })).data).toEqual({ done: 1, sessionsEnded: true })
    expect(await endReason(session)).toBe('disabled')
    expect((await person.get('base/sysMenu/getUserBtn')).code).toBe(401)
    const history = await admin.get<Array<{ action: string }>>('base/sysUser/history', { id: person.userId })
    expect(history.data[0]?.action).toBe('disable')
    expect((await admin.post('base/sysUser/enable', { ids: [person.userId] })).data).toEqual({ done: 1 })
    expect((await admin.get<{ status: string }>('base/sysUser/getOne', { id: person.userId })).data.status).toBe('enabled')
    expect((await person.get('base/sysMenu/getUserBtn')).code).toBe(401)
  })
  it('10-U9 open todos of staff pass to the head of the department, else to an officer, else to an administrator; those of students wait', async () => {
    const other = await school.another()
    const boss = await other.as({ roles: ['admin'] })
    const department = await makeDepartment(other, 'U9')
    const bizId = '0198c0de-0000-7000-8000-0000000000a9'
    const holders = async (): Promise<Record<string, string>> => {
      const rows = await other.db.query<{ id: string; state: string }>(sql`select user_id as id, state from todo where tenant_id = ${other.tenantId} and biz_id = ${bizId}`)
      return Object.fromEntries(rows.map(r => [r.id, r.state]))
    }
    const disable = async (...who: Actor[]): Promise<void> => {
      await other.db.tx(db =>
        openTodos(
          db,
          who.map(({ userId }) => ({ userId, kind: 'task' as const, title: '待处理', bizType: 'repairOrder', bizId, link: '/x' })),
        ),
      )
      expect((await boss.post('base/sysUser/disable', { ids: who.map(w => w.userId), reason: '离职' })).data).toMatchObject({ done: who.length })
    }
    const [clerk, colleague] = [await other.as({ departmentId: department }), await other.as({ departmentId: department })]
    await disable(clerk, colleague)
    expect(await holders()).toEqual({ [clerk.userId]: 'transferred', [colleague.userId]: 'transferred', [boss.userId]: 'open' })

    const officer = await other.as({ roles: ['officer'] })
    const cover = await other.as({ departmentId: department })
    await other.db.query(sql`insert into role_user (tenant_id, role_id, user_id, source, valid_from, valid_to, covered_user_id)
      values (${other.tenantId}, ${await roleId(other, 'college')}, ${cover.userId}, 'cover', ${today(new Date(Date.now() - 9 * DAY_MS))}, ${today(new Date(Date.now() - DAY_MS))}, ${clerk.userId})`)
    const next = await other.as({ departmentId: department })
    await disable(next)
    expect(await holders()).toMatchObject({ [next.userId]: 'transferred', [officer.userId]: 'open' })
    expect(await holders()).not.toHaveProperty(cover.userId)

    const head = await other.as({ roles: ['college'], departmentId: department })
    const elsewhere = await other.as({ roles: ['college'], departmentId: await makeDepartment(other, 'U9b') })
    const last = await other.as({ departmentId: department })
    await disable(last)
    expect(await holders()).toMatchObject({ [last.userId]: 'transferred', [head.userId]: 'open' })
    expect(await holders()).not.toHaveProperty(elsewhere.userId)

    const student = await other.as({ roles: ['student'], userType: 2 })
    await disable(student)
    expect(await holders()).toMatchObject({ [student.userId]: 'open' })
  })
  it('10-U9 whoever disables chooses who takes over, and only somebody who can', async () => {
    const [gone, heir, student] = [await school.as({ nickName: '调走的人' }), await school.as({ nickName: '接手的人' }), await school.as({ roles: ['student'], userType: 2 })]
    const bizId = '0198c0de-0000-7000-8000-0000000000b9'
    await school.db.tx(db => openTodos(db, [{ userId: gone.userId, kind: 'task' as const, title: '待处理', bizType: 'repairOrder', bizId, link: '/x' }]))
    const disable = (receiverId: string) => admin.post('base/sysUser/disable', { ids: [gone.userId], reason: '调走', receiverId })
    for (const who of [student, gone]) expect(rule(await disable(who.userId))).toBe('422 system.user.receiver')
    expect((await disable(heir.userId)).code).toBe(200)
    const rows = await school.db.query<{ id: string; state: string }>(sql`select user_id as id, state from todo where tenant_id = ${school.tenantId} and biz_id = ${bizId}`)
    expect(Object.fromEntries(rows.map(r => [r.id, r.state]))).toEqual({ [gone.userId]: 'transferred', [heir.userId]: 'open' })
  })
  it('10-U7 never takes the last administrator, by whatever way', async () => {
    const other = await school.another()
    const last = await other.as({ roles: ['admin'], nickName: '唯一管理员' })
    await makeRole(other, 'helper', ['system:user:list', 'system:user:disable', 'system:user:remove', 'system:user:update', 'system:user:assignRoles'])
    const second = await other.as({ roles: ['admin'] })
    expect((await last.post('base/sysUser/disable', { ids: [second.userId], reason: '试' })).code).toBe(200)
    expect(rule(await last.post('base/sysUser/disable', { ids: [last.userId], reason: '试' }))).toBe('422 system.user.self')
    const { data } = await last.get<{ version: number }>('base/sysUser/getOne', { id: last.userId })
    expect(rule(await last.post('base/sysUser/assignRoles', { id: last.userId, roleIds: [], version: data.version }))).toBe('422 system.user.lastAdmin')
    expect(rule(await last.post('base/role/removeUsers', { roleId: await roleId(other, 'admin'), userIds: [last.userId] }))).toBe('422 system.user.lastAdmin')
    const expired = await last.post('base/sysUser/update', { id: last.userId, version: data.version, validUntil: '2020-01-01' })
    expect(rule(expired)).toBe('422 system.user.lastAdmin')
    expect(expired.msg).toContain('唯一管理员')
    const removed = await last.post<{ done: number }>('base/sysUser/remove', { ids: last.userId })
    expect(removed.data?.done ?? 0).toBe(0)
    expect((await last.get('base/sysMenu/getUserBtn')).code).toBe(200)
  })
  it('10-U7 two administrators disabling each other in the same moment: one of them stays', async () => {
    const other = await school.another()
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await other.as({ roles: ['admin'] }), await other.as({ roles: ['admin'] })]
      const answers = await Promise.all([a.post('base/sysUser/disable', { ids: [b.userId], reason: '同时' }), b.post('base/sysUser/disable', { ids: [a.userId], reason: '同时' })])
      expect(answers.filter(x => x.code === 200)).toHaveLength(1)
      const [left] = await other.db.query<{ n: number }>(
        sql`select count(*)::int as n from sys_user where tenant_id = ${other.tenantId} and id in (${a.userId}, ${b.userId}) and status = 'enabled'`,
      )
      expect(left?.n).toBe(1)
      await other.db.query(sql`delete from role_user where tenant_id = ${other.tenantId}`)
    }
  })
  it('leaves accounts alone that are beyond the caller', async () => {
    const department = await makeDepartment(school, 'D1')
    const college = await school.as({ roles: ['college'], departmentId: department })
    await makeRole(school, 'resetter', ['system:user:list', 'system:user:resetPassword', 'system:user:disable'], 'dept')
    const clerk = await school.as({ roles: ['resetter'], departmentId: department })
    const officer = await school.as({ roles: ['officer'], departmentId: department, nickName: '学工处的人' })
    const answer = await clerk.post('base/sysUser/resetPassword', { id: officer.userId })
    expect(rule(answer)).toBe('422 system.user.tooMuch')
    expect(answer.msg).toContain('学工处的人')
    const stranger = await school.as({})
    expect((await clerk.post('base/sysUser/resetPassword', { id: stranger.userId })).code).toBe(404)
    expect((await college.post('base/sysUser/disable', { ids: [officer.userId], reason: '试' })).code).toBe(403)
  })
})

describe('passwords and sessions', () => {
  it('answers a new password once and makes the person change it', async () => {
    const person = await school.as({})
    const answer = await admin.post<{ password: string; userName: string }>('base/sysUser/resetPassword', { id: person.userId })
    expect(answer.data.password).toHaveLength(12)
    const [row] = await school.db.query<{ must: boolean; hash: string }>(sql`select must_change_password as must, password_hash as hash from sys_user where id = ${person.userId}`)
    expect(row?.must).toBe(true)
    expect(row?.hash).toMatch(/^\$argon2id/)
    expect(row?.hash).not.toContain(answer.data.password)
    const shown = JSON.stringify((await admin.get('base/sysUser/history', { id: person.userId })).data)
    expect(shown).not.toContain(answer.data.password)
  })
  it('lists sessions and ends one or all, never those of another account', async () => {
    const person = await school.as({})
    const stranger = await school.as({})
    const [one, two, foreign] = [await sessionOf(person.userId), await sessionOf(person.userId), await sessionOf(stranger.userId)]
    expect((await admin.get<unknown[]>('base/sysUser/sessions', { id: person.userId })).data).toHaveLength(3)
    expect((await admin.post('base/sysUser/kick', { id: person.userId, sessionIds: [one, foreign] })).data).toEqual({ ended: 1 })
    expect([await endReason(one), await endReason(two), await endReason(foreign)]).toEqual(['kicked', null, null])
    expect((await admin.post('base/sysUser/kick', { id: person.userId })).data).toEqual({ ended: 2 })
  })
  it('unlocks at once', async () => {
    const person = await school.as({})
    await school.db.query(sql`insert into login_attempt (key, failed_at, locked_until) values (${`u:${person.userId}`}, array[now()], now() + interval '10 minutes')`)
    await school.db.query(sql`update sys_user set locked_until = now() + interval '10 minutes' where tenant_id = ${school.tenantId} and id = ${person.userId}`)
    expect((await admin.post('base/sysUser/unlock', { ids: [person.userId] })).data).toEqual({ done: 1 })
    expect(await school.db.query(sql`select 1 from login_attempt where key = ${`u:${person.userId}`} and locked_until is not null`)).toEqual([])
  })
})

describe('assigning a role to many', () => {
  it('takes 5,000 people in one call, a repeat adds nobody, and it holds at the next call', async () => {
    const other = await school.another()
    const boss = await other.as({ roles: ['admin'] })
    const ids = await makeUsers(other, 5_000)
    const someone = await other.as({ roles: ['teacher'] })
    expect((await someone.get('base/sysUser/list')).code).toBe(403)
    const league = await roleId(other, 'officer')
    expect((await boss.post('base/role/addUsers', { roleId: league, userIds: ids })).data).toEqual({ added: 5_000, already: 0 })
    expect((await boss.post('base/role/addUsers', { roleId: league, userIds: [...ids, someone.userId] })).data).toEqual({ added: 1, already: 5_000 })
    expect((await someone.get('base/sysUser/list')).code).toBe(200)
    expect((await boss.post('base/role/removeUsers', { roleId: league, userIds: [someone.userId] })).data).toEqual({ removed: 1 })
    expect((await someone.get('base/sysUser/list')).code).toBe(403)
  })
})
