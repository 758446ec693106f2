import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Entity, groupsOf } from '#model'
import type { Gate } from '#server/data/gate.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { type Listener, openListener } from './listener.ts'

let school: School
let admin: Actor
let thief: Listener
beforeAll(async () => {
  thief = await openListener('thanks')
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
})
afterAll(async () => {
  thief?.close()
  await school?.close()
})
afterEach(() => {
  vi.unstubAllEnvs()
  thief.authorizations.length = 0
})
/** Long enough for every kind of secret, and a number as keys of payment providers are. */
const SECRET = 'a5'.repeat(40)
const ruleOf = (answer: { code: number; errors: Array<{ rule: string; field?: string }> }) => ({ code: answer.code, rule: answer.errors[0]?.rule, field: answer.errors[0]?.field })
const refused = (field: string) => ({ code: 422, rule: 'record.secretToNewAddress', field })

/** Input for each entity with a stored secret that the server sends to an address. */
const DRAFTS: Readonly<Record<string, Record<string, unknown>>> = {
  aiProvider: { name: '校内模型', baseUrl: 'https://ai.example.com/v1', model: 'm', place: 'campus', timeout: 30, priority: 1, isEnabled: false },
  bucket: { name: 'school-files', vendor: 's3', endpoint: 'https://s3.example.com', region: 'r', accessKey: 'k', isPublic: false },
  identitySource: {
    source: 'elsewhere',
    name: '别处',
    protocol: 'oauth2',
    matchBy: 'accountNo',
    isEnabled: false,
    showOnLogin: false,
    tokenUrl: 'https://id.example.com/token',
    userInfoUrl: 'https://id.example.com/user',
  },
  merchantAccount: { provider: 'alipay', name: '支付宝', gateway: 'https://pay.example.com', scenes: ['pc'], mode: 'test', isEnabled: false },
  smsProvider: { name: '短信', vendor: 'http', endpoint: 'https://sms.example.com/send', priority: 1, isEnabled: false },
}
/** Changed by no verb of records: a browser brings the address and the keys of its subscription together. */
const WITHOUT_VERBS: readonly string[] = ['webPush']
const sent = (declared: Readonly<Record<string, { sentTo?: readonly string[] | undefined }>>): Array<[secret: string, addresses: readonly string[]]> =>
  Object.entries(declared).flatMap(([name, { sentTo }]) => (sentTo?.length ? [[name, sentTo] as [string, readonly string[]]] : []))
const secretsOf = (e: Entity) => sent(Object.fromEntries(Object.entries(e.fields).map(([name, f]) => [name, f.options])))

