import sql from 'sql-template-tag'
import { baseParams } from '#modules/system/model/params.ts'
import type { Db } from '#server/context.ts'
import { goOnAfter } from '#server/data/series.ts'
import { day, moment } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { letterWaybill } from '../model/letter-waybill.ts'
import { lastOf } from '../model/numbers.ts'

const DIGITS = 5
/** Of so many letters one came back. */
const RETURNED = 145
const ADDRESS = 'https://xg.example.edu.cn'

/** Letters of the newest grade: nearly all delivered, some returned; those of the later round are checked now. The delivered ones were sent before the platform kept their files. */
export default (async db => {
  await setParam(db, 'print', { checkAddress: ADDRESS })
  await setParam(db, 'admission', { 'arrival.from': day(20), 'arrival.to': day(22) })
  const years = await db.query<{ year: number; level: string | null; n: number }>(
    sql`select year, level, count(*)::int as n from admitted_student where tenant_id = ${db.me.tenantId} and state not in ('imported', 'intended', 'late') group by 1, 2 order by 1, 2`,
  )
  for (const { year, level, n } of years) {
    const series = `${year}${level ?? ''}#`
    await goOnAfter(db, 'letter_series', series, Math.min(n, lastOf(DIGITS)))
    await sent(db, year, level, series)
  }
  await db.insertFrom(
    letterWaybill,
    {
      ...{ letterNo: sql`l.letter_no`, letterId: sql`l.id`, studentId: sql`l.student_id`, carrier: 'ems', state: sql`l.state` },
      ...{ waybill: sql`'EM' || lpad(right(l.letter_no, 5), 9, '1') || 'CN'`, packedAt: moment(-112, '14:00'), sentAt: moment(-111, '16:30') },
      endedAt: sql`${moment(-108, '10:00')}::timestamptz + (right(l.letter_no, 5)::int % 90) * interval '55 minutes'`,
    },
    sql`admission_letter l where l.tenant_id = ${db.me.tenantId} and l.state in ('delivered', 'returned') and right(l.letter_no, 5) ~ '^[0-9]{5}$'`,
    { history: false, skipExisting: true },
  )
  await db.insertFrom(
    admissionLetter,
    {
      ...FROM_ROLL,
      state: sql`case a.state when 'imported' then 'toCheck' else 'ready' end`,
      addressConfirmedAt: sql`case when a.state <> 'imported' then ${moment(-3, '20:10')}::timestamptz end`,
    },
    sql`admitted_student a where a.tenant_id = ${db.me.tenantId} and a.state in ('imported', 'intended', 'late')`,
    { history: false, skipExisting: true },
  )
}) satisfies Demo

const FROM_ROLL = {
  ...{ studentId: sql`a.id`, year: sql`a.year`, name: sql`a.name`, gradeMajorId: sql`a.grade_major_id`, level: sql`a.level`, departmentId: sql`a.department_id` },
  ...{ province: sql`left(a.source_canton, 2) || '0000'`, recipient: sql`coalesce(a.recipient, a.name)`, address: sql`a.address`, phone: sql`a.phone` },
}
const sent = (db: Db, year: number, level: string | null, series: string) =>
  db.insertFrom(
    admissionLetter,
    {
      ...FROM_ROLL,
      createdAt: moment(-125, '09:00'),
      letterNo: sql`replace(${series}, '#', lpad(a.n::text, ${DIGITS}, '0'))`,
      state: sql`case when a.state in ('declined', 'notReported') and a.n % 2 = 0 or a.n % ${RETURNED} = 7 then 'returned' else 'delivered' end`,
      addressConfirmedAt: sql`${moment(-118, '20:10')}::timestamptz + (a.n % 600) * interval '7 minutes'`,
    },
    sql`(select s.*, row_number() over (order by left(s.source_canton, 2), s.ksh collate "C", s.id)::int as n from admitted_student s
      where s.tenant_id = ${db.me.tenantId} and s.year = ${year} and s.level is not distinct from ${level} and s.state not in ('imported', 'intended', 'late')) a`,
    { history: false, skipExisting: true },
  )
/** Adds to a group of parameters that other shares may have set already. */
async function setParam(db: Db, paramsId: string, content: Record<string, string>): Promise<void> {
  const set = await db.unscoped(baseParams).all({ paramsId }) // settings of the school
  const last = set.toSorted((a, b) => a.version - b.version).at(-1)
  await db.insert(baseParams, { paramsId, version: (last?.version ?? 0) + 1, content: { ...(last?.content as object | undefined), ...content } })
  await db.changed(baseParams)
}
