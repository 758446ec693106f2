import sql from 'sql-template-tag'
import { audienceSource } from '#modules/system/server/api.ts'
import { dormStay } from '../model/stay.ts'

/** 10-W20: who lives in these buildings now; the audience itself keeps to the publisher's scope. */
export default audienceSource(
  'residents',
  (db, buildingIds) => sql`(select s.student_id from ${db.unscoped(dormStay).rows()} s join dorm_building d on d.tenant_id = ${db.me.tenantId} and d.id = s.dorm_id
    where s.state = 'checkedIn' and s.student_id is not null and d.building_id = any(${[...buildingIds]}::uuid[]))`, // see above
)
