import type { Readable } from 'node:stream'
import { fill } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolSecondsText } from '#model/school-time.ts'
import type { Subjects } from '#server/audit/subjects.ts'
import type { Ctx } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { type Attachment, keep } from '#server/files/attachments.ts'
import { receive } from '#server/files/receive.ts'
import { openStore } from '#server/files/store.ts'
import { translate } from '#server/i18n/translate.ts'
import { writeWorkbook } from '#server/spreadsheets/write.ts'
import { NUMBER_KINDS } from '../model/spec.ts'
import { labelWords } from './labels.ts'
import { portions, type Ready } from './run.ts'
import { settingsOf } from './settings.ts'

const MAX_MB = 1000
interface Making {
  seen: Subjects | undefined
  onRows: (n: number) => Promise<void>
}
/** The result as a spreadsheet, streamed. */
function sheetOf(ctx: Ctx, ready: Ready, name: string, { seen, onRows }: Making): Readable {
  const at = schoolSecondsText(Date.now())
  return writeWorkbook({
    name,
    columns: ready.compiled.columns.map(c => ({
      title: labelWords(ctx.lang, c.label),
      kind: !c.field || NUMBER_KINDS.includes(c.field.kind) ? ('number' as const) : ('text' as const),
    })),
    rows: counted(portions(ctx, ready, seen), onRows),
    footer: rows => fill(translate(ctx.lang, '{who}　导出时间：{at}　共 {rows} 行'), { who: ctx.me.nickName, at, rows }),
  })
}
async function* counted<T>(rows: AsyncGenerator<T[]>, onRows: Making['onRows']): AsyncGenerator<T[]> {
  let n = 0
  for await (const portion of rows) {
    n += portion.length
    await onRows(n)
    yield portion
  }
}
/** Writes the result to a file of the caller, kept as long as the school has set. */
export async function fileOf(ctx: Ctx, ready: Ready, name: string, jobId: string, making: Making): Promise<Attachment> {
  const store = await openStore((ctx.db as Gate).kernel)
  const received = await receive(`${name}.xlsx`, sheetOf(ctx, ready, name, making), { tmp: store.tmp, maxMb: MAX_MB, allowed: ['xlsx'] })
  const { keepDays } = await settingsOf(ctx.db)
  return keep(ctx.db, store, received, { bizType: 'exportJob', bizId: jobId, expiresAt: new Date(Date.now() + keepDays * DAY_MS) })
}
