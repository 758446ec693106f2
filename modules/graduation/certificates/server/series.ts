import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { takeNext } from '#server/data/series.ts'
import { graduationCertificate } from '../model/certificate.ts'
import { codesIn, LAST_SERIAL, type Places, seriesOf } from '../model/numbers.ts'
import { settingsOf } from './settings.ts'

export type Paper = 'study' | 'degree' | 'proof'
/** For one day, the series of a paper by level: patterns and codes are the school's. */
export async function seriesFor(db: Db, paper: Paper, day: string): Promise<(level: string | null, name: string) => string> {
  const set = await settingsOf(db)
  const { schoolCode: school } = set
  if (!school) throw refusalOf(graduationCertificate, 'schoolCode')
  const pattern = { study: set.certPattern, degree: set.degreePattern, proof: set.proofPattern }[paper]
  const [levels, degrees] = [codesIn(set.certLevels), codesIn(set.degreeLevels)]
  return (level, name) => {
    const places: Places = {
      school,
      unit: set.degreeUnit || school,
      type: set.certType,
      year: day.slice(0, 4),
      level: levels.get(level ?? '') ?? '',
      degree: degrees.get(level ?? '') ?? '',
    }
    const needed = [pattern.includes('{level}') ? places.level : '-', pattern.includes('{degree}') ? places.degree : '-']
    if (needed.includes('')) throw refusalOf(graduationCertificate, 'levelCode', { name, level: level ?? '—' })
    const series = seriesOf(pattern, places)
    if (!series) throw refusalOf(graduationCertificate, 'noSerial', { pattern, serial: '{serial}' })
    return series
  }
}
/** GR4: takes the next serials of a series. Returns the first. */
export async function takeSerials(db: Db, series: string, count: number): Promise<number> {
  const first = await takeNext(db, 'graduation_series', series, count)
  const left = LAST_SERIAL - first + 1
  if (left < count) throw refusalOf(graduationCertificate, 'full', { series, left: Math.max(0, left), count })
  return first
}
/** The last serial of these series so far. */
export async function lastSerials(db: Db, series: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ series: string; last: number }>(
    sql`select series, last from graduation_series where tenant_id = ${db.me.tenantId} and series = any(${[...series]}::text[])`,
  )
  return new Map(rows.map(r => [r.series, r.last]))
}
