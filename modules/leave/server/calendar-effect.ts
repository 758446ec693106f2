import sql from 'sql-template-tag'
import { calendarEffect } from '#modules/campus/server/api.ts'

/** 30-BC4: leaves whose days are counted by the calendar. */
export default calendarEffect({
  find: (db, dates) =>
    db.query(sql`select d.date, '请假'::text as label, string_agg(l.leave_no, ' ' order by l.leave_no) as name
      from unnest(${[...dates]}::text[]) d(date) join leave l on l.tenant_id = ${db.me.tenantId} and l.state in ('pending', 'approved', 'active')
        and l.start_at < (d.date::date + 1)::timestamp at time zone 'Asia/Shanghai' and l.end_at > d.date::date::timestamp at time zone 'Asia/Shanghai'
      group by d.date order by d.date`),
})
