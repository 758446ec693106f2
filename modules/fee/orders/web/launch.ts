import type { Payload } from '../../merchants/model/provider.ts'

/** The bridge that WeChat's browser puts into its pages. */
interface Bridge {
  invoke(name: string, params: Readonly<Record<string, string>>, done: (answer: { err_msg: string }) => void): void
}
const isInWeChat = (): boolean => /MicroMessenger/i.test(navigator.userAgent)
/** The way of paying that fits this browser, of those an account has: a phone's page, else a page of the provider, else a code to scan. */
export function sceneHere<S extends string>(scenes: readonly S[], isPhone: boolean): S | undefined {
  const wanted = isInWeChat() ? ['jsapi', 'h5', 'qr', 'pc'] : isPhone ? ['h5', 'qr', 'pc'] : ['qr', 'pc', 'h5']
  return wanted.flatMap(scene => scenes.find(s => s === scene) ?? [])[0]
}
/** Leaves for the provider's page; the browser's return decides nothing. */
export function leaveFor(payload: Extract<Payload, { kind: 'form' | 'link' }>): void {
  if (payload.kind === 'link') {
    window.location.assign(payload.url)
    return
  }
  const form = document.createElement('form')
  Object.assign(form, { method: 'POST', action: payload.url, acceptCharset: 'utf-8' })
  for (const [name, value] of Object.entries(payload.fields)) form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  document.body.append(form)
  form.submit()
}
/** Pays inside WeChat; afterwards the server is asked, whatever the bridge says. */
export const payByBridge = (fields: Readonly<Record<string, string>>, done: () => void): void =>
  (window as unknown as { WeixinJSBridge?: Bridge }).WeixinJSBridge?.invoke('getBrandWCPayRequest', fields, done)
