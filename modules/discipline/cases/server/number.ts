import { refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { takeNext } from '#server/data/series.ts'
import { punishment } from '../model/punishment.ts'
import { settingsOf } from './settings.ts'

const SEQ = '{seq}'
/** 50-PN6: the next number of the year in the deciding transaction. One that is void later stays with its document and is never given again. */
export async function takeNumber(db: Db, kind: 'pattern' | 'liftPattern' | 'appealPattern'): Promise<string> {
  const set = await settingsOf(db)
  const pattern = set[kind]
  if (!pattern.includes(SEQ)) throw refusalOf(punishment, 'noSerial', { pattern, seq: SEQ })
  const series = pattern.replaceAll('{校简称}', set.schoolShort).replaceAll('{yyyy}', today().slice(0, 4))
  return series.replace(SEQ, String(await takeNext(db, 'discipline_series', series)))
}
