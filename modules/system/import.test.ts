import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commit, type Job, settled, sheet, upload } from '#testing/roster.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'

let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
})
afterAll(() => school.close())
const HEADER = ['用户名', '账号', '姓名', '用户类型']
const check = async (path: string, header: readonly string[], rows: ReadonlyArray<ReadonlyArray<string | number | null>>): Promise<Job> => {
  const answer = await upload<{ jobId?: string; id?: string }>(admin, path, await sheet(header, rows), '导入.xlsx')
  return settled(admin, (answer.data.jobId ?? answer.data.id) as string)
}

it('accounts are imported by account number; a repeat doubles nobody, a wrong row stops all', async () => {
  const rows = [
    ['ＬＩＭＩＮＧ ', 'W001', '李明', 3],
    ['wanghong', 'W002', '王红', 3],
  ]
  const job = await check('base/sysUser/import', HEADER, rows)
  expect(job).toMatchObject({ state: 'ready', toAdd: 2 })
  expect(await commit(admin, job)).toMatchObject({ state: 'done' })
  const stored = await school.db.query<{ name: string }>(
    sql`select user_name as name from sys_user where tenant_id = ${school.tenantId} and account_no like 'W00%' order by account_no`,
  )
  expect(stored.map(s => s.name)).toEqual(['LIMING', 'wanghong'])
  const wrong = await check('base/sysUser/import', HEADER, [
    ['wanghong', 'W002', '王红红', 3],
    ['wanghong', 'W003', '同名', 3],
    ['nobody', 'W004', '没有类型', null],
  ])
  expect(wrong.state).toBe('invalid')
  const faults = wrong.errors.map(e => `${e.row} ${e.msg}`)
  expect(faults).toContain('4 管理域的用户要选用户类型')
  expect(faults.some(f => f.startsWith('3 ') && f.includes('wanghong'))).toBe(true)
  expect(await school.db.query(sql`select 1 from sys_user where tenant_id = ${school.tenantId} and (nick_name = '王红红' or account_no = 'W003')`)).toEqual([])
  const lookalike = await check('base/sysUser/import', HEADER, [['ＷＡＮＧ ＨＯＮＧ', 'W005', '看起来一样', 3]])
  expect(lookalike.errors[0]?.msg).toContain('W002')
  const again = await check('base/sysUser/import', HEADER, [['wanghong', 'W002', '王红红', 3]])
  expect(again).toMatchObject({ state: 'ready', toAdd: 0, toChange: 1 })
})
it('dictionary items are imported by code set and key, under the rules of the set', async () => {
  const header = ['所属字典', '键', '名称']
  const job = await check('base/dataDictionary/import', header, [
    ['应用分类', 'sport', '体育'],
    ['应用分类', 'study', '学业'],
  ])
  expect(job).toMatchObject({ state: 'ready', toAdd: 1, toChange: 1 })
  expect(await commit(admin, job)).toMatchObject({ state: 'done' })
  const wrong = await check('base/dataDictionary/import', header, [['性别', '5', '其他']])
  expect(wrong.errors[0]?.msg).toContain('GB/T 2261.1')
  expect(await check('base/dataDictionary/import', header, [['应用分类', 'sport', '体育']])).toMatchObject({ state: 'ready', toAdd: 0, unchanged: 1 })
})
