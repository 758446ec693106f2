import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Layout } from '#model/print-layout.ts'
import { draftOf, type SmallSchool } from '#modules/student/testing.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import { printTemplates } from '#server/print/layout.ts'
import { seedTemplates } from '#server/print/templates.ts'
import { upload } from '#testing/roster.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { type PrintSchool, printSchool, layoutOf as short } from './testing.ts'

let school: SmallSchool
let admin: Actor
let clerk: Actor
let one: string
let card: string
let open: PrintSchool['open']
let save: PrintSchool['save']
const GRID = { kind: 'grid', fields: ['name', 'studentNo', 'phone'], labels: { studentNo: '证号' } } as const
const issue = (code = 'studentCard', who = admin): Promise<Answer> => who.post('sheet/print/issue', { code, ids: [one] })
const preview = (layout: unknown, who = admin, more: Record<string, unknown> = {}): Promise<Answer> =>
  who.post('sheet/print/preview', { templateId: card, id: one, layout, paper: 'A4', ...more })
const rules = (answer: Answer<unknown>): string[] => answer.errors.map(e => e.rule)
const newest = async (): Promise<{ issueNo: string; edition: number; fileId: string }> =>
  (await admin.get<Array<{ issueNo: string; edition: number; fileId: string }>>('sheet/print/issues', { bizType: 'student', bizId: one })).data[0] as never

beforeAll(async () => {
  ;({ school, admin, one, card, open, save } = await printSchool())
  // design rights are not limited to the administrator
  await school.db.query(sql`insert into role_menu (tenant_id, role_id, menu_id) select m.tenant_id, r.id, m.id from menu m join role r on r.tenant_id = m.tenant_id and r.code = 'teacher'
    where m.permission_key in ('sheet:print:design', 'print:printTemplate:list')`)
  await school.db.permissionsChanged()
  clerk = await school.as({ roles: ['college', 'teacher'], departmentId: school.ids.art })
})
afterAll(() => school.close())
beforeEach(async () => {
  expect((await save({ layout: null, numbering: null, seal: null })).code).toBe(200)
})

