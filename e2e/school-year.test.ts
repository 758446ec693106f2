import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { PIXEL } from '#testing/roster.ts'
import { axeFaults, boxOf, give, overflow, type Person, picture, visitor } from './browser.ts'
import { openDemo, PASSWORD, poll } from './fixture.ts'

interface Page<R> {
  result: R[]
}
interface Diff {
  id: string
  kind: string
  bizDate: string
}
const demo = openDemo()
const PROOF = {
  name: '入伍通知书.png',
  mimeType: 'image/png',
  buffer: PIXEL,
}
let student: Person
let officer: Person
beforeAll(async () => {
  student = await demo.person('student', { isPhone: true })
  officer = await demo.person('officer')
})

describe('what finance does with a day that does not agree', () => {
  /** The only difference that is left. */
  let last: Diff | undefined
  // the demo has one account of finance, and twenty differences
  beforeAll(async () => {
    await demo.rows(
      `insert into role_user (tenant_id, role_id, user_id, source) select u.tenant_id, r.id, u.id, 'manual' from sys_user u join role r on r.tenant_id = u.tenant_id and r.code = 'finance'
        where u.user_name = $1 and u.realm = 'admin'`,
      ['admissions'],
    )
    const [maker, checker] = [await demo.api('finance'), await demo.api('admissions')]
    const { result } = await maker.get<Page<Diff>>('fee/reconDiff/list?size=100&state=open')
    const [first, ...others] = result.toSorted((a, b) => Number(b.kind === 'oursOnly') - Number(a.kind === 'oursOnly'))
    last = first
    for (const { id } of others) {
      await maker.post('fee/reconDiff/propose', { id, handling: 'explained', note: '已与渠道核实' })
      await checker.post('fee/reconDiff/resolve', { id })
    }
  })
  it('40-M4 one handles the last difference, another confirms, and the day is closed', async () => {
    const maker = await demo.api('finance')
    const { page, faults } = await demo.enter('finance', {}, `/fee/reconcile?month=${last?.bizDate.slice(0, 7)}`)
    const day = page.getByRole('button', { name: new RegExp(`^${last?.bizDate} .*1 笔差异`) })
    await day.click()
    await page.getByRole('button', { name: '结账', exact: true }).click()
    await page.getByRole('dialog', { name: '结账', exact: true }).getByRole('button', { name: '结账' }).click()
    await page.getByText(/还有 1 笔差异/).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: '处理 1 笔差异' }).click()
    await page.getByRole('button', { name: '处理', exact: true }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('combobox', { name: '处理' }).click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: '冲销本校' }).click()
    await form.getByLabel('说明').fill('渠道没有这笔收款')
    await form.getByRole('button', { name: '处理', exact: true }).click()
    await page.getByText('待复核').first().waitFor()
    const second = await demo.enter('admissions', {}, '/fee/differences')
    await second.page.getByRole('button', { name: '复核通过' }).click()
    await second.page.getByRole('dialog').getByRole('button', { name: '复核通过' }).click()
    await poll(async () => (await maker.get<Page<Diff>>('fee/reconDiff/list?size=1&state=proposed')).result.length).toBe(0)
    await demo.go(page, `/fee/reconcile?month=${last?.bizDate.slice(0, 7)}`)
    await page.getByRole('button', { name: new RegExp(`^${last?.bizDate} .*可以结账`) }).click()
    await page.getByRole('button', { name: '结账', exact: true }).click()
    await page.getByRole('dialog', { name: '结账', exact: true }).getByRole('button', { name: '结账' }).click()
    await page.getByRole('button', { name: new RegExp(`^${last?.bizDate} .*已结账`) }).waitFor()
    await picture(page, 'day-closed')
    expect([...faults, ...second.faults]).toEqual([])
  })
})
describe('a term on the phone of a student', () => {
  it('30-SI5 the record is read, a wrong number put right at once, and confirmed', async () => {
    const { page } = student
    await demo.go(page, '/standing/information/check')
    await page.getByRole('button', { name: '信息无误，确认' }).waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'info-check')
    await page.getByRole('button', { name: '修改紧急联系人' }).click()
    await page.getByLabel('紧急联系电话').fill('13912345678')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('button', { name: '修改紧急联系人' }).waitFor()
    await page.getByRole('button', { name: '信息无误，确认' }).click()
    await page.getByText('核对无误').waitFor()
    await page.getByRole('button', { name: '再次确认无误' }).waitFor()
    const [own] = await (await demo.api('student')).get<Array<{ answer: { result: string } | null }>>('standing/infoCheckLine/mine')
    expect(own?.answer?.result).toBe('correct')
  })
  it('30-SG2, 30-SG3 registers once what it asks for is done, on the campus', async () => {
    const { page, context } = student
    const [campus] = await demo.rows<{ lng: number; lat: number }>('select lng::float8 as lng, lat::float8 as lat from campus where lng is not null order by code limit $1', [1])
    const { lng = 0, lat = 0 } = campus ?? {}
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ longitude: lng, latitude: lat + 0.2, accuracy: 15 })
    await demo.go(page, '/standing/registration')
    await page.getByText(/现为 .* 元/).waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'registration')
    await page.getByRole('link', { name: '去缴费' }).click()
    await page
      .getByRole('region', { name: '现在要缴' })
      .getByRole('button', { name: /^支付 ¥/ })
      .click()
    await page.getByRole('button', { name: '付款', exact: true }).click()
    await page.getByText('已支付').waitFor()
    await demo.go(page, '/standing/registration')
    const press = page.getByRole('button', { name: '注册', exact: true })
    await press.click()
    await page.getByText(/你在校园外约 \d+ 米/).waitFor()
    await context.setGeolocation({ longitude: lng, latitude: lat, accuracy: 15 })
    await press.click()
    // what the page says instead is what a failure shows
    await poll(() => page.getByRole('main').textContent()).toContain('已注册')
    expect(await press.count()).toBe(0)
  })
})

