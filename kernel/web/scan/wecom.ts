import { post } from '../http/client.ts'
import { port } from '../http/ports.ts'

type Said = Readonly<Record<string, unknown>>
interface Bridge {
  invoke(name: string, given: object, answer: (said: Said) => void): void
}
declare global {
  /** WeCom puts it into its pages. */
  var WeixinJSBridge: Bridge | undefined
}
interface Signed {
  appId: string
  timestamp: number
  nonceStr: string
  signature: string
}
const PATIENCE_MS = 5000
/** Whether WeCom shows this page. */
export const isInWecom = (): boolean => /wxwork/i.test(navigator.userAgent)

/** Opens WeCom's own scanner. `failed`: it is not to be had, so the camera is used. The vendor's script is not loaded, since this site runs its own scripts only; this speaks to
 *  the bridge as that script does. */
export async function scanByWecom(): Promise<{ text: string } | 'cancelled' | 'failed'> {
  try {
    const bridge = await soon(bridgeHere())
    const proof = await verified(bridge)
    const said = await asked(bridge, 'scanQRCode', { ...proof, needResult: 1, scanType: ['qrCode'] })
    if (outcome(said) === 'cancel') return 'cancelled'
    const text = outcome(said) === 'ok' ? textOf(said.resultStr) : ''
    return text ? { text } : 'failed'
  } catch {
    return 'failed'
  }
}
const bridgeHere = (): Promise<Bridge> =>
  new Promise(done => {
    const found = () => globalThis.WeixinJSBridge && done(globalThis.WeixinJSBridge)
    document.addEventListener('WeixinJSBridgeReady', found, { once: true })
    found()
  })
/** A signature the bridge accepts. On some phones it compares the address by which the program was opened instead of the present one. */
async function verified(bridge: Bridge): Promise<object> {
  const landing = performance.getEntriesByType('navigation')[0]?.name
  for (const url of new Set([location.href, landing ?? location.href].map(address => address.split('#')[0] as string))) {
    const { appId, timestamp, nonceStr, signature } = await soon(post<Signed>(port('signScript'), { url }, { quiet: true }))
    const proof = { appId, verifyAppId: appId, verifySignType: 'sha1', verifyTimestamp: String(timestamp), verifyNonceStr: nonceStr, verifySignature: signature }
    if (outcome(await soon(asked(bridge, 'preVerifyJSAPI', { ...proof, verifyJsApiList: ['scanQRCode'] }))) === 'ok') return proof
  }
  throw new Error('WeCom did not accept the signature')
}
const asked = (bridge: Bridge, name: string, given: object): Promise<Said> => new Promise(done => bridge.invoke(name, given, done))
/** What follows the colon: `scanQRCode:ok`. */
const outcome = (said: Said): string => /:\s*(\w+)/.exec(String(said.errMsg ?? said.err_msg ?? ''))?.[1] ?? ''
/** Android wraps what was read in JSON. */
function textOf(result: unknown): string {
  const text = typeof result === 'string' ? result : ''
  try {
    const { scan_code: code } = Object(JSON.parse(text)) as { scan_code?: { scan_result?: unknown } }
    return typeof code?.scan_result === 'string' ? code.scan_result : text
  } catch {
    return text
  }
}
const soon = <T>(of: Promise<T>): Promise<T> => Promise.race([of, new Promise<never>((_done, failed) => setTimeout(() => failed(new Error('WeCom does not answer')), PATIENCE_MS))])
