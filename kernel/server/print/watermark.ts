import { extensionPoint } from '../base/extension-point.ts'
import { today } from '../base/today.ts'
import type { Db } from '../context.ts'
import type { KernelCtx } from '../data/core.ts'

/** The module that knows whether the school has its watermark on, and with which words; undefined when it is off. */
export interface WatermarkSource {
  kind: 'watermark'
  run(db: Db): Promise<{ text: string } | undefined>
}
export const watermarks = extensionPoint<WatermarkSource>('watermark')
/** Tells printing about the school's watermark; a default export of `modules/x/server/*.ts`. */
export const watermark = (run: WatermarkSource['run']): WatermarkSource => watermarks.make({ run })

/** Words over every page that this reader takes out: the school's own, or name, account and date. Empty when the watermark is off. */
export async function watermarkFor({ core, db, me }: KernelCtx): Promise<string> {
  const sources = core.registry.of(watermarks)
  const found = (await Promise.all(sources.map(s => s.run(db)))).find(w => w !== undefined)
  return found ? found.text || `${me.nickName} ${me.accountNo} ${today()}` : ''
}
