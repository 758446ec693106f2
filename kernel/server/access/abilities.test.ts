import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import type { Actor } from '#testing/school.ts'

interface Shown {
  id: string
  version: number
  abilities?: Record<string, boolean>
}
let school: SmallSchool
let lin: Actor
/** A student of a class counselled by 林知夏, and one of another class of her college. */
let own: string
let near: string

/** A role that lists the whole college, but changes and removes only in its own classes. */
async function makeRole(code: string, narrowed: readonly string[]): Promise<void> {
  await school.db.query(sql`with made as (insert into role (tenant_id, code, name, data_scope) values (${school.tenantId}, ${code}, ${code}, 'dept') returning id)
    insert into role_menu (tenant_id, role_id, menu_id, scope_override)
    select ${school.tenantId}, made.id, m.id, case when m.permission_key = any(${[...narrowed]}::text[]) then 'fdyClass' end from made cross join menu m
    where m.tenant_id = ${school.tenantId} and m.permission_key = any(${['student:student:list', 'student:student:update', 'student:student:remove', 'system:user:list', 'system:user:resetPassword']}::text[])`)
}
beforeAll(async () => {
  school = await smallSchool()
  const officer = await school.as({ roles: ['officer'] })
  const add = async (classId: string): Promise<string> => {
    const { code, data, msg } = await officer.post<{ id: string }>('base/student/add', draftOf(classId))
    if (code !== 200) throw new Error(msg)
    return data.id
  }
  own = await add(school.ids.s2301)
  near = await add(school.ids.n2301)
  await makeRole('narrow', ['student:student:update', 'student:student:remove', 'system:user:resetPassword'])
  await makeRole('wide', [])
  await school.server.core.principals.changed(school.tenantId)
  await school.server.settle()
  lin = await school.as({ roles: ['narrow'], teacherId: school.ids.lin, departmentId: school.ids.info })
})
afterAll(() => school.close())

const list = async (who: Actor, path = 'base/student/list', query: Record<string, unknown> = {}): Promise<Map<string, Shown>> => {
  const { code, data } = await who.get<{ result: Shown[] }>(path, query)
  expect(code).toBe(200)
  return new Map(data.result.map(row => [row.id, row]))
}

describe('a row', () => {
  it('says what its reader may not do with it, in the list and alone', async () => {
    for (const query of [{}, { columns: 'name' }]) {
      const rows = await list(lin, 'base/student/list', query)
      expect(rows.get(near)?.abilities).toEqual({ update: false, remove: false })
      expect(rows.get(own)).not.toHaveProperty('abilities')
      expect((await lin.get<Shown>('base/student/getOne', { id: near, ...query })).data.abilities).toEqual({ update: false, remove: false })
      expect((await lin.get<Shown>('base/student/getOne', { id: own, ...query })).data).not.toHaveProperty('abilities')
    }
  })
  it('says what the verbs then answer', async () => {
    const rows = await list(lin)
    const change = (id: string) => lin.post('base/student/update', { id, version: rows.get(id)?.version, phone: '13900000001' })
    expect((await change(near)).code).toBe(404)
    expect((await change(own)).code).toBe(200)
    expect((await lin.post('base/student/remove', { ids: [near] })).code).toBe(404)
  })
  it('says the same of the actions of its entity', async () => {
    const users = await school.db.query<{ id: string; of: string }>(
      sql`select id, student_id as of from sys_user where tenant_id = ${school.tenantId} and student_id in (${own}, ${near})`,
    )
    const rows = await list(lin, 'base/sysUser/list')
    const [ownUser, nearUser] = [own, near].map(student => users.find(u => u.of === student)?.id as string) as [string, string]
    expect(rows.get(nearUser)?.abilities).toEqual({ resetPassword: false })
    expect(rows.get(ownUser)).not.toHaveProperty('abilities')
    expect((await lin.post('base/sysUser/resetPassword', { id: nearUser })).code).toBe(404)
    expect((await lin.post('base/sysUser/resetPassword', { id: ownUser })).code).toBe(200)
  })
  it('says nothing where what changes it reaches as far as the list', async () => {
    const wide = await school.as({ roles: ['wide'], teacherId: school.ids.he, departmentId: school.ids.info })
    for (const row of (await list(wide)).values()) expect(row).not.toHaveProperty('abilities')
    // a permission that is not granted does not appear in `abilities`
    const teacher = await school.as({ roles: ['college'], departmentId: school.ids.info })
    for (const row of (await list(teacher)).values()) expect(row).not.toHaveProperty('abilities')
  })
  it('says so in the contract', async () => {
    const { paths } = JSON.parse((await school.anonymous.get('/api/docs/openapi.json')).raw.toString()) as { paths: Record<string, { get: { responses: unknown } }> }
    const words = JSON.stringify(paths['/api/base/sysUser/list']?.get.responses)
    expect(words).toContain('"abilities":{"type":"object"')
    expect(words).toContain('"resetPassword":{"type":"boolean","enum":[false]}')
  })
})
