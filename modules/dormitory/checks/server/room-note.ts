import sql from 'sql-template-tag'
import { roomNote } from '../../places/server/api.ts'
import { GRADES, type Grade } from '../model/items.ts'

/** The last valid score of a room, on its card. */
export default roomNote({
  code: 'dormitory.score',
  label: '最近检查',
  async find(db, roomId) {
    const [last] = await db.query<{
      score: number
      grade: Grade | null
      on: string
    }>(sql`select room_score::float8 as score, grade, (checked_at at time zone 'Asia/Shanghai')::date::text as "on" from check_record
      where tenant_id = ${db.me.tenantId} and room_id = ${roomId} and is_valid and room_score is not null order by checked_at desc limit 1`)
    return last ? { text: '{score} 分（{grade}），{date}', values: { score: last.score, grade: { text: last.grade ? GRADES[last.grade] : '—' }, date: last.on } } : null
  },
})
