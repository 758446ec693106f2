import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type IForbiddenRuleType } from 'dependency-cruiser'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'
import { LAYERS, WEB_LAYERS } from './layers.ts'

const TESTS = '\\.test\\.tsx?$|/fixtures?(\\.ts$|/)|^modules/.+/testing'
/** A folder of modules and of their parts. */
const ofModules = (folder: string): string => `modules/[^/]+/(${folder}|[^/]+/${folder})/`
const forbid = (name: string, from: string, to: string, allowed?: string): IForbiddenRuleType => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: to, ...(allowed ? { pathNot: allowed } : {}) },
})
const pathOf = (folders: readonly string[], half = 'server'): string => `^kernel/${half}/(${folders.map(folder => folder.replace('.', '\\.')).join('|')})(/|$)`

/** A folder may import only from rows below its own. */
const rulesOf = (half: 'server' | 'web', rows: readonly (readonly string[])[]): IForbiddenRuleType[] =>
  rows.flatMap((row, at) =>
    row.map(folder =>
      forbid(
        `${half}/${folder} imports rows below it`,
        pathOf([folder], half),
        pathOf(
          rows
            .slice(at)
            .flat()
            .filter(other => other !== folder),
          half,
        ),
      ),
    ),
  )
const SHEETS = '^kernel/fields/(sheets|field-sheet|[^/]+/sheet)\\.ts$'
const CELLS = '^kernel/fields/(cells|field-cell|[^/]+/cell)\\.tsx$'
const INPUTS = '^kernel/fields/(inputs|field-input|[^/]+/input)\\.tsx$'
/** Rows of the browser's kernel from this folder's on. */
const fromRowOf = (folder: string): string => pathOf(WEB_LAYERS.slice(WEB_LAYERS.findIndex(row => row.includes(folder))).flat(), 'web')
const belowRowOf = (folder: string): string =>
  pathOf(
    WEB_LAYERS.slice(
      0,
      WEB_LAYERS.findIndex(row => row.includes(folder)),
    ).flat(),
    'web',
  )
const rules: IForbiddenRuleType[] = [
  ...rulesOf('server', LAYERS),
  ...rulesOf('web', WEB_LAYERS),
  forbid('the model imports nothing else', '^kernel/model/', '^(kernel/(?!model/)|modules)/'),
  forbid('flows know the model and the model of a kind of field', '^kernel/flow/', '^(kernel/(?!(flow|model)/)|modules)/', '^kernel/fields/(models|field-model|[^/]+/model)\\.ts$'),
  forbid(
    'what the model, the database and the wire know of a kind stands by itself',
    '^kernel/fields/(parse|models|servers|field-(model|server)|[^/]+/(model|server))\\.ts$',
    '^(kernel/(flow|server|web|testing)|modules)/',
  ),
  forbid('what spreadsheets know of a kind imports rows below them', SHEETS, pathOf(LAYERS.slice(LAYERS.findIndex(rooms => rooms.includes('spreadsheets'))).flat())),
  forbid('what spreadsheets know of a kind is read by them and by previews', '^kernel/server/(?!spreadsheets/|file-transfer/)', SHEETS),
  forbid('how a kind is shown stands on values and states', CELLS, `${fromRowOf('theme')}|^kernel/fields/[^/]+/input|^kernel/fields/inputs`),
  forbid('how a kind is entered stands on inputs for one value', INPUTS, `${fromRowOf('forms')}|^kernel/fields/[^/]+/cell|^kernel/fields/cells`),
  forbid('what the browser knows of a kind is read by forms and what stands on them', `${belowRowOf('forms')}|^(kernel/(model|server)|modules)/`, `${CELLS}|${INPUTS}`),
  forbid('the server knows no browser code', '^kernel/server/', '^kernel/(web|testing)/'),
  forbid('the browser knows no server code', `^(kernel/web/|${ofModules('web')})`, `^(kernel/(server|testing)/|${ofModules('server')})`),
  forbid('the kernel knows no module', '^kernel/(flow|model|server|web)/', '^modules/'),
  forbid('the model of a module knows neither server nor browser', `^${ofModules('model')}`, `^(kernel/(server|web|testing)/|${ofModules('server')}|${ofModules('web')})`),
]

const HALVES = [
  { half: 'server', rows: LAYERS },
  { half: 'web', rows: WEB_LAYERS },
] as const
const violations = async (of: string[], forbidden: IForbiddenRuleType[]): Promise<{ total: number; found: string[] }> => {
  const { output } = await cruise(of, {
    baseDir: ROOT,
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: TESTS },
    validate: true,
    // no rule asks for cycles, orphans or dependents
    skipAnalysisNotInRules: true,
    ruleSet: { forbidden },
  })
  if (typeof output === 'string') throw new Error(output)
  return { total: output.summary.totalCruised, found: output.summary.violations.map(v => `${v.rule.name}: ${v.from} → ${v.to}`) }
}
const drawn = (half: string): string[][] | undefined =>
  readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
    .match(new RegExp(`<!-- layers of ${half} -->\n\`\`\`\n([\\s\\S]*?)\`\`\``))?.[1]
    ?.trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).filter(Boolean))

describe('imports', () => {
  it.each(HALVES)('every folder of kernel/$half has its row', ({ half, rows }) => {
    expect(
      readdirSync(join(ROOT, 'kernel', half))
        .filter(name => name !== 'migrations')
        .sort(),
    ).toEqual(rows.flat().sort())
  })
  it.each(HALVES)('of kernel/$half follow the layers that docs/architecture.md draws', ({ half, rows }) => {
    expect(drawn(half)).toEqual([...rows].reverse())
  })
  it('hold in every file', async () => {
    const { total, found } = await violations(['kernel', 'modules'], rules)
    expect(total).toBeGreaterThan(1500)
    expect(found).toEqual([])
  })
  it('are found out where they go upwards', async () => {
    const { found } = await violations(['kernel/web/feedback'], rulesOf('web', [...WEB_LAYERS].reverse()))
    expect(found).toContain('web/feedback imports rows below it: kernel/web/feedback/Figures.tsx → kernel/web/values/format.ts')
  })
  it('are found out in the folders of a part, too', async () => {
    const { found } = await violations(['modules/dormitory/temp/web'], [forbid('refused', `^${ofModules('web')}`, `^${ofModules('model')}`)])
    expect(found).toContain('refused: modules/dormitory/temp/web/TempTonightPage.tsx → modules/dormitory/temp/model/actions.ts')
  })
})
