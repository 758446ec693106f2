import sql from 'sql-template-tag'
import { deskFigure } from '#server/extensions/desk-parts.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { postApplication } from '../../posts/model/application.ts'
import { engagement } from '../../posts/model/engagement.ts'
import { workPost } from '../../posts/model/post.ts'
import { wageLine } from '../model/sheet.ts'

const LIST = 'workStudy:engagement:list'
const RECRUIT = 'workStudy:postApplication:recruit'
const yuan = (fen: number): string => (fen / 100).toFixed(2)
/** What a student works at, and what it has brought; who is on duty and who waits, on the desks of office and units. */
export default [
  profilePart({
    code: 'workStudy.engagement',
    label: '勤工助学',
    order: 56,
    permission: LIST,
    list: studentId => `/workStudy/engagements?view=all&studentId=${studentId}`,
    async lines({ db }, studentId) {
      const active = await db.visibleFor(engagement, LIST).all({ studentId, state: 'active' })
      const posts = await db.unscoped(workPost).all({ id: active.map(e => e.postId) }) // of rows in scope
      const [sum] = await db.query<{ hours: number; net: number }>(sql`select coalesce(sum(l.hours), 0)::float8 as hours, coalesce(sum(l.net), 0)::float8 as net
        from ${db.visibleFor(wageLine, LIST).rows()} l where l.student_id = ${studentId} and l.sheet_id is not null`)
      return [
        posts.length ? { label: '在岗', value: posts.map(p => p.title).join('、') } : null,
        sum?.hours ? { label: '累计', value: { text: '{hours} 小时 {net} 元', values: { hours: sum.hours, net: yuan(sum.net) } } } : null,
      ]
    },
  }),
  deskFigure({
    code: 'workStudy.onDuty',
    order: 56,
    permission: LIST,
    for: 'staff',
    async run({ db }) {
      const value = await db.visibleFor(engagement, LIST).count({ state: 'active' })
      return value ? { label: '勤工助学在岗', value, unit: '人', link: '/workStudy/engagements' } : null
    },
  }),
  deskFigure({
    code: 'workStudy.applicants',
    order: 57,
    permission: RECRUIT,
    for: 'staff',
    async run({ db }) {
      const value = await db.visibleFor(postApplication, RECRUIT).count({ state: ['pending', 'interview'] })
      return value ? { label: '待处理的应聘', value, unit: '人', link: '/workStudy/applicants' } : null
    },
  }),
]
