import { beforeAll, describe, expect, it } from 'vitest'
import { axeFaults, overflow, type Person, picture } from './browser.ts'
import { openDemo } from './fixture.ts'

const demo = openDemo()
let student: Person
let desk: Person
/** Without a fee and a photo, so that only approval, batch and hand-over stand between application and card. */
const KIND = '临时出入证'
let cardId = ''
beforeAll(async () => {
  student = await demo.person('student', { isPhone: true })
  desk = await demo.person('officer')
})
interface Mine {
  id: string
  kind: string
  instanceId: string
  code: string | null
}
const own = async (): Promise<Mine | undefined> => (await (await demo.api('student')).get<Mine[]>('cardReissue/cardReissue/mine')).find(c => c.kind === KIND)
async function approve(by: string, instanceId: string): Promise<void> {
  const api = await demo.api(by)
  const { result } = await api.get<{ result: Array<{ instanceId: string; taskId: string }> }>('workflow/processTask/mine?tab=todo&size=100')
  await api.post('workflow/processTask/approve', { taskId: result.find(c => c.instanceId === instanceId)?.taskId ?? '' })
}
describe('a card, from the phone to the hand', () => {
  it('is asked for on the phone in six fields at most', async () => {
    await (await demo.api('officer')).post('cardReissue/cardKind/add', { code: 'CRZ', name: KIND, needsPhoto: false, pickUpPlace: '学生事务中心', pickUpHours: '工作日' })
    const { page } = student
    await demo.go(page, '/cardReissue/mine')
    await page
      .getByRole('link', { name: '申请补办' })
      .or(page.getByRole('button', { name: '申请补办' }))
      .first()
      .click()
    await page.getByLabel('证卡').click()
    await page.getByTitle(KIND).click()
    await page.getByLabel('补办原因').selectOption({ label: '损坏' })
    await page.getByRole('switch', { name: /我声明/ }).click()
    await page.getByText('免费，批准后制证。').waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'card-apply')
    await page.getByRole('button', { name: '提交申请' }).click()
    await page.getByRole('region', { name: KIND }).waitFor()
    const made = await own()
    cardId = made?.id ?? ''
    for (const by of ['fdy', 'officer']) await approve(by, made?.instanceId ?? '')
  })
  it('is produced in a batch, whose numbers the desk scans', async () => {
    const { page } = desk
    await demo.go(page, '/cardReissue/batches')
    await page.getByRole('button', { name: '新建批次' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('证卡类型').click()
    await page
      .getByTitle(KIND)
      .or(page.getByRole('option', { name: KIND }))
      .first()
      .click()
    await form.getByRole('button', { name: '新建批次' }).click()
    await form.waitFor({ state: 'detached' })
    const row = page.locator('.ql-grid tbody tr').first()
    await row.getByRole('button', { name: '送制' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '送制' }).click()
    await row.getByRole('button', { name: '登记卡号' }).click()
    await page.getByRole('dialog').getByLabel('卡号').fill('CRZ0001')
    await page.getByRole('dialog').getByRole('button', { name: '登记卡号' }).click()
    await row.getByRole('button', { name: '已制好' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '已制好' }).click()
    await row.getByText('已制好').waitFor()
  })
  it('shows its code on the phone, and is handed out at the desk by it', async () => {
    const { page: phone } = student
    await demo.go(phone, `/cardReissue/mine?id=${cardId}`)
    await phone.getByRole('img', { name: '领取码' }).first().waitFor()
    const { page } = desk
    await demo.go(page, '/cardReissue/handOut')
    await page.getByLabel('扫领取码，或输入学号、卡号').fill((await own())?.code ?? '')
    await page.keyboard.press('Enter')
    const card = page.getByRole('region', { name: KIND })
    await card.getByText('CRZ0001').waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await card.getByRole('button', { name: '发放' }).click()
    await card.getByText('已领取').waitFor()
  })
})
