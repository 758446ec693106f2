import { readFile } from 'node:fs/promises'
import type { Response } from 'playwright-core'
import { expect, it } from 'vitest'
import { wordsOfPdf } from '#server/print/fixture.ts'
import { zipped } from '#testing/workbook.ts'
import { axeFaults, overflow } from './browser.ts'
import { openDemo } from './fixture.ts'

const { person, go, api } = openDemo()
interface Cases {
  result: Array<{ id: string }>
}
interface OneCase {
  tasks: Array<{ action: string | null; opinion: string | null; person: { name: string } }>
}
const DOCUMENT = {
  '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
  '_rels/.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  'word/document.xml':
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>各学院：放假安排如下。</w:t></w:r></w:p></w:body></w:document>',
}

it('10-E8 a clerk designs a paper by keyboard and pointer, sees it, and saves nothing that cannot be printed', async () => {
  const { page, context } = await person('admin')
  await go(page, `/print/templates?q=${encodeURIComponent('学籍卡')}`) // among more templates than one page shows
  const isPaper = (answer: Response) => answer.headers()['content-type']?.startsWith('application/pdf') === true
  await Promise.all([page.waitForResponse(isPaper), page.locator('tr', { hasText: '学籍卡' }).getByRole('button', { name: '设计' }).click()])
  // a browser without a PDF viewer gets a link
  await page.getByRole('region', { name: '预览' }).locator('iframe[src^="blob:"], a[href^="blob:"]').waitFor({ state: 'attached' })
  const kinds = () => page.getByRole('region', { name: '版式' }).locator('li button[aria-expanded] b').allTextContents()
  const before = await kinds()
  await page.getByRole('button', { name: '添加区块' }).click()
  await page.getByRole('menuitem', { name: '文字' }).click()
  const words = page.getByRole('textbox', { name: '正文' })
  await words.fill('兹证明{姓名}在读，{没有}。')
  await page.getByRole('alert').getByText('没有字段“没有”').waitFor()
  expect(await page.getByRole('button', { name: '保存', exact: true }).isDisabled()).toBe(true)
  await words.fill('兹证明{姓名}（{学号}）在读。')
  await page.getByRole('button', { name: /^移动文字/ }).focus()
  for (const _ of before) await page.keyboard.press('ArrowUp')
  expect(await kinds()).toEqual(['文字', ...before])
  await page.getByRole('button', { name: /^文字/ }).click()
  await page.locator('li > div[draggable=true]').first().dragTo(page.locator('li > div[draggable=true]').nth(1))
  expect(await kinds()).toEqual([before[0], '文字', ...before.slice(1)])
  await page.getByRole('button', { name: '撤销' }).click()
  expect(await kinds()).toEqual(['文字', ...before])
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('第 2 版，本校设计').waitFor()
  await context.close()
  const phone = await person('admin', { isPhone: true })
  await go(phone.page, '/print/templates')
  expect(await overflow(phone.page)).toBeLessThanOrEqual(0)
  await phone.context.close()
})
it('10-E8 the paper of an application is printed from its page, with every opinion in its order', async () => {
  const office = await api('officer')
  const { result } = await office.get<Cases>('workflow/processInstance/list?bizType=leave&state=approved&size=100')
  const all = await Promise.all(result.map(async ({ id }) => ({ id, ...(await office.get<OneCase>(`workflow/processInstance/case?id=${id}`)) })))
  // a case that was returned before its approval
  const found = all.find(c => c.tasks.some(task => task.action === 'return'))
  const { page, context, faults } = await person('officer')
  await go(page, `/workflow/case/${found?.id}`)
  await page.getByRole('button', { name: '打印', exact: true }).click()
  await page.getByRole('menuitem', { name: '请假申请表' }).click()
  const dialog = page.getByRole('dialog', { name: '打印请假申请表' })
  await dialog.waitFor()
  expect(await axeFaults(page)).toEqual([])
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: '打印 1 份' }).click()])
  expect(file.suggestedFilename()).toBe('请假申请表.pdf')
  const words = wordsOfPdf(await readFile(await file.path()))
  const said = (found?.tasks ?? []).flatMap(task => (task.opinion ? [`${task.opinion}`, task.person.name] : []))
  expect(said.length).toBeGreaterThan(3)
  let from = words.indexOf('审批意见')
  for (const one of said) {
    const at = words.indexOf(one, from)
    expect(at, one).toBeGreaterThanOrEqual(from)
    from = at
  }
  expect(faults).toEqual([])
  await context.close()
})
it('10-F3 a Word document is shown where its name is pressed', async () => {
  const { page, context } = await person('admin')
  await go(page, '/file/docs')
  await page.getByRole('button', { name: '新增文件' }).click()
  await page.locator('input[type=file]').setInputFiles({ name: '通知.docx', mimeType: 'application/octet-stream', buffer: await zipped(DOCUMENT) })
  await page.getByRole('link', { name: '通知.docx' }).click()
  await page.getByRole('dialog').getByText('各学院：放假安排如下。').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await context.close()
})
