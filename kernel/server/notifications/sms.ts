import { Refusal } from '#model'
import { solePoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

/** An SMS gateway; registered by a module. */
export interface SmsSender {
  kind: 'smsSender'
  sendCode(db: Db, mobile: string, scene: string, code: string): Promise<void>
}
export const smsSenders = solePoint<SmsSender>('smsSender')
/** Registers an SMS gateway; used in a module's server file. */
export const smsSender = (send: SmsSender['sendCode']): SmsSender => smsSenders.make({ sendCode: send })

/** Sends an SMS code: queued in the running transaction, sent after commit. `scene` is its purpose: `login`, `bind`, `reset`, `mfa`. */
export async function sendCode(db: Db, mobile: string, scene: string, code: string): Promise<void> {
  const sender = smsSenders.of(db)
  if (!sender) throw new Refusal(422, [{ rule: 'sms.closed', text: '短信通道未开通' }])
  await sender.sendCode(db, mobile, scene, code)
}
