import { Refusal } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'
import type { Gate } from '../data/gate.ts'

/** Whoever can send a text message to a phone; a module registers itself as one. */
export interface SmsSender {
  kind: 'smsSender'
  sendCode(db: Db, mobile: string, scene: string, code: string): Promise<void>
}
export const smsSenders = extensionPoint<SmsSender>('smsSender')
/** Registration of a module's server file. */
export const smsSender = (send: SmsSender['sendCode']): SmsSender => smsSenders.make({ sendCode: send })

/** Sends a code to a phone. It is queued in the running transaction and leaves once that has committed. `scene` says what it is for: `login`, `bind`, `reset`, `mfa`. */
export async function sendCode(db: Db, mobile: string, scene: string, code: string): Promise<void> {
  const [sender] = (db as Gate).registered(smsSenders)
  if (!sender) throw new Refusal(422, [{ rule: 'sms.closed', text: '短信通道未开通' }])
  await sender.sendCode(db, mobile, scene, code)
}
