import sql from 'sql-template-tag'
import { importRules } from '#server/spreadsheets/rules.ts'
import { accessEvent } from '../model/access-event.ts'
import { follow, QUARANTINE, whoIs } from './ingest-passages.ts'

type Fresh = Parameters<typeof follow>[1][number]
const KEEPS = sql`make_interval(days => coalesce((select (p.content ->> 'accessKeepDays')::int from base_params p where p.params_id = 'dormitory' order by p.version desc limit 1), 365))`

/** 20-DA1: a file from a device or another system. Existing records are left unchanged; new ones are processed like device records. */
export default importRules(accessEvent, {
  fills: ['deviceId', 'dormId', 'studentId', 'quarantine'],
  without: ['seq'],
  async prepare(db, { rows, tenantId }) {
    await db.query(sql`update ${rows} s0 set device_id = x.device_id, dorm_id = x.dorm_id, student_id = x.student_id, quarantine = x.quarantine
      from (select o._row, d.id as device_id, d.dorm_id, coalesce(m.student_id, s.id) as student_id, ${QUARANTINE(sql`d.id`, sql`o.event_at`)} as quarantine from ${rows} o
        left join access_device d on d.tenant_id = ${tenantId} and d.code = o.device_code ${whoIs(tenantId, sql`o.person_no`)}) x
      where s0._row = x._row`)
    // passages are immutable: existing values are kept
    await db.query(sql`update ${rows} s0 set device_id = e.device_id, dorm_id = e.dorm_id, student_id = e.student_id, quarantine = e.quarantine, way = e.way
      from access_event e where e.tenant_id = ${tenantId} and e.device_code = s0.device_code and e.person_no = s0.person_no and e.event_at = s0.event_at and e.direction = s0.direction`)
  },
  check: ({ rows }) => [
    sql`select s._row as row, 'eventAt' as field, 'tooOld' as rule, jsonb_build_object('eventAt', s.event_at::date) as values from ${rows} s where s.event_at < now() - ${KEEPS}`,
  ],
  async written(db, { rows }) {
    await follow(db, await db.query<Fresh>(sql`select student_id as "studentId", device_id as "deviceId", direction, event_at as "eventAt", quarantine from ${rows} s where _new`))
  },
})