describe('10-E8 a print template', () => {
  it('is designed by the school: the next paper looks like it, an earlier one keeps the layout it was printed with', async () => {
    const first = wordsOfPdf((await issue()).raw)
    const before = await newest()
    const kept = (await admin.get('oss/oss/endpoint/download-file', { fileId: before.fileId })).raw
    const saved = await save({ layout: short(GRID, { kind: 'text', text: '{name}同学在{school}就读，{today}。' }, { kind: 'seal', text: '教务处代{classId}' }), paper: 'A5' })
    expect(saved.data.edition).toBe(before.edition + 1)
    const words = wordsOfPdf((await issue()).raw)
    for (const text of ['在读卡', '证号', '周雨桐同学在测试学校100001就读', '教务处代软件2301']) expect(words).toContain(text)
    expect(words).not.toContain('家庭成员')
    expect(first).toContain('家庭成员')
    expect((await newest()).edition).toBe(saved.data.edition)
    const { data } = await admin.get<Array<{ edition: number; layout: Layout; isOwn: boolean; savedByName: string; issued: number }>>('base/printTemplate/editions', { id: card })
    expect(data[0]).toMatchObject({ edition: saved.data.edition, isOwn: false, savedByName: '许管理', issued: 1 })
    expect(data.find(e => e.edition === before.edition)).toMatchObject({ isOwn: true, issued: 1, layout: { title: '学生学籍卡' } })
    expect((await admin.get('oss/oss/endpoint/download-file', { fileId: before.fileId })).raw.equals(kept)).toBe(true)
  })
  it('goes back to the program’s own layout, and follows its updates from then on', async () => {
    await save({ layout: short(GRID) })
    expect(await open()).toMatchObject({ isOwn: false, layout: { title: '在读卡' }, ownLayout: { title: '学生学籍卡' } })
    const { edition } = (await save({ layout: null })).data
    expect(await open()).toMatchObject({ isOwn: true, edition, layout: { title: '学生学籍卡' } })
    const { registry } = school.server.core
    const updated = registry.of(printTemplates).map(t => ({ ...t, layout: { title: '学籍卡（新）', blocks: [GRID] } }))
    const other = { ...registry, registrations: new Map([...registry.registrations, [printTemplates.kind, updated]]) } as typeof registry
    await seedTemplates(school.db, other)
    await seedTemplates(school.db, other)
    expect((await open()).edition).toBe(edition + 1)
    await seedTemplates(school.db, registry)
    expect((await open()).edition).toBe(edition + 2)
  })
  it('is saved over nobody’s head', async () => {
    const now = await open()
    await save({ layout: short(GRID) })
    const late = await admin.post('base/printTemplate/save', { id: card, version: now.version, name: now.name, paper: 'A4', layout: now.layout })
    expect([late.code, rules(late)]).toEqual([409, ['print.printTemplate.stale']])
    expect(late.msg).toContain('许管理')
  })
  it('names fields that are not there, tables that do not belong, and takes nothing undeclared', async () => {
    const bad = await save({
      layout: short(
        { kind: 'grid', fields: ['name', 'passwordHash', '__proto__'] },
        { kind: 'text', text: '{nothing}和{没有}' },
        { kind: 'table', of: 'campus', by: 'studentId', fields: ['name'] },
        { kind: 'table', of: 'sys_user', by: 'id', fields: ['name'] },
        { kind: 'table', of: 'familyMember', by: 'studentId', fields: ['name', 'nickName'], sort: 'phone; drop' },
      ),
    })
    expect(bad.errors.map(e => [e.field, e.rule, e.values?.field ?? e.values?.name ?? e.values?.label])).toEqual([
      ['blocks.0', 'print.unknownField', 'passwordHash'],
      ['blocks.0', 'print.unknownField', '__proto__'],
      ['blocks.1', 'print.unknownField', 'nothing'],
      ['blocks.1', 'print.unknownField', '没有'],
      ['blocks.2', 'print.notBelow', '校区'],
      ['blocks.3', 'print.unknownTable', 'sys_user'],
      ['blocks.4', 'print.unknownField', 'nickName'],
      ['blocks.4', 'print.unknownField', 'phone; drop'],
    ])
    for (const layout of [
      'x',
      [],
      { title: '卡' },
      { title: '卡', blocks: [{ kind: 'script', text: 'x' }] },
      { title: '卡', blocks: [{ ...GRID, onload: 'x' }] },
      { title: '卡', blocks: [{ kind: 'grid', fields: [] }] },
    ])
      expect((await save({ layout })).code).toBe(422)
  })
  it('places what modules tell about a row only where they tell something: opinions on applications', async () => {
    const opinions = { kind: 'signed', title: '各级意见', by: 'opinions' } as const
    expect((await admin.get<{ signed: unknown }>('base/printTemplate/open', { id: card })).data.signed).toEqual([])
    const bad = await save({ layout: short(GRID, opinions) })
    expect(bad.errors.map(e => [e.field, e.rule, e.values?.name])).toEqual([['blocks.1', 'print.unknownSource', 'opinions']])
    const { result } = (await admin.get<{ result: Array<{ id: string; code: string }> }>('base/printTemplate/list', { size: 200 })).data
    const form = result.find(t => t.code === 'leaveForm')?.id ?? ''
    expect((await admin.get<{ signed: unknown }>('base/printTemplate/open', { id: form })).data.signed).toEqual([{ by: 'opinions', label: '审批意见' }])
    expect((await save({ layout: short(opinions, { kind: 'text', text: '{reason}' }) }, admin, form)).code).toBe(200)
    expect((await open(form)).layout.blocks[0]).toEqual(opinions)
    expect((await save({ layout: short({ ...opinions, of: 'leave' } as never) }, admin, form)).code).toBe(422)
  })
  it('takes no sensitive field from somebody who may not read it, and keeps one that was there', async () => {
    const sensitive = { kind: 'text', text: '{healthCode}' } as const
    const bzr = await school.as({ roles: ['bzr', 'teacher'] })
    expect(rules(await save({ layout: short(GRID, sensitive) }, bzr))).toEqual(['print.sensitive'])
    expect(rules(await preview(short(sensitive), bzr))).toEqual(['print.sensitive'])
    expect((await save({ layout: short(GRID, sensitive) })).code).toBe(200)
    expect((await save({ layout: short(sensitive, GRID) }, bzr)).code).toBe(200)
  })
  it('is designed and listed with the permission only', async () => {
    const officer = await school.as({ roles: ['officer'] })
    for (const answer of [
      await officer.get('base/printTemplate/list'),
      await officer.get('base/printTemplate/open', { id: card }),
      await save({}, officer),
      await preview(short(GRID), officer),
    ])
      expect(answer.code).toBe(403)
    const stranger = await (await school.another()).as({ roles: ['admin'] })
    expect((await stranger.get('base/printTemplate/open', { id: card })).code).toBe(404)
    expect((await save({}, stranger)).code).toBe(404)
  })
})
describe('10-E8 a preview', () => {
  it('is the real paper of a row, masked, without number, code or trace', async () => {
    const count = async () => (await school.db.query<{ n: number }>(sql`select (select count(*) from print_issue)::int + (select count(*) from attachment)::int as n`))[0]?.n
    const before = await count()
    const shown = await preview(short(GRID), admin, { paper: 'A5L' })
    expect(shown.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
    const words = wordsOfPdf(shown.raw)
    for (const text of ['周雨桐', '138****2071', '预览，不作凭证', '预览 许管理']) expect(words).toContain(text)
    for (const text of ['13812342071', '文件编号', '扫码核验']) expect(words).not.toContain(text)
    expect(await count()).toBe(before)
  })
  it('shows rows in reach only', async () => {
    expect((await preview(short(GRID), clerk)).code).toBe(404)
    const mine = (await admin.post<{ id: string }>('base/student/add', draftOf(school.ids.a2301, { name: '何晓' }))).data.id
    expect(wordsOfPdf((await preview(short(GRID), clerk, { id: mine })).raw)).toContain('何晓')
    expect((await preview(short(GRID), admin, { id: 'nonsense' })).code).toBe(404)
  })
})
describe('10-E8 a seal', () => {
  const png = () => sharp({ create: { width: 60, height: 60, channels: 4, background: '#cc472d' } }).png()
  const put = async (who: Actor) => (await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', await png().toBuffer(), '章.png')).data.fileId
  const hasPicture = (pdf: Buffer): boolean => pdf.includes('/Subtype /Image')
  it('is printed over its place, once it is uploaded and before it is saved', async () => {
    const seal = await put(admin)
    const layout = short(GRID, { kind: 'seal', text: '（盖章）' })
    expect(hasPicture((await preview(layout)).raw)).toBe(false)
    expect(hasPicture((await preview(layout, admin, { seal })).raw)).toBe(true)
    expect((await save({ layout, seal })).code).toBe(200)
    expect(hasPicture((await issue()).raw)).toBe(true)
    const [file] = await school.db.query<{ type: string; row: string }>(sql`select biz_type as type, biz_id as row from attachment where id = ${seal}`)
    expect(file).toEqual({ type: 'printTemplate', row: card })
  })
  it('is no way to somebody else’s picture', async () => {
    const seal = await put(await school.as({ roles: ['student'] }))
    const layout = short(GRID, { kind: 'seal', text: '（盖章）' })
    expect(hasPicture((await preview(layout, admin, { seal })).raw)).toBe(false)
    expect(rules(await save({ layout, seal }))).toEqual(['file.notYours'])
    expect((await open()).seal).toBeNull()
  })
})
describe('10-E8 numbers', () => {
  it('follow the template’s rule, and none comes twice when the rule changes', async () => {
    const numbers: string[] = []
    const print = async (): Promise<void> => {
      expect((await issue()).status).toBe(200)
      numbers.push((await newest()).issueNo)
    }
    await print()
    await save({ numbering: { text: '学字〔{year}〕第{number}号', digits: 4, restart: 'never' } })
    await print()
    await save({ numbering: { text: '学字〔{year}〕第{number}号', digits: 4, restart: 'year' } })
    await print()
    await save({ numbering: { text: '学字〔{year}〕第{number}号', digits: 4, restart: 'never' } })
    await print()
    expect(numbers[1]).toMatch(/^学字〔\d{4}〕第\d{4}号$/)
    expect(new Set(numbers).size).toBe(4)
  })
  it('must be told apart: the counter once, the year where every year begins anew', async () => {
    for (const numbering of [
      { text: '{year}', digits: 4, restart: 'never' },
      { text: '{number}', digits: 4, restart: 'year' },
      { text: '{number}{number}', digits: 4, restart: 'never' },
      { text: '{x}{number}', digits: 4, restart: 'never' },
    ])
      expect(rules(await save({ numbering }))).toEqual(['print.number'])
    expect((await save({ numbering: { text: '{number}', digits: 99, restart: 'never' } })).code).toBe(422)
  })
})
describe('10-E8 a copy', () => {
  const copy = (name: string, id = card) => admin.post<{ id: string }>('base/printTemplate/copy', { id, name })
  const remove = async (id: string) => (await admin.post<{ failed: Array<{ msg: string }> }>('base/printTemplate/remove', { ids: [id] })).data.failed[0]?.msg
  it('is a form of its own for the same rows, with its own numbers', async () => {
    const { id } = (await copy('在读证明')).data
    expect((await save({ layout: short(GRID) }, admin, id)).code).toBe(200)
    const listed = (await admin.get<Array<{ code: string; name: string; basedOn: string | null }>>('sheet/printTemplate/list', { entity: 'student' })).data
    const made = listed.find(t => t.name === '在读证明')
    expect(made).toMatchObject({ basedOn: 'studentCard' })
    expect(wordsOfPdf((await issue(made?.code)).raw)).toContain('在读卡')
    expect((await newest()).issueNo).toMatch(/-000001$/)
    expect(rules(await copy('在读证明'))).toEqual(['print.printTemplate.name'])
    expect(await remove(id)).toBe('“在读证明”已打印 1 份，不能删除，可以停用')
    expect((await admin.post('base/printTemplate/enable', { id, isEnabled: false })).code).toBe(200)
    expect(rules(await issue(made?.code))).toEqual(['print.disabled'])
  })
  it('goes when nothing was printed with it; the program’s own stays', async () => {
    const { id } = (await copy('草样')).data
    expect(await remove(id)).toBeUndefined()
    expect(await remove(card)).toBe('“学籍卡”是程序自带的模板，不能删除，可以停用')
  })
})
