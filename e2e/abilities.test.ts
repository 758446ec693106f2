import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from './browser.ts'
import { openDemo } from './fixture.ts'

const demo = openDemo()
let counsellor: Person
beforeAll(async () => {
  // a counsellor who sees the college, and changes and removes the students of the own classes
  await demo.rows(
    `with school as (select id from tenant where code = '100001'),
      made as (insert into role (tenant_id, code, name, data_scope) select id, 'narrow', '窄', 'dept' from school returning tenant_id, id),
      menus as (insert into role_menu (tenant_id, role_id, menu_id, scope_override)
        select m.tenant_id, made.id, m.id, case when m.permission_key in ('student:student:update', 'student:student:remove') then 'fdyClass' end
        from made join menu m on m.tenant_id = made.tenant_id
        where m.permission_key is null or m.permission_key in ('student:student:list', 'student:student:update', 'student:student:remove')),
      person as (select u.tenant_id, u.id from sys_user u join school on school.id = u.tenant_id where u.user_name = 'fdy'),
      gone as (delete from role_user r using person p where r.tenant_id = p.tenant_id and r.user_id = p.id)
    insert into role_user (tenant_id, role_id, user_id) select made.tenant_id, made.id, p.id from made cross join person p`,
    [],
  )
  counsellor = await demo.person('fdy')
}, 240_000)

describe('a list that reaches further than what may be changed', { timeout: 90_000 }, () => {
  it('draws 修改 and 删除 on the rows that they reach, and nowhere else', async () => {
    const { page } = counsellor
    interface Listed {
      data: { result: Array<{ id: string; studentNo: string; abilities?: Record<string, false> }> }
    }
    const answered = page.waitForResponse(answer => answer.url().includes('/student/list?'))
    await demo.go(page, '/student/students?size=200')
    const { result } = ((await (await answered).json()) as Listed).data
    const [own, other] = [result.find(row => !row.abilities), result.find(row => row.abilities)]
    expect(other?.abilities).toEqual({ update: false, remove: false })
    const acts = async (studentNo: string | undefined): Promise<string[]> => {
      const row = page.locator('.ql-grid tbody tr', { hasText: studentNo ?? '-' })
      await row.first().waitFor()
      const more = row.getByRole('button', { name: '更多操作' })
      const shown = await row.locator('.ql-row-acts button').allTextContents()
      if (!(await more.count())) return shown
      await more.click()
      const items = page.locator('.ant-dropdown:not(.ant-dropdown-hidden) .ant-dropdown-menu-item')
      await items.first().waitFor()
      const rest = await items.allTextContents()
      await page.keyboard.press('Escape')
      return [...shown, ...rest]
    }
    expect((await acts(other?.studentNo)).map(bare)).toEqual(['查看'])
    expect((await acts(own?.studentNo)).map(bare)).toEqual(expect.arrayContaining(['查看', '修改', '删除']))
  })
})
/** antd parts two characters on a button. */
const bare = (text: string): string => text.replace(/\s/g, '')
