import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { merchantAccount } from '../merchants/model/merchant-account.ts'
import { fetchDue } from './server/fetch.ts'
import { openDays, statementAlarm } from './server/open-days.ts'
import { type ReconSchool, reconSchool, YESTERDAY } from './testing.ts'

let s: ReconSchool
beforeAll(async () => {
  s = await reconSchool()
})
afterAll(() => s.close())

it('yesterday’s statement is fetched when it is ready, again in an hour, and missed at 18:00', async () => {
  await s.db.query(sql`update merchant_account set created_at = created_at - interval '9 days'`)
  await openDays(s.db)
  const day = addDays(YESTERDAY, -3)
  const { id } = await s.dayOf(day)
  const due = async () => s.db.query<{ at: string }>(sql`select to_char(next_fetch_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at from recon_day where id = ${id}`)
  expect(await due()).toEqual([{ at: `${addDays(day, 1)} 10:30` }])
  const { providerKey } = await s.db.unscoped(merchantAccount).with('providerKey').one(s.merchantId)
  await s.db.update(merchantAccount, s.merchantId, { providerKey: null })
  const now = Date.now()
  while (await fetchDue(s.db, now).catch(() => false));
  await s.db.update(merchantAccount, s.merchantId, { providerKey })
  expect((await s.dayOf(day)).state).toBe('waiting')
  await statementAlarm(s.db, now)
  const told = await s.db.query(sql`select from outbox where payload->>'event' = 'fee.statementMissing' and payload::text like ${`%${id}%`}`)
  await statementAlarm(s.db, now)
  expect(told).toHaveLength(1)
  while (await fetchDue(s.db, now + 61 * 60_000));
  expect((await s.dayOf(day)).state).toBe('open')
})
