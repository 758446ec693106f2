import { type MessageEvent, Refusal } from '#model'
import { solePoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'
import type { NotificationValue } from './notify.ts'

/** An SMS gateway; registered by a module. */
export interface SmsSender {
  kind: 'smsSender'
  sendCode(db: Db, mobile: string, scene: string, code: string): Promise<void>
}
export const smsSenders = solePoint<SmsSender>('smsSender')
/** Registers an SMS gateway; used in a module's server file. */
export const smsSender = (send: SmsSender['sendCode']): SmsSender => smsSenders.make({ sendCode: send })

const closed = (): Refusal => new Refusal(422, [{ rule: 'sms.closed', text: '短信通道未开通' }])
/** Sends an SMS code: queued in the running transaction, sent after commit. `scene` is its purpose: `login`, `bind`, `reset`, `mfa`. */
export async function sendCode(db: Db, mobile: string, scene: string, code: string): Promise<void> {
  const sender = smsSenders.of(db)
  if (!sender) throw closed()
  await sender.sendCode(db, mobile, scene, code)
}

/** A text to a phone of somebody without an account: a student's family. */
export interface PhoneText {
  mobile: string
  values: Readonly<Record<string, NotificationValue>>
  /** Path of the page that the text leads to. Whoever has it needs nothing else: it is not shown in the log. */
  path?: string
}
export interface PhoneTexts {
  kind: 'phoneTexts'
  send(db: Db, event: MessageEvent, texts: readonly PhoneText[]): Promise<void>
}
export const phoneTexts = solePoint<PhoneTexts>('phoneTexts')
/** Sends one text each to phone numbers, by the event's template: queued in the running transaction, sent after commit within quiet hours and limits like any other. */
export async function textPhones(db: Db, event: MessageEvent, texts: readonly PhoneText[]): Promise<void> {
  const sender = phoneTexts.of(db)
  if (!sender) throw closed()
  if (texts.length) await sender.send(db, event, texts)
}
