import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { often, profilePart } from '#server/extensions/profile-parts.ts'
import { NIGHT_WAYS, type NightWay } from '../../../nights/model/evidence.ts'
import { nightLine } from '../../../nights/model/night-line.ts'

const LIST = 'dormitory:nightLine:list'
/** Range in days, to limit the lines read per page. */
const SINCE = 365
const MONTH = 30
/** Late nights per week that raise a flag; one night away always does. */
const LATES = 2

/** 30 SP: late and missed nights of a student. */
export default profilePart({
  code: 'dormitory.night',
  label: '归寝',
  order: 20,
  permission: LIST,
  list: studentId => `/dormitory/night/lines?studentId=${studentId}`,
  async lines({ db }, studentId) {
    const [sum] = await db.query<{ nights: number; lates: number; absences: number }>(sql`
      select count(*)::int as nights, count(*) filter (where l.result = 'late')::int as lates, count(*) filter (where l.result = 'absent')::int as absences
      from ${db.visibleFor(nightLine, LIST).rows()} l where l.student_id = ${studentId} and l.night_date >= ${addDays(today(), -MONTH)}::date`)
    if (!sum?.nights) return []
    const times = (n: number, tone: 'attention' | 'refused') => ({ value: { text: '{n} 次', values: { n } }, ...(n ? { tone } : {}) })
    return [
      { label: '近 30 天晚归', ...times(sum.lates, 'attention') },
      { label: '近 30 天未归', ...times(sum.absences, 'refused') },
    ]
  },
  async happened({ db }, studentId, limit) {
    const rows = await db.query<{ night: string; result: 'late' | 'absent'; at: string | null; way: NightWay | null }>(sql`
      select l.night_date::text as night, l.result, l.seen_at as at, l.way
      from ${db.visibleFor(nightLine, LIST).rows()} l
      where l.student_id = ${studentId} and l.night_date > ${addDays(today(), -SINCE)}::date and l.result in ('late', 'absent') order by l.night_date desc limit ${limit}`)
    return rows.map(r => ({
      at: r.result === 'late' && r.at ? new Date(r.at).toISOString() : r.night,
      title: { text: r.result === 'late' ? '晚归' : '夜间未归' },
      ...(r.way ? { note: { text: NIGHT_WAYS[r.way] } } : {}),
      tone: r.result === 'late' ? ('attention' as const) : ('refused' as const),
    }))
  },
  async notable({ db }, studentId) {
    const link = `/dormitory/night/lines?studentId=${studentId}`
    const nights = (result: 'late' | 'absent', days: number) => sql`select l.night_date as day from ${db.visibleFor(nightLine, LIST).rows()} l
      where l.student_id = ${studentId} and l.result = ${result} and l.night_date >= ${addDays(today(), -days)}::date`
    return Promise.all([
      often(db, { days: nights('late', 7), least: LATES, code: 'late', title: n => ({ text: '近 {days} 天晚归 {n} 次', values: { days: 7, n } }), link }),
      often(db, { days: nights('absent', MONTH), least: 1, code: 'absent', title: n => ({ text: '近 {days} 天夜间未归 {n} 次', values: { days: MONTH, n } }), link }),
    ])
  },
})
