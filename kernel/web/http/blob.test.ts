import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { download, fileNameOf } from './blob.ts'
import { fakeBrowser } from './fixture.ts'
import { setNotifier } from './notices.ts'

let told: string[]
beforeEach(() => {
  fakeBrowser()
  told = []
  setNotifier({ ask: () => {}, success: text => told.push(text), warning: text => told.push(text), error: (text, why) => told.push(why ? `${text} ${why}` : text) })
})
afterEach(() => vi.unstubAllGlobals())
const answer = (body: string, init: ResponseInit) => vi.stubGlobal('fetch', async () => new Response(body, init))

describe('a download', () => {
  test('takes its name from the base64 in the header (customer)', () => {
    expect(fileNameOf('attachment;filename=5a2m55Sf5ZCN5Y2VLnhsc3g=', 'x')).toBe('学生名单.xlsx')
    expect(fileNameOf('attachment; filename="plain.xlsx"', 'x')).toBe('plain.xlsx')
    expect(fileNameOf(null, 'x.xlsx')).toBe('x.xlsx')
  })
  test('of no rows warns in the customer’s words', async () => {
    answer('', { headers: { 'X-Export-Rows': '0' } })
    expect(await download('base/a/export')).toEqual({ kind: 'empty' })
    expect(told).toEqual(['没有可导出的数据！'])
  })
  test('that became a job answers its id', async () => {
    answer(JSON.stringify({ code: 200, success: true, data: { jobId: 'j1' } }), { headers: { 'Content-Type': 'application/json' } })
    expect(await download('base/a/export')).toEqual({ kind: 'job', jobId: 'j1' })
  })
  test('that is refused as JSON says 导出失败！ and why', async () => {
    answer(JSON.stringify({ code: 403, msg: '没有导出权限' }), { status: 400, headers: { 'Content-Type': 'application/json' } })
    await expect(download('base/a/export')).rejects.toMatchObject({ code: 403 })
    expect(told).toEqual(['导出失败！ 没有导出权限'])
  })
})
