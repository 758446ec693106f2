import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'
import { lockName } from '#server/tenants/run-steps.ts'
import { type DatabaseCopy, freshDatabase, sql } from '#testing/database.ts'
import { SERVER, serverIsOld } from '../scripts/builds.mjs'
import { poll } from './fixture.ts'
import { type Program, startProgram } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'qinglan-start-'))
const LOADED = join(folder, 'loaded')
/** Makes a program record every file it loads. */
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
})
const start = async (env: Record<string, string> = {}): Promise<void> => {
  await program?.stop()
  program = await startProgram(folder, { env: { DATABASE_URL: database.url, ...env } })
}

describe('a start without --demo', () => {
  const loaded = (): string[] =>
    readFileSync(LOADED, 'utf8')
      .split('\n')
      .filter(url => url.startsWith('file:'))
      .map(url => relative(ROOT, fileURLToPath(url)))
  beforeAll(async () => {
    if (serverIsOld(ROOT)) spawnSync(process.execPath, ['scripts/build-server.ts'], { cwd: ROOT, stdio: 'inherit' })
    await start() // creates the first school, which loads more files
    await start({ NODE_OPTIONS })
  })
  it('loads the built server, no source beside it and no code of the demo', () => {
    const own = loaded().filter(file => !file.includes('node_modules/'))
    expect(own.sort()).toEqual([SERVER, 'build/rolldown-runtime.js', 'build/server.js'])
    expect(readFileSync(join(ROOT, 'build/server.js'), 'utf8')).not.toMatch(/^\/\/ (kernel|modules)\/.*\bdemo(-[^/]*)?\.ts$/m)
  })
  it('loads no large package that only some calls need', () => {
    const packages = new Set(loaded().flatMap(file => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []))
    expect([...packages]).toEqual(expect.arrayContaining(['fastify', 'pg']))
    const large = [
      'opencc-js',
      'cronstrue',
      'sanitize-html',
      'htmlparser2',
      'postcss',
      '@smithy/signature-v4',
      'ajv',
      '@fastify/fast-json-stringify-compiler',
      'pinyin-pro',
      'sharp',
      'pdfkit',
      'nodemailer',
    ]
    expect(large.filter(name => packages.has(name))).toEqual([])
  })
})

describe('a start after an update of the program', () => {
  const school = async () => (await sql<{ id: string; provisioned_by: string }>(database.url, "select id, provisioned_by from tenant where code = '100001'"))[0]
  const roles = async () => (await sql(database.url, "select from role where code = 'officer'")).length
  it('serves before the schools are brought up to date, and brings them up to date then', async () => {
    if (!program) await start()
    await program?.stop()
    program = undefined
    const { id, provisioned_by: current } = (await school()) as { id: string; provisioned_by: string }
    await sql(database.url, "update tenant set provisioned_by = 'an earlier program'")
    await sql(database.url, "update role set code = 'renamed', name = '改名' where code = 'officer'")
    const held = new pg.Client({ connectionString: database.url })
    await held.connect()
    await held.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockName(id)])
    await start()
    expect([(await school())?.provisioned_by, await roles()]).toEqual(['an earlier program', 0])
    await held.end()
    await poll(async () => (await school())?.provisioned_by).toBe(current)
    expect(await roles()).toBe(1)
  })
})
