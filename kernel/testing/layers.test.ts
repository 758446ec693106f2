import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type IForbiddenRuleType } from 'dependency-cruiser'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'
import { LAYERS } from './layers.ts'

const TESTS = '\\.test\\.tsx?$|/fixtures?(\\.ts$|/)|^modules/[^/]+/testing'
const forbid = (name: string, from: string, to: string, allowed?: string): IForbiddenRuleType => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: to, ...(allowed ? { pathNot: allowed } : {}) },
})
const pathOf = (rooms: readonly string[]): string => `^kernel/server/(${rooms.map(room => room.replace('.', '\\.')).join('|')})(/|$)`

/** A folder may import only from rows below its own. */
const layers = LAYERS.flatMap((rooms, at) =>
  rooms.map(room => forbid(`${room} imports rows below it`, pathOf([room]), pathOf([...LAYERS.slice(at).flat()].filter(other => other !== room)))),
)
const SHEETS = '^kernel/fields/(sheets|field-sheet|[^/]+/sheet)\\.ts$'
const rules: IForbiddenRuleType[] = [
  ...layers,
  forbid('the model knows of a kind of field only its model', '^kernel/model/', '^kernel/fields/', '^kernel/fields/(models|field-model|[^/]+/model)\\.ts$'),
  forbid(
    'what the model, the database and the wire know of a kind stands by itself',
    '^kernel/fields/(models|servers|field-(model|server)|[^/]+/(model|server))\\.ts$',
    '^(kernel/(server|web|testing)|modules)/',
  ),
  forbid('what spreadsheets know of a kind imports rows below them', SHEETS, pathOf(LAYERS.slice(LAYERS.findIndex(rooms => rooms.includes('spreadsheets'))).flat())),
  forbid('what spreadsheets know of a kind is read by them and by previews', '^kernel/server/(?!spreadsheets/|file-transfer/)', SHEETS),
  forbid('the model knows neither server nor browser', '^kernel/model/', '^(kernel/(server|web|testing)|modules)/'),
  forbid('the server knows no browser code', '^kernel/server/', '^kernel/(web|testing)/'),
  forbid('the browser knows no server code', '^(kernel/web|modules/[^/]+/web)/', '^(kernel/(server|testing)|modules/[^/]+/server)/'),
  forbid('the kernel knows no module', '^kernel/(model|server|web)/', '^modules/'),
  forbid('the model of a module knows neither server nor browser', '^modules/[^/]+/model/', '^(kernel/(server|web|testing)|modules/[^/]+/(server|web))/'),
]

describe('imports', () => {
  it('every folder of kernel/server has its row', () => {
    expect(
      readdirSync(join(ROOT, 'kernel/server'))
        .filter(name => name !== 'migrations')
        .sort(),
    ).toEqual(LAYERS.flat().sort())
  })
  it('follow the layers that docs/architecture.md draws', () => {
    const drawn = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').match(/<!-- layers -->\n```\n([\s\S]*?)```/)?.[1]
    expect(
      drawn
        ?.trim()
        .split('\n')
        .map(line => line.trim().split(/\s+/).filter(Boolean)),
    ).toEqual([...LAYERS].reverse())
  })
  it('hold in every file', { timeout: 120_000 }, async () => {
    const { output } = await cruise(['kernel', 'modules'], {
      baseDir: ROOT,
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: TESTS },
      validate: true,
      ruleSet: { forbidden: rules },
    })
    if (typeof output === 'string') throw new Error(output)
    expect(output.summary.totalCruised).toBeGreaterThan(1500)
    expect(output.summary.violations.map(v => `${v.rule.name}: ${v.from} → ${v.to}`)).toEqual([])
  })
})
