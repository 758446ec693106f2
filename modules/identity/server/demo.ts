import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const EDGE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const WECOM = 'Mozilla/5.0 (Linux; Android 14; HarmonyOS) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36 wxwork/4.1.30 MicroMessenger/7.0.1'
/** Demo user names; their numbers are verified, so that codes and password resets can be tried. */
const TRIED = ['admin', 'officer', 'college', 'fdy', 'bzr', 'teacher', 'student', 'finance', 'psychologist']
const NOTICE = `<h2>我们收集什么</h2><p>学号或工号、姓名、手机号、所在学院和班级，以及你在办理业务时填写的内容。</p>
<h2>用来做什么</h2><p>只用于学校的学生管理和服务，不用于广告，不提供给校外，法律要求的除外。</p>
<h2>你的权利</h2><p>你可以在个人中心查看自己的资料和登录记录，也可以撤回这项同意；撤回后要重新同意才能继续使用。</p>`

/** Accounts locked, expired and new, verified numbers, a month of sign-ins, open sessions, and the second factor switched off so that every account can be tried by password. */
export default async function demo(db: Db, { passwordHash }: { passwordHash: string }): Promise<void> {
  await db.query(sql`insert into base_params (tenant_id, params_id, content) values (${db.me.tenantId}, 'identity', '{"mfaEnabled": false}') on conflict do nothing`)
  await db.query(sql`insert into rich_text (tenant_id, params, title, content) values (${db.me.tenantId}, 'privacy', '隐私政策', ${NOTICE}) on conflict do nothing`)
  await db.query(
    sql`insert into login_type (tenant_id, realm, terminal, user_type, ways, default_way) values (${db.me.tenantId}, 'admin', 'all', null, '["account", "mobile", "scan", "sso"]', 'account') on conflict do nothing`,
  )
  await verified(db)
  await special(db, passwordHash)
  await db.query(
    sql`update sys_user set pass_word_level = case abs(hashtext(id::text)) % 20 when 0 then 0 when 1 then 1 when 2 then 1 else 2 end where tenant_id = ${db.me.tenantId} and user_name <> all(${TRIED})`,
  )
  await history(db)
  await online(db)
  await bindings(db)
}
const own = (db: Db, alias = ''): Sql => (alias === 'u' ? sql`u.tenant_id = ${db.me.tenantId}` : sql`tenant_id = ${db.me.tenantId}`)

/** Sets the number first: changing it resets the verified flag. One that is verified already stays. */
async function verified(db: Db): Promise<void> {
  await db.query(
    sql`update sys_user set mobile = '139' || lpad((array_position(${TRIED}::text[], user_name))::text, 8, '0') where ${own(db)} and realm = 'admin' and user_name = any(${TRIED}) and not mobile_verified`,
  )
  await db.query(sql`update sys_user set mobile_verified = true where ${own(db)} and realm = 'admin' and user_name = any(${TRIED})`)
}
async function special(db: Db, passwordHash: string): Promise<void> {
  await db.query(sql`
    with made as (insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, password_hash, pass_word_level, password_changed_at, must_change_password, valid_until, locked_until)
      select ${db.me.tenantId}, 'admin', n, n, name, 1, ${passwordHash}, 2, now(), n = 'firstLogin', case n when 'expired' then current_date - 1 end, case n when 'locked' then now() + interval '12 hours' end
      from (values ('locked', '锁定的账号'), ('expired', '过期的账号'), ('firstLogin', '首次登录的账号')) as x(n, name) on conflict do nothing returning id, user_name),
    held as (insert into role_user (tenant_id, role_id, user_id) select r.tenant_id, r.id, made.id from made join role r on r.tenant_id = ${db.me.tenantId} and r.code = 'teacher')
    insert into login_attempt (key, locked_until, locks) select 'u:' || id, now() + interval '12 hours', 1 from made where user_name = 'locked' on conflict do nothing`)
}
/** Sign-ins over some days, with peaks in the morning and evening and a few failures. */
const history = (db: Db): Promise<unknown> =>
  db.query(sql`
    insert into login_log (tenant_id, account, user_id, realm, way, result, reason, ip, device, terminal, at)
    select ${db.me.tenantId}, u.user_name, u.id, 'admin', case when k % 9 = 0 then 'mobile' when k % 7 = 0 then 'cas' when k % 11 = 0 then 'scan' when k % 5 = 0 then 'wecom' else 'account' end,
      case when k % 13 = 0 then 'failure' else 'success' end, case when k % 13 = 0 then case when k % 26 = 0 then 'code' when k % 39 = 0 then 'lockMade' else 'password' end end,
      '10.' || (k % 4) || '.' || (k % 2) || '.' || (k % 250),
      case when k % 5 = 0 then ${WECOM} when k % 3 = 0 then ${IPHONE} when k % 2 = 0 then ${EDGE} else ${CHROME} end, case when k % 5 = 0 then 'wecom' when k % 3 = 0 then 'mobile' else 'pc' end,
      date_trunc('day', now()) - make_interval(days => (k % 30)::int) + make_interval(hours => (array[7, 8, 8, 8, 9, 10, 12, 13, 14, 14, 16, 18, 19, 20, 21, 22])[1 + k % 16], mins => (k * 7 % 60)::int) - interval '1 day'
    from (select id, user_name, row_number() over (order by (user_name = any(${TRIED})) desc, id) as n from sys_user where ${own(db)} and realm = 'admin' and status = 'enabled' order by n limit 400) u
      cross join lateral (select u.n * 10 + j as k from generate_series(1, case when u.n <= 10 then 14 else 6 end) j) rounds`)
const online = (db: Db): Promise<unknown> =>
  db.query(sql`
    insert into user_session (tenant_id, user_id, realm, client_id, access_hash, refresh_hash, terminal, device, ip, created_at, last_active_at, access_expires_at, expires_at)
    select ${db.me.tenantId}, u.id, 'admin', 'qinglan-web', sha256(uuid_send(gen_random_uuid())), sha256(uuid_send(gen_random_uuid())),
      case when n % 3 = 0 then 'mobile' else 'pc' end, case when n % 3 = 0 then ${IPHONE} when n % 2 = 0 then ${EDGE} else ${CHROME} end, '10.' || (n % 4) || '.' || (n % 200) || '.' || (n % 250),
      now() - make_interval(mins => (n * 7 % 300)::int), now() - make_interval(mins => (n % 25)::int), now() + interval '40 minutes', now() + interval '11 hours'
    from (select id, row_number() over (order by id) as n from sys_user where ${own(db)} and realm = 'admin' and status = 'enabled' limit 60) u`)
/** WeCom bindings for some accounts. */
async function bindings(db: Db): Promise<void> {
  await db.query(sql`insert into user_binding (tenant_id, user_id, source, oauth_id, external_name, bound_at, bound_by)
    select tenant_id, id, 'wecom', 'wx' || account_no, nick_name, now() - make_interval(days => account_no::int % 40), 'self' from sys_user
    where ${own(db)} and realm = 'admin' and user_name in ('officer', 'college', 'fdy', 'bzr', 'finance') and account_no ~ '^[0-9]{1,9}$' on conflict do nothing`)
}
