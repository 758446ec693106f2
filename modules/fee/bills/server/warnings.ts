import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import { warningSource } from '#server/extensions/warning-sources.ts'
import { arrears, ofSchool } from './arrears.ts'

/** 60-EW: the days for which somebody has owed the school; what is deferred, paid by a plan or waits for a loan is not owed. */
export default warningSource({
  ...{ code: 'fee.arrears', title: '缴费', permission: 'fee:billLine:list' },
  find: (db, students) => sql`select x.id, now() as at, (${today()}::date - min(x.due_date))::float8 as value, 'arrears' as "sourceId", '/fee/lines?studentId=' || x.id as link
    from (select l.student_id as id, l.due_date, ${arrears(today())} as late from bill_line l
      where l.tenant_id = ${db.me.tenantId} and l.owed > 0 and ${ofSchool} and l.student_id in (${students})) x where x.late > 0 group by x.id`,
})
