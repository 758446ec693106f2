import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from './api.ts'
import { demoCopy } from './demo-copy.ts'
import { PASSWORD, poll } from './fixture.ts'
import { type Program, startProgram } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'qinglan-workers-'))
let copy: Awaited<ReturnType<typeof demoCopy>>
let program: Program
const start = () => startProgram(folder, { args: copy.args, env: { DATABASE_URL: copy.url, WORKERS: '2' } })
const workers = (): number[] => {
  const { pid } = program.process
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []
}
const runs = (pid: number): boolean => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
const state = async (path: string): Promise<[number, string]> => {
  const answer = await fetch(program.url + path)
  return [answer.status, await answer.text()]
}
beforeAll(async () => {
  copy = await demoCopy(folder)
  program = await start()
})
afterAll(async () => {
  await program?.stop()
  await copy?.drop()
  rmSync(folder, { recursive: true, force: true })
})

describe('two workers on one port', () => {
  it('serve the same school, say how they are, and tell nobody else what they do', async () => {
    expect(workers().length).toBeGreaterThan(0)
    const officer = await apiAs(program.url, 'officer', PASSWORD)
    for (let i = 0; i < 8; i++) expect(await officer.get('base/student/list?size=1')).toMatchObject({ page: { total: expect.any(Number) } })
    expect(await state('/healthz')).toEqual([200, '{"state":"up"}'])
    expect(await state('/readyz')).toEqual([200, '{"state":"ready"}'])
    const [, text] = await state('/metrics')
    expect(text).toMatch(/qinglan_request_seconds_count\{.*route="/)
    expect((await fetch(`${program.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(403)
  })
  it('one that dies is replaced while the other goes on', async () => {
    await poll(workers).toHaveLength(2)
    const [first = 0, second = 0] = workers()
    process.kill(second, 'SIGKILL')
    await poll(() => state('/healthz').catch(() => [0])).toEqual([200, '{"state":"up"}'])
    await poll(() => workers().filter(pid => pid !== second && runs(pid))).toHaveLength(2)
    expect(workers()).toContain(first)
  })
  it('stop together, also when whoever keeps them is gone', async () => {
    const left = workers()
    expect(await program.stop()).toBe(0)
    await poll(() => left.filter(runs)).toEqual([])
    program = await start()
    await poll(workers).toHaveLength(2)
    const orphans = workers()
    await program.kill()
    await poll(() => orphans.filter(runs)).toEqual([])
  })
})
