import sql from 'sql-template-tag'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { workLog } from '../model/work-log.ts'
import { dayOf } from './coverage.ts'

const LIST = 'counsellor:workLog:list'
/** How often and when the student was talked to, as far as the reader may list the entries: nothing of what was said. */
export default profilePart({
  code: 'counsellor',
  label: '谈心谈话',
  order: 57,
  permission: LIST,
  list: () => '/counsellor/logs',
  async lines({ db }, studentId) {
    const [talks] = await db.query<{ n: number; last: string | null }>(sql`select count(*)::int as n, max(${dayOf})::text as last from ${db.visibleFor(workLog, LIST).rows()} l
      where l.kind = 'talk' and l.state in ('submitted', 'commented') and l.student_ids @> ${JSON.stringify([studentId])}::jsonb`)
    if (!talks?.n || !talks.last) return []
    return [
      { label: '谈过', value: { text: '{n} 次', values: { n: talks.n } } },
      { label: '最近一次', value: talks.last },
    ]
  },
})
