import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, openSchool, type School } from '#testing/school.ts'

let school: School
let anyone: Actor
beforeAll(async () => {
  school = await openSchool()
  anyone = await school.as()
})
afterAll(() => school.close())

const READS: ReadonlyArray<[path: string, fits: (data: unknown) => boolean]> = [
  ['message/unreadCount', d => d === 0],
  ['message/mine', d => (d as { total: number }).total === 0],
  ['notice/mine', d => (d as { total: number }).total === 0],
  ['messagePreference/mine', d => Array.isArray(d)],
  ['messageRule/channels', d => (d as unknown[]).length === 5],
]
const prefixes = ['/api/flySource-base/', '/api/base-resource/']

describe('the wire contract', () => {
  it.each(READS)('%s answers under both prefixes, 401 without a token, 403 to another school’s name', async (path, fits) => {
    for (const prefix of prefixes) {
      const answer = await anyone.get<unknown>(prefix + path)
      expect([prefix, answer.code, fits(answer.data)]).toEqual([prefix, 200, true])
      expect((await school.anonymous.get(prefix + path)).status).toBe(401)
      const foreign = await school.server.app.inject({ method: 'GET', url: prefix + path, headers: { 'flysource-auth': `bearer ${anyone.token}`, 'tenant-id': '999999' } })
      expect(JSON.parse(foreign.body)).toMatchObject({ code: 403 })
    }
  })
  it('what belongs to the office asks for its permission', async () => {
    for (const prefix of prefixes)
      for (const path of [
        'notice/list',
        'messageRule/matrix',
        'messageDelivery/list',
        'messageDelivery/statistics',
        'smsLog/list',
        'smsLog/cost',
        'smsProvider/list',
        'smsTemplate/list',
      ])
        expect([path, (await anyone.get(prefix + path)).code]).toEqual([path, 403])
  })
})
