import sql from 'sql-template-tag'
import { studentRooms } from '#server/extensions/student-rooms.ts'

export default studentRooms({
  code: 'dormitory',
  find: db => sql`select y.student_id, y.room_id, y.period as days, y.state = 'checkedIn' as is_now from dorm_stay y
    where y.tenant_id = ${db.me.tenantId} and y.kind = 'main' and y.check_in_at is not null`,
})
