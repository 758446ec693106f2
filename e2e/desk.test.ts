import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axeFaults, overflow, type Person, picture, settled } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

const demo = openDemo()
const { enter, go } = demo
const widgets = (page: Page): Promise<string[]> => page.locator('[data-grid] h2').allTextContents()
const leave = async ({ context, faults }: Person): Promise<void> => {
  expect(faults).toEqual([])
  await context.close()
}

describe('the desktop', () => {
  it('says what matters now, and walks the todos by keyboard', async () => {
    const person = await enter('fdy')
    const { page } = person
    const api = await demo.api('fdy')
    const sentence = page.locator('header:has(h1) p')
    // three of the demo's, the overdue leaves once the clock has found them, and what falls due meanwhile, which no event tells the page
    await poll(async () => {
      await page.reload()
      await sentence.locator('b').first().waitFor()
      const late = await api.get<number>('base/todo/count?due=overdue')
      return late >= 3 && new RegExp(`有 ${late} 件已逾期，另有 \\d+ 件待办`).test((await sentence.textContent()) ?? '')
    }).toBe(true)
    // from the first with a button, wherever it stands: one without may be more urgent, and one more may arrive meanwhile
    const first = page
      .locator('[data-todo]')
      .filter({ has: page.getByRole('button') })
      .first()
    const from = await first.getAttribute('data-todo')
    await first.getByRole('button').first().focus()
    await page.keyboard.press('j')
    const steps = `(() => { const rows = [...document.querySelectorAll('[data-todo]')]; return rows.findIndex(row => 'current' in row.dataset) - rows.findIndex(row => row.dataset.todo === '${from}') })()`
    await expect.poll(() => page.evaluate<number>(steps)).toBe(1)
    const second = await page.locator('[data-todo][data-current]').getAttribute('data-todo')
    const { result: todos } = await api.get<{ result: Array<{ id: string; link: string }> }>('base/todo/mine?sort=urgency&size=100')
    const { link } = todos.find(todo => todo.id === second) ?? { link: 'none' }
    await page.keyboard.press('Enter')
    await page.waitForURL(url => url.href.endsWith(link))
    await leave(person)
  })
  it('is put in order by arrow keys, and looks the same at another device', async () => {
    const person = await demo.person('officer')
    const { page } = person
    await go(page, '/desktopset')
    const grip = page.getByRole('button', { name: /^移动“待办”/ })
    await grip.waitFor()
    await page.getByRole('button', { name: '移除“角色数字”' }).click()
    await grip.focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(() => grip.getAttribute('aria-label')).toContain('宽 8')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.waitForURL('**/index')
    const elsewhere = await enter('officer')
    await elsewhere.page.locator('[data-grid] h2').first().waitFor()
    const shown = await widgets(elsewhere.page)
    expect(shown).toContain('待办')
    expect(await elsewhere.page.getByRole('region', { name: '角色数字' }).count()).toBe(0)
    expect(await elsewhere.page.evaluate<string[]>(`[...document.querySelectorAll('[data-grid] > div')].map(one => one.style.gridColumn)`)).toContain('1 / span 8')
    await leave(elsewhere)
    await leave(person)
  })
  it('shows one column on a phone, todos first', async () => {
    const person = await enter('student', { isPhone: true })
    const { page } = person
    await page.locator('[data-grid] li').first().waitFor()
    expect((await widgets(page))[0]).toBe('今天要办')
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await picture(page, 'desk-phone')
    await leave(person)
  })
})

it('finds a service by its initials, and says why one is closed', async () => {
  const person = await demo.person('student')
  const { page } = person
  await go(page, '/servicecenter')
  await page.getByRole('heading', { name: '我的课表' }).waitFor()
  expect(await page.locator('article[data-closed] p').allTextContents()).toEqual(expect.arrayContaining([expect.stringMatching(/^尚未开始/), expect.stringMatching(/截止/)]))
  await page.getByLabel('查找服务').fill('wdkb')
  await expect.poll(() => page.locator('article h3').allTextContents()).toEqual(['我的课表'])
  await leave(person)
})
it('keeps an appointment and shows it on its day', async () => {
  const person = await demo.person('teacher')
  const { page } = person
  await go(page, '/personal/userschedule?view=day&date=2031-03-05')
  await page.getByRole('button', { name: '2031-03-05 10 点新增日程' }).click()
  await page.getByLabel('标题').fill('教研活动')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.locator('button[data-source]', { hasText: '教研活动' }).waitFor()
  expect(await page.locator('button[data-source] small').textContent()).toContain('10:00–11:00')
  await leave(person)
})

/** The pages themselves are opened by the sweep of all pages. */
const PAGES = ['/personal/usertodo?tab=done', '/personal/userschedule?view=month']
it.each([
  ['fdy', { lang: 'zh-cn' }],
  ['student', { lang: 'en', isDark: true, isPhone: true }],
] as const)(
  'other views of one’s own pages are open to a keyboard and a screen reader, and no wider than the screen: %s',
  async (userName, view) => {
    const person = await demo.person(userName, view)
    const found: Record<string, unknown> = {}
    for (const path of PAGES) {
      await go(person.page, path)
      await person.page.locator('#content h1, #content h2').first().waitFor()
      await settled(person.page)
      const faults = await axeFaults(person.page)
      const wider = await overflow(person.page)
      if (faults.length || wider > 0) found[path] = { faults, wider }
      await picture(person.page, `desk-${userName}${path.replaceAll(/\W+/g, '-')}`)
    }
    expect(found).toEqual({})
    await leave(person)
  },
  180_000,
)
