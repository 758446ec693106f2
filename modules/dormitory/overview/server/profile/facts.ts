import sql from 'sql-template-tag'
import { studentFacts } from '#server/extensions/student-facts.ts'

const violations = studentFacts({
  code: 'dormViolation',
  label: '宿舍违纪',
  permission: 'dormitory:dormViolation:list',
  facts: {
    confirmed: { label: '认定的宿舍违纪', type: 'number', unit: '起', otherwise: 0 },
    serious: { label: '严重的宿舍违纪', type: 'number', unit: '起', otherwise: 0 },
    open: { label: '待认定的宿舍违纪', type: 'number', unit: '起', otherwise: 0 },
  },
  values: (db, students) => sql`select v.student_id as id, count(*) filter (where v.state in ('confirmed', 'referred'))::int as confirmed,
      count(*) filter (where v.state in ('confirmed', 'referred') and v.level = 'serious')::int as serious, count(*) filter (where v.state in ('recorded', 'heard'))::int as open
    from dorm_violation v where v.tenant_id = ${db.me.tenantId} and v.state <> 'dismissed' and v.student_id in (${students}) group by 1`,
})
const rooms = studentFacts({
  code: 'dormRoom',
  label: '住宿',
  permission: 'dormitory:dormStay:list',
  facts: {
    livesIn: { label: '在校住宿', type: 'bool', otherwise: false },
    isCivilised: { label: '住在文明寝室', type: 'bool', otherwise: false },
  },
  values: (db, students) => sql`select y.student_id as id, true as "livesIn",
      bool_or(exists (select from civilised_room r where r.tenant_id = y.tenant_id and r.room_id = y.room_id and r.state = 'awarded')) as "isCivilised"
    from dorm_stay y where y.tenant_id = ${db.me.tenantId} and y.state = 'checkedIn' and y.student_id in (${students}) group by 1`,
})
export default [violations, rooms]
