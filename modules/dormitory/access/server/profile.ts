import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { accessEvent, DIRECTIONS } from '../model/access-event.ts'
import { passages } from '../model/device-actions.ts'

/** Passages shown. */
const LATEST = 8

/** 30-SP2: the last passages. Where somebody went is sensitive, so the section is closed until its reader gives a reason. */
export default profilePart({
  code: 'dormitory.passage',
  label: '最近通行',
  order: 22,
  permission: passages.permission,
  isClosed: true,
  list: studentId => `/dormitory/access/passages?studentId=${studentId}`,
  async lines({ db }, studentId) {
    const rows = await db.query<{ at: string; direction: keyof typeof DIRECTIONS; door: string | null }>(sql`
      select e.event_at as at, e.direction, d.name as door from ${db.visibleFor(accessEvent, passages.permission).rows()} e
        left join access_device d on d.tenant_id = e.tenant_id and d.id = e.device_id
      where e.student_id = ${studentId} and e.quarantine is null order by e.event_at desc, e.id desc limit ${LATEST}`)
    return rows.map(r => ({ label: schoolTimeText(r.at), value: [{ text: DIRECTIONS[r.direction] }, ...(r.door ? [r.door] : [])] }))
  },
})
