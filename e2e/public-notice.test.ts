import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { holidayDestination, holidayPlan } from '#modules/outing/model/holiday.ts'
import { student } from '#modules/student/model/student.ts'
import { publishNotice } from '#modules/workflow/server/api.ts'
import { loadSamples, sampleRow } from '#testing/samples.ts'
import { axeFaults, give, overflow, type Person, picture } from './browser.ts'
import { openDoor, PASSWORD } from './fixture.ts'

const door = openDoor()
const TITLE = '国家助学金'
const GROUNDS = '他去年已经获得同类资助，与条件不符'
let reader: Person
let office: Person
beforeAll(async () => {
  const { made } = door
  await loadSamples(['campus', 'student'])
  const pupil = await sampleRow(made.db, student)
  const own = await made.user({ userName: 'reader', roles: ['student'], userType: 2 })
  await made.db.query(sql`update sys_user set student_id = ${pupil.id} where id = ${own}`)
  await made.user({ userName: 'office', roles: ['officer'] })
  const lines = [{ bizId: crypto.randomUUID(), studentId: pupil.id, values: { item: TITLE, level: '二档' } }]
  await made.db.tx(db =>
    publishNotice(
      { db },
      { round: { id: crypto.randomUUID(), name: TITLE }, roundOf: holidayPlan, of: holidayDestination, level: 'school', columns: ['name', 'studentNo', 'item', 'level'], lines },
    ),
  )
  const enter = async (name: string, isPhone: boolean): Promise<Person> => {
    const person = await door.come({ isPhone })
    await give(person.page, name, PASSWORD)
    await person.page.waitForURL('**/index')
    return person
  }
  reader = await enter('reader', true)
  office = await enter('office', false)
})

describe('a result on public notice', () => {
  it('40-N2 is read on a phone, number masked, and objected to', async () => {
    const { page } = reader
    await page.goto(`${door.url}/workflow/public-notices`)
    await page.getByRole('heading', { name: TITLE }).waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: '查看 1 人' }).click()
    await page.getByText('（你）').waitFor()
    expect(await page.getByRole('table').textContent()).toMatch(/\*/)
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'public-notice')
    await page.getByRole('table').getByRole('button').click()
    await page.getByLabel('理由').fill(GROUNDS)
    await page.getByRole('dialog').getByRole('button', { name: '提出异议', exact: true }).click()
    await page.getByText(GROUNDS).waitFor()
    await page.getByText('待处理').waitFor()
  })
  it('40-N3 is heard by the office, and the answer reaches who objected', async () => {
    const { page } = office
    await page.goto(`${door.url}/workflow/notices?tab=objections`)
    await page.getByText(TITLE, { exact: true }).first().click()
    const panel = page.getByRole('dialog')
    await panel.getByText(GROUNDS).waitFor()
    await panel.getByRole('radio', { name: '异议成立', exact: true }).check()
    await panel.getByRole('textbox', { name: '答复' }).fill('经核实，去年确已获得资助')
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'objection')
    await panel.getByRole('button', { name: '答复，改变结果' }).click()
    await page.getByText('已答复').first().waitFor() // the choice of the panel says 异议成立, too
    await reader.page.reload()
    await reader.page.getByText('答复：经核实，去年确已获得资助').waitFor()
    expect([reader.faults, office.faults]).toEqual([[], []])
  })
})
