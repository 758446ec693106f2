import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { type Db, rules } from '#server/context.ts'
import { schoolTimeSql } from '#server/data/school-time-sql.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { ARREARS_MESSAGES } from '../model/messages.ts'
import { roomUtility, UTILITY_KINDS } from '../model/room-utility.ts'
import { settingsOf } from './settings.ts'

const LINK = '/dormitory/bills'
/** Number of residents of a room at a moment, for rows with both (alias `x`). */
const SHARERS = sql`(select count(*)::int from dorm_stay s where s.tenant_id = x.tenant_id and s.room_id = x.room_id and s.kind <> 'temporary' and s.check_in_at <= x.read_at and (s.check_out_at is null or s.check_out_at > x.read_at))`
/** Splits the cost of readings among the residents; the rounding difference is ignored. */
async function share(db: Db, where: Sql): Promise<void> {
  const from = sql`(select x.id, ${SHARERS} as sharers from room_utility x where x.tenant_id = ${db.me.tenantId} and ${where}) n`
  const shared = { sharers: sql`n.sharers`, share: sql`case when n.sharers > 0 then round(t.amount::numeric / n.sharers) end` }
  await db.updateWhere(roomUtility, sql`t.id = n.id`, shared, { from, bookkeeping: true })
}
interface Low {
  id: string
  room: string
  kind: keyof typeof UTILITY_KINDS
  balance: number
  share: number | null
  userIds: string[]
}
/** 20-DF6: notifies all residents of a low balance, with the equal share. */
async function warn(db: Db, where: Sql): Promise<void> {
  const limit = (await settingsOf(db)).utilityWarnBelow * 100
  const low = await db.query<Low>(sql`select x.id, r.full_name as room, x.kind, x.balance::float8 as balance, x.share::float8 as share,
      array(select u.user_id from dorm_stay s join student_account u on u.tenant_id = s.tenant_id and u.student_id = s.student_id
        where s.tenant_id = x.tenant_id and s.room_id = x.room_id and s.state = 'checkedIn' and s.kind <> 'temporary') as "userIds"
    from room_utility x join dorm_room r on r.tenant_id = x.tenant_id and r.id = x.room_id where x.tenant_id = ${db.me.tenantId} and ${where} and x.balance < ${limit}
      and not exists (select from room_utility y where y.tenant_id = x.tenant_id and y.room_id = x.room_id and y.kind = x.kind and y.read_at > x.read_at)`)
  await notifyEach(
    db,
    ARREARS_MESSAGES.utilityLow,
    low.map(l => ({
      to: l.userIds,
      values: { room: l.room, kind: { text: UTILITY_KINDS[l.kind] }, balance: yuanText(l.balance), share: yuanText(l.share ?? 0) },
      bizType: 'roomUtility',
      bizId: l.id,
      link: LINK,
      mobileLink: LINK,
    })),
  )
}
/** Meter readings are monotonic: not below the previous one nor above the next. */
const byHand = rules(roomUtility, {
  async add({ db }, { roomId = '', kind = 'electric', reading = 0, readAt = '' }) {
    if (Date.parse(readAt) > Date.now()) throw refusalOf(roomUtility, 'future', { readAt: schoolTimeText(readAt) }, 'readAt')
    await db.query(sql`select 1 from dorm_room where tenant_id = ${db.me.tenantId} and id = ${roomId} for no key update`)
    const [near] = await db.query<{
      room: string
      last: string
      at: string
      isSame: boolean
    }>(sql`select r.full_name as room, u.reading::text as last, ${schoolTimeSql(sql`u.read_at`)} as at,
        u.read_at = ${readAt} as "isSame" from room_utility u join dorm_room r on r.tenant_id = u.tenant_id and r.id = u.room_id
      where u.tenant_id = ${db.me.tenantId} and u.room_id = ${roomId} and u.kind = ${kind} and (u.read_at = ${readAt} or (u.read_at < ${readAt} and u.reading > ${reading}) or (u.read_at > ${readAt} and u.reading < ${reading}))
      order by (u.read_at = ${readAt}) desc, u.read_at desc limit 1`)
    if (near?.isSame) throw refusalOf(roomUtility, 'twice', { room: near.room, readAt: schoolTimeText(readAt), kind: UTILITY_KINDS[kind] }, 'readAt')
    if (near) throw refusalOf(roomUtility, 'below', { room: near.room, kind: UTILITY_KINDS[kind], reading, last: near.last, at: near.at }, 'reading')
  },
  async added({ db }, row) {
    await share(db, sql`x.id = ${row.id}`)
    await warn(db, sql`x.id = ${row.id}`)
  },
})
/** 导入水电读数: meter readings of a building in a few statements. */
const bySheet = importRules(roomUtility, {
  fills: ['dormId', 'sharers', 'share'],
  async prepare(db, { rows }) {
    await db.query(sql`create index on ${rows} (room_id, kind, read_at)`)
  },
  check: ({ rows, tenantId }) => [
    sql`select s._row as row, 'readAt'::text as field, 'future'::text as rule, jsonb_build_object('readAt', ${schoolTimeSql(sql`s.read_at`)}) as values from ${rows} s where s.read_at > now()`,
    sql`select s._row as row, 'reading'::text as field, 'below'::text as rule, jsonb_build_object('room', r.full_name, 'kind', case s.kind when 'electric' then '电' else '水' end, 'reading', s.reading, 'last', l.reading,
        'at', ${schoolTimeSql(sql`l.read_at`)}) as values
      from ${rows} s join dorm_room r on r.tenant_id = ${tenantId} and r.id = s.room_id cross join lateral (select x.reading, x.read_at from (
        select u.reading, u.read_at from room_utility u where u.tenant_id = ${tenantId} and u.room_id = s.room_id and u.kind = s.kind and u.read_at < s.read_at
        union all select o.reading, o.read_at from ${rows} o where o.room_id = s.room_id and o.kind = s.kind and o.read_at < s.read_at) x order by x.read_at desc limit 1) l
      where l.reading > s.reading`,
  ],
  async written(db, { rows }) {
    const some = sql`x.id in (select id from ${rows} s where s._new or s._changed)`
    await share(db, some)
    await warn(db, some)
  },
})
export default [byHand, bySheet]
