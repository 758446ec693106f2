import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { ROOT } from './folders.ts'

it('a built server takes files from its build, those of the demo only when asked, and refuses one that was not there', async () => {
  vi.resetModules()
  const { importFile, programFile, useBuilt } = await import('./built.ts')
  const demo = vi.fn(async () => ({ 'modules/a/server/demo.ts': { default: 'demo' } }))
  useBuilt({ files: { 'modules/a/module.ts': { default: 'a' } }, programs: { 'kernel/a.ts': 'a.js' }, demo })
  const at = (path: string): string => join(ROOT, path)
  expect(await importFile(at('modules/a/module.ts'))).toEqual({ default: 'a' })
  await expect(importFile(at('modules/a/server/new.ts'))).rejects.toThrow('modules/a/server/new.ts is newer than the server in build/')
  expect(demo).not.toHaveBeenCalled()
  expect(await importFile(at('modules/a/server/demo.ts'))).toEqual({ default: 'demo' })
  expect([programFile(at('kernel/a.ts')), programFile(at('kernel/b.ts'))]).toEqual([at('build/a.js'), at('kernel/b.ts')])
})
