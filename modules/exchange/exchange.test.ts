import { read, utils } from '@e965/xlsx'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { decode } from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportLog } from './model/profile.ts'
import { COLUMNS, type ExchangeSchool, exchangeSchool, row, ruleOf, shown } from './testing.ts'

let s: ExchangeSchool
beforeAll(async () => {
  s = await exchangeSchool()
})
afterAll(() => s.close())
const make = (profileId: string, more: object = {}, by = s.clerk) => by.post('exchange/exportProfile/make', { profileId, filter: {}, ...more })
const cellsOf = (content: Buffer) => {
  const book = read(content, { type: 'buffer' })
  return book.Sheets[book.SheetNames[0] ?? ''] ?? {}
}

describe('40-X2 before a file is made', () => {
  it('all rows are checked, and failing ones lead to the place to mend them; a partial file says so in its name', async () => {
    shown.rows = [row(1), row(2, { no: null }), row(3, { sex: '9', name: '名字非常非常长' })]
    const id = await s.profile()
    const { data } = await s.clerk.post<{ count: number; bad: number; failing: Array<{ name: string; link: string; problems: string[] }> }>('exchange/exportProfile/check', {
      profileId: id,
      filter: {},
    })
    expect([data.count, data.bad, data.failing.map(f => [f.link, f.problems.length])]).toEqual([
      3,
      2,
      [
        ['/people?id=2', 1],
        ['/people?id=3', 2],
      ],
    ])
    expect(data.failing[0]?.problems[0]).toContain('学号')
    expect(ruleOf(await make(id))).toBe('exchange.exportProfile.failing')
    const partial = await make(id, { isPartial: true })
    expect(utils.sheet_to_json(cellsOf(partial.raw), { header: 1 })).toHaveLength(2)
    const [log] = await s.db.unscoped(exportLog).all({ profileId: id })
    expect(log).toMatchObject({ rowCount: 1, leftOut: 2, isSensitive: false })
    expect(log?.fileName).toContain('（部分）')
  })
  it('says nothing of a sensitive value to whoever may not read it', async () => {
    shown.rows = [row(1, { card: '6222 0200', phone: '13800002468' })]
    const columns = [
      { title: '卡号', source: 'field', field: 'card', check: 'digits' },
      { title: '电话', source: 'field', field: 'phone', codes: { 1: '有' } },
      { title: '姓名', source: 'field', field: 'name', check: 'digits' },
    ]
    const { data } = await s.clerk.post<{ failing: Array<{ problems: string[] }> }>('exchange/exportProfile/check', { profileId: await s.profile({ columns }), filter: {} })
    expect(data.failing[0]?.problems).toEqual(['卡号“***”应只有数字', '电话“***”没有对应的代码', '姓名“学生1”应只有数字'])
  })
  it('a character that the receiver’s charset lacks fails its row', async () => {
    shown.rows = [row(1, { name: '𬭎一' })]
    const id = await s.profile({ format: 'csv', charset: 'gbk' })
    expect(ruleOf(await make(id))).toBe('exchange.exportProfile.failing')
    expect((await make(await s.profile({ format: 'csv' }))).code).toBe(200)
  })
})
describe('40-X3 cells', () => {
  it('of numbers are texts, of amounts have two decimals, and formulas are neutralised, in every format', async () => {
    shown.rows = [row(1, { name: '=1+1' })]
    const sheet = cellsOf((await make(await s.profile({ sumRow: true }))).raw)
    expect([sheet.A2, sheet.B2, sheet.D2, sheet.D3]).toMatchObject([{ t: 's', v: '202600001' }, { t: 's', v: '=1+1' }, { t: 'n', v: 1234.51, w: '1234.51' }, { v: 1234.51 }])
    expect(sheet.B2?.f).toBeUndefined()
    const old = cellsOf((await make(await s.profile({ format: 'xls' }))).raw)
    expect([old.A2, old.B2, old.D2]).toMatchObject([
      { t: 's', v: '202600001' },
      { t: 's', v: '=1+1' },
      { t: 'n', v: 1234.51 },
    ])
    expect((await make(await s.profile({ format: 'csv' }))).raw.toString('utf8')).toContain(`202600001,'=1+1,男,1234.51,'=1+1的奖学金,`)
    const txt = decode((await make(await s.profile({ format: 'txt', charset: 'gbk', delimiter: '|' }))).raw, 'gbk')
    expect(txt.split('\r\n').slice(0, 2)).toEqual(['学号|姓名|性别|金额|用途|结果', `202600001|'=1+1|男|1234.51|'=1+1的奖学金|`])
  })
  it('go into a file for each college, or for so many rows', async () => {
    shown.rows = [row(1), row(2), row(3)]
    const namesOf = async (content: Buffer) => (await new ZipReader(new Uint8ArrayReader(content)).getEntries()).map(e => e.filename)
    expect(await namesOf((await make(await s.profile({ splitBy: 'college' }))).raw)).toHaveLength(2)
    expect(await namesOf((await make(await s.profile({ splitBy: 'rows', maxRows: 1 }))).raw)).toHaveLength(3)
  })
})
describe('40-X4 a file with sensitive columns', () => {
  const sensitive = () => s.profile({ columns: [...COLUMNS.slice(0, 2), { title: '卡号', source: 'field', field: 'card' }] })
  const how = { password: 'a good one', reason: '发放奖学金' }
  it('needs the further permission, a reason and a password, comes as an encrypted zip, and is logged', async () => {
    shown.rows = [row(1)]
    const id = await sensitive()
    expect((await make(id, how, s.clerk)).code).toBe(403)
    const both = await s.as({ roles: ['chief'] })
    expect([ruleOf(await make(id, {}, both)), ruleOf(await make(id, { password: how.password }, both))]).toEqual([
      'exchange.exportProfile.password',
      'exchange.exportProfile.reason',
    ])
    const { raw } = await make(id, how, both)
    expect(raw.includes('6222020000000000018')).toBe(false)
    const entry = (await new ZipReader(new Uint8ArrayReader(raw)).getEntries())[0]
    expect(entry?.encrypted).toBe(true)
    if (!entry || entry.directory) throw new Error('a file')
    await expect(entry.getData(new Uint8ArrayWriter(), { password: 'another' })).rejects.toThrow()
    const content = Buffer.from(await entry.getData(new Uint8ArrayWriter(), { password: how.password }))
    expect(cellsOf(content).C2?.v).toBe('6222020000000000018')
    const [log] = await s.db.unscoped(exportLog).all({ profileId: id })
    expect(log).toMatchObject({ isSensitive: true, reason: how.reason, revision: 1, rowCount: 1 })
    expect(log?.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify((await both.get('exchange/exportLog/list', {})).data)).not.toContain('62220200')
  })
  it('needs that permission for S1 columns, too, alone or within a text', async () => {
    shown.rows = [row(1)]
    for (const column of [
      { title: '电话', source: 'field', field: 'phone' },
      { title: '联系', source: 'template', text: '{name} {phone}' },
    ]) {
      const id = await s.profile({ columns: [...COLUMNS.slice(0, 2), column] })
      expect([(await make(id, {}, s.clerk)).code, (await make(id, {}, await s.as({ roles: ['chief'] }))).code]).toEqual([403, 200])
    }
  })
  it('can be made again with the rows as they were', async () => {
    shown.rows = [row(1)]
    const id = await s.profile()
    await make(id)
    const [log] = await s.db.unscoped(exportLog).all({ profileId: id })
    shown.rows = [row(9)]
    const again = await s.clerk.post('exchange/exportLog/again', { id: log?.id })
    expect(cellsOf(again.raw).A2?.v).toBe('202600001')
    expect((await s.db.unscoped(exportLog).all({ againOf: log?.id ?? '' }))[0]?.digest).toBe(log?.digest)
  })
})
