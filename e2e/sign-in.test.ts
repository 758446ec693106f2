import { beforeAll, describe, expect, it } from 'vitest'
import { axeFaults, overflow, type Person, picture } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

const demo = openDemo()
let student: Person
let counsellor: Person
/** The date that is followed. */
let occurrenceId = ''
beforeAll(async () => {
  student = await demo.person('student', { isPhone: true })
  counsellor = await demo.person('fdy')
}, 240_000)

interface Wall {
  code: string
  signed: number
}
/** What a camera would read off the wall. */
const wall = async (): Promise<Wall> => (await demo.api('fdy')).get<Wall>(`signIn/signOccurrence/projector?occurrenceId=${occurrenceId}`)

describe('a class meeting from the press of a button to the count', { timeout: 60_000 }, () => {
  it('20-SA1 begins with what is filled in already, and its board stands there', async () => {
    const { page } = counsellor
    await demo.go(page, '/signIn/tasks')
    await page.getByRole('button', { name: '快速发起' }).click()
    await page.getByText(/^共 \d+ 人/).waitFor()
    await page.getByRole('button', { name: '现在开始' }).click()
    await page.waitForURL('**/signIn/board?id=*')
    occurrenceId = new URL(page.url()).searchParams.get('id') ?? ''
    await page.getByText(/^0\/\d+ 人已签$/).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'sign-board')
  })
  it('20-SA5 shows a code on the wall, which a phone turns into a sign-in', async () => {
    const page = await counsellor.context.newPage()
    await demo.go(page, `/signIn/projector?id=${occurrenceId}`)
    await page.getByRole('img', { name: '签到二维码' }).waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await picture(page, 'sign-wall')
    const phone = student.page
    await demo.go(phone, `/signIn/mine?code=${(await wall()).code}`)
    await phone
      .getByText(/ 已签到$/)
      .first()
      .waitFor()
    expect(await axeFaults(phone)).toEqual([])
    expect(await overflow(phone)).toBeLessThanOrEqual(0)
    await picture(phone, 'sign-mine')
    await poll(async () => (await wall()).signed).toBe(1)
    await page.close()
  })
  it('20-SA11 is counted on the board without a press, and staff sign for who has no phone', async () => {
    const { page } = counsellor
    await page.getByText(/^1\/\d+ 人已签$/).waitFor()
    await page.locator('.sign-seat-list').getByRole('checkbox').first().check()
    await page.getByRole('button', { name: '代签 1 人' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '代签 1 人' }).click()
    await page.getByText(/^2\/\d+ 人已签$/).waitFor()
    expect([...student.faults, ...counsellor.faults]).toEqual([])
  })
})
