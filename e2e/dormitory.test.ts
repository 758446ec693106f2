import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import type { Api } from './api.ts'
import { axeFaults, overflow, type Person, picture } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

const demo = openDemo()
let desk: Person
let student: Person
interface Stay {
  id: string
  studentId: string
  studentNo: string
  name: string
  bedId: string
  bedName: string
  dormId: string
  roomId: string
  state: string
}
/** API client of the officer: a single session, since their number is limited. */
let office: Api
const staysOf = async (query: string) => (await office.get<{ result: Stay[] }>(`dorm/dormStay/list?${query}`)).result
/** A student with a promised bed and no stay yet: others can only change theirs. */
async function arriving(): Promise<Stay> {
  for (const one of await staysOf('state=reserved&kind=main&size=100')) if (!(await staysOf(`studentId=${one.studentId}&state=checkedIn&size=1`)).length) return one
  throw new Error('nobody in the demo school arrives')
}
beforeAll(async () => {
  office = await demo.api('officer')
  desk = await demo.person('officer')
  student = await demo.person('student', { isPhone: true })
})

describe('a bed from the desk to the list of those who left', () => {
  let stay: Stay
  it('is taken over at the desk by number, key and Enter', async () => {
    stay = await arriving()
    const { page } = desk
    await demo.go(page, '/dormitory/desk')
    await page.getByLabel('扫学生码或输入学号').fill(stay.studentNo)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: stay.name }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'dormitory-desk')
    await page.getByLabel('钥匙号').fill('A-07')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: '刚刚入住' }).getByText(stay.bedName).waitFor()
    await poll(async () => (await staysOf(`id=${stay.id}`))[0]?.state).toBe('checkedIn')
  })
  it('shows a student on the phone who lives next to them', async () => {
    const { page } = student
    await demo.go(page, '/dormitory/mine')
    await page.getByRole('heading', { name: '室友' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await picture(page, 'dormitory-mine')
  })
  it('20-DR4 is left by the list: a key that is missing is written down', async () => {
    const { page } = desk
    await demo.go(page, `/dormitory/stays?q=${stay.studentNo}`)
    await page.getByRole('button', { name: '办理退宿' }).first().click()
    await page.getByRole('checkbox', { name: '钥匙 A-07 已交' }).uncheck()
    await page.getByRole('checkbox', { name: '有遗留事项仍然退宿' }).check()
    await page.getByLabel('退宿原因').click()
    await page.getByTitle('校外住宿').click()
    await picture(page, 'dormitory-leaving')
    await page.getByRole('button', { name: '办理退宿' }).last().click()
    await poll(async () => (await staysOf(`id=${stay.id}`))[0]?.state).toBe('checkedOut')
    expect(desk.faults).toEqual([])
    expect(student.faults).toEqual([])
  })
  it('20-DC1 20-DC3 is chosen on the phone by whoever has none: two presses, and the office sees it', async () => {
    const day = schoolDate(Date.now())
    const houses = await office.get<Array<{ id: string; type: string; free: number }>>('dorm/dormRoom/overview')
    const draft = {
      name: '补选床位',
      beginTime: new Date(Date.now() - 60_000).toISOString(),
      endTime: new Date(Date.now() + HOUR_MS).toISOString(),
      audience: { roles: ['student'] },
      pool: { dormIds: houses.filter(h => h.type === 'dorm').map(h => h.id), grants: [] },
      waves: [],
      moveIn: day,
    }
    const { id } = await office.post<{ id: string }>('dorm/claimRound/add', draft)
    await office.post('dorm/claimRound/publish', { id })
    const { page, faults, context } = await demo.person(stay.studentNo, { isPhone: true })
    await demo.go(page, `/dormitory/choose?round=${id}`)
    await page
      .getByRole('button', { name: /^\d 号 可选择/ })
      .first()
      .waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await picture(page, 'claim-choose')
    await page
      .getByRole('button', { name: /^\d 号 可选择/ })
      .first()
      .click()
    await page.getByText('已为你保留').waitFor()
    await picture(page, 'claim-held')
    await page.getByRole('button', { name: /^确认 / }).click()
    await page.getByRole('region', { name: '我的床位' }).getByText('床位已确认').waitFor()
    await picture(page, 'claim-done')
    expect(await staysOf(`studentId=${stay.studentId}&state=reserved`)).toMatchObject([{ source: 'claim', batchId: id }])
    const watcher = await demo.person('officer')
    const board = watcher.page
    await demo.go(board, `/dormitory/claims?round=${id}`)
    await board.getByRole('region', { name: '按班级' }).waitFor()
    expect(await axeFaults(board)).toEqual([])
    await picture(board, 'claim-board')
    expect([...faults, ...watcher.faults]).toEqual([])
    await context.close()
    await watcher.context.close()
  })
})

