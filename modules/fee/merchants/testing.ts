import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { callOut } from '#server/base/outbound.ts'
import type { Charge } from './model/provider.ts'
import type { Merchant } from './server/providers/adapter.ts'

export interface KeyPair {
  publicKey: string
  privateKey: string
}
export const rsaPair = (): KeyPair =>
  generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } })
export interface Certificate {
  certificate: string
  privateKey: string
}
/** A root, one below it, and certificates that the latter signs, made by OpenSSL. */
export function certificateChain(names: readonly string[], root = 'Test Root CA'): { root: Certificate; middle: Certificate; leaves: Certificate[] } {
  const folder = mkdtempSync(join(tmpdir(), 'qinglan-ca-'))
  const at = (name: string) => join(folder, name)
  const run = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const made = (name: string): Certificate => ({ certificate: readFileSync(at(`${name}.pem`), 'utf8'), privateKey: readFileSync(at(`${name}.key`), 'utf8') })
  const below = (name: string, subject: string, issuer: string, extension: string) => {
    run('req', '-newkey', 'rsa:2048', '-nodes', '-utf8', '-keyout', at(`${name}.key`), '-out', at(`${name}.csr`), '-subj', subject)
    writeFileSync(at('ext'), extension)
    run(
      ...['x509', '-req', '-in', at(`${name}.csr`), '-CA', at(`${issuer}.pem`), '-CAkey', at(`${issuer}.key`), '-CAcreateserial', '-days', '90'],
      '-extfile',
      at('ext'),
      '-out',
      at(`${name}.pem`),
    )
    return made(name)
  }
  try {
    run('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', at('root.key'), '-out', at('root.pem'), '-days', '365', '-subj', `/CN=${root}`)
    const middle = below('middle', '/CN=Test Middle CA', 'root', 'basicConstraints=critical,CA:true')
    const leaves = names.map((name, n) => below(`leaf${n}`, `/CN=${name}`, 'middle', 'basicConstraints=CA:false'))
    return { root: made('root'), middle, leaves }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
export interface ReceivedRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}
export interface Answered {
  status?: number
  headers?: Record<string, string>
  body: string | Buffer
}
/** A provider's machine: a server on this one, which the installation may call. */
export async function provider(answer: (asked: ReceivedRequest) => Answered): Promise<{ url: string; asked: ReceivedRequest[]; close(): void }> {
  const asked: ReceivedRequest[] = []
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString('utf8') }
    asked.push(one)
    const { status = 200, headers = {}, body } = answer(one)
    reply.writeHead(status, headers).end(body)
  }).listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  vi.stubEnv('OUTBOUND_HOSTS', `127.0.0.1:${port}`)
  return { url: `http://127.0.0.1:${port}`, asked, close: () => void server.close() }
}
/** An account as its adapter needs it. */
export const merchantFor = (more: Partial<Merchant> & Pick<Merchant, 'provider'>): Merchant => ({
  ...{ id: 'merchant', name: '测试账户', merchantNo: '2088000000000001', appId: '2021000000000001', gateway: '', isTest: true, scenes: [], privateKey: '', certificate: '' },
  ...{ providerKey: '', providerKeyId: '', apiKey: '', appSecret: '', contract: null, noticeUrl: 'https://school.example/notify', send: callOut },
  ...more,
})
export const charge: Charge = {
  orderNo: 'P20260901ABCDEFGHJKLMN',
  amount: 550_000,
  title: '学费',
  createdAt: '2026-09-01T00:00:00.000Z',
  expireAt: '2026-09-01T00:30:00.000Z',
  returnUrl: 'https://school.example/fee/paid?id=1',
  ip: '203.0.113.9',
}
export const refundAsk = { refundNo: 'R20260902ABCDEFGHJKLMN', createdAt: '2026-09-02T00:00:00.000Z', amount: 100_000, reason: '退学' }
