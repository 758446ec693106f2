import { action, bool, choice, integer, text } from '#model'

/** Lifetime of a QR code in seconds. */
export const SCAN_SECONDS = 120
export const SCAN_STATES = { waiting: '等待扫码', scanned: '已扫码', confirmed: '已确认', cancelled: '已取消', expired: '已失效', used: '已使用' } as const
export type ScanState = keyof typeof SCAN_STATES

const scanId = text('二维码编号', { required: true, max: 43 })

/** Polls the state of a QR code. The code's id alone neither discloses nor redeems anything. */
export const scanState = action('identity.openApi/scan.state', '扫码登录的进展', {
  method: 'GET',
  access: { open: 'the screen that shows the code is not signed in yet' },
  input: { scanId },
  output: { state: choice('状态', SCAN_STATES, { required: true }), secondsLeft: integer('剩余秒数', { required: true }) },
})
const refusals = {
  unknown: '这个二维码已失效，请在电脑上换一个再扫',
  taken: '这个二维码已被别的账号扫过，请在电脑上换一个再扫',
  done: '这个二维码已处理过：{state}',
} as const
/** Binds a QR code to the signed-in user who scanned it. Returns the device that wants to sign in. */
export const scanned = action('identity.scan.scanned', '扫描登录二维码', {
  access: 'signedIn',
  input: { scanId },
  output: {
    browser: text('浏览器', { max: 40 }),
    system: text('系统', { max: 40 }),
    ip: text('地址', { max: 60 }),
    isCampus: bool('在校园网内', { required: true }),
    secondsLeft: integer('剩余秒数', { required: true }),
  },
  refusals,
})
export const scanConfirm = action('identity.scan.confirm', '确认扫码登录', {
  access: 'signedIn',
  input: { scanId, isConfirmed: bool('确认', { required: true }) },
  output: { state: choice('状态', SCAN_STATES, { required: true }) },
  refusals,
})
