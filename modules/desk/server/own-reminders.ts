import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { closeTodos, openTodos } from '#server/notifications/todos.ts'

/** Reminders derived from the account's own state. */
const OWN_REMINDERS = {
  ownPassword: '修改初始密码',
  ownMobile: '绑定手机号',
  ownProfile: '补全个人信息',
} as const
type Reminder = keyof typeof OWN_REMINDERS
interface Lack {
  userId: string
  bizType: Reminder
  isLacking: boolean
}
const LINKS: Readonly<Record<Reminder, string>> = { ownPassword: '/personalcenter#password', ownMobile: '/personalcenter#mobile', ownProfile: '/student/mine' }
const SUMMARIES: Readonly<Record<Reminder, string>> = {
  ownPassword: '现在的密码是学校发放的，换成只有自己知道的',
  ownMobile: '绑定后可以用手机号登录和找回密码',
  ownProfile: '联系方式、紧急联系人和家庭住址要填写完整',
}
/** Differences between what accounts lack and their open reminders. `which` selects the accounts. */
const differences = (db: Db, which: Sql): Promise<Lack[]> =>
  db.query<Lack>(sql`with person as (
      select u.id, u.must_change_password as password, u.mobile is null or not u.mobile_verified as mobile,
        s.completeness < 100 and s.has_record as profile
      from active_account u left join student s on s.tenant_id = u.tenant_id and s.id = u.student_id and s.deleted_at is null
      where u.tenant_id = ${db.me.tenantId} and u.realm = 'admin' and ${which}
    )
    select p.id as "userId", r.kind as "bizType", r.lacks as "isLacking" from person p
    cross join lateral (values ('ownPassword', p.password), ('ownMobile', p.mobile), ('ownProfile', coalesce(p.profile, false))) r(kind, lacks)
    where r.lacks is distinct from exists (select from todo t where t.tenant_id = ${db.me.tenantId} and t.user_id = p.id and t.biz_type = r.kind and t.biz_id = p.id::text and t.state = 'open')`)

/** P6: what an account lacks becomes a todo instead of a dialog at sign-in. It closes once resolved. */
async function remind(db: Db, which: Sql): Promise<number> {
  const found = await differences(db, which)
  if (!found.length) return 0
  await db.tx(async inside => {
    await openTodos(
      inside,
      found
        .filter(f => f.isLacking)
        .map(f => ({
          userId: f.userId,
          kind: 'reminder' as const,
          bizType: f.bizType,
          bizId: f.userId,
          title: { text: OWN_REMINDERS[f.bizType] },
          summary: { text: SUMMARIES[f.bizType] },
          link: LINKS[f.bizType],
          priority: f.bizType === 'ownPassword' ? ('high' as const) : ('low' as const),
        })),
    )
    for (const bizType of Object.keys(OWN_REMINDERS)) {
      const settled = found.filter(f => f.bizType === bizType && !f.isLacking).map(f => f.userId)
      if (settled.length) await closeTodos(inside, { bizType, bizId: settled }, 'done', '已完成')
    }
  })
  return found.length
}
export const remindOf = (db: Db, userId: string): Promise<number> => remind(db, sql`u.id = ${userId}`)

export default scheduledJob('desk.ownReminders', '个人资料提醒', '20 5 * * *', db => remind(db, sql`u.last_login_time > now() - interval '60 days'`))
