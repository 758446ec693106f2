import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'
import { roleWithEverything } from '#testing/grants.ts'
import { nameOf, routesOf } from '#testing/routes.ts'
import { openSchool, type School } from '#testing/school.ts'

/** A full test run builds the web app first; without it only the contract's page exists. */
const isBuilt = existsSync(join(ROOT, 'dist/index.html'))
const PAGES = ['/', '/login?tenantId=100001', '/welcome/login', '/dzks/login', '/registerschool', '/screen', '/student/list', '/no/such/page', '/index.html']
let school: School
beforeAll(async () => {
  school = await openSchool()
  await roleWithEverything(school, 'everything', 'all')
})
afterAll(() => school?.close())

it(`every HTML answer forbids scripts that stand in it, and has none ${isBuilt ? '' : '(the pages need a built web)'}`, async () => {
  const admin = await school.as({ roles: ['everything'] })
  const addresses = [...routesOf(school).flatMap(r => (r.method === 'GET' ? [r.url] : [])), '/api/docs', '/healthz', '/metrics', ...PAGES]
  const seen: string[] = []
  for (const url of addresses)
    for (const headers of [{}, { 'flysource-auth': `bearer ${admin.token}` }]) {
      const answer = await school.server.app.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers }, payloadAsStream: true })
      const isPage = String(answer.headers['content-type']).startsWith('text/html')
      const html = isPage ? await text(answer.stream()) : ''
      answer.stream().destroy()
      if (!isPage) continue
      seen.push(url)
      const policy = new Map(
        String(answer.headers['content-security-policy'])
          .split(';')
          .map(part => [part.trim().split(' ')[0], part.trim()]),
      )
      expect([nameOf({ method: 'GET', url }), policy.get('script-src'), policy.get('object-src'), policy.get('base-uri')]).toEqual([
        nameOf({ method: 'GET', url }),
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
      ])
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|\son\w+\s*=\s*["']|javascript:/i)
    }
  expect(seen).toContain('/api/docs')
  if (isBuilt) expect(seen).toEqual(expect.arrayContaining(PAGES.filter(page => page !== '/index.html')))
})
async function text(stream: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
