import sql from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { department, major } from '#modules/campus/model/organisation.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { choiceGroup, dictGroup, entityGroup, type Grouping } from '#server/statistics/groupings.ts'
import { archiveFile, fileStates } from '../model/archive-file.ts'
import { destinationKind } from '../model/dictionaries.ts'
import { destinationStatistics, fileStatistics } from '../model/statistics.ts'
import { settingsOf } from './settings.ts'

const byOrigin: Grouping = {
  key: sql`source_province`,
  async labels(db) {
    const all = await cantonsByCode(db)
    return key => all.get(key)?.name ?? key
  },
  isOrdered: false,
}
export default [
  answerStatistics(fileStatistics, {
    rows: ({ db }, { from, to }) => sql`(select f.*, s.source_province, s.department_id from ${db.visibleFor(archiveFile, fileStatistics.permission).rows()} f
      join student s on s.tenant_id = f.tenant_id and s.id = f.student_id where s.enrol_date between ${from}::date and ${to}::date)`,
    sums: {
      files: sql`count(*)::int`,
      received: sql`count(*) filter (where state <> 'notReceived')::int`,
      complete: sql`count(*) filter (where missing_kinds is null)::int`,
    },
    by: { byOrigin, byCollege: entityGroup(sql`department_id`, department), byState: choiceGroup(sql`state`, fileStates.labels) },
    each: ({ files, received, complete }) => ({ files, received, complete, percent: percentOf(received, files), completePercent: percentOf(complete, files) }),
    async more({ db }) {
      const { receiptDays } = await settingsOf(db)
      const [found] = await db.query<{ late: number }>(sql`select count(*)::int as late from ${db.visibleFor(archiveFile, fileStatistics.permission).rows()} f
        where f.state = 'inTransit' and f.holder_since < now() - ${receiptDays} * interval '1 day'`)
      return { late: found?.late ?? 0 }
    },
  }),
  /** The last version that was verified by the end of the span, of whoever was to finish in it. */
  answerStatistics(destinationStatistics, {
    rows: ({ db }, { from, to }) => sql`(select s.id, s.department_id, s.major_id, d.kind from ${db.visibleFor(student, destinationStatistics.permission).rows()} s
      left join lateral (select v.kind from graduate_destination v where v.tenant_id = s.tenant_id and v.student_id = s.id and v.state = 'approved' and v.as_of <= ${to}::date
        order by v.as_of desc, v.created_at desc limit 1) d on true
      where s.expected_graduation between ${from}::date and ${to}::date)`,
    sums: { people: sql`count(*)::int`, known: sql`count(kind)::int` },
    by: { byKind: dictGroup(sql`kind`, destinationKind), byCollege: entityGroup(sql`department_id`, department), byMajor: entityGroup(sql`major_id`, major, { most: 60 }) },
    each: ({ people, known }) => ({ people, known, percent: percentOf(known, people) }),
  }),
]
