import { refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { goOnAfter, takeNext } from '#server/data/series.ts'
import { punishment } from '../model/punishment.ts'
import { settingsOf } from './settings.ts'

const SEQ = '{seq}'
type Kind = 'pattern' | 'liftPattern' | 'appealPattern'
/** The pattern of the year, with the place of the number left in it. */
async function seriesOf(db: Db, kind: Kind): Promise<string> {
  const set = await settingsOf(db)
  const pattern = set[kind]
  if (!pattern.includes(SEQ)) throw refusalOf(punishment, 'noSerial', { pattern, seq: SEQ })
  return pattern.replaceAll('{校简称}', set.schoolShort).replaceAll('{yyyy}', today().slice(0, 4))
}
/** 50-PN6: the next number of the year in the deciding transaction. One that is void later stays with its document and is never given again. */
export async function takeNumber(db: Db, kind: Kind): Promise<string> {
  const series = await seriesOf(db, kind)
  return series.replace(SEQ, String(await takeNext(db, 'discipline_series', series)))
}
/** 50-PN6: numbers of this year that were given on paper, of decisions or of liftings, are not given again. */
export async function passOver(db: Db, kind: Kind, given: readonly string[]): Promise<void> {
  const series = await seriesOf(db, kind)
  const [head = '', tail = ''] = series.split(SEQ)
  const numbers = given.flatMap(no => (no.startsWith(head) && no.endsWith(tail) ? no.slice(head.length, no.length - tail.length) : []))
  const last = Math.max(0, ...numbers.filter(n => /^\d{1,9}$/.test(n)).map(Number))
  if (last) await goOnAfter(db, 'discipline_series', series, last)
}
