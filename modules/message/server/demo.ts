import sql from 'sql-template-tag'
import { fill } from '#model'
import type { Db, Reach } from '#server/context.ts'
import { DEMO_ACCOUNTS, type DemoAccount, demoAccounts } from '#server/demo/accounts.ts'
import { day, inHours } from '#server/demo/days.ts'
import { messageRule } from '../model/rule.ts'
import { audienceOf, type DemoNotice, NOTICES } from './demo/notices.ts'
import { accountsOf, linkOf } from './distribute-notice.ts'
import { eventNamed } from './texts.ts'

const PER_PERSON = 20
/** Demo notices of a term with readers, messages for every demo account, and a month of text messages. */
export default async function demo(db: Db): Promise<void> {
  const accounts = await demoAccounts(db)
  const [newest] = await db.query<{ grade: number }>(sql`select coalesce(max(grade), 2026) as grade from student where tenant_id = ${db.me.tenantId} and status = 'active'`)
  await db.query(sql`discard plans`)
  for (const notice of NOTICES) {
    const by = accounts.find(a => a.userName === notice.by)
    if (by) await makeNotice(db, notice, by, newest?.grade ?? 2026)
  }
  await setRules(db)
  for (const account of accounts) await makeMessages(db, account)
  await makeSms(db)
}
const dateOf = (days: number): string => day(days).replace(/^\d+-0?(\d+)-0?(\d+)$/, '$1 月 $2 日')
const html = (of: DemoNotice): string => of.text.map(p => `<p>${p.replace(/\{(-?\d+)\}/g, (_, days) => dateOf(Number(days)))}</p>`).join('')

async function makeNotice(db: Db, of: DemoNotice, by: DemoAccount, newestGrade: number): Promise<void> {
  const audience = audienceOf(of, newestGrade)
  const publisher = { userId: by.id, departmentId: by.departmentId, teacherId: by.teacherId, studentId: by.studentId, reaches: await reachesOf(db, by.id) }
  const at = sql`now() - make_interval(days => ${of.days ?? 0}, hours => 3)`
  const [row] = await db.query<{
    id: string
  }>(sql`insert into notice (tenant_id, title, notice_type, content, audience, realm, needs_receipt, is_pinned, publish_at, expire_at, state, publisher_id, teacher_id, department_id, publisher, told_at, created_at, created_by)
    values (${db.me.tenantId}, ${of.title}, ${of.type}, ${html(of)}, ${JSON.stringify(audience)}::jsonb, 'admin', ${of.needsReceipt ?? false}, ${of.isPinned ?? false}, ${of.state === 'draft' ? sql`null` : at},
      ${of.state === 'expired' ? sql`now() - interval '10 days'` : of.state === 'draft' ? sql`null` : sql`now() + interval '30 days'`}, ${of.state ?? 'published'}, ${by.id}, ${by.teacherId}, ${by.departmentId}, ${JSON.stringify(publisher)}::jsonb,
      ${of.state === 'draft' ? sql`null` : at}, ${at}, ${by.id}) returning id`)
  if (!row || of.state === 'draft') return
  const people = await accountsOf(db, { audience, realm: 'admin', publisher })
  // most people read within a day, fastest at first; demo accounts keep unread ones
  await db.query(sql`insert into notice_read (tenant_id, notice_id, user_id, created_at, read_at, receipt_at)
    select ${db.me.tenantId}, ${row.id}, x.id, x.told, case when x.luck < 0.82 and x.is_other then least(x.told + x.luck * x.luck * interval '30 hours', now()) end,
      case when ${of.needsReceipt ?? false} and x.luck < 0.64 and x.is_other then least(x.told + x.luck * x.luck * interval '34 hours', now()) end
    from (select a.id, ${at} as told, abs(hashtext(a.id::text || ${row.id}::text)) / 2147483647.0 as luck, u.user_name <> all(${DEMO_ACCOUNTS}::text[]) as is_other from ${people} a join sys_user u on u.tenant_id = ${db.me.tenantId} and u.id = a.id) x`)
}
/** The account's scope for publishing, from its roles. */
const reachesOf = (db: Db, userId: string): Promise<Reach[]> =>
  db.query<Reach>(sql`select distinct r.code as "roleCode", coalesce(rm.scope_override, r.data_scope) as scope from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
    join role_menu rm on rm.tenant_id = r.tenant_id and rm.role_id = r.id join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
    where ru.tenant_id = ${db.me.tenantId} and ru.user_id = ${userId} and m.permission_key = 'message:notice:publish'`)

/** Enables four channels: in-app, and three in log mode. */
async function setRules(db: Db): Promise<void> {
  const chosen = {
    'message.noticeRemind': ['sms', 'wecom'],
    'message.noticePending': ['wecom', 'email'],
    'message.noticeDecided': ['wecom'],
    'message.smsLimit': ['email'],
    'message.noticePublished': ['wecom'],
  }
  await db.query(
    sql`update message_rule r set channels = x.value, version = version + 1 from jsonb_each(${JSON.stringify(chosen)}::jsonb) x where r.tenant_id = ${db.me.tenantId} and r.event_code = x.key`,
  )
  await db.query(
    sql`insert into sms_provider (tenant_id, name, vendor, signature, priority, price, is_enabled) values (${db.me.tenantId}, '演示通道（只记录）', 'log', '青蓝学院', 10, 4, true) on conflict do nothing`,
  )
  await db.changed(messageRule)
}
const WORDS: Readonly<Record<string, string>> = {
  title: '本学期工作安排',
  publisher: '学生工作处',
  author: '陈若琳',
  result: '已通过',
  note: '同意',
  span: '本月',
  used: '8120',
  limit: '10000',
  percent: '81',
  due: '3',
  overdue: '1',
  open: '12',
  oldest: '学生信息变更审核',
  time: '明天 14:30',
  place: '行政楼 301',
  device: 'Windows Chrome',
  address: '10.12.8.31',
  at: `${day(-1)} 08:12`,
  by: '本人',
  minutes: '15',
}
/** Demo events for everybody, for staff, and for the administrator only. */
const TOLD = ['desk.dailyDigest', 'identity.newDevice', 'desk.scheduleSoon', 'message.noticeRemind', 'identity.passwordChanged']
const TOLD_STAFF = [...TOLD, 'message.noticePending', 'message.noticeDecided']
const TOLD_ADMIN = [...TOLD_STAFF, 'message.smsLimit']

