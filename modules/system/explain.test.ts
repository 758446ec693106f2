import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { readWorkbook } from '#testing/read-workbook.ts'
import type { Actor } from '#testing/school.ts'

interface Why {
  isAllowed: boolean
  isReached: boolean | null
  rows: number | null
  roles: Array<{ code: string; isNow: boolean; grants: boolean; scope: string | null; reachesRow: boolean | null }>
  granting: string[]
  fields: Array<{ label: string; how: string }>
}
let s: SmallSchool
let admin: Actor
let lin: Actor
const ids: string[] = []
beforeAll(async () => {
  s = await smallSchool()
  admin = await s.as({ roles: ['admin'] })
  lin = await s.as({ roles: ['fdy', 'teacher'], teacherId: s.ids.lin })
  const officer = await s.as({ roles: ['officer'] })
  for (const classId of [s.ids.s2301, s.ids.n2301]) ids.push((await officer.post<{ id: string }>('base/student/add', draftOf(classId))).data.id)
})
afterAll(() => s.close())
const why = async (permission: string, recordId?: string, userId = lin.userId) =>
  (await admin.post<Why>('base/sysUser/explain', { userId, permission, ...(recordId ? { recordId } : {}) })).data

it('10-U2 says which role gives a permission, how far it reaches, and whether a row lies within', async () => {
  const mine = await why('student:student:list', ids[0])
  expect(mine).toMatchObject({ isAllowed: true, isReached: true, rows: 1 })
  expect(mine.roles.find(r => r.code === 'fdy')).toMatchObject({ grants: true, scope: '所带班级（辅导员）', reachesRow: true })
  expect(mine.roles.find(r => r.code === 'teacher')).toMatchObject({ grants: false })
  expect(await why('student:student:list', ids[1])).toMatchObject({ isAllowed: true, isReached: false })
})
it('10-U2 a role whose days are over gives nothing: it is named as such', async () => {
  const past = await s.as({ roles: ['officer'] })
  await s.db.query(sql`update role_user set valid_to = current_date - 1 where tenant_id = ${s.tenantId} and user_id = ${past.userId}`)
  await s.db.permissionsChanged([past.userId])
  const found = await why('student:student:list', ids[0], past.userId)
  expect(found).toMatchObject({ isAllowed: false, isReached: false, rows: null })
  expect(found.roles).toMatchObject([{ code: 'officer', isNow: false, grants: true, reachesRow: true }])
})
it('10-U1 names the missing link: no role of theirs has it, and which roles would', async () => {
  const none = await why('student:student:remove')
  expect(none).toMatchObject({ isAllowed: false, rows: null })
  expect(none.granting.length).toBeGreaterThan(0)
  expect(none.roles.every(r => !r.grants)).toBe(true)
})
it('says how personal and sensitive fields come to their eyes', async () => {
  const { fields } = await why('student:student:list')
  expect(fields.find(f => f.label === '健康状况')?.how).toBe('可查看，记入审计')
  const bzr = await s.as({ roles: ['bzr'], teacherId: s.ids.he })
  const seen = (await why('student:student:list', undefined, bzr.userId)).fields
  expect(seen.find(f => f.label === '健康状况')?.how).toBe('不显示')
})
it('what it says is what the server does: the rows it counts are those of their list', async () => {
  const list = await lin.get<{ page: { total: number } }>('base/student/list')
  expect((await why('student:student:list')).rows).toBe(list.data.page.total)
})
it('refuses permissions that do not exist and people out of reach', async () => {
  const bad = await admin.post('base/sysUser/explain', { userId: lin.userId, permission: 'no:such:thing' })
  expect(bad.errors[0]?.rule).toBe('system.user.unknown')
  expect((await lin.post('base/sysUser/explain', { userId: admin.userId, permission: 'student:student:list' })).code).toBe(403)
})
it('lists every route of the program with its permission, who holds it, and what it did today', async () => {
  await lin.get('base/student/list')
  await s.server.settle()
  const { data } =
    await admin.get<Array<{ method: string; path: string; permission: string | null; openReason: string | null; roles: string[]; calls: number }>>('base/apiEntry/list')
  const list = data.find(e => e.path === '/api/base/student/list')
  expect(list?.permission).toBe('student:student:list')
  expect(list?.calls).toBeGreaterThan(0)
  expect(list?.roles.length).toBeGreaterThan(2)
  expect(data.every(e => e.permission !== null || e.openReason !== null)).toBe(true)
  expect(data.find(e => e.path === '/api/auth/oauth/token')?.openReason).toBeTruthy()
})
it('writes roles × permissions as a spreadsheet for the yearly review', async () => {
  const { raw } = await admin.get('base/role/matrix')
  const path = join(s.server.core.dataDir, 'matrix.xlsx')
  await writeFile(path, raw)
  const [head = [], ...rows] = await readWorkbook(path)
  const line = rows.find(r => r[3] === 'student:student:list') ?? []
  expect(head.slice(0, 4)).toEqual(['模块', '对象', '操作', '权限'])
  expect(line[head.indexOf('辅导员')]).toBe('所带班级（辅导员）')
  expect(line[head.indexOf('学生')]).toBe('仅本人')
})
