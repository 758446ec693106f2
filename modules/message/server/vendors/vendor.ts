import type { StoredRow } from '#model'
import type { smsProvider } from '../../model/sms.ts'

export type Provider = StoredRow<typeof smsProvider>
/** A text message for a vendor: template vendors use number and parameters, others the text. */
export interface Sms {
  mobile: string
  text: string
  template: { id: string; parameters: ReadonlyArray<readonly [name: string, value: string]> } | undefined
}
export interface Sent {
  /** The vendor's message id. */
  receipt: string
}
/** Sends one message; throws with the vendor's error. */
export type Vendor = (provider: Provider, sms: Sms) => Promise<Sent>

/** The vendor refused the message. */
export class VendorRefusal extends Error {}
export function needTemplate(sms: Sms, vendor: string): NonNullable<Sms['template']> {
  if (!sms.template) throw new VendorRefusal(`没有在${vendor}登记的短信模板`)
  return sms.template
}
export function parsed(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>
  } catch {
    throw new Error(`服务商的回答不是 JSON：${body.toString().slice(0, 80)}`)
  }
}
