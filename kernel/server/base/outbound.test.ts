import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { callOut, isPrivate, resolveOutbound } from './outbound.ts'

let server: Server
let port: number
let reached = 0
beforeAll(async () => {
  server = createServer((request, reply) => {
    reached++
    if (request.url === '/away') reply.writeHead(302, { location: `http://127.0.0.1:${port}/inside` }).end()
    else if (request.url === '/endless') reply.end('x'.repeat(3_000_000))
    else if (request.url === '/slow') setTimeout(() => reply.end('late'), 2_000)
    else reply.end('hello')
  }).listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

describe('calls to other machines', () => {
  it('tell inner addresses from the open internet, however they are written', () => {
    for (const inner of [
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      '::ffff:10.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '::ffff:0:7f00:1',
      '64:ff9b:1::7f00:1',
      '5f00::1',
      '3fff::1',
      '4000::1',
      '::7f00:1',
      'fec0::1',
      '192.31.196.1',
      'nonsense',
    ])
      expect([inner, isPrivate(inner)]).toEqual([inner, true])
    for (const open of ['8.8.8.8', '203.0.114.1', '172.32.0.1', '2400:3200::1', '::ffff:8.8.8.8']) expect([open, isPrivate(open)]).toEqual([open, false])
  })
  it('refuse inner addresses, also by name and in other spellings', async () => {
    const before = reached
    for (const address of [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `http://2130706433:${port}/`,
      `http://0x7f.1:${port}/`,
      `http://[::1]:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
    ])
      await expect(callOut(address)).rejects.toThrow('内部地址')
    for (const address of ['file:///etc/passwd', 'ftp://example.com/', 'http://user:pass@example.com/', 'nonsense'])
      await expect(callOut(address)).rejects.toThrow('不是可以连接的网址')
    await expect(callOut('http://no-such-host.invalid/')).rejects.toThrow('找不到')
    expect(reached).toBe(before)
  })
  it('reach what the installation allows, by host or by host and port', async () => {
    for (const hosts of [`localhost:${port}`, 'a.example，localhost']) {
      vi.stubEnv('OUTBOUND_HOSTS', hosts)
      expect((await callOut(`http://localhost:${port}/`)).body.toString()).toBe('hello')
    }
    vi.stubEnv('OUTBOUND_HOSTS', `localhost:${port}`)
    await expect(resolveOutbound('localhost', 1)).rejects.toThrow('内部地址')
    vi.unstubAllEnvs()
    await expect(callOut(`http://localhost:${port}/`)).rejects.toThrow('内部地址')
  })
  it('follow no redirect, read no more than asked for, wait no longer', async () => {
    const trusted = new Set(['127.0.0.1'])
    expect((await callOut(`http://127.0.0.1:${port}/away`, { trusted })).status).toBe(302)
    await expect(callOut(`http://127.0.0.1:${port}/endless`, { trusted })).rejects.toThrow('longer than')
    await expect(callOut(`http://127.0.0.1:${port}/slow`, { trusted, timeoutMs: 200 })).rejects.toThrow()
  })
})
