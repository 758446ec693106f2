import { watermark } from '#server/print/watermark.ts'
import { appInfo } from '../model/app.ts'

/** Prints carry the same watermark as the web while it is switched on. */
export default watermark(async db => {
  const web = [...(await db.cached(appInfo)).values()].find(row => row.appType === 0)
  return web?.isWartermark ? { text: web.wartermarkText ?? '' } : undefined
})