/** Notices first, then events of the modules over the last three weeks; the newest are unread. */
async function makeMessages(db: Db, account: DemoAccount): Promise<void> {
  const notices = await db.query<{
    id: string
    title: string
    at: string
    publisher: string
  }>(sql`select n.id, n.title, r.created_at as at, coalesce(d.name, u.nick_name, '') as publisher from notice_read r join notice n on n.tenant_id = r.tenant_id and n.id = r.notice_id and n.state = 'published'
    left join department d on d.tenant_id = n.tenant_id and d.id = n.department_id left join sys_user u on u.tenant_id = n.tenant_id and u.id = n.publisher_id
    where r.tenant_id = ${db.me.tenantId} and r.user_id = ${account.id} order by r.created_at desc limit 12`)
  const told = notices.map(n => ({
    code: 'message.noticePublished',
    at: n.at,
    values: { title: n.title, publisher: n.publisher },
    bizType: 'notice',
    bizId: n.id,
    link: linkOf(n.id),
  }))
  const events = (account.userName === 'admin' ? TOLD_ADMIN : account.studentId ? TOLD : TOLD_STAFF).filter(code => eventNamed(code))
  const others = Array.from({ length: PER_PERSON - told.length }, (_, n) => ({
    code: events[n % events.length] as string,
    at: inHours(-23 * (n + 1)),
    values: WORDS,
    bizType: null,
    bizId: null,
    link: null,
  }))
  const rows = [...told, ...others].map((m, n) => {
    const event = eventNamed(m.code)
    const values = Object.fromEntries(Object.keys(event?.variables ?? {}).map(name => [name, (m.values as Record<string, string>)[name] ?? WORDS[name] ?? '—']))
    return {
      ...m,
      event: m.code,
      category: event?.module,
      level: event?.level,
      values,
      title: fill(event?.title ?? '', values).slice(0, 200),
      content: fill(event?.content ?? '', values).slice(0, 2000),
      isRead: n > 4,
    }
  })
  await db.query(sql`with made as (insert into message (tenant_id, recipient_id, event_code, category, title, content, level, biz_type, biz_id, link, mobile_link, variables, created_at, updated_at, read_at)
      select ${db.me.tenantId}, ${account.id}, x.event, x.category, x.title, x.content, x.level, x."bizType", x."bizId", x.link, x.link, x.values, x.at, x.at, case when x."isRead" then x.at + interval '2 hours' end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(event text, category text, title text, content text, level text, "bizType" text, "bizId" text, link text, values jsonb, at timestamptz, "isRead" boolean)
      returning id, recipient_id, event_code, level, created_at),
    inside as (insert into message_delivery (tenant_id, message_id, recipient_id, event_code, channel, state, level, sent_at, created_at) select ${db.me.tenantId}, id, recipient_id, event_code, 'inApp', 'delivered', level, created_at, created_at from made)
    insert into message_delivery (tenant_id, message_id, recipient_id, event_code, channel, state, level, tries, sent_at, created_at, error, provider_id)
    select ${db.me.tenantId}, id, recipient_id, event_code, case abs(hashtext(id::text)) % 3 when 0 then 'sms' when 1 then 'wecom' else 'email' end, case when abs(hashtext(id::text)) % 17 = 0 then 'failed' else 'sent' end, level, 1,
      created_at + interval '20 seconds', created_at, case when abs(hashtext(id::text)) % 17 = 0 then '连接超时' end, case when abs(hashtext(id::text)) % 17 <> 0 then 'log' end
    from made where level <> 'info'`)
}
/** A month of text messages: codes every day, reminders on some days. */
const makeSms = (db: Db): Promise<unknown> =>
  db.query(sql`insert into sms_log (tenant_id, mobile, event_code, text, state, parts, cost, vendor, provider_id, sent_at, created_at, is_urgent, error)
    select ${db.me.tenantId}, '138' || lpad((abs(hashtext('m' || n)) % 100000000)::text, 8, '0'), case when n % 3 = 0 then 'message.noticeRemind' else 'code' end,
      case when n % 3 = 0 then '学生工作处提醒你阅读通知，请登录青蓝学院查看。' else '验证码 ******，5 分钟内有效，请勿告诉他人。' end, case when n % 41 = 0 then 'failed' else 'sent' end, 1, case when n % 41 = 0 then null else 4 end, 'log',
      (select id from sms_provider where tenant_id = ${db.me.tenantId} limit 1), x.at, x.at, n % 3 <> 0, case when n % 41 = 0 then '连接超时' end
    from (select n, now() - (n * 30.0 / 420) * interval '1 day' - (n % 7) * interval '11 minutes' as at from generate_series(1, 420) n) x`)
