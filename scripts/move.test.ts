import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '#server/data/migrate.ts'
import { ROOT } from '#server/registry/registry.ts'
import { type Database, startEmbedded } from '#server/start/embedded.ts'
import { copyDatabase, type DatabaseCopy, sql, testRegistry } from '#testing/database.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'qinglan-move-test-'))
const scratch = mkdtempSync(join(tmpdir(), 'qinglan-move-scratch-'))
let embedded: Database | undefined
let target: DatabaseCopy
/** Runs the CLI, like `npm run move -- …`. */
function move(...given: string[]): { status: number | null; said: string; wrong: string } {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', TMPDIR: scratch }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/move.ts', ...given], { cwd: ROOT, env, encoding: 'utf8' })
  return { status, said: stdout, wrong: stderr }
}
const schools = (url: string) => sql<{ name: string }>(url, 'select school_name as name from tenant order by code')
const NAMES = [{ name: "青蓝 O'Brien\t\\N\n第二行" }]

beforeAll(async () => {
  embedded = await startEmbedded(dataDir, { durable: false })
  await migrate(embedded.url, await testRegistry())
  await sql(embedded.url, "insert into tenant (code, school_name) values ('100001', $1)", [NAMES[0]?.name])
  target = await copyDatabase('template0')
})
afterAll(async () => {
  await embedded?.stop()
  await target?.drop()
  for (const folder of [dataDir, scratch]) rmSync(folder, { recursive: true, force: true })
})

it('says how it is called where no database is named, and refuses while the program runs', async () => {
  for (const given of [[], ['/var/lib/elsewhere']]) expect(move(...given)).toMatchObject({ status: 1, wrong: expect.stringContaining('npm run move -- postgres://') })
  expect(move(target.url)).toMatchObject({ status: 1, said: '', wrong: expect.stringMatching(/Stop it first, so that nothing is written meanwhile/) })
  expect(await sql(target.url, "select 1 from pg_class where relname = 'tenant'")).toEqual([])
})
it('brings everything of the stopped program into the empty database, leaves what was there, and clears up behind itself', { timeout: 240_000 }, async () => {
  await embedded?.stop()
  embedded = undefined
  expect(move(target.url)).toMatchObject({ status: 0, wrong: '', said: expect.stringMatching(/every table as it was\n(.*\n)*.*start with DATABASE_URL/) })
  expect(await schools(target.url)).toEqual(NAMES)
  // the temporary folder held everybody's data and must be gone
  expect(readdirSync(scratch)).toEqual([])

  await sql(target.url, "update tenant set school_name = 'here now'")
  expect(move(target.url)).toMatchObject({ status: 1, wrong: expect.stringMatching(/already holds 1 schools/) })
  expect(await schools(target.url)).toEqual([{ name: 'here now' }])
  embedded = await startEmbedded(dataDir, { durable: false })
  expect(await schools(embedded.url)).toEqual(NAMES)
})
