import sql from 'sql-template-tag'
import { question } from '#server/statistics/questions.ts'

const NIGHTS = 14
/** 60 §9: who is not in, and where it happens again and again. A night somebody explained is none. */
export default question({
  code: 'dormitory.absentNights',
  order: 10,
  title: '今晚谁没回来，哪里反复出现？',
  definition: '当晚应在宿舍而未归的学生；14 夜里不止一夜未归的另外计数。已说明情况的不算',
  says: '应归 {absentOf} 人，未归 {absent} 人；14 夜里不止一夜未归的 {repeated} 人。',
  listedBy: 'dormitory:nightLine:list',
  every: 'day',
  lag: 1,
  figures: [
    { code: 'absent', label: '未归', as: 'share', n: sql`count(*) filter (where absent)`, of: sql`count(*) filter (where expected)` },
    { code: 'repeated', label: '14 夜不止一夜', as: 'count', n: sql`count(*) filter (where nights >= 2)`, unit: '人' },
  ],
  rows: ({ db, day, students }) => {
    const absent = sql`(l.result = 'absent' and l.handled_state is distinct from 'explained')`
    return sql`select x.*, ${absent} as absent, l.expected = 'expected' as expected, coalesce(r.nights, 0) as nights, r.dates from ${students} x
      left join night_line l on l.tenant_id = ${db.me.tenantId} and l.night_date = ${day} and l.student_id = x.student_id
      left join (select l.student_id, count(*) as nights, string_agg(to_char(l.night_date, 'MM-DD'), ' ' order by l.night_date) as dates from night_line l
        where l.tenant_id = ${db.me.tenantId} and ${absent} and l.night_date > ${day} - ${NIGHTS}::int and l.night_date <= ${day} group by 1) r on r.student_id = x.student_id`
  },
  listed: { where: sql`absent or nights >= 2`, columns: [{ label: '14 夜里未归', value: sql`dates` }] },
})
