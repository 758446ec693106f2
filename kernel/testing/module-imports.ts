import type { Module, Part } from '#model'

/** Where a file stands: its module, the part of it, and the path inside of that. */
interface Place {
  module: Module
  part: Part | undefined
  rest: string
}
type Modules = ReadonlyMap<string, Module>
/** Place of a path `modules/{module}/…`; undefined outside of modules. */
function placeOf(path: string, modules: Modules): Place | undefined {
  const [, code = '', rest = ''] = /^modules\/([^/]+)\/(.*)$/.exec(path) ?? []
  const module = modules.get(code)
  if (!module) return undefined
  const part = module.parts.find(p => rest.startsWith(`${p.code}/`))
  return { module, part, rest: part ? rest.slice(part.code.length + 1) : rest }
}
/** What other modules may import of a module’s own folder. */
const OF_MODULE = /^(model\/|server\/api\.ts$|server\/demo|web\/public\/)/
/** Files of pages that other modules import where they stand; the list may only shrink. */
export const NOT_YET_PUBLIC: readonly string[] = [
  'modules/campus/web/CantonPicker.tsx',
  'modules/campus/web/grades.ts',
  'modules/exchange/web/FileButton.tsx',
  'modules/exchange/web/ReturnButton.tsx',
  'modules/student/web/CallStudent.tsx',
  'modules/student/web/StudentName.tsx',
  'modules/system/web/AudienceInput.tsx',
  'modules/system/web/CustomScopeInput.tsx',
]
/** What other modules may import of a part. The server side of a module with parts is its own `server/api.ts`. */
const OF_PART_ABROAD = /^(model\/|web\/public\/)/
/** What other parts of the same module may import. */
const OF_PART = /^(model\/|server\/api\.ts$|web\/public\/)/
/** What only the module's own files import of a part: the declaration and the demo data. */
const OF_PART_FOR_MODULE = /^(part\.ts$|server\/demo)/

/** Tests and their support may import everything. */
export const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing[\w-]*\.ts$|\/sample-rows\.ts$/.test(file)

/** Why a file of a module may not import another file; undefined if it may. Paths begin with `modules/`. */
export function importFault(file: string, imported: string, modules: Modules): string | undefined {
  const [from, to] = [placeOf(file, modules), placeOf(imported, modules)]
  if (!from || !to || isTest(file)) return undefined
  if (from.module !== to.module) return NOT_YET_PUBLIC.includes(imported) && from.module.needs.includes(to.module.code) ? undefined : faultAbroad(from, to)
  if (from.part === to.part) return undefined
  if (!from.part) return OF_PART.test(to.rest) || OF_PART_FOR_MODULE.test(to.rest) ? undefined : 'which is not public'
  if (!to.part) return 'a file of the module, which imports its parts'
  if (!from.part.needs.includes(to.part.code)) return `which ${from.part.code} does not need`
  return OF_PART.test(to.rest) ? undefined : 'which is not public'
}
function faultAbroad(from: Place, to: Place): string | undefined {
  if (!from.module.needs.includes(to.module.code)) return `which ${from.module.code} does not need`
  return (to.part ? OF_PART_ABROAD : OF_MODULE).test(to.rest) ? undefined : 'which is not public'
}
/** What a folder of a part may hold. */
export const IN_PART = /^(part\.ts|README\.md|model|server|web|migrations|locales|sample-rows\.ts|testing[\w-]*\.ts|[\w-]+\.test\.tsx?)$/

/** Pages of a part that show a button of a part above it, by the part, with the reason. */
export const UPWARD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'modules/dormitory/stays/web/StayPage.tsx': { charges: 'a damage found at check-out is recorded from the row of the stay' },
  'modules/dormitory/stays/web/MyDormPage.tsx': { holidays: 'the door sign a student scans leads on to the registration of leaving for a holiday' },
  'modules/fee/orders/web/MyFeesPage.tsx': { receipts: 'a student finds the receipts of own payments on the page of own fees' },
  'modules/dormitory/nights/web/PatrolListPage.tsx': { changes: 'a move without permission is found on a patrol and recorded from its row' },
}

/** What a file of a module declares says how it is named. */
export const NAMED: readonly (readonly [declares: RegExp, name: RegExp])[] = [
  [/\bdefinePart\(/, /\/part\.ts$/],
  [/\bmessagesOf\(/, /\/model\/([\w-]+-)?messages\.ts$/],
  [/\bflowSubject\(/, /\/model\/([\w-]+-)?flow\.ts$/],
  [/\bownApplication\(/, /\/model\/([\w-]+-)?application\.ts$/],
  [/\bhandleApplication\(/, /\/server\/([\w-]+-)?application\.ts$/],
  [/\bfixture\(/, /\/testing(-[\w-]+)?\.ts$/],
]
/** Names that say nothing, or have another one here. */
const OTHER_NAMES = /\/model\/reading\.ts$|\/server\/(mine|own|hand-in|tell-[\w-]+)\.ts$|\/(server|web)\/(words|utils|helpers)\.tsx?$/
/** Why a file is not named by the conventions of `docs/adding-a-module.md`; undefined if it is. */
export function nameFault(file: string, source: string): string | undefined {
  if (/\.test\.tsx?$|\/testing(-[\w-]+)?\.ts$/.test(file)) return undefined
  if (OTHER_NAMES.test(file)) return 'has another name in docs/adding-a-module.md'
  const [declares] = NAMED.find(([what, name]) => what.test(source) && !name.test(file)) ?? []
  return declares && `declares ${declares.source} and is not named by it`
}
