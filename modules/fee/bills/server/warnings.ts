import sql from 'sql-template-tag'
import { addDays } from '#model/days.ts'
import { aidAskedFor } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { warningSource } from '#server/extensions/warning-sources.ts'
import { arrears, ofSchool } from './arrears.ts'

/** How long asking for aid stands against the debt. */
const ASKED_DAYS = 180
/** 60-EW: the days for which somebody has owed the school and not asked for aid; what is deferred, paid by a plan or waits for a loan is not owed. */
export default warningSource({
  ...{ code: 'fee.arrears', title: '缴费', says: '已欠 {n} 天', permission: 'fee:billLine:list' },
  find: (db, students) => sql`select x.id, now() as at, (${today()}::date - min(x.due_date))::float8 as value, 'arrears' as "sourceId", '/fee/lines?studentId=' || x.id as link
    from (select l.student_id as id, l.due_date, ${arrears(today())} as late from bill_line l
      where l.tenant_id = ${db.me.tenantId} and l.owed > 0 and ${ofSchool} and l.student_id in (${students})) x where x.late > 0 and x.id not in (${aidAskedFor(db, students, addDays(today(), -ASKED_DAYS))}) group by x.id`,
})
