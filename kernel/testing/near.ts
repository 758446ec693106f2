import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { VCSProvider } from 'vitest/node'

const ROOT = join(import.meta.dirname, '../..')
const git = (...args: string[]): string[] =>
  execFileSync('git', [...args, '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)

/** Tests of every module's declarations and texts. */
const OF_ALL = ['kernel/testing/*.test.ts', 'kernel/locales/*.test.ts', 'kernel/server/i18n/*.test.ts']
/** What `vitest --changed` counts as changed. Vitest finds the tests that import a changed file. But modules are loaded by registration, which no import shows: a changed module
 *  changes its own tests, those of all modules that need it, and those that go through everything declared. */
export const near: VCSProvider = {
  async findChangedFiles({ changedSince }) {
    const since = typeof changedSince === 'string' ? changedSince : 'HEAD'
    const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
    const touched = await needing(new Set(changed.flatMap(file => /^modules\/([^/]+)\//.exec(file)?.[1] ?? [])))
    const tests = [...touched].flatMap(code => git('ls-files', `modules/${code}/**.test.ts`, `modules/${code}/**.test.tsx`))
    const all = touched.size ? git('ls-files', ...OF_ALL) : []
    return [...new Set([...changed, ...tests, ...all])].map(file => join(ROOT, file))
  },
}
/** These modules and all that need them, directly or through others. */
export async function needing(codes: ReadonlySet<string>): Promise<Set<string>> {
  const { loadDeclarations } = await import('#server/registry/load.ts')
  const { moduleFolders } = await import('#server/registry/registry.ts')
  const modules = (await loadDeclarations(moduleFolders())).map(found => found.module)
  const found = new Set(codes)
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const m of modules) if (m.needs.some(need => found.has(need))) found.add(m.code)
  }
  return found
}