describe('what the office does with those who graduate', () => {
  it('30-GR2 the audit follows the suggestions, is approved and publicised', async () => {
    const { page } = officer
    await demo.go(page, '/graduation/audits')
    const confirm = async (name: string): Promise<void> => {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog', { name, exact: true }).getByRole('button', { name }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: '按建议审核' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    for (const step of ['按建议审核', '审批', '公示']) await confirm(step)
    const [open] = await (await demo.api('officer')).get<Array<{ stage: string; open: number; decided: number; approved: number }>>('graduation/graduationAudit/batches')
    expect(open).toMatchObject({ stage: 'publicised', open: 0, decided: 0, approved: 0 })
    await picture(page, 'graduation-publicised')
  })
  it('a certificate that waits is handed out by the number on the card, and signed for', async () => {
    const { page } = officer
    const api = await demo.api('officer')
    const waiting = 'graduation/graduationCertificate/list?size=100&state=valid&issuedAt.isNull=true'
    const [first] = (await api.get<Page<{ id: string; studentNo: string; batchName: string }>>(waiting)).result
    await demo.go(page, '/graduation/certificates?view=waiting')
    await page.getByText(first?.studentNo ?? '').waitFor()
    await page.getByRole('button', { name: '发放', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('combobox', { name: '批次' }).click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: first?.batchName ?? '' }).click()
    await form.getByLabel('学号').fill(first?.studentNo ?? '')
    const box = await boxOf(form.locator('canvas'))
    await page.mouse.move(box.left + 40, box.top + 40)
    await page.mouse.down()
    await page.mouse.move(box.left + 160, box.top + 70, { steps: 4 })
    await page.mouse.up()
    await form.getByText('签名随领取记录保存').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await form.getByRole('button', { name: '发放', exact: true }).click()
    await page.getByText(first?.studentNo ?? '').waitFor({ state: 'detached' })
    const left = (await api.get<Page<{ id: string }>>(waiting)).result
    expect(left.map(c => c.id)).not.toContain(first?.id)
  })
})
describe('what the office does with those who come', () => {
  it('30-SN5 they are placed in classes, and numbered as previewed', async () => {
    const { page } = officer
    const api = await demo.api('officer')
    await demo.go(page, '/distribution/plans')
    await page
      .getByText(/级春季入学分班$/)
      .first()
      .click()
    await page.getByRole('button', { name: '发布' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '发布' }).click()
    await page.getByText('已发布').first().waitFor()
    await demo.go(page, '/distribution/numbers')
    const [rule] = (await api.get<Page<{ id: string; name: string; grade: number }>>('distribution/numberRule/list?size=10')).result.toSorted((a, b) => b.grade - a.grade)
    await page
      .getByRole('row', { name: rule?.name ?? '' })
      .getByRole('button', { name: '预览' })
      .click()
    const panel = page.getByRole('dialog', { name: /会编出的学号$/ })
    await panel.getByRole('button', { name: '生成' }).waitFor()
    const first = panel.getByRole('region', { name: '前 20 个' }).first().locator('tbody tr').first()
    await first.waitFor()
    const [no = '', name = ''] = await first.locator('th, td').allTextContents()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'numbers')
    await panel.getByRole('button', { name: '生成' }).click()
    await page.getByRole('dialog', { name: '生成学号', exact: true }).getByRole('button', { name: '生成' }).click()
    await panel.waitFor({ state: 'detached' })
    expect(await demo.rows('select name from student where student_no = $1', [no])).toEqual([{ name }])
    const [lacking] = await demo.rows<{ n: number }>('select count(*)::int as n from student where grade = $1 and class_id is not null and student_no is null', [rule?.grade])
    expect(lacking?.n).toBe(0)
  })
  it('30-AC6 a new student asks on the phone to keep the admission, and the college finds it', async () => {
    const { page, faults } = await visitor(demo.browser, { isPhone: true })
    await page.goto(`${demo.url}/welcome/login?tenantId=100001`)
    await give(page, '26420106150001', PASSWORD)
    await page.waitForURL('**/welcome/index')
    await page.getByRole('link', { name: '保留入学资格' }).click()
    await page.getByRole('button', { name: '申请保留入学资格' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('原因').selectOption({ label: '身体原因' })
    await form.getByLabel('说明').fill('术后需要休养')
    await form.getByLabel('保留到').fill(schoolDate(Date.now() + 200 * DAY_MS))
    await form.locator('input[type=file]').setInputFiles(PROOF)
    await form.getByText(PROOF.name).waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'retention')
    await form.getByRole('button', { name: '申请保留入学资格' }).click()
    await page.getByText('审批中').waitFor()
    const asked = await (await demo.api('officer')).get<Page<{ state: string; cause: string }>>('admission/admissionRetention/list?size=5&state=pending')
    expect(asked.result).toMatchObject([{ state: 'pending', cause: 'illness' }])
    expect([...faults, ...student.faults, ...officer.faults]).toEqual([])
  })
})
