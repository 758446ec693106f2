import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { boxOf, overflow, type Person, picture, settled } from './browser.ts'
import { openDemo } from './fixture.ts'

const demo = openDemo()
const LEAST = 44
/** One of each kind of page: home, to-dos, own rows, list, list of small tables, form. */
const PAGES = [
  ['student', '/index'],
  ['student', '/personal/usertodo'],
  ['student', '/leave/apply'],
  ['officer', '/student/students'],
  ['officer', '/alumni/claims'],
  ['officer', '/warning/raised'],
] as const
/** Pages one person after the other opens, settled. */
async function visit(each: (page: Page, path: string) => Promise<void>, lang: 'zh-cn' | 'en' = 'zh-cn'): Promise<void> {
  for (const [who, pages] of Map.groupBy(PAGES, ([name]) => name)) {
    const { page, context, faults } = await demo.person(who, { isPhone: true, lang })
    for (const [, path] of pages) {
      await demo.go(page, path)
      await page.locator('#content h1').first().waitFor({ state: 'attached' })
      await settled(page)
      await each(page, path)
    }
    expect(faults).toEqual([])
    await context.close()
  }
}
const arrive = async (who: string, path: string): Promise<Person> => {
  const person = await demo.arrive(who, { isPhone: true }, path)
  await settled(person.page)
  return person
}
/** What a thumb may miss: no 44 px high and wide where it is touched. A control is touched with its label and box; a link in a line of text is as high as the line. */
const missed = (page: Page): Promise<string[]> => page.evaluate<string[]>(MISSED)
const MISSED = `(() => {
  const controls = 'button, input, select, textarea, a[href], [role=tab], [role=switch], [role=combobox], [role=button]'
  const wholeOf = one => one.closest('label, .ant-input-affix-wrapper, .ant-select, .ant-picker, .ant-input-number') ?? one
  const isSmall = one => {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || one.disabled) return false
    if (one.matches('a') && getComputedStyle(one).display === 'inline') return false
    const whole = wholeOf(one)
    const { width, height } = whole.getBoundingClientRect()
    // what only screen readers find
    if (width < 2 || (width >= ${LEAST} && height >= ${LEAST})) return false
    whole.scrollIntoView({ block: 'center' })
    const at = whole.getBoundingClientRect()
    // the link past the menu comes into sight with the focus of a keyboard
    if (at.bottom <= 0 || at.right <= 0) return false
    const [x, y, reach] = [at.left + at.width / 2, at.top + at.height / 2, ${LEAST} / 2 - 1]
    const places = [
      ...(height < ${LEAST} ? [[x, y - reach], [x, y + reach]] : []),
      ...(width < ${LEAST} ? [[Math.max(0, x - reach), y], [Math.min(innerWidth - 1, x + reach), y]] : []),
    ]
    return !places.every(([left, top]) => {
      const hit = document.elementFromPoint(left, top)
      return hit !== null && (whole.contains(hit) || (hit.closest(controls) ?? hit.closest('label')?.control) === one)
    })
  }
  const nameOf = one => (one.tagName + ' ' + (one.getAttribute('aria-label') || one.textContent || one.getAttribute('name') || '')).slice(0, 60)
  return [...new Set([...document.querySelectorAll(controls)].filter(isSmall).map(nameOf))]
})()`
/** Every text twice as large in the same layout, as the setting of a phone makes it. */
const double = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const now = [...document.querySelectorAll('body *')].map(one => [one, getComputedStyle(one).fontSize, getComputedStyle(one).lineHeight])
    for (const [one, size, line] of now) {
      one.style.setProperty('font-size', 2 * parseFloat(size) + 'px', 'important')
      if (line.endsWith('px')) one.style.setProperty('line-height', 2 * parseFloat(line) + 'px', 'important')
    }
  })()`)
/** The part of the page that is shown and scrolls. */
const VIEW = "[...document.querySelectorAll('#content main')].find(main => main.offsetParent)"
const sideways = async (page: Page): Promise<number> =>
  Math.max(await overflow(page), await page.evaluate<number>(`(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(${VIEW})`))

describe('60-MB1 below 768 px', () => {
  it('60-MB1 the bar has home, services, to-dos and me, and a scan button that rises above it', async () => {
    const { page, context } = await arrive('student', '/index')
    const bar = page.getByRole('navigation', { name: '主菜单' })
    const names = await bar.locator('> a, > button').allInnerTexts()
    expect(names.map(name => name.replace(/[\s\d+]+/g, ''))).toEqual(['首页', '服务', '扫一扫', '待办', '我的'])
    const [whole, disc] = [await boxOf(bar), await boxOf(bar.getByRole('button', { name: '扫一扫' }).locator('i'))]
    expect(disc.top).toBeLessThan(whole.top)
    expect(Math.round(whole.bottom)).toBe(740)
    await bar.getByRole('button', { name: '扫一扫' }).click()
    await page.getByRole('dialog').waitFor()
    await context.close()
  })
  it('60-MB1 a list is cards of title, three facts, state and first action; its filters lie in a sheet at the bottom', async () => {
    const { page, context } = await arrive('officer', '/alumni/claims')
    const cards = page.locator('.ql-cards > li')
    await cards.first().waitFor()
    expect(await page.locator('#content table').count()).toBe(0)
    for (const card of await cards.all()) {
      expect(await card.locator('.ql-card-head b').textContent()).not.toBe('')
      expect(await card.locator('.ql-card-head .ql-state').count()).toBe(1)
      expect(await card.locator('dl > div').count()).toBe(3)
      await card.getByRole('button', { name: '核对' }).waitFor()
    }
    await picture(page, 'phone-cards')
    await page.getByRole('button', { name: '筛选' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('毕业年份').first().waitFor()
    await settled(page)
    const box = await boxOf(sheet)
    expect([box.left, box.width, Math.round(box.bottom)]).toEqual([0, 360, 740])
    expect(box.top).toBeGreaterThan(0)
    await picture(page, 'phone-filters')
    await context.close()
  })
  it('60-MB1 a form is one column, and its button stays above the bar however far it is scrolled', async () => {
    const { page, context } = await arrive('student', '/leave/apply')
    const fields = page.locator('#content .ql-field')
    await fields.first().waitFor()
    const boxes = await Promise.all((await fields.all()).map(boxOf))
    expect(boxes.length).toBeGreaterThan(2)
    expect(new Set(boxes.map(box => Math.round(box.left))).size).toBe(1)
    for (const [at, box] of boxes.entries()) expect(box.top).toBeGreaterThanOrEqual((boxes[at - 1]?.bottom ?? 0) - 1)
    const bar = await boxOf(page.getByRole('navigation', { name: '主菜单' }))
    const submit = page.locator('#content footer button').last()
    for (const at of ['start', 'end'] as const) {
      await page.evaluate(`${VIEW}.scrollTo(0, ${at === 'start' ? 0 : 1e6})`)
      const box = await boxOf(submit)
      expect(box.height).toBeGreaterThanOrEqual(LEAST)
      expect(box.bottom).toBeLessThanOrEqual(bar.top + 1)
      expect(box.top).toBeGreaterThan(370)
    }
    await picture(page, 'phone-form')
    await context.close()
  })
  it('60-MB1 whatever is touched is 44 px high and wide', async () => {
    const found: Record<string, string[]> = {}
    await visit(async (page, path) => {
      const small = await missed(page)
      if (small.length) found[path] = small
    })
    expect(found).toEqual({})
  })
  it.each(['zh-cn', 'en'] as const)('60-MB1 nothing scrolls sideways at 360 px, nor with text twice as large, in %s', async lang => {
    const found: string[] = []
    await visit(async (page, path) => {
      if ((await sideways(page)) > 0) found.push(path)
      await double(page)
      if ((await sideways(page)) > 0) found.push(`${path} with large text`)
      await picture(page, `phone-large-${lang}${path.replaceAll('/', '-')}`)
    }, lang)
    expect(found).toEqual([])
  })
})
