import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serverEnv } from './server-env.mjs'

it('the server keeps its compiled code in the data folder, started here or in the image', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qinglan-cache-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const env = serverEnv({ PATH: process.env.PATH, DATA_DIR: folder })
  spawnSync(process.execPath, ['--eval', "import('./kernel/server/http/app.ts')"], { env })
  expect(existsSync(join(folder, 'cache')) && readdirSync(join(folder, 'cache'))).toHaveLength(1)
  expect(serverEnv({ NODE_COMPILE_CACHE: '/elsewhere' }).NODE_COMPILE_CACHE).toBe('/elsewhere')
  expect(readFileSync('scripts/run.mjs', 'utf8')).toContain('serverEnv(process.env)')
  expect(readFileSync('deploy/Dockerfile', 'utf8')).toContain('DATA_DIR=/data NODE_COMPILE_CACHE=/data/cache')
})
