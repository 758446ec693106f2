import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { entity, files, text } from '#model'
import { exportableFields, fileNameFrom, headerOf, initialColumns, isPersonal } from './exportColumns.ts'
import { FaultRows } from './FaultRows.tsx'
import { fileFault } from './fileFault.ts'
import { type ExportJob, type ImportJob, isMoving, merged, shareOf } from './job.ts'
import { exportText, importText, previewText } from './jobText.ts'
import { secondsLeft } from './useTimeLeft.ts'

vi.mock('virtual:qinglan/services', () => ({ default: {} }))

const job: ImportJob = { id: '1', state: 'validating', total: 30_000, ok: 0, bad: 0, toAdd: 412, toChange: 3, unchanged: 29_588, progress: 0.64, errors: [], errorFileId: null }
const sent: ExportJob = { id: '2', state: 'done', rows: 14_032, fileId: 'f', expiresAt: null }

describe('a job in words', () => {
  test('how far it is, and what would happen', () => {
    expect(importText(job)).toBe('已校验 19,200 / 30,000 行')
    expect(importText({ ...job, state: 'writing', progress: 1 })).toBe('已写入 30,000 / 30,000 行')
    expect(previewText(job)).toBe('412 新增，29,588 不变，3 修改')
    expect(importText({ ...job, total: 0 })).toBe('校验中')
  })
  test('a refused import says that nothing was written', () => {
    expect(importText({ ...job, state: 'invalid', total: 480, bad: 3 })).toBe('480 行里 3 行有错，一行也没有写入')
    expect(importText({ ...job, state: 'cancelled' })).toContain('一行也没有写入')
    expect(importText({ ...job, state: 'failed', message: '文件打不开' })).toBe('文件打不开')
  })
  test('exports say how many rows, and the customer’s words when they fail', () => {
    expect(exportText(sent)).toBe('14,032 行')
    expect(exportText({ ...sent, state: 'failed', message: null })).toBe('导出失败！')
  })
  test('only some states move', () => {
    expect((['validating', 'writing', 'ready', 'invalid', 'done', 'failed', 'cancelled'] as const).map(state => isMoving({ state }))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ])
  })
  test('shares are kept between nothing and all', () => {
    expect([0, 0.5, 50, 100, -1, null].map(progress => shareOf({ progress }))).toEqual([0, 0.5, 0.5, 1, 0, 0])
  })
  test('the newest stands first, whatever its kind', () => {
    expect(merged([{ ...job, createdAt: '2026-09-01' }], [{ ...sent, createdAt: '2026-09-02' }]).map(one => one.kind)).toEqual(['exportJob', 'importJob'])
  })
})
test('time left is said once it means something', () => {
  const first = { phase: 'x', share: 0, at: 0 }
  expect(secondsLeft(first, 0.5, 1000)).toBeUndefined()
  expect(secondsLeft(first, 0.01, 5000)).toBeUndefined()
  expect(secondsLeft(first, 0.5, 10_000)).toBe(10)
})
test('a file that cannot be the sheet is told before it is sent', () => {
  expect(fileFault({ name: '学生.xls', size: 10 })).toContain('.xlsx')
  expect(fileFault({ name: '学生.XLSX', size: 0 })).toContain('空的')
  expect(fileFault({ name: '学生.XLSX', size: 10 })).toBeUndefined()
})
describe('columns of an export', () => {
  const row = entity(
    'kernel.exportTestRow',
    '测试行',
    { name: text('姓名'), phone: text('手机号', { sensitivity: 'S1' }), health: text('健康', { sensitivity: 'S2' }), hash: text('密码', { secret: true }), paper: files('附件') },
    { title: 'name', scope: { everyone: 'rows of a test' } },
  )
  test('secrets never, sensitive ones only when they may be read', () => {
    expect(exportableFields(row, false).map(([n]) => n)).toEqual(['name', 'phone'])
    expect(exportableFields(row, true).map(([n]) => n)).toEqual(['name', 'phone', 'health'])
  })
  test('what is on screen is ticked at first', () => {
    expect(initialColumns(row, ['phone', 'hash'])).toEqual(['phone', 'name'])
    expect(initialColumns(row, [])).toEqual(['name', 'phone'])
    expect(headerOf(row, new Set(['phone', 'name']), label => label)).toEqual({ name: '姓名', phone: '手机号' })
    expect([isPersonal(row, new Set(['name'])), isPersonal(row, new Set(['phone']))]).toEqual([false, true])
  })
  test('file names lose what file systems refuse', () => {
    expect(fileNameFrom(' 2023/软件:名单? ')).toBe('2023软件名单')
  })
})
test('refused rows scroll in one region, which holds their head', () => {
  const refused: ImportJob = { ...job, bad: 1, errors: [{ row: 3, field: 'studentNo', label: '学号', value: 'x', msg: '不是学号' }] }
  expect(renderToString(createElement(FaultRows, { job: refused }))).toMatch(/^<section class="ql-scroll [^" ]*faults[^" ]*"[^>]*tabindex="0"/i)
})
