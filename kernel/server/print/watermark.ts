import { extensionPoint } from '../base/extension-point.ts'
import { today } from '../base/today.ts'
import type { Db } from '../context.ts'
import type { KernelCtx } from '../data/core.ts'

/** A module's source for the school's watermark; undefined when it is switched off. */
export interface WatermarkSource {
  kind: 'watermark'
  run(db: Db): Promise<{ text: string } | undefined>
}
export const watermarks = extensionPoint<WatermarkSource>('watermark')
/** Registers the watermark source; a default export of `modules/x/server/*.ts`. */
export const watermark = (run: WatermarkSource['run']): WatermarkSource => watermarks.make({ run })

/** Watermark for a print by this user: the school's text, or name, account and date. Empty when switched off, but for documents that `always` have one. */
export async function watermarkFor({ core, db, me }: KernelCtx, { always }: { always: boolean }): Promise<string> {
  const sources = core.registry.of(watermarks)
  const found = (await Promise.all(sources.map(s => s.run(db)))).find(w => w !== undefined)
  return found || always ? found?.text || `${me.nickName} ${me.accountNo} ${today()}` : ''
}
