import { buffer } from 'node:stream/consumers'
import { read, utils } from '@e965/xlsx'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { decode } from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { date, integer, money, permissionKey, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { makeRole } from '#modules/system/testing.ts'
import { permissionsOf } from '#server/registry/permissions.ts'
import { writeWorkbook } from '#server/spreadsheets/write.ts'
import { testRegistry } from '#testing/database.ts'
import { upload } from '#testing/roster.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import type { ProfileColumn } from './model/columns.ts'
import { exportLog, exportProfile } from './model/profile.ts'
import { type DataRow, type Dataset, dataset } from './server/datasets.ts'
import { zipOf } from './server/write-file.ts'

const row = (n: number, more: Record<string, string | number | null> = {}): DataRow => ({
  id: `${n}`,
  name: `第 ${n} 人`,
  link: `/people?id=${n}`,
  college: n % 2 ? '信息工程学院' : '艺术设计学院',
  values: { no: `20260000${n}`, name: `学生${n}`, sex: '1', amount: 1234_50 + n, on: '2026-09-01', card: '6222020000000000018', ...more },
})
let rows: DataRow[] = []
/** Rows made up for this test, registered as a module would. */
const people = dataset({
  code: 'people',
  label: '人员',
  of: student,
  fields: {
    no: text('学号', { max: 20 }),
    name: text('姓名', { max: 60 }),
    sex: text('性别', { max: 1 }),
    amount: money('金额'),
    on: date('日期'),
    card: text('卡号', { max: 25, sensitivity: 'S2' }),
    phone: text('电话', { max: 20, sensitivity: 'S1' }),
  },
  filter: { year: integer('年份') },
  result: { outcome: text('结果', { max: 10 }) },
  rows: async () => rows,
})
let s: School
let clerk: Actor
beforeAll(async () => {
  const registry = await testRegistry()
  const others = registry.registrations.get(people.kind) ?? []
  s = await openSchool([], { registry: { ...registry, registrations: new Map([...registry.registrations, [people.kind, [...others, people]]]) } })
  const keys = ['list', 'add', 'update', 'make'].map(verb => `exchange:exportProfile:${verb}`)
  const may = [...keys, 'exchange:exportLog:list', 'exchange:exportLog:again', 'student:student:export']
  await makeRole(s, 'clerk', may)
  await makeRole(s, 'chief', [...may, 'student:student:reveal'])
  clerk = await s.as({ roles: ['clerk'] })
})
afterAll(() => s.close())

const COLUMNS: ProfileColumn[] = [
  { title: '学号', source: 'field', field: 'no', required: true, isKey: true, check: 'digits' },
  { title: '姓名', source: 'field', field: 'name', length: 6 },
  { title: '性别', source: 'field', field: 'sex', codes: { 1: '男', 2: '女' } },
  { title: '金额', source: 'field', field: 'amount' },
  { title: '用途', source: 'template', text: '{name}的奖学金' },
  { title: '结果', source: 'result', field: 'outcome', codes: { ok: '成功' } },
]
let made = 0
async function profile(more: object = {}): Promise<string> {
  const draft = { code: `p${++made}`, name: `方案${made}`, target: 'bank', dataset: 'people', columns: COLUMNS, validFrom: '2026-01-01', ...more }
  const answer = await clerk.post<{ id: string }>('exchange/exportProfile/add', draft)
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data.id
}
const make = (profileId: string, more: object = {}, by = clerk) => by.post('exchange/exportProfile/make', { profileId, filter: {}, ...more })
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule
const template = (titles: ReadonlyArray<{ title: string; groups?: string[] }>) => buffer(writeWorkbook({ name: '模板', columns: titles, rows: [] }))
const put = async (content: Buffer, name: string) => (await upload<{ fileId: string }>(clerk, 'oss/oss/endpoint/put-file', content, name)).data.fileId
const cellsOf = (content: Buffer) => {
  const book = read(content, { type: 'buffer' })
  return book.Sheets[book.SheetNames[0] ?? ''] ?? {}
}

describe('40-X1 a profile', () => {
  it('takes its columns from the receiver’s empty template, with merged headers, and maps what is called the same', async () => {
    const fileId = await put(await template([{ title: '学号' }, { title: '户名', groups: ['收款人'] }, { title: '卡号', groups: ['收款人'] }]), '银行模板.xlsx')
    const { data } = await clerk.post<{ columns: ProfileColumn[] }>('exchange/exportProfile/readTemplate', { fileId, dataset: 'people', headerRows: 2 })
    expect(data.columns).toEqual([
      { title: '学号', source: 'field', field: 'no' },
      { title: '户名', groups: ['收款人'], source: 'empty' },
      { title: '卡号', groups: ['收款人'], source: 'field', field: 'card' },
    ])
    const csv = await put(Buffer.from('学号,金额,备注\r\n'), '模板.csv')
    expect(
      (await clerk.post<{ columns: ProfileColumn[] }>('exchange/exportProfile/readTemplate', { fileId: csv, dataset: 'people', headerRows: 1 })).data.columns.map(c => [
        c.title,
        c.field,
      ]),
    ).toEqual([
      ['学号', 'no'],
      ['金额', 'amount'],
      ['备注', undefined],
    ])
  })
  it('names only fields there are, and counts its versions', async () => {
    const bad = (column: object) =>
      clerk.post('exchange/exportProfile/add', { code: 'bad', name: '坏', target: 'bank', dataset: 'people', columns: [column], validFrom: '2026-01-01' })
    const all = [
      { title: 'x', source: 'field', field: 'constructor' },
      { title: 'x', source: 'template', text: '{nobody}' },
      { title: 'x', source: 'field', field: 'no', evil: 1 },
      { title: '', source: 'empty' },
    ]
    for (const column of all) expect(ruleOf(await bad(column))).toBe('exchange.exportProfile.column')
    const id = await profile()
    const { version } = await s.db.unscoped(exportProfile).one(id)
    await clerk.post('exchange/exportProfile/update', { id, version, name: '改过' })
    expect((await s.db.unscoped(exportProfile).one(id)).revision).toBe(2)
  })
})
describe('attack: a template', () => {
  it('that is a zip bomb is refused before it is unpacked', async () => {
    const bomb = await zipOf([{ name: 'xl/workbook.xml', content: Buffer.alloc(12_000_000, ' ') }])
    const readAs = async (name: string, content: Buffer) =>
      ruleOf(await clerk.post('exchange/exportProfile/readTemplate', { fileId: await put(content, name), dataset: 'people', headerRows: 1 }))
    expect(await readAs('模板.xlsx', bomb)).toBe('sheet.bomb')
  })
  it('of somebody else is not found', async () => {
    const fileId = await put(Buffer.from('学号\r\n'), '模板.csv')
    const other = await s.as({ roles: ['clerk'] })
    expect(ruleOf(await other.post('exchange/exportProfile/readTemplate', { fileId, dataset: 'people', headerRows: 1 }))).toBe('file.notYours')
  })
})
describe('40 §0.4 delivered profiles', () => {
  it('are there in a new school, for each receiver whose rows a module has, and mean what their datasets have', async () => {
    const delivered = await s.db.unscoped(exportProfile).all({ code: ['feeVoucher', 'payoutList', 'bankDebit', 'leagueRoster', 'leagueFees'] })
    expect(delivered.map(p => [p.code, p.target]).sort()).toEqual([
      ['bankDebit', 'bank'],
      ['feeVoucher', 'finance'],
      ['leagueFees', 'league'],
      ['leagueRoster', 'league'],
      ['payoutList', 'bank'],
    ])
    // saved as they are, they pass the checks of one that people make
    for (const { id, version, columns } of delivered) expect((await clerk.post('exchange/exportProfile/update', { id, version, columns })).code).toBe(200)
  })
})
it('40-X4 protected columns of every dataset have a permission that lets somebody see them', () => {
  const { modules, registrations } = s.server.core.registry
  const known = permissionsOf(modules)
  const closed = (registrations.get(people.kind) ?? []) as Dataset[]
  const lost = closed.filter(d => Object.values(d.fields).some(f => f.options.sensitivity) && !known.has(permissionKey(d.protectedBy ?? d.of, 'reveal')))
  expect(lost.map(d => d.code)).toEqual([])
})
it('every dataset of a module answers, whatever its filter asks', async () => {
  const given: Record<string, unknown> = { text: '2025-2026', integer: 2026, date: '2026-01-01', month: '2026-01' }
  for (const d of (s.server.core.registry.registrations.get(people.kind) ?? []) as Dataset[]) {
    const filter = Object.fromEntries(Object.entries(d.filter).flatMap(([name, f]) => (f.options.required ? [[name, given[name] ?? given[f.kind]]] : [])))
    if (d !== people && !d.isOwned) expect([d.code, await d.rows({ db: s.db, me: s.db.me, lang: 'zh-cn' }, filter)]).toEqual([d.code, []])
  }
})
describe('40-X2 before a file is made', () => {
  it('all rows are checked, and failing ones lead to the place to mend them; a partial file says so in its name', async () => {
    rows = [row(1), row(2, { no: null }), row(3, { sex: '9', name: '名字非常非常长' })]
    const id = await profile()
    const { data } = await clerk.post<{ count: number; bad: number; failing: Array<{ name: string; link: string; problems: string[] }> }>('exchange/exportProfile/check', {
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
    rows = [row(1, { card: '6222 0200', phone: '13800002468' })]
    const columns = [
      { title: '卡号', source: 'field', field: 'card', check: 'digits' },
      { title: '电话', source: 'field', field: 'phone', codes: { 1: '有' } },
      { title: '姓名', source: 'field', field: 'name', check: 'digits' },
    ]
    const { data } = await clerk.post<{ failing: Array<{ problems: string[] }> }>('exchange/exportProfile/check', { profileId: await profile({ columns }), filter: {} })
    expect(data.failing[0]?.problems).toEqual(['卡号“***”应只有数字', '电话“***”没有对应的代码', '姓名“学生1”应只有数字'])
  })
  it('a character that the receiver’s charset lacks fails its row', async () => {
    rows = [row(1, { name: '𬭎一' })]
    const id = await profile({ format: 'csv', charset: 'gbk' })
    expect(ruleOf(await make(id))).toBe('exchange.exportProfile.failing')
    expect((await make(await profile({ format: 'csv' }))).code).toBe(200)
  })
})
describe('40-X3 cells', () => {
  it('of numbers are texts, of amounts have two decimals, and formulas are neutralised, in every format', async () => {
    rows = [row(1, { name: '=1+1' })]
    const sheet = cellsOf((await make(await profile({ sumRow: true }))).raw)
    expect([sheet.A2, sheet.B2, sheet.D2, sheet.D3]).toMatchObject([{ t: 's', v: '202600001' }, { t: 's', v: '=1+1' }, { t: 'n', v: 1234.51, w: '1234.51' }, { v: 1234.51 }])
    expect(sheet.B2?.f).toBeUndefined()
    const old = cellsOf((await make(await profile({ format: 'xls' }))).raw)
    expect([old.A2, old.B2, old.D2]).toMatchObject([
      { t: 's', v: '202600001' },
      { t: 's', v: '=1+1' },
      { t: 'n', v: 1234.51 },
    ])
    expect((await make(await profile({ format: 'csv' }))).raw.toString('utf8')).toContain(`202600001,'=1+1,男,1234.51,'=1+1的奖学金,`)
    const txt = decode((await make(await profile({ format: 'txt', charset: 'gbk', delimiter: '|' }))).raw, 'gbk')
    expect(txt.split('\r\n').slice(0, 2)).toEqual(['学号|姓名|性别|金额|用途|结果', `202600001|'=1+1|男|1234.51|'=1+1的奖学金|`])
  })
  it('go into a file for each college, or for so many rows', async () => {
    rows = [row(1), row(2), row(3)]
    const namesOf = async (content: Buffer) => (await new ZipReader(new Uint8ArrayReader(content)).getEntries()).map(e => e.filename)
    expect(await namesOf((await make(await profile({ splitBy: 'college' }))).raw)).toHaveLength(2)
    expect(await namesOf((await make(await profile({ splitBy: 'rows', maxRows: 1 }))).raw)).toHaveLength(3)
  })
})
describe('40-X4 a file with sensitive columns', () => {
  const sensitive = () => profile({ columns: [...COLUMNS.slice(0, 2), { title: '卡号', source: 'field', field: 'card' }] })
  const how = { password: 'a good one', reason: '发放奖学金' }
  it('needs the further permission, a reason and a password, comes as an encrypted zip, and is logged', async () => {
    rows = [row(1)]
    const id = await sensitive()
    expect((await make(id, how, clerk)).code).toBe(403)
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
    rows = [row(1)]
    for (const column of [
      { title: '电话', source: 'field', field: 'phone' },
      { title: '联系', source: 'template', text: '{name} {phone}' },
    ]) {
      const id = await profile({ columns: [...COLUMNS.slice(0, 2), column] })
      expect([(await make(id, {}, clerk)).code, (await make(id, {}, await s.as({ roles: ['chief'] }))).code]).toEqual([403, 200])
    }
  })
  it('can be made again with the rows as they were', async () => {
    rows = [row(1)]
    const id = await profile()
    await make(id)
    const [log] = await s.db.unscoped(exportLog).all({ profileId: id })
    rows = [row(9)]
    const again = await clerk.post('exchange/exportLog/again', { id: log?.id })
    expect(cellsOf(again.raw).A2?.v).toBe('202600001')
    expect((await s.db.unscoped(exportLog).all({ againOf: log?.id ?? '' }))[0]?.digest).toBe(log?.digest)
  })
})
