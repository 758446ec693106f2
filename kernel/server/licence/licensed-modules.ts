import type { Module } from '#model'

/** Codes of the modules a licence names; none named means all. */
export type NamedModules = readonly string[] | null | undefined

/** Whether a module is visible to a school. */
export const isLicensed = (named: NamedModules, { code, included }: Pick<Module, 'code' | 'included'>): boolean => !named?.length || included === 'always' || named.includes(code)

/** Whether scheduled jobs and queue workers of a module run for a school: licensed modules and their dependencies. */
export function runsInBackground(modules: readonly Module[], named: NamedModules): (code: string) => boolean {
  if (!named?.length) return () => true
  const needs = new Map(modules.map(m => [m.code, m.needs]))
  const running = new Set<string>()
  const add = (code: string): void => {
    if (running.has(code)) return
    running.add(code)
    for (const need of needs.get(code) ?? []) add(need)
  }
  for (const { code, included } of modules) if (included) add(code)
  for (const code of named) add(code)
  return code => running.has(code)
}
