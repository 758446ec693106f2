import { beforeAll, describe, expect, it } from 'vitest'
import { setParameter } from './api.ts'
import { axeFaults, overflow, type Person, picture } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

const demo = openDemo()
let student: Person
let counsellor: Person
/** The sign-in under test. */
let occurrenceId = ''
beforeAll(async () => {
  student = await demo.person('student', { isPhone: true })
  counsellor = await demo.person('fdy')
})

interface Wall {
  code: string
  signed: number
}
/** The QR code on the big screen. */
const wall = async (): Promise<Wall> => (await demo.api('fdy')).get<Wall>(`signIn/signOccurrence/projector?occurrenceId=${occurrenceId}`)

describe('a class meeting from the press of a button to the count', () => {
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
    await page.getByRole('listitem').getByRole('checkbox').first().check()
    await page.getByRole('button', { name: '代签 1 人' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '代签 1 人' }).click()
    await page.getByText(/^2\/\d+ 人已签$/).waitFor()
    expect([...student.faults, ...counsellor.faults]).toEqual([])
  })
})

/** Fake camera showing the test's picture; without one, access is denied. */
const CAMERA = `delete globalThis.BarcodeDetector
  const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
  const shown = new Image()
  const draw = () => {
    const pen = canvas.getContext('2d')
    pen.fillStyle = '#b8b0a4'
    pen.fillRect(0, 0, 1280, 720)
    pen.translate(640, 360)
    pen.rotate(0.12)
    if (shown.complete && shown.width) pen.drawImage(shown, -400, -250, 800, 500)
    pen.resetTransform()
  }
  globalThis.isAllowed = true
  globalThis.holdUp = picture => { shown.src = picture }
  setInterval(draw, 100)
  navigator.mediaDevices.getUserMedia = async () => {
    if (!globalThis.isAllowed) throw new DOMException('refused', 'NotAllowedError')
    return canvas.captureStream(10)
  }`
describe('a phone whose browser reads no codes', () => {
  it('20-SA5 scans the wall in the page, and keeps the four digits where the camera is refused', async () => {
    // longer validity, so that a slow machine can scan in time
    await setParameter(await demo.api('admin'), 'signIn', { qrSeconds: 60 })
    const name = '扫码的班会'
    const asked = { name, kind: 'meeting', minutes: 30, ways: ['qr', 'number'], wayRule: 'any', audience: { all: true } }
    occurrenceId = (await (await demo.api('fdy')).post<{ occurrenceId: string }>('signIn/signTask/quick', asked)).occurrenceId
    const phone = await demo.person('student', { isPhone: true })
    const { page } = phone
    await page.addInitScript(CAMERA)
    await demo.go(page, '/signIn/mine')
    const card = page.getByRole('region', { name })
    const scan = card.getByRole('button', { name: '扫现场的二维码' })
    await scan.waitFor()

    await page.evaluate('isAllowed = false')
    await scan.click()
    await page.getByText('没有打开相机，请在浏览器设置里允许后再试。也可以请老师点名').waitFor()
    await page.keyboard.press('Escape')
    await card.getByLabel('现场数字').fill('1')

    await page.evaluate('isAllowed = true')
    await scan.click()
    await page.getByLabel('相机画面').waitFor()
    const projector = await counsellor.context.newPage()
    await demo.go(projector, `/signIn/projector?id=${occurrenceId}`)
    await projector.getByRole('img', { name: '签到二维码' }).waitFor()
    const seen = (await projector.screenshot()).toString('base64')
    await page.evaluate(`holdUp('data:image/png;base64,${seen}')`)
    await card.getByText(/ 已签到$/).waitFor()
    expect(phone.faults).toEqual([])
  })
})
