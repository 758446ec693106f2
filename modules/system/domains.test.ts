import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MenuItem } from '#model'
import { DOMAINS } from '#model/domains.ts'
import type { Gate } from '#server/data/gate.ts'
import { seedMenus } from '#server/tenants/menus.ts'
import { provision } from '#server/tenants/provision.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'

interface Entry {
  path: string | null
  meta: { title: string }
  children: Entry[]
}
const ORDER = Object.values(DOMAINS).map(domain => domain.title) as string[]
let school: School
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school.close())
const barOf = async (who: Actor): Promise<Entry[]> => (await who.get<Entry[]>('base/sysMenu/getUserRoutes', { appType: 0 })).data
const pathsIn = (entries: readonly Entry[]): string[] => entries.flatMap(e => [...(e.path ? [e.path] : []), ...pathsIn(e.children)])
const again = () => provision(school.server.core, school.tenantId, { code: '100001', schoolName: '' })
/** Seeds the menus of a program with one more group. */
const updateWith = (group: MenuItem) =>
  school.db.tx(async db => {
    const { registry } = school.server.core
    const modules = registry.modules.map(m => (m.code === 'system' ? { ...m, menus: [...m.menus, group] } : m))
    await seedMenus(db as Gate, { ...registry, modules }, 'web')
  })
async function change(who: Actor, match: { title: string } | { path: string }, patch: Record<string, unknown>): Promise<void> {
  const [row] = await school.db.query<{ id: string; version: number }>(sql`select id, version from menu where tenant_id = ${school.tenantId} and terminal = 'web'
    and ${'path' in match ? sql`path = ${match.path}` : sql`parent_id is null and title = ${match.title}`}`)
  expect((await who.post('base/sysMenu/update', { ...row, ...patch })).code).toBe(200)
}
const titlesOf = (entries: readonly Entry[]): string[] => entries.map(e => e.meta.title)

it('the bar holds domains in their order, and each group of a module once', async () => {
  const bar = await barOf(await school.as({ roles: ['officer'] }))
  expect(titlesOf(bar)).toEqual(ORDER.filter(title => titlesOf(bar).includes(title)))
  expect(titlesOf(bar)).toEqual(expect.arrayContaining(['学生', '日常', '宿舍', '数据', '管理']))
  const groups = bar.flatMap(domain => (domain.meta.title === '我的' ? [] : titlesOf(domain.children)))
  expect(groups).toEqual([...new Set(groups)])
  expect(titlesOf(bar.find(domain => domain.meta.title === '日常')?.children ?? [])).toEqual(expect.arrayContaining(['请假管理', '签到管理']))
})
it('pages about oneself stand under 我的, those of students in no menu of staff', async () => {
  const student = await barOf(await school.as({ roles: ['student'], userType: 2 }))
  const [own] = student
  expect(own?.meta.title).toBe('我的')
  expect(pathsIn(own?.children ?? [])).toEqual(expect.arrayContaining(['/leave/apply', '/signIn/mine', '/dormitory/mine', '/repair/apply']))
  expect(pathsIn(student.slice(1)).filter(path => pathsIn(own?.children ?? []).includes(path))).toEqual([])
  for (const role of ['admin', 'officer', 'fdy']) {
    const paths = pathsIn(await barOf(await school.as({ roles: [role] })))
    expect(paths.filter(path => ['/leave/apply', '/leave/mine', '/signIn/mine', '/outing/mine', '/student/mine', '/campus/my-class', '/dormitory/mine'].includes(path))).toEqual([])
  }
})
it('a school from before takes its groups along, and what it arranges afterwards stays', async () => {
  const { db, tenantId } = school
  const parentOf = async (title: string): Promise<string | null> =>
    (
      await db.query<{ title: string | null }>(
        sql`select p.title from menu m left join menu p on p.tenant_id = m.tenant_id and p.id = m.parent_id where m.tenant_id = ${tenantId} and m.terminal = 'web' and m.type = 'dir' and m.title = ${title} and p.title is distinct from '我的'`,
      )
    )[0]?.title ?? null
  await db.query(
    sql`update menu set parent_id = null where tenant_id = ${tenantId} and parent_id in (select id from menu where tenant_id = ${tenantId} and title = '日常' and type = 'dir')`,
  )
  await db.query(sql`delete from menu where tenant_id = ${tenantId} and title = '日常' and type = 'dir'`)
  await again()
  expect(await Promise.all(['请假管理', '外出管理', '签到管理'].map(parentOf))).toEqual(['日常', '日常', '日常'])
  await db.query(
    sql`update menu set parent_id = null where tenant_id = ${tenantId} and title = '请假管理' and type = 'dir' and module = 'leave' and parent_id in (select id from menu where title = '日常')`,
  )
  await again()
  expect(await parentOf('请假管理')).toBeNull()
})
it('a domain that the school has renamed stays that domain: new groups and pages go below it', async () => {
  const admin = await school.as({ roles: ['admin'] })
  await change(admin, { title: '宿舍' }, { title: '住在学校' })
  await change(admin, { title: '我的' }, { title: '个人事务' })
  await updateWith({
    title: '水电',
    domain: 'housing',
    children: [
      { title: '电费', path: '/housing/power', component: 'system/MenuPage', of: ['system:menu:list'] },
      { title: '我的电费', path: '/housing/power/mine', component: 'system/MenuPage', of: ['system:menu:list'], own: 'everybody' },
    ],
  })
  const bar = await barOf(admin)
  const below = (title: string) => pathsIn(bar.find(domain => domain.meta.title === title)?.children ?? [])
  expect([below('住在学校').includes('/housing/power'), below('个人事务').includes('/housing/power/mine')]).toEqual([true, true])
  expect(titlesOf(bar).filter(title => ['宿舍', '我的'].includes(title))).toEqual([])
})
it('a school from before shows the pages of students to students, but where it has edited the entry', async () => {
  const admin = await school.as({ roles: ['admin'] })
  await school.db.query(sql`update menu set roles = null where tenant_id = ${school.tenantId} and path in ('/leave/apply', '/leave/mine')`)
  await change(admin, { path: '/leave/mine' }, { icon: 'contact' })
  expect(pathsIn(await barOf(admin))).toEqual(expect.arrayContaining(['/leave/apply', '/leave/mine']))
  await again()
  expect(pathsIn(await barOf(admin)).filter(path => ['/leave/apply', '/leave/mine'].includes(path))).toEqual(['/leave/mine'])
})
