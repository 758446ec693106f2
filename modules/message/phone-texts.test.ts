import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { textPhones } from '#server/notifications/sms.ts'
import { openSchool, type School } from '#testing/school.ts'
import { noticeDecided } from './model/events.ts'
import { setParams } from './testing.ts'

let school: School
beforeAll(async () => {
  school = await openSchool()
  await setParams(school, 'login', { siteUrl: 'https://xg.example.edu.cn/' })
})
afterAll(() => school.close())

const texts = () =>
  school.db.query<{ mobile: string; state: string; text: string; secret: string | null; error: string | null }>(
    sql`select mobile, state, text, secret_values as secret, error from sms_log where tenant_id = ${school.tenantId} and event_code = ${noticeDecided.code} order by created_at, mobile`,
  )
const send = async (...mobiles: string[]) => {
  await school.db.tx(db =>
    textPhones(
      db,
      noticeDecided,
      mobiles.map(mobile => ({ mobile, values: { title: '放假', result: '已通过', note: '同意' }, path: '/x?key=secret' })),
    ),
  )
  await school.server.settle()
}
it('a text to a phone without an account waits encrypted for the end of the quiet hours, and its link is in no log', async () => {
  const [now] = await school.db.query<{ quietFrom: string; quietTo: string }>(
    sql`select to_char(t - interval '1 hour', 'HH24:MI') as "quietFrom", to_char(t + interval '1 hour', 'HH24:MI') as "quietTo" from (select now() at time zone 'Asia/Shanghai' as t) x`,
  )
  await setParams(school, 'message', { ...now })
  await send('13900000001')
  expect(await texts()).toMatchObject([{ state: 'queued', text: expect.stringContaining('同意'), secret: expect.stringMatching(/^v1\./) }])
  expect(JSON.stringify(await texts())).not.toContain('key=secret')
  await setParams(school, 'message', { quietFrom: '00:00', quietTo: '00:00' })
  await send('13900000002')
  // without a provider the log stands in for the phone
  expect(await texts()).toMatchObject(
    [1, 2].map(n => ({ mobile: `1390000000${n}`, state: 'sent', text: expect.stringContaining('https://xg.example.edu.cn/x?key=secret'), secret: null })),
  )
})
it('10-N6 texts to phones without an account count towards the limits of the school', async () => {
  await setParams(school, 'message', { smsDaily: 2 })
  await send('13900000003')
  expect((await texts()).at(-1)).toMatchObject({ mobile: '13900000003', state: 'failed', error: expect.stringContaining('额度已用完'), secret: null })
})
