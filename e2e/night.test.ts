import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { axeFaults, boxOf, give, overflow, type Person, picture } from './browser.ts'
import { openDemo, PASSWORD, poll } from './fixture.ts'

interface Fence {
  lng: number
  lat: number
}
const demo = openDemo()
let student: Person
let manager: Person
let counsellor: Person
const HALF_DAY_MS = 12 * HOUR_MS
/** Date of the current night: from noon to noon, in China. */
const tonight = (): string => schoolDate(Date.now() - HALF_DAY_MS)
/** Opens the demo's night now, whatever the time of day; in state closed, so that the scheduled job does not change its hours. */
async function openNow(): Promise<void> {
  for (const table of ['dorm_night', 'night_line'])
    await demo.rows(
      `update ${table} set night_date = $1::date where night_date = (select max(night_date) from dorm_night) and not exists (select from dorm_night where night_date = $1::date)`,
      [tonight()],
    )
  await demo.rows(
    `update dorm_night set opens_at = now() - interval '2 hours', closes_at = now() + interval '1 hour', gate_after = now() - interval '2 hours', curfew = now() + interval '2 hours',
      cut_off = now() + interval '3 hours', gate_opening = now() + interval '9 hours', closed_at = now(), ways = '["self", "head", "patrol"]' where night_date = $1::date`,
    [tonight()],
  )
  await demo.rows(
    `update night_line l set expected = 'expected', source = null, result = 'pending', way = null, seen_at = null, evidence = null from sys_user u where u.tenant_id = l.tenant_id and u.student_id = l.student_id and u.user_name = 'student' and l.night_date = $1::date`,
    [tonight()],
  )
}
beforeAll(async () => {
  student = await demo.person('student', { isPhone: true })
  manager = await demo.person('dormManager', { isPhone: true })
  counsellor = await demo.person('fdy')
  await openNow()
})

describe('a night, from the button to the last case', () => {
  it('20-DN1 is answered with one press, in the fence of the own building only', async () => {
    const { page, context } = student
    const [own] = await demo.rows<{ fence: Fence }>(
      `select d.fence from dorm_building d join night_line l on l.dorm_id = d.id join sys_user u on u.student_id = l.student_id where u.user_name = 'student' and l.night_date = $1::date`,
      [tonight()],
    )
    const { lng = 0, lat = 0 } = own?.fence ?? {}
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ longitude: lng, latitude: lat + 0.01, accuracy: 15 })
    await demo.go(page, '/dormitory/night/mine')
    const press = page.getByRole('button', { name: '我在宿舍' })
    expect((await boxOf(press)).height).toBeGreaterThanOrEqual(52)
    await press.click()
    await page.getByText(/还有约 \d+ 米/).waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'night-mine')
    await context.setGeolocation({ longitude: lng, latitude: lat, accuracy: 15 })
    await press.click()
    await page.getByText(/已点到（本人签到）/).waitFor()
  })
  it('20-DN3 is patrolled without a network: ticks wait in the phone, beyond the end of the session, and arrive when it is back', async () => {
    const { page, context } = manager
    await demo.go(page, '/dormitory/night/patrol')
    const next = page.getByRole('button', { name: /下一间$/ })
    await next.waitFor()
    const before = await patrolled()
    await context.setOffline(true)
    await page.locator('[data-beds] button').first().click()
    await next.click()
    await page.getByText(/^1 间存在手机里/).waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'night-patrol')
    // the session has expired meanwhile: the first call after reconnecting gets a 401
    await page.evaluate(() => localStorage.setItem('qlAdmin-accessToken', JSON.stringify({ dataType: 'string', content: 'ended', datetime: Date.now() })))
    await context.setOffline(false)
    await page.waitForURL(url => url.searchParams.has('redirect'))
    await page.goto(`${demo.url}/login`)
    await give(page, 'dormManager', PASSWORD)
    await page.waitForURL('**/index')
    await demo.go(page, '/dormitory/night/patrol')
    await next.waitFor()
    await page.getByText(/间存在手机里/).waitFor({ state: 'detached' })
    await poll(patrolled).toBe(before + 1)
  })
  it('20-DN5 ends with the counsellor, who says what became of whoever is missing', async () => {
    const { page } = counsellor
    const [open] = await demo.rows<{ night: string; id: string; name: string }>(
      `select l.night_date::text as night, l.id, s.name from night_line l join student s on s.id = l.student_id join class_staff c on c.class_id = s.class_id and c.end_date is null join sys_user u on u.teacher_id = c.teacher_id
        where u.user_name = 'fdy' and l.handled_state = 'open' order by l.opened_at desc, l.id limit 1`,
      [],
    )
    await demo.go(page, `/dormitory/night/cases?night=${open?.night}`)
    await page.getByRole('button', { name: new RegExp(`^${open?.name}`) }).click()
    await page.getByRole('heading', { name: '室友' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'night-case')
    await page.getByRole('button', { name: '写说明' }).click()
    const form = page.getByRole('dialog').filter({ has: page.getByLabel('处置结果') })
    await form.getByLabel('处置结果').click()
    await page.getByText('已联系上', { exact: true }).last().click()
    await form.getByLabel('说明').fill('在图书馆通宵自习室，已回宿舍')
    await form.getByRole('button', { name: '处置未归' }).click()
    const state = async () => (await demo.rows<{ state: string }>('select handled_state as state from night_line where id = $1', [open?.id]))[0]?.state
    await poll(state).toBe('reached')
    expect([...student.faults, ...manager.faults, ...counsellor.faults]).toEqual([])
  })
})
const patrolled = async (): Promise<number> =>
  (await demo.rows<{ n: number }>(`select coalesce(sum(jsonb_array_length(rooms)), 0)::int as n from dorm_patrol where night_date = $1::date`, [tonight()]))[0]?.n ?? 0
