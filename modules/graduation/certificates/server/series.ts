import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import type { Db } from '#server/context.ts'
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
/** GR4: takes the next serials of a series; the row stays locked until the numbers are stored, and goes back with them. Returns the first. */
export async function takeSerials(db: Db, series: string, count: number): Promise<number> {
  const [taken] = await db.query<{ last: number }>(sql`insert into graduation_series (tenant_id, series, last) values (${db.me.tenantId}, ${series}, ${count})
    on conflict (tenant_id, series) do update set last = graduation_series.last + excluded.last returning last`)
  const last = taken?.last ?? 0
  if (last > LAST_SERIAL) throw refusalOf(graduationCertificate, 'full', { series, left: Math.max(0, LAST_SERIAL - last + count), count })
  return last - count + 1
}
/** The last serial of these series so far. */
export async function lastSerials(db: Db, series: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ series: string; last: number }>(
    sql`select series, last from graduation_series where tenant_id = ${db.me.tenantId} and series = any(${[...series]}::text[])`,
  )
  return new Map(rows.map(r => [r.series, r.last]))
}
