import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { beatOf } from './event-stream.ts'
import { type OpenPage, OpenPages } from './open-pages.ts'

interface Page extends OpenPage {
  who: string
}
const opened: Array<OpenPages<Page>> = []
const apps: Array<ReturnType<typeof Fastify>> = []
afterEach(async () => {
  for (const pages of opened.splice(0)) pages.close()
  for (const app of apps.splice(0)) await app.close()
})
const pagesOf = (keeping: Partial<ConstructorParameters<typeof OpenPages<Page>>[0]> = {}): OpenPages<Page> => {
  const pages = new OpenPages<Page>({ most: 2, beatMs: 60_000, isSame: (a, b) => a.who === b.who, endIfOver: async () => {}, ...keeping })
  opened.push(pages)
  return pages
}
/** A server that opens a page for every request, once `judged` is done. */
async function serve(pages: OpenPages<Page>, judged: () => Promise<void> = async () => {}): Promise<string> {
  const app = Fastify({ serverFactory: handler => createServer(handler) })
  apps.push(app)
  app.get('/:who', async (request, reply) => {
    await judged()
    beatOf(pages.open(reply, { who: (request.params as { who: string }).who }).out)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}
const come = (url: string): Promise<{ status: number; leave: () => void }> =>
  new Promise((done, fail) => {
    const asked = get(url, { agent: false }, answer => {
      answer.resume()
      answer.on('error', () => {})
      done({ status: answer.statusCode ?? 0, leave: () => asked.destroy() })
    })
    asked.on('error', fail)
  })

const connections = (): Promise<number> => new Promise((done, fail) => apps[0]?.server.getConnections((error: Error | null, n: number) => (error ? fail(error) : done(n))))

it('counts pages by watcher, and forgets who leaves', async () => {
  const pages = pagesOf()
  const url = await serve(pages)
  const first = await come(`${url}/a`)
  await come(`${url}/a`)
  await expect(come(`${url}/a`)).resolves.toMatchObject({ status: 500 })
  expect((await come(`${url}/b`)).status).toBe(200)
  first.leave()
  await vi.waitFor(() => expect(pages.all.filter(p => p.who === 'a')).toHaveLength(1))
  expect((await come(`${url}/a`)).status).toBe(200)
})
it('keeps nothing of who left while it was judged', async () => {
  const pages = pagesOf()
  const open = vi.spyOn(pages, 'open')
  const gone = Promise.withResolvers<void>()
  const asks = Promise.withResolvers<void>()
  const url = await serve(pages, () => {
    asks.resolve()
    return gone.promise
  })
  const asked = get(`${url}/a`, { agent: false })
  asked.on('error', () => {})
  await asks.promise
  asked.destroy()
  await vi.waitFor(async () => expect(await connections()).toBe(0))
  gone.resolve()
  await vi.waitFor(() => expect(open).toHaveReturned())
  await vi.waitFor(() => expect(pages.all).toHaveLength(0))
})
it('looks at each beat whether a page is over, and goes on when that fails once', async () => {
  let asked = 0
  const pages = pagesOf({
    beatMs: 5,
    endIfOver: async page => {
      if (++asked === 1) throw new Error('the database is away')
      page.out.end()
    },
  })
  const url = await serve(pages)
  await come(`${url}/a`)
  await vi.waitFor(() => expect(pages.all).toHaveLength(0))
  expect(asked).toBeGreaterThanOrEqual(2)
})
