import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openDemo } from './fixture.ts'

const demo = openDemo()
/** Paths of the calls a page sends, in order. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname.replace(/^\/api\/flySource-\w+\//, ''))
  })
  return calls
}
/** Without this answer no shell and no page is drawn. */
const PERMISSIONS = '**/sysMenu/getUserBtn?*'

/** A page at an address with the calls of its first screen, and what it shows when it has their answers. */
const FIRST = [
  {
    of: 'a list at its address',
    path: '/student/students?view=incomplete&grade=2025&sort=-studentNo&q=1',
    calls: ['student/list', 'student/keyFigures', 'canton/getProvince'],
    shows: '[role=status]:text("共")',
  },
  { of: 'the home page', path: '/index', calls: ['desktopLayout/mine', 'schoolCalendarItem/getOne'], shows: '[data-widget] h2' },
]
describe('the first calls of a page', () => {
  it.each(FIRST)('do not wait until the shell is drawn, and are sent once: $of', async ({ path, calls: first, shows }) => {
    const { page, context } = await demo.person('officer')
    const calls = callsOf(page)
    await page.route(PERMISSIONS, async route => {
      await expect.poll(() => calls).toEqual(expect.arrayContaining(first))
      await route.continue()
    })
    await demo.go(page, path)
    await page.locator('#content').locator(shows).first().waitFor()
    for (const call of first)
      expect(
        calls.filter(one => one === call),
        call,
      ).toHaveLength(1)
    await context.close()
  })
})
it('a list does not load the icons of the menu, which a panel draws when it opens', async () => {
  const { page, context } = await demo.person('officer')
  const files: string[] = []
  page.on('request', request => files.push(new URL(request.url()).pathname))
  const icons = () => files.filter(file => /\/MenuIcon-[^/]+\.js$/.test(file)).length
  await demo.go(page, '/student/students')
  await page.locator('#content').locator('tbody tr td button').first().waitFor()
  expect(icons()).toBe(0)
  await page.getByLabel('主菜单').getByRole('button', { name: '学生', exact: true }).click()
  await expect.poll(icons).toBe(1)
  await context.close()
})
