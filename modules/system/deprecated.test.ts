import { afterAll, beforeAll, expect, it } from 'vitest'
import { action } from '#model'
import { student } from '#modules/student/model/student.ts'
import { type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { handle } from '#server/context.ts'
import { actionCall } from '#server/http/action-routes.ts'
import { recordCalls } from '#server/http/record-routes.ts'
import type { Actor } from '#testing/school.ts'

const SINCE = '2026-09-01'
const count = action('student.student.oldCount', '人数', { output: 'none', method: 'GET', access: 'signedIn', deprecatedAt: SINCE })
let s: SmallSchool
let admin: Actor
beforeAll(async () => {
  s = await smallSchool({
    async also(_app, core, calls) {
      const module = core.registry.modules.find(m => m.code === 'student')
      if (!module) return
      recordCalls(calls, core, { ...module, service: 'old' }, { ...student, options: { ...student.options, deprecatedAt: SINCE } })
      const handler = handle(count, async () => {})
      calls.add(actionCall(core, module, handler, async () => s.tenantId))
    },
  })
  admin = await s.as({ roles: ['admin'] })
})
afterAll(() => s.close())

it('a deprecated API still answers, and says since when with every answer, a refusal too', async () => {
  const stamp = `@${Date.parse('2026-08-31T16:00:00Z') / 1000}`
  for (const path of ['old/student/list', 'base/student/oldCount']) {
    const answer = await admin.get(path)
    expect([path, answer.code, answer.headers.deprecation]).toEqual([path, 200, stamp])
    expect((await s.anonymous.get(path)).headers.deprecation).toBe(stamp)
  }
  expect((await admin.get('base/student/list')).headers).not.toHaveProperty('deprecation')
})
it('the list of APIs and the contract name it', async () => {
  const { data } = await admin.get<Array<{ path: string; deprecatedAt: string | null }>>('base/apiEntry/list')
  const of = (path: string) => data.find(e => e.path === path)?.deprecatedAt
  expect([of('/api/old/student/list'), of('/api/base/student/oldCount'), of('/api/base/student/list')]).toEqual([SINCE, SINCE, null])
  const { paths } = JSON.parse((await s.anonymous.get('/api/docs/openapi.json')).raw.toString()) as { paths: Record<string, Record<string, object>> }
  expect(paths['/api/old/student/list']?.get).toMatchObject({ deprecated: true, 'x-deprecated-at': SINCE })
  expect(paths['/api/base/student/list']?.get).not.toHaveProperty('deprecated')
  expect((await s.anonymous.get('/api/docs')).raw.toString()).toContain(`deprecated ${SINCE}`)
})
