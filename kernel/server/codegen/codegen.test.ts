import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '#model'
import type { Design, DesignedField } from '#model/codegen.ts'
import type { Ledger } from '#model/ledger.ts'
import { loadModules, ROOT } from '#server/registry/registry.ts'
import { conformance } from '#testing/conformance.ts'
import { expectLedger } from '#testing/ledger.ts'
import { openSchool, type School } from '#testing/school.ts'
import { assertDesign } from './design.ts'
import { ledgerFiles } from './ledger-files.ts'
import { moduleFiles, plainDesign } from './module-files.ts'

const folder = (name: string): string => join(ROOT, '.cache', 'codegen', name)
function write(design: Design, files = moduleFiles(design)): string {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder(design.code), file)), { recursive: true })
    writeFileSync(join(folder(design.code), file), content)
  }
  return folder(design.code)
}
/** One field of every kind, with labels that attempt code injection. */
const EVIL = `'; process.exit(1) // \${process.exit(1)} \\`
const every: Design = {
  code: 'zzSample',
  name: `试验${EVIL}`,
  entity: 'zzThing',
  label: '试验品',
  fields: [
    { name: 'code', label: '编号', kind: 'text', isRequired: true, isUnique: true, isSearched: true, max: 20 },
    { name: 'name', label: `名称${EVIL}`, kind: 'text', isRequired: true, isSearched: true, max: 60 },
    { name: 'phone', label: '电话', kind: 'text', isPersonal: true, max: 20 },
    { name: 'deskPhone', label: '总机', kind: 'text', max: 20 },
    { name: 'count', label: '数量', kind: 'integer', max: 999 },
    { name: 'weight', label: '重量', kind: 'decimal' },
    { name: 'price', label: '价格', kind: 'money', max: 1000 },
    { name: 'boughtOn', label: '购买日期', kind: 'date', isRequired: true },
    { name: 'opensAt', label: '开门', kind: 'time' },
    { name: 'seenAt', label: '查看时间', kind: 'datetime' },
    { name: 'isNew', label: '新的', kind: 'bool', isRequired: true },
    {
      name: 'colour',
      label: '颜色',
      kind: 'choice',
      isRequired: true,
      choices: [
        { key: 'red', label: '红' },
        { key: 'blue', label: `蓝${EVIL}` },
      ],
    },
    { name: 'note', label: '说明', kind: 'rich' },
    { name: 'papers', label: '附件', kind: 'files' },
  ],
}
const ledger = plainDesign('zzLedger', '台账', 'zzPurse', '钱包')
const made = [write(every), write(plainDesign('zzPlain', '朴素', 'zzPlainThing', '朴素的东西')), write(ledger, ledgerFiles(ledger))]
afterAll(() => rmSync(join(ROOT, '.cache', 'codegen'), { recursive: true, force: true }))

describe('a generated module', () => {
  it('10-J6 has a declaration, a table, a page, texts in three languages and a README', () => {
    expect(Object.keys(moduleFiles(every)).sort()).toEqual(['README.md', 'locales/en.json', 'migrations/001-zzSample.sql', 'model/zzThing.ts', 'module.ts', 'web/ZzThingPage.tsx'])
    const texts = JSON.parse(moduleFiles(every)['locales/en.json'] ?? '') as Record<string, string>
    expect(texts).toMatchObject({ 购买日期: 'Bought on', 试验品: 'Zz thing', '试验品#one': 'Zz thing', '试验品#many': 'Zz things', 红: 'Red' })
  })
  it('closes its rows to everybody whose role does not reach the whole school, unless a reference ties them', () => {
    expect(moduleFiles(plainDesign('zzPlain', '朴素', 'zzPlainThing', '朴素的东西'))['model/zzPlainThing.ts']).toContain("title: 'name', scope: {}, unique")
  })
  it('is written as one would write it: nothing for the formatter to find fault with', () => {
    const plain = moduleFiles(plainDesign('zzPlain', '朴素', 'zzPlainThing', '朴素的东西'))
    expect(plain['model/zzPlainThing.ts']).toContain("code: text('编号', { required: true, immutable: true, max: 20, search: true, sortable: true }),")
    for (const [file, content] of [plain, ledgerFiles(ledger)].flatMap(files => Object.entries(files)).filter(([name]) => /\.tsx?$/.test(name)))
      expect(execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['format', `--stdin-file-path=modules/zzPlain/${file}`], { input: content, cwd: ROOT, encoding: 'utf8' })).toBe(
        content,
      )
  })
  it('10-J6 refuses names that are reserved, taken or none, fields twice and references to nothing', () => {
    const rule = (change: Partial<Design>): string | undefined => {
      try {
        assertDesign({ ...plainDesign('zzOther', '别的', 'zzOtherThing', '别的东西'), ...change })
        return undefined
      } catch (error) {
        return (error as { issues: Array<{ rule: string }> }).issues[0]?.rule.replace('codegen.', '')
      }
    }
    const field = (more: Partial<DesignedField>): Partial<Design> => ({
      fields: [...plainDesign('a', 'a', 'b', 'b').fields, { name: 'extra', label: '其他', kind: 'text', ...more }],
    })
    expect(rule({})).toBeUndefined()
    for (const code of ['Bad-Name', '../../etc', 'a b', 'ä', '', 'x;rm']) expect([code, rule({ code })]).toEqual([code, 'name'])
    for (const entity of ['order', 'user', 'class', 'constructor', 'select']) expect([entity, rule({ entity })]).toEqual([entity, 'reserved'])
    expect(rule({ code: 'zzSample' })).toBe('moduleTaken')
    expect(rule({ entity: 'zzThing' })).toBe('entityTaken')
    for (const name of ['id', 'tenantId', 'version', 'createdAt']) expect(rule(field({ name }))).toBe('reserved')
    expect(rule(field({ name: 'code' }))).toBe('twice')
    expect(rule(field({ label: '一\n二' }))).toBe('label')
    expect(rule(field({ kind: 'ref', to: 'nothing', name: 'xId' }))).toBe('to')
    expect(rule(field({ kind: 'choice', choices: [] }))).toBe('choices')
    expect(rule({ fields: [{ name: 'n', label: '数', kind: 'integer' }] })).toBe('title')
  })
})
conformance(await loadModules(made), made)

describe('a generated ledger', async () => {
  const { zzPurse, zzPurseLedger } = (await import(join(folder('zzLedger'), 'model/zzPurse.ts'))) as { zzPurse: Entity; zzPurseLedger: Ledger }
  let school: School
  beforeAll(async () => {
    school = await openSchool([folder('zzLedger')])
  })
  afterAll(() => school.close())
  let n = 0
  expectLedger(zzPurseLedger, { school: () => school, newAccount: async () => (await school.db.insert(zzPurse, { code: `P${++n}`, name: '测试' } as never)).id })
})
