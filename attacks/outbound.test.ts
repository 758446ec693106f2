import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { isPrivate } from '#server/base/outbound.ts'
import { ROOT } from '#server/registry/registry.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { type Listener, openListener } from './listener.ts'

let school: School
let admin: Actor
let inner: Listener
beforeAll(async () => {
  inner = await openListener('INNER-SECRET-42')
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
})
afterAll(async () => {
  inner?.close()
  await school?.close()
})
afterEach(() => {
  vi.unstubAllEnvs()
  inner.authorizations.length = 0
})
const submit = async (paramsId: string, content: Record<string, unknown>) => {
  const { version } = (await admin.get<{ version: number }>('base/baseParams/getOne', { paramsId })).data
  return admin.post('base/baseParams/submit', { paramsId, version, content, isConfirmed: true })
}
const testAi = () => admin.post<{ answer: string }>('base/baseParams/testAi', {})

describe('inner hosts', () => {
  it('are allowed by the installation alone: no parameter of a school opens one', async () => {
    expect((await submit('security', { outboundHosts: inner.host })).code).not.toBe(200)
    // as stored by an earlier version
    await school.db.query(
      sql`insert into base_params (tenant_id, params_id, content, version) values (${school.tenantId}, 'security', ${JSON.stringify({ outboundHosts: inner.host })}::jsonb, 900)`,
    )
    school.server.core.cache.drop(school.tenantId, 'baseParams')
    expect((await submit('ai', { baseUrl: `http://${inner.host}/v1`, model: 'm' })).code).toBe(200)
    expect((await testAi()).errors[0]?.rule).toBe('outbound.blocked')
    expect(inner.authorizations).toEqual([])
    vi.stubEnv('OUTBOUND_HOSTS', inner.host)
    expect((await testAi()).data.answer).toBe('INNER-SECRET-42')
  })
  it('have no other way to them: only kernel/server/base/outbound.ts opens connections, and nothing but the environment is trusted', () => {
    const code = globSync('{kernel/server,modules/*}/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts', '**/web/**'] }).filter(file => !/fixture|testing|\.d\.ts/.test(file))
    const uses = (pattern: RegExp) => code.filter(file => pattern.test(readFileSync(join(ROOT, file), 'utf8'))).sort()
    expect(uses(/^import (?!type).*from '(?:node:)?(?:http|https|http2|tls|dgram|undici)'|\bfetch\(|\bnew WebSocket\(/m)).toEqual(['kernel/server/base/outbound.ts'])
    // embedded.ts looks for a free port, the other files only parse addresses
    expect(uses(/from '(?:node:)?net'/).filter(file => !/import \{ (?:BlockList, )?isIP \} from 'node:net'/.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([
      'kernel/server/start/embedded.ts',
    ])
    // exceptions: the installation's own object store, and the demo's stand-in for other systems
    expect(uses(/\btrusted\??:|\{ trusted \}/)).toEqual([
      'kernel/server/base/outbound.ts',
      'kernel/server/files/s3.ts',
      'kernel/server/files/store.ts',
      'modules/identity/stand-in/cas.ts',
    ])
    expect(uses(/nodemailer'\)/)).toEqual(['modules/message/server/channels/email.ts'])
  })
  it('are told from the open internet by the registries of IANA', () => {
    for (const address of ['::ffff:0:7f00:1', '::ffff:7f00:1', '64:ff9b::a00:1', '64:ff9b:1::a00:1', '5f00::1', '3fff::1', '3fff:fff::1', '4000::1', 'fec0::1', '::7f00:1'])
      expect([address, isPrivate(address)]).toEqual([address, true])
    for (const address of ['2400:3200::1', '2001:4860:4860::8888', '1.1.1.1', '::ffff:1.1.1.1']) expect([address, isPrivate(address)]).toEqual([address, false])
  })
})
