import { expect, it } from 'vitest'
import { openDemo } from './fixture.ts'

const demo = openDemo()
it('a disabled record chosen beside a node of the tree stands under its own name, and all of them are counted', async () => {
  const [off] = await demo.rows<{ name: string }>(
    'update department set is_enabled = false where id = (select d.id from department d where not exists (select from department c where c.parent_id = d.id) order by d.code desc limit 1) returning name',
    [],
  )
  const name = off?.name ?? ''
  const { page } = await demo.person('officer')
  // more than one page of the list holds
  await page.route(/department\/list\?.*isEnabled=0/, async route => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { page: { total: number } } }
    body.data.page.total = 230
    await route.fulfill({ response, json: body })
  })
  await demo.go(page, '/campus/departments')
  await page.getByRole('treeitem').first().click()
  await page.getByRole('heading', { name: '已停用 230 个' }).waitFor()
  await page.getByRole('button', { name, exact: true }).click()
  await expect.poll(() => page.locator('[data-field="name"] input').inputValue()).toBe(name)
  await page.getByRole('heading', { name, exact: true }).waitFor()
})
