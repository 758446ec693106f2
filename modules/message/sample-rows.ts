import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { SampleRows } from '#testing/samples.ts'

/** An account for sample rows, separate from the test's own. */
const somebody = async (db: Db, n: number): Promise<string> =>
  (
    await db.query<{ id: string }>(
      sql`insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type) values (${db.me.tenantId}, 'admin', ${`msg${n}`}, ${`msg${n}`}, '收件人', 1) returning id`,
    )
  )[0]?.id as string

/** Values that the message module's own constraints ask for. */
const samples: SampleRows = {
  notice: () => ({ audience: { all: true }, publishAt: '2026-09-01T08:00:00+08:00', expireAt: '2036-09-01T08:00:00+08:00' }),
  noticeRead: async (n, db) => ({ userId: await somebody(db, n) }),
  messageDelivery: async (n, db) => ({ recipientId: await somebody(db, n), channel: 'inApp', state: 'delivered' }),
  smsProvider: () => ({ vendor: 'log' }),
  smsTemplate: n => ({ eventCode: `sample${n}`, vendor: 'log' }),
}
export default samples