describe('a stored secret never goes to a new address', () => {
  it('in any entity', async () => {
    const { registry } = school.server.core
    const keeping = registry.modules.flatMap(m => m.entities.filter(e => secretsOf(e).length).map(e => ({ e, path: `${m.service}/${e.wire}` })))
    expect(keeping.map(k => k.e.name).sort()).toEqual([...Object.keys(DRAFTS), ...WITHOUT_VERBS].sort())
    for (const { e, path } of keeping.filter(k => !WITHOUT_VERBS.includes(k.e.name)))
      for (const [secret, addresses] of secretsOf(e)) {
        const added = await admin.post<{ id: string }>(`${path}/add`, { ...DRAFTS[e.name], ...('merchantNo' in e.fields && { merchantNo: secret }), [secret]: SECRET })
        expect([e.name, added.code]).toEqual([e.name, 200])
        const { id } = added.data
        const version = async () => (await admin.get<{ version: number }>(`${path}/getOne`, { id })).data.version
        const change = async (patch: Record<string, unknown>) => admin.post(`${path}/update`, { id, version: await version(), ...patch })
        for (const address of addresses) {
          const moved = { [address]: 'https://thief.example.com' }
          expect([e.name, ruleOf(await change(moved))]).toEqual([e.name, refused(secret)])
          // clearing the address first, where allowed, must not help either
          const emptied = await change({ [address]: null })
          if (emptied.code === 200) expect([e.name, ruleOf(await change(moved))]).toEqual([e.name, refused(secret)])
          expect([e.name, (await change({ ...moved, [secret]: `${SECRET}2` })).code]).toEqual([e.name, 200])
          expect((await change({ [address]: 'https://thief.example.com' })).code).toBe(200) // unchanged address
          const db = school.db as Gate
          const others = Object.fromEntries(secretsOf(e).flatMap(([other]) => (other === secret ? [] : [[other, SECRET]])))
          const without = { ...others, [address]: 'https://third.example.com' }
          await expect(db.updateWhere(e, { id }, without)).rejects.toThrow(`must also write ${secret}`)
          await expect(db.updateMany(e, [{ id, ...without }])).rejects.toThrow(`must also write ${secret}`)
        }
      }
  })
  it('in an entity without verbs', async () => {
    const db = school.db as Gate
    for (const e of school.server.core.registry.modules.flatMap(m => m.entities.filter(one => WITHOUT_VERBS.includes(one.name)))) {
      expect([e.name, e.options.verbs]).toEqual([e.name, []])
      for (const [secret, addresses] of secretsOf(e))
        for (const address of addresses) await expect(db.updateWhere(e, {}, { [address]: 'https://third.example.com' })).rejects.toThrow(`must also write ${secret}`)
    }
  })
  it('in any group of parameters, saved or brought back', async () => {
    const groups = (await admin.get<Array<{ paramsId: string; parameters: Array<{ key: string; kind: string }> }>>('base/baseParams/groups')).data
    const shown = groups.flatMap(g => g.parameters.filter(p => p.kind === 'secret').map(p => `${g.paramsId}.${p.key}`))
    const declared = school.server.core.registry.modules
      .flatMap(groupsOf)
      .flatMap(([group, parameters]) => sent(parameters).map(([secret, addresses]) => ({ group, secret, addresses })))
    expect(declared.map(d => `${d.group}.${d.secret}`).sort()).toEqual(shown.sort())
    for (const { group, secret, addresses } of declared) {
      const now = async () => (await admin.get<{ version: number; content: Record<string, unknown> }>('base/baseParams/getOne', { paramsId: group })).data
      const submit = async (content: Record<string, unknown>) =>
        admin.post('base/baseParams/submit', { paramsId: group, version: (await now()).version, content, isConfirmed: true })
      for (const address of addresses) {
        const [first, second] = typeof (await now()).content[address] === 'number' ? [1025, 1026] : ['https://one.example.com', 'https://two.example.com']
        expect([secret, (await submit({ [address]: first, [secret]: SECRET })).code]).toEqual([secret, 200])
        const { version } = await now()
        for (const covered of [{}, { [secret]: '******' }]) expect(ruleOf(await submit({ [address]: second, ...covered }))).toEqual(refused(secret))
        expect((await now()).content[address]).toBe(first)
        expect((await submit({ [address]: second, [secret]: `${SECRET}2` })).code).toBe(200)
        const back = await admin.post('base/baseParams/restore', { paramsId: group, version: (await now()).version, to: version, isConfirmed: true })
        expect(ruleOf(back)).toEqual(refused(secret))
        // without a stored secret the address may change freely
        expect((await submit({ [address]: first, [secret]: '' })).code).toBe(200)
        expect((await submit({ [address]: second })).code).toBe(200)
      }
    }
  })
  it('as the key of the AI service would have', async () => {
    vi.stubEnv('OUTBOUND_HOSTS', thief.host)
    const submit = async (content: Record<string, unknown>) => {
      const { version } = (await admin.get<{ version: number }>('base/baseParams/getOne', { paramsId: 'ai' })).data
      return admin.post('base/baseParams/submit', { paramsId: 'ai', version, content, isConfirmed: true })
    }
    expect((await submit({ baseUrl: 'https://ai.example.com/v1', model: 'm', apiKey: 'sk-abc' })).code).toBe(200)
    expect((await submit({ baseUrl: `http://${thief.host}/v1` })).code).toBe(422)
    await admin.post('base/baseParams/testAi', {})
    expect(thief.authorizations).toEqual([])
    expect((await submit({ baseUrl: `http://${thief.host}/v1`, apiKey: 'sk-other' })).code).toBe(200)
    await admin.post('base/baseParams/testAi', {})
    expect(thief.authorizations).toEqual(['Bearer sk-other'])
  })
})
