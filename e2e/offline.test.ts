import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { give, openMenu } from './browser.ts'
import { openDemo, PASSWORD } from './fixture.ts'

const demo = openDemo()
const LIST = '/student/students'
const columns = (page: Page) => page.getByRole('columnheader').allTextContents()
/** Signs in with the form, in a browser used by others before. */
async function enter(page: Page, userName: string): Promise<void> {
  await page.goto(`${demo.url}/login`)
  await give(page, userName, PASSWORD)
  await page.waitForURL('**/index')
  await demo.go(page, LIST)
  await page.getByRole('row').nth(2).waitFor()
}
/** In the page: keys of its IndexedDB databases. */
const KEPT = `indexedDB.databases().then(found => Promise.all(found.map(({ name }) => new Promise(done => {
  const opening = indexedDB.open(name)
  opening.onsuccess = () => {
    const asked = opening.result.transaction('kept').objectStore('kept').getAllKeys()
    asked.onsuccess = () => done(asked.result.map(String))
  }
})))).then(keys => keys.flat())`
async function signOut(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page
    .getByRole('button', { name: /确\s?定|退\s?出/ })
    .last()
    .click()
  await page.waitForURL(/login|\/$/)
}
describe('10-H15 what a browser keeps', () => {
  it('columns, views and drafts outlast signing out, apart for each account, while storage is emptied', async () => {
    const { page, context } = await demo.person('officer')
    await demo.go(page, LIST)
    await page.getByRole('row').nth(2).waitFor()
    const all = await columns(page)
    await page.getByRole('button', { name: '列设置' }).click()
    await page.locator('.ql-columns input:checked:not(:disabled)').first().uncheck()
    await expect.poll(() => columns(page)).not.toEqual(all)
    const fewer = await columns(page)
    await demo.go(page, `${LIST}?view=away`)
    await page.getByRole('button', { name: '存为视图' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('我的视图')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /保\s?存/ })
      .click()
    await demo.go(page, LIST)
    await page.getByRole('button', { name: /^新增/ }).first().click()
    await page.getByRole('dialog').getByLabel('姓名').first().fill('半张表')
    await expect.poll(() => page.evaluate<string[]>(KEPT)).toContainEqual(expect.stringMatching(/^draft /))
    await page.reload()
    await page.getByRole('row').nth(2).waitFor()
    await signOut(page)
    expect(await page.evaluate(() => Object.keys(localStorage).filter(key => !/theme|frequency/i.test(key)))).toEqual([])
    await enter(page, 'bzr')
    expect(await columns(page)).not.toEqual(fewer)
    expect(await page.getByRole('button', { name: '我的视图' }).count()).toBe(0)
    await signOut(page)
    await enter(page, 'officer')
    expect(await columns(page)).toEqual(fewer)
    await page.getByRole('button', { name: '我的视图', exact: true }).waitFor()
    await page.getByRole('button', { name: /^新增/ }).first().click()
    await page.locator('.ql-draft').waitFor()
    await context.close()
  })
})
