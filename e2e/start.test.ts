import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDemoFile } from '#server/registry/load.ts'
import { ROOT } from '#server/registry.ts'
import { type DatabaseCopy, freshDatabase } from '#testing/database.ts'
import { type Program, startProgram } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'qinglan-start-'))
const LOADED = join(folder, 'loaded')
/** Has a program write down each file that it loads. */
const RECORDER = `import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => (appendFileSync(${JSON.stringify(LOADED)}, url + '\\n'), next(url, context)) })`
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(RECORDER)}`
let database: DatabaseCopy
let program: Program | undefined
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  await program?.stop()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)
const start = async (env: Record<string, string> = {}): Promise<void> => {
  await program?.stop()
  program = await startProgram(folder, { env: { DATABASE_URL: database.url, ...env } })
}

describe('a start without --demo', { timeout: 120_000 }, () => {
  it('loads no code of the demo', async () => {
    await start({ NODE_OPTIONS })
    const loaded = readFileSync(LOADED, 'utf8')
      .split('\n')
      .filter(url => url.startsWith('file:') && !url.includes('/node_modules/'))
      .map(url => relative(ROOT, fileURLToPath(url)))
    expect(loaded).toContain('kernel/server/start/server.ts')
    expect(loaded.some(file => /^modules\/.*\/server\//.test(file))).toBe(true)
    expect(loaded.filter(file => isDemoFile(file) || /\/demo[^/]*\.ts$/.test(file))).toEqual([])
  })
})
