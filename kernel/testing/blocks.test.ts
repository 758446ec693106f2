import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'

/** What a module would write again, and the platform's block for it. */
const COPIES: ReadonlyArray<readonly [what: RegExp, block: string]> = [
  [/<h1[\s>]/, 'Page, PageHead or PageTitle of #web/layout/Page.tsx'],
  [/<table[\s>]/, 'PlainTable of #web/feedback/PlainTable.tsx, or EntityTable'],
  [/import \{[^}]*\b(Table|Statistic|List|Timeline)\b[^}]*\} from 'antd'/, 'a block of the platform: see docs/extending/pages.md'],
]
/** Tables that are no rows of data: calendars, a printed form, lines that are edited in place. */
const OTHER_TABLES: ReadonlySet<string> = new Set([
  'modules/campus/web/YearGrid.tsx',
  'modules/desk/web/schedule/Month.tsx',
  'modules/student/web/RecordCard.tsx',
  'modules/system/web/CodegenPage.tsx',
])
const copiesIn = (path: string, source: string): string[] =>
  COPIES.filter(([what, block]) => what.test(source) && !(block.startsWith('PlainTable') && OTHER_TABLES.has(path))).map(([, block]) => `${path} needs ${block}`)

describe('pages of modules', () => {
  it('are made of the blocks of the platform', () => {
    const files = globSync('modules/**/*.tsx', { cwd: ROOT })
    expect(files.length).toBeGreaterThan(500)
    expect(files.flatMap(path => copiesIn(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([])
  })
  it.each([
    ["<header><h1>{t('失物')}</h1></header>", 'PageTitle'],
    ['<table className="ql-plain">', 'PlainTable'],
    ["import { Button, Table } from 'antd'", 'a block of the platform'],
  ])('are found out where they write %s again', (source, block) => {
    expect(copiesIn('modules/lost/web/LostPage.tsx', source).join()).toContain(block)
  })
  it('may draw a table that is no rows of data', () => {
    expect([...OTHER_TABLES].filter(path => !/<table[\s>]/.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([])
  })
})