describe('the half hour in which somebody arrives', () => {
  it('is chosen on the phone, seen by the office as it is chosen, shown at the desk, and given up again', async () => {
    const chosen = new Set((await office.get<{ result: Array<{ stayId: string }> }>('dorm/moveInChoice/list?state=chosen&size=200')).result.map(c => c.stayId))
    const open = await demo.rows<{ id: string; places: number }>(
      `select s.id, (select x.places from move_in_slot x join move_in_plan p on p.id = x.plan_id where p.dorm_id = s.dorm_id and p.day > current_date + 1 limit 1) as places
       from dorm_stay s where s.state = 'reserved' and s.kind = 'main' and s.planned_in between current_date - 3 and current_date + 1`,
      [],
    )
    const may = new Set(open.filter(s => s.places && !chosen.has(s.id)).map(s => s.id))
    const stay = (await staysOf('state=reserved&kind=main&size=100')).find(s => may.has(s.id))
    if (!stay) throw new Error('nobody in the demo school has a slot to choose')
    const { page, faults, context } = await demo.person(stay.studentNo, { isPhone: true })
    await demo.go(page, '/dormitory/mine')
    const own = page.getByRole('region', { name: '到校时段' })
    await own.getByRole('button', { name: '预约到校时段' }).click()
    const panel = page.getByRole('dialog')
    // the last day: none of its slots has begun at any time of day
    const slot = panel.locator('section').last().getByRole('button').first()
    await slot.click()
    expect(await axeFaults(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await picture(page, 'move-in-choose')
    await panel.getByRole('button', { name: /^预约 / }).click()
    await own.getByText('早到、晚到都能办理入住').waitFor()
    await picture(page, 'move-in-mine')
    const rows = () => demo.rows<{ state: string }>('select state from move_in_choice where stay_id = $1', [stay.id])
    expect(await rows()).toEqual([{ state: 'chosen' }])
    const board = desk.page
    await demo.go(board, '/dormitory/move-in?view=list')
    await board.getByText(stay.studentNo).first().waitFor()
    await demo.go(board, '/dormitory/move-in')
    await board.getByRole('region').getByText('08:00').first().waitFor()
    expect(await axeFaults(board)).toEqual([])
    await picture(board, 'move-in-load')
    // a day ahead: the capacity of all its slots can be changed at any time of day
    await demo.go(board, `/dormitory/move-in?day=${schoolDate(Date.now() + 48 * HOUR_MS)}`)
    await board.getByRole('button', { name: '改 08:00–08:30 的人数' }).first().click()
    await board.getByLabel('这一段人数').fill('77')
    await board.getByRole('dialog').getByRole('button', { name: '改时段人数' }).click()
    await board.getByText(/^\d+\/77$/).waitFor()
    expect(await axeFaults(board)).toEqual([])
    await picture(board, 'move-in-slot')
    await demo.go(board, '/dormitory/desk')
    await board.getByLabel('扫学生码或输入学号').fill(stay.studentNo)
    await board.keyboard.press('Enter')
    await board.getByText(/预约 .* 到校/).waitFor()
    await own.getByRole('button', { name: '取消预约' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '取消预约' }).click()
    await own.getByText('错峰到达少排队').waitFor()
    expect(await rows()).toEqual([{ state: 'withdrawn' }])
    expect([...faults, ...desk.faults]).toEqual([])
    await context.close()
  })
})

describe('the room map', () => {
  it('shows a house at a glance; a room opens its card, and a free bed is locked there', async () => {
    const { page } = desk
    const rooms = await office.get<Array<{ id: string; type: string; free: number }>>('dorm/dormRoom/overview')
    const house = rooms.find(p => p.type === 'dorm' && p.free > 0)
    await demo.go(page, `/dormitory/map?dormId=${house?.id}`)
    await page
      .getByRole('button', { name: /^\d+ .*空床 \d/ })
      .first()
      .waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page
      .getByRole('button', { name: /^\d+ .*空床 \d/ })
      .first()
      .click()
    const card = page.locator('#content aside')
    await card.getByRole('button', { name: '锁定空床' }).click()
    await page.getByLabel('原因').fill('检修床板')
    await page.getByRole('dialog').getByRole('button', { name: '锁定床位' }).click()
    await card.getByText('检修床板').first().waitFor()
    await picture(page, 'room-map')
    await card.getByRole('button', { name: '解锁' }).click()
    await card.getByText('可安排').first().waitFor()
    expect(desk.faults).toEqual([])
  })
  it('20-DB6 is made from a pattern that says first what it would make', async () => {
    const { page } = desk
    await demo.go(page, '/dormitory/buildings')
    await page.getByRole('button', { name: '成批生成' }).nth(1).click()
    await page.getByLabel('到几层').fill('2')
    await page.getByRole('button', { name: '预览', exact: true }).click()
    await page.getByText(/^房间号像 /).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'dormitory-generate')
    expect(desk.faults).toEqual([])
  })
  it('20-DN1 has a fence drawn corner by corner round it', async () => {
    const { page } = desk
    await demo.go(page, '/dormitory/buildings')
    await page.getByRole('button', { name: '更多操作' }).first().click()
    await page.getByRole('menuitem', { name: '修改' }).click()
    const form = page.getByRole('dialog')
    await form.getByText('多边形', { exact: true }).click()
    const plan = form.getByRole('img', { name: /^画出范围/ })
    for (const [n, position] of [
      { x: 120, y: 60 },
      { x: 300, y: 60 },
      { x: 300, y: 200 },
    ].entries()) {
      await plan.click({ position })
      await form.getByRole('img', { name: `画出范围，已有 ${n + 1} 个角` }).waitFor()
    }
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'dormitory-fence')
    await form.getByRole('button', { name: '保存' }).click()
    await form.waitFor({ state: 'detached' })
    const drawn = () => demo.rows<{ n: number }>("select count(*)::int as n from dorm_building where jsonb_array_length(fence -> 'points') = $1", [3])
    await poll(drawn).toEqual([{ n: 1 }])
    expect(desk.faults).toEqual([])
  })
})
