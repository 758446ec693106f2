import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'
import { freePort } from '#server/start/embedded.ts'
import { type DatabaseCopy, freshDatabase } from '#testing/database.ts'
import { read } from '#testing/dockerfile.ts'
import { poll } from './fixture.ts'
import { build, type Image } from './image.ts'

const dockerfile = read(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'))
let image: Image
let database: DatabaseCopy
let child: ChildProcess | undefined
let env: Record<string, string>
beforeAll(async () => {
  database = await freshDatabase()
  image = build(dockerfile)
  const secret = randomBytes(32).toString('base64')
  env = { ...image.env, HOST: '127.0.0.1', PORT: String(await freePort()), DATABASE_URL: database.url, QINGLAN_SECRET: secret, LOG_LEVEL: 'warn' }
})
afterAll(async () => {
  child?.kill('SIGKILL')
  image?.remove()
  await database?.drop()
})
const as = (image: Image) => ({ cwd: join(image.root, 'app'), env, ...image.user })
const isHealthy = (): boolean => {
  const [, ...given] = dockerfile.healthcheck
  return spawnSync(process.execPath, given, as(image)).status === 0
}
it('an image of the Dockerfile holds the sources, the web and what production needs, and nothing of the machine it was made on', () => {
  const app = join(image.root, 'app')
  expect(readdirSync(app)).toEqual(expect.arrayContaining(['main.ts', 'dist', 'node_modules', 'kernel', 'modules', 'scripts']))
  for (const name of ['.git', 'data', 'backups', 'node_modules/vite', 'node_modules/vitest', 'node_modules/s3rver']) expect(existsSync(join(app, name)), name).toBe(false)
})
it('what its CMD starts becomes healthy with production dependencies alone, answers where probes ask, and ends well on SIGTERM', { timeout: 240_000 }, async () => {
  const [migrate] = /scripts\/migrate\.ts/.exec(readFileSync(join(ROOT, 'deploy/kubernetes.yaml'), 'utf8')) ?? []
  expect(spawnSync(process.execPath, [migrate ?? ''], { ...as(image), encoding: 'utf8' })).toMatchObject({ status: 0 })
  expect(isHealthy()).toBe(false)
  const [, ...given] = dockerfile.cmd
  child = spawn(process.execPath, given, { ...as(image), stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.on('data', part => {
    said += part
  })
  const ended = new Promise(done => child?.once('exit', done))
  await poll(() => child?.exitCode ?? isHealthy(), { timeout: 180_000, interval: 500 })
    .toBe(true)
    .catch(error => Promise.reject(new Error(said, { cause: error })))
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${env.PORT}${path}`)).status
  for (const path of ['/healthz', '/readyz', '/metrics', '/']) expect(await statusOf(path), path).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})
