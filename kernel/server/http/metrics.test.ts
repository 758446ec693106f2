import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSchool, type School } from '#testing/school.ts'
import { ROOT } from '../registry/registry.ts'

interface Board {
  panels: Array<{ title: string; targets: Array<{ expr: string }> }>
}
let school: School
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school?.close())

it('is open to this machine, and to no proxy on it, whatever the proxy says of where it was asked', async () => {
  const ask = async (headers: Record<string, string>) => (await school.server.app.inject({ url: '/metrics', headers })).statusCode
  for (const host of ['localhost', 'localhost:9100', '127.0.0.1:9100', '[::1]:9100']) expect([host, await ask({ host })]).toEqual([host, 200])
  const added = [
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-original-forwarded-for',
    'forwarded',
    'via',
    'true-client-ip',
    'cf-connecting-ip',
    'cdn-loop',
  ]
  for (const name of added) expect([name, await ask({ [name]: '203.0.113.9' })]).toEqual([name, 403])
  expect(await ask({ host: 'xg.example.edu.cn' })).toBe(403)
})
it('exports every metric that the board of deploy/ draws', async () => {
  await school.server.app.inject({ url: '/healthz' })
  const text = (await school.server.app.inject({ url: '/metrics' })).body
  const { panels } = JSON.parse(readFileSync(join(ROOT, 'deploy/grafana.json'), 'utf8')) as Board
  expect(panels.length).toBeGreaterThan(0)
  for (const { title, targets } of panels)
    for (const { expr } of targets) {
      const names = expr.match(/\b(?:qinglan|process|nodejs)_\w+/g) ?? []
      expect(names.length, `${title}: ${expr}`).toBeGreaterThan(0)
      for (const name of names) expect(text, title).toMatch(new RegExp(`^${name}[{ ]`, 'm'))
    }
})
