import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { upload } from '#testing/roster.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'

let school: School
let admin: Actor
let student: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
  student = await school.as({ roles: ['student'], userType: 2 })
})
afterAll(() => school.close())

describe('carousel', () => {
  interface Picture {
    title: string
    url: string
    link: string | null
  }
  const picture = async (): Promise<string> => {
    const content = await sharp({ create: { width: 1920, height: 600, channels: 3, background: '#2063c4' } })
      .png()
      .toBuffer()
    return (await upload<{ fileId: string }>(admin, 'oss/oss/endpoint/put-file', content, '横幅.png')).data.fileId
  }
  const add = async (more: Record<string, unknown>) =>
    admin.post<{ id: string; version: number }>('base/carousel/add', { title: '开学', image: [await picture()], place: 'desktop', ...more })
  const mine = async (who: Actor, place = 'desktop') => (await who.get<Picture[]>('base/carousel/mine', { place })).data.map(p => p.title)
  const open = async (place: string) => (await school.anonymous.get<Picture[]>('base/carousel/current', { place })).data

  it('10-C9 answers only current, enabled pictures that are there, in order and for the reader', async () => {
    for (const more of [
      { title: '二', sort: 2 },
      { title: '一', sort: 1 },
      { title: '教职工', sort: 3, audience: { roles: ['teacher'] } },
      { title: '过去', endAt: '2020-01-01T00:00:00+08:00' },
      { title: '以后', beginAt: '2099-01-01T00:00:00+08:00' },
      { title: '停用', isEnabled: false },
      { title: 'english', lang: 'en' },
    ])
      expect((await add(more)).msg).toBe('成功')
    expect(await mine(student)).toEqual(['一', '二'])
    const blocked = (await add({ title: '坏图', sort: 0 })).data.id
    const row = await admin.get<{ image: string[] }>('base/carousel/getOne', { id: blocked })
    await school.server.core.pool.query('select 1')
    const [file] = row.data.image
    expect(await mine(student)).toEqual(['坏图', '一', '二'])
    await school.db.query({ text: "update attachment set scan_state = 'blocked' where tenant_id = $1 and id = $2", values: [school.tenantId, file] } as never)
    expect(await mine(student)).toEqual(['一', '二'])
  })
  it('10-C9 pictures of the sign-in page are open to everybody, those of the desktop to whom they are for', async () => {
    await add({ title: '登录横幅', place: 'login', link: '/registerschool' })
    const [shown] = await open('login')
    expect(shown).toMatchObject({ title: '登录横幅', link: '/registerschool' })
    expect((await school.anonymous.get(shown?.url ?? '')).raw.length).toBeGreaterThan(100)
    const { data } = await student.get<Picture[]>('base/carousel/mine', { place: 'desktop' })
    expect((await student.get(data[0]?.url ?? '')).raw.length).toBeGreaterThan(100)
    expect((await school.anonymous.get(data[0]?.url ?? '')).code).toBe(401)
    const other = await school.another()
    expect((await (await other.as({ roles: ['admin'] })).get(data[0]?.url ?? '')).code).toBe(404)
  })
  it('refuses pictures that are none, dates the wrong way round, links that leave by a trick, and an audience where everybody looks', async () => {
    const rule = async (more: Record<string, unknown>) => (await add(more)).errors[0]?.rule
    expect(await rule({ beginAt: '2026-02-01T00:00:00+08:00', endAt: '2026-01-01T00:00:00+08:00' })).toBe('system.carousel.dates')
    for (const link of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x']) expect(await rule({ link })).toBe('system.carousel.link')
    expect(await rule({ place: 'login', audience: { all: true } })).toBe('system.carousel.openPlace')
    expect((await admin.post('base/carousel/add', { title: '没有图', place: 'desktop' })).code).toBe(400)
  })
})

describe('AI settings', () => {
  const KEY = 'sk-very-secret-key'
  let seen: { authorization: string | undefined; body: { model: string } } | undefined
  let reply: { status: number; body: unknown } = { status: 200, body: { choices: [{ message: { content: '你好，我是小青' } }] } }
  let provider: Server
  beforeAll(async () => {
    provider = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        seen = { authorization: request.headers.authorization, body: JSON.parse(Buffer.concat(parts).toString()) as { model: string } }
        response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
      })
    })
    await new Promise<void>(done => provider.listen(0, '127.0.0.1', done))
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    provider.close()
  })
  const set = async (paramsId: string, content: Record<string, unknown>) => {
    const { version, content: now } = (await admin.get<{ version: number; content: object }>('base/baseParams/getOne', { paramsId })).data
    expect((await admin.post('base/baseParams/submit', { paramsId, version, content: { ...now, ...content }, isConfirmed: true })).msg).toBe('成功')
  }
  const test = () => admin.post<{ answer: string }>('base/baseParams/testAi', {})

  it('are tried on any provider of OpenAI’s protocol; the key goes there and never comes back', async () => {
    expect((await test()).errors[0]?.rule).toBe('system.baseParams.incomplete')
    const { port } = provider.address() as AddressInfo
    await set('ai', { baseUrl: `http://127.0.0.1:${port}/v1`, model: 'qing-1', apiKey: KEY })
    expect((await test()).errors[0]?.rule).toBe('outbound.blocked')
    vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
    const answer = await test()
    expect(answer.data?.answer).toBe('你好，我是小青')
    expect(seen).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: 'qing-1' } })
    const read = await admin.get('base/baseParams/getOne', { paramsId: 'ai' })
    expect(JSON.stringify([answer.data, read.data])).not.toContain(KEY)
    expect(JSON.stringify((await school.anonymous.get('base/baseParams/openApi/getAiConfig')).data)).not.toContain(KEY)
  })
  it('say what the provider said when it refuses or answers something else', async () => {
    reply = { status: 401, body: { error: { message: 'invalid api key' } } }
    expect((await test()).msg).toBe('AI 服务拒绝了请求：401 invalid api key')
    reply = { status: 200, body: { hello: 1 } }
    expect((await test()).errors[0]?.rule).toBe('system.baseParams.notCompatible')
    expect((await student.post('base/baseParams/testAi', {})).code).toBe(403)
  })
})
