import { createHook } from 'node:async_hooks'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { webRoutes } from './static.ts'

const folder = mkdtempSync(join(tmpdir(), 'qinglan-dist-'))
const app = Fastify()
const CODE = 'export const built = 1'
beforeAll(async () => {
  mkdirSync(join(folder, 'assets/modules-abc'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="/assets/start-1.js"></script>')
  writeFileSync(join(folder, 'assets/modules-abc/student.json'), '{"pages":{}}')
  writeFileSync(join(folder, 'assets/start-1.js'), CODE)
  writeFileSync(join(folder, 'assets/start-1.js.br'), brotliCompressSync(CODE))
  webRoutes(app, { modules: [], folder })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
const asked = (url: string, method: 'GET' | 'HEAD' = 'GET', headers = {}) => app.inject({ method, url, headers })

it('serves the files of the build, compressed where the browser takes it, and cached for good', async () => {
  const plain = await asked('/assets/start-1.js')
  expect([plain.statusCode, plain.body, plain.headers['cache-control'], plain.headers['content-type']]).toEqual([
    200,
    CODE,
    'public, max-age=31536000, immutable',
    expect.stringContaining('javascript'),
  ])
  const small = await asked('/assets/start-1.js', 'GET', { 'accept-encoding': 'br' })
  expect([small.statusCode, small.headers['content-encoding'], small.rawPayload.equals(brotliCompressSync(CODE))]).toEqual([200, 'br', true])
  expect((await asked('/assets/start-1.js', 'HEAD')).headers['content-length']).toBe(String(CODE.length))
  expect((await asked('/assets/modules-abc/student.json')).statusCode).toBe(200)
})
it('has nothing at other addresses below assets, and the page everywhere else', async () => {
  writeFileSync(join(folder, 'assets/later.js'), CODE)
  for (const name of ['none.js', 'later.js', 'START-1.js', '', 'modules-abc', 'modules-abc/', 'start-1.js/'])
    expect([name, (await asked(`/assets/${name}`)).statusCode]).toEqual([name, 404])
  expect((await asked('/student/students')).body).toContain('start-1.js')
})
it('reads no folder to serve a file: there are thousands in it', async () => {
  let promised = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'FSREQPROMISE') promised++
    },
  }).enable()
  try {
    expect((await asked('/assets/start-1.js')).statusCode).toBe(200)
    expect(promised).toBe(0)
    // control: reading a folder is seen
    await readdir(join(folder, 'assets'))
    expect(promised).toBeGreaterThan(0)
  } finally {
    hook.disable()
  }
})
