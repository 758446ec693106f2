import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { poll } from './fixture.ts'
import { startProgram } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'qinglan-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const linkOf = (printed: string): string | undefined => /\/activate\?token=([\w-]+)/.exec(printed)?.[1]
const post = async (url: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
  (await (
    await fetch(url, { method: 'POST', headers: { authorization: `Basic ${btoa('qinglan-web:qinglan-web')}`, ...headers }, body: new URLSearchParams(body) })
  ).json()) as Record<string, unknown>
const postgresOf = (dataDir: string): number => {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}
const postgresRuns = (dataDir: string): boolean => existsSync(`/proc/${postgresOf(dataDir) || 'none'}`)

describe('npm start', () => {
  it('opens a school without a known password, stops cleanly, finds its data again and recovers from a crash', { timeout: 180_000 }, async () => {
    const first = await startProgram(folder)
    const link = linkOf(first.printed())
    expect(link).toBeDefined()
    for (const password of ['admin', 'Qinglan@2026', '123456', ''])
      expect(
        await post(`${first.url}/api/flySource-auth/oauth/token`, { tenantId: '100001', username: 'admin', password, grant_type: 'password', type: 'account' }),
      ).not.toHaveProperty('access_token')

    await expect(startProgram(folder)).rejects.toThrow(/in use by process/)

    // somebody who began to ask and never goes on does not hold the stop up
    const mute = connect(Number(new URL(first.url).port), '127.0.0.1')
    mute.on('error', () => {})
    await new Promise(done => mute.write('GET / HTTP/1.1\r\nHost: ', done))
    expect(await Promise.race([first.stop(), new Promise(done => setTimeout(done, 40_000, 'still waiting'))])).toBe(0)
    mute.destroy()
    expect(postgresRuns(folder)).toBe(false)

    const second = await startProgram(folder)
    const newLink = linkOf(second.printed()) as string
    expect(newLink).not.toBe(link)
    const activated = await fetch(`${second.url}/api/flySource-auth/openApi/activate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: newLink, password: 'Shan-Shui-2031' }),
    })
    expect(activated.status).toBe(200)
    await second.kill()

    const third = await startProgram(folder)
    expect(linkOf(third.printed())).toBeUndefined()
    const { createHash } = await import('node:crypto')
    const md5 = createHash('md5').update('Shan-Shui-2031').digest('hex')
    expect(
      await post(`${third.url}/api/flySource-auth/oauth/token`, { tenantId: '100001', username: 'admin', password: md5, grant_type: 'password', type: 'account' }),
    ).toMatchObject({ error_code: 428, mfaMethods: ['enrol'] }) // the password is right; an administrator binds an authenticator next

    // its own PostgreSQL is killed: nobody else would start it again
    const killed = postgresOf(folder)
    process.kill(killed, 'SIGKILL')
    const ready = async (): Promise<number> => (await fetch(`${third.url}/readyz`)).status
    await poll(async () => (postgresOf(folder) === killed ? 0 : await ready()), { timeout: 60_000 }).toBe(200)
    expect(await third.stop()).toBe(0)
    expect(postgresRuns(folder)).toBe(false)
  })
})
