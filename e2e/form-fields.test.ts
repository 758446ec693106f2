import { expect, it } from 'vitest'
import { openDemo } from './fixture.ts'

const demo = openDemo()
/** Notes which fields each commit of React has drawn: fibers are the same objects where nothing was done. */
const WATCHED = `
  let before = new Map()
  window.drawn = new Set()
  const fields = (fiber, parent, found) => {
    for (let one = fiber; one; one = one.sibling) {
      const name = one.memoizedProps?.['data-field']
      if (name && typeof one.type === 'string') found.set(name, parent)
      fields(one.child, one, found)
    }
    return found
  }
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot(_, root) {
      const now = fields(root.current.child, null, new Map())
      for (const [name, fiber] of now) if (before.get(name) !== fiber && fiber.flags & 1) window.drawn.add(name)
      before = now
    },
  }`
it('a field of a form is drawn alone when its value changes', async () => {
  const { page } = await demo.person('officer')
  await page.addInitScript(WATCHED)
  await demo.go(page, '/student/students')
  await page.getByRole('row').nth(2).waitFor()
  await page.getByRole('button', { name: /^新增/ }).first().click()
  const name = page.getByRole('dialog').getByLabel('姓名').first()
  await name.fill('李')
  await expect.poll(() => page.evaluate<string[]>('[...drawn]')).toContain('name')
  expect(await page.locator('[data-field]').count()).toBeGreaterThan(5)
  // what the form still waits for, such as choices, is drawn when it comes
  await expect.poll(() => page.evaluate<number>('(size => (drawn.clear(), size))(drawn.size)'), { interval: 500, timeout: 30_000 }).toBe(0)
  await name.pressSequentially('晓岚')
  await expect.poll(() => name.inputValue()).toBe('李晓岚')
  expect(await page.evaluate<string[]>('[...drawn]')).toEqual(['name'])
})
it('an input drawn before another value was entered reads that value when it is pressed', async () => {
  const { page } = await demo.person('officer')
  await demo.go(page, '/dormitory/claims?tab=rounds')
  await page.getByRole('button', { name: /^新增/ }).first().click()
  const form = page.getByRole('dialog')
  const pick = async (field: string, moment: string) => {
    const input = form.locator(`[data-field="${field}"] input`)
    await input.fill(moment)
    await input.press('Enter')
    await expect.poll(() => input.inputValue()).toBe(moment)
  }
  await pick('beginTime', '2031-03-04 08:30')
  // the form is not sent, so nothing that it lacks is marked
  expect(await form.locator('[aria-invalid="true"]').count()).toBe(0)
  await pick('endTime', '2031-03-06 18:00')
  await form.getByRole('button', { name: '加一批' }).click()
  const wave = form.locator('[data-field="waves"]')
  await expect.poll(() => wave.getByLabel('开始').inputValue()).toBe('2031-03-04 08:30')
  expect(await wave.getByLabel('结束').inputValue()).toBe('2031-03-06 18:00')
})
