import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionKey } from '#model'
import { permissionsOf } from '#server/registry/permissions.ts'
import { writeWorkbook } from '#server/spreadsheets/write.ts'
import { upload } from '#testing/roster.ts'
import type { ProfileColumn } from './model/columns.ts'
import { exportProfile } from './model/profile.ts'
import type { Dataset } from './server/datasets.ts'
import { zipOf } from './server/write-file.ts'
import { type ExchangeSchool, exchangeSchool, people, ruleOf } from './testing.ts'

let s: ExchangeSchool
beforeAll(async () => {
  s = await exchangeSchool()
})
afterAll(() => s.close())
const template = (titles: ReadonlyArray<{ title: string; groups?: string[] }>) => buffer(writeWorkbook({ name: '模板', columns: titles, rows: [] }))
const put = async (content: Buffer, name: string) => (await upload<{ fileId: string }>(s.clerk, 'oss/oss/endpoint/put-file', content, name)).data.fileId

describe('40-X1 a profile', () => {
  it('takes its columns from the receiver’s empty template, with merged headers, and maps what is called the same', async () => {
    const fileId = await put(await template([{ title: '学号' }, { title: '户名', groups: ['收款人'] }, { title: '卡号', groups: ['收款人'] }]), '银行模板.xlsx')
    const { data } = await s.clerk.post<{ columns: ProfileColumn[] }>('exchange/exportProfile/readTemplate', { fileId, dataset: 'people', headerRows: 2 })
    expect(data.columns).toEqual([
      { title: '学号', source: 'field', field: 'no' },
      { title: '户名', groups: ['收款人'], source: 'empty' },
      { title: '卡号', groups: ['收款人'], source: 'field', field: 'card' },
    ])
    const csv = await put(Buffer.from('学号,金额,备注\r\n'), '模板.csv')
    expect(
      (await s.clerk.post<{ columns: ProfileColumn[] }>('exchange/exportProfile/readTemplate', { fileId: csv, dataset: 'people', headerRows: 1 })).data.columns.map(c => [
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
      s.clerk.post('exchange/exportProfile/add', { code: 'bad', name: '坏', target: 'bank', dataset: 'people', columns: [column], validFrom: '2026-01-01' })
    const all = [
      { title: 'x', source: 'field', field: 'constructor' },
      { title: 'x', source: 'template', text: '{nobody}' },
      { title: 'x', source: 'field', field: 'no', evil: 1 },
      { title: '', source: 'empty' },
    ]
    for (const column of all) expect(ruleOf(await bad(column))).toBe('exchange.exportProfile.column')
    const id = await s.profile()
    const { version } = await s.db.unscoped(exportProfile).one(id)
    await s.clerk.post('exchange/exportProfile/update', { id, version, name: '改过' })
    expect((await s.db.unscoped(exportProfile).one(id)).revision).toBe(2)
  })
})
describe('attack: a template', () => {
  it('that is a zip bomb is refused before it is unpacked', async () => {
    const bomb = await zipOf([{ name: 'xl/workbook.xml', content: Buffer.alloc(12_000_000, ' ') }])
    const readAs = async (name: string, content: Buffer) =>
      ruleOf(await s.clerk.post('exchange/exportProfile/readTemplate', { fileId: await put(content, name), dataset: 'people', headerRows: 1 }))
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
    for (const { id, version, columns } of delivered) expect((await s.clerk.post('exchange/exportProfile/update', { id, version, columns })).code).toBe(200)
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
