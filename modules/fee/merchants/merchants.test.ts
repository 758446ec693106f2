import { generateKeyPairSync } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FeeSchool, feeSchool } from '../testing.ts'

let s: FeeSchool
beforeAll(async () => {
  s = await feeSchool()
})
afterAll(() => s.close())
interface Account {
  id: string
  keyPrint: string | null
  providerKeyPrint: string | null
}
const add = (more: object) => s.finance.post<Account>('fee/merchantAccount/add', { name: '账户', scenes: ['h5'], mode: 'test', ...more })
const get = async (id: string) => (await s.finance.get<Account>('fee/merchantAccount/getOne', { id })).data
const change = async (id: string, patch: object) => {
  const { version } = (await s.finance.get<{ version: number }>('fee/merchantAccount/getOne', { id })).data
  return s.finance.post('fee/merchantAccount/update', { id, version, ...patch })
}
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule
const pair = generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } })

describe('keys of a merchant account', () => {
  it('are stored encrypted, never answered, and shown as fingerprints', async () => {
    const { id } = (await add({ provider: 'alipay', merchantNo: '2088000000000001', appId: '2021', privateKey: pair.privateKey, providerKey: pair.publicKey })).data
    const account = await get(id)
    expect(JSON.stringify(account)).not.toContain('PRIVATE')
    expect([account.keyPrint, account.providerKeyPrint]).toEqual([expect.stringMatching(/^([0-9A-F]{4} ){3}[0-9A-F]{4}$/), account.keyPrint])
    const [row] = await s.db.query<{ key: string }>(sql`select private_key as key from merchant_account where id = ${id}`)
    expect(row?.key).toMatch(/^v1\./)
    // an empty key keeps the stored one
    expect((await change(id, { name: '改名', privateKey: null })).code).toBe(200)
    expect((await get(id)).keyPrint).toBe(account.keyPrint)
    // requests signed with it go to no new address
    expect(ruleOf(await change(id, { gateway: 'https://pay.example.com/gateway' }))).toBe('record.secretToNewAddress')
  })
  it('are refused where they are no keys, and an account is not enabled without them', async () => {
    expect(ruleOf(await add({ provider: 'alipay', merchantNo: '2088000000000002', appId: '2021', privateKey: 'nonsense' }))).toBe('fee.merchantAccount.badKey')
    expect(ruleOf(await add({ provider: 'wechat', merchantNo: '1900000001', appId: 'wx1', isEnabled: true, privateKey: pair.privateKey }))).toBe('fee.merchantAccount.missing')
    expect(ruleOf(await add({ provider: 'unified', merchantNo: 'U1', contract: '{"sign":{"kind":"ROT13"}}' }))).toBe('fee.merchantAccount.badContract')
    expect(ruleOf(await add({ provider: 'unionpay', merchantNo: 'UP1', scenes: ['jsapi'] }))).toBe('fee.merchantAccount.scene')
    expect(ruleOf(await add({ provider: 'alipay', merchantNo: '2088000000000003', mode: 'live', gateway: 'http://pay.example.com' }))).toBe('fee.merchantAccount.address')
  })
})
describe('40-F19 the simulated provider', () => {
  it('has a key pair of its own, answers the test of the connection, and never stands beside a live account', async () => {
    const sandbox = (await add({ provider: 'sandbox', merchantNo: 'SB1', name: '模拟', isEnabled: true })).data
    expect((await get(sandbox.id)).keyPrint).toBe((await get(sandbox.id)).providerKeyPrint)
    expect((await s.finance.post('fee/merchantAccount/test', { id: sandbox.id })).data).toEqual({ ok: true, answer: 'absent' })
    const counter = { provider: 'counter', merchantNo: 'C1', name: '柜台', scenes: ['counter'], mode: 'live' }
    expect(ruleOf(await add({ ...counter, isEnabled: true }))).toBe('fee.merchantAccount.sandbox')
    const { id } = (await add(counter)).data
    await change(sandbox.id, { isEnabled: false })
    const both = await Promise.all([change(id, { isEnabled: true }), change(sandbox.id, { isEnabled: true })])
    expect(both.map(a => a.code).sort()).toEqual([200, 422])
  })
})
