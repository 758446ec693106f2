import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSchool, type School } from '#testing/school.ts'
import { ROOT } from '../registry.ts'

interface Board {
  panels: Array<{ title: string; targets: Array<{ expr: string }> }>
}
let school: School
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school?.close())

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
