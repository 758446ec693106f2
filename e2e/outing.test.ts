import { beforeAll, describe, expect, it } from 'vitest'
import { schoolDate } from '#model/school-time.ts'
import { addDays, weekdayOf } from '#modules/campus/model/days.ts'
import { axeFaults, overflow, type Person, picture } from './browser.ts'
import { openDemo } from './fixture.ts'

const demo = openDemo()
let student: Person
beforeAll(async () => {
  student = await demo.person('student', { isPhone: true })
})

describe('a trip of a student', () => {
  it('20-G1 is registered on a page that says what follows, beginning with a place one goes to often', async () => {
    const { page } = student
    await demo.go(page, '/outing/mine')
    await page.getByRole('heading', { name: '我的外出' }).waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await page.getByRole('button', { name: '登记外出' }).click()
    await page.getByRole('heading', { name: '登记外出' }).waitFor()
    // at some hours of some days a lesson or a night speaks against it
    await page
      .getByText(/^(外出 [\d.]+ 小时|这段时间有课|.*夜里不在校|与 .*重叠)/)
      .first()
      .waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'trip-form')
  })
  it('stands among one’s own with what can be done, and is cancelled there', async () => {
    const { page } = student
    const today = schoolDate(Date.now())
    const saturday = addDays(today, 6 - (weekdayOf(today) % 7) + 7)
    const known = await (await demo.api('student')).get<{ recent: Array<{ cantonCode: string }> }>('outing/goingOut/form')
    await (await demo.api('student')).post('outing/goingOut/apply', {
      ...{ purpose: 'shopping', cantonCode: known.recent[0]?.cantonCode, place: '书城', contactPhone: '13812342071' },
      ...{ outPlanned: `${saturday}T13:00:00+08:00`, backPlanned: `${saturday}T18:00:00+08:00` },
    })
    await demo.go(page, '/outing/mine')
    const card = page.getByRole('region', { name: '书城' })
    await card.getByText('已登记').waitFor()
    await card.getByRole('button', { name: '取消外出' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('取消后可以重新登记。').waitFor()
    await dialog.getByRole('button', { name: '取消申请' }).click()
    await card.getByText('已取消').waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
  })
})
