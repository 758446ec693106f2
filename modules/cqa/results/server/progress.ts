import sql from 'sql-template-tag'
import { type Db, handle } from '#server/context.ts'
import { cqaScheme } from '../../schemes/model/scheme.ts'
import { schemeProgress } from '../model/actions.ts'

interface Count {
  id: string
  scoring: number
  confirmed: number
  publicised: number
  final: number
  excluded: number
  pending: number
}
interface Notice {
  id: string
  endAt: string | null
  openObjections: number
}
const countsOf = (db: Db, ids: readonly string[]): Promise<Count[]> =>
  db.query<Count>(sql`select t.scheme_id as id, count(*) filter (where t.state in ('open', 'selfDone', 'groupDone', 'fdyDone'))::int as scoring,
      count(*) filter (where t.state = 'collegeDone')::int as confirmed, count(*) filter (where t.state = 'publicised')::int as publicised,
      count(*) filter (where t.state = 'final')::int as final, count(*) filter (where t.state = 'excluded')::int as excluded,
      count(*) filter (where t.state <> 'excluded' and t.pending_reason is not null)::int as pending
    from cqa_sheet t where t.tenant_id = ${db.me.tenantId} and t.scheme_id = any(${[...ids]}::uuid[]) group by 1`)
const noticesOf = (db: Db, ids: readonly string[]): Promise<Notice[]> =>
  db.query<Notice>(sql`select n.round_id as id, max(n.end_at) filter (where n.state in ('scheduled', 'running')) as "endAt",
      coalesce(sum((select count(*) from objection o where o.tenant_id = n.tenant_id and o.notice_id = n.id and o.state = 'open')), 0)::int as "openObjections"
    from public_notice n where n.tenant_id = ${db.me.tenantId} and n.round_id = any(${[...ids]}::uuid[]) group by 1`)
export default handle(schemeProgress, async ({ db }) => {
  const schemes = await db.visible(cqaScheme).all({ state: ['published', 'paused', 'closed'] }, { sort: ['-beginTime'] })
  const ids = schemes.map(s => s.id)
  const [counts, notices] = [await countsOf(db, ids), await noticesOf(db, ids)]
  return schemes.map(({ id, name, xn, stage, calculatedAt }) => {
    const { scoring = 0, confirmed = 0, publicised = 0, final = 0, excluded = 0, pending = 0 } = counts.find(c => c.id === id) ?? {}
    const notice = notices.find(n => n.id === id)
    const noticeEndAt = notice?.endAt ? new Date(notice.endAt).toISOString() : null
    return { id, name, xn, stage, calculatedAt, scoring, confirmed, publicised, final, excluded, pending, noticeEndAt, openObjections: notice?.openObjections ?? 0 }
  })
})
