import { join } from 'node:path'
import type pg from 'pg'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { importSheet, writeSheet } from './import-job.ts'
import { manyStudents } from './many.ts'
import { call, type Session, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const [SESSIONS, KICKED, KICKS_OF] = [30_000, 800, 400]
const GIVEN = 5_000
const [DAYS_ASKED, DAY] = [500, '2026-10-14']
const TOO_MANY = 200_000
const LIMIT_S = { kicked: 5, given: 10, refused: 15 }
const DAY_MS = 20
/** Single acts of an administrator on many rows, and one small answer asked for many times. */
export async function acts({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const [users, roleId] = await withClient(
    databases.school,
    async client => [(await manyStudents(client, ours.port, SESSIONS)).map(s => s.userId), await roleOf(client, 'league')] as const,
  )
  const given = await seconds(() => call<{ added: number }>(officer, 'role/addUsers', { roleId, userIds: users.slice(0, GIVEN) }))
  await call(officer, 'role/removeUsers', { roleId, userIds: users.slice(0, GIVEN) })
  const kicked = await seconds(async () => {
    for (let at = 0; at < KICKED; at += KICKS_OF) await call(officer, '/api/flySource-auth/online/kick', { userIds: users.slice(at, at + KICKS_OF) })
  })
  const each = (1000 * (await seconds(() => days(officer)))) / DAYS_ASKED
  const refused = await tooMany(officer, join(databases.folder, 'too-many.xlsx'))
  say(
    `role to ${GIVEN}: ${given.toFixed(1)} s; ${KICKED} sessions ended: ${kicked.toFixed(1)} s; a day of the calendar: ${each.toFixed(1)} ms; ${TOO_MANY} rows refused: ${refused.toFixed(1)} s`,
  )
  const line = (work: string, took: number, most: number): Line => ({ work, figure: `${took.toFixed(1)} s`, target: `≤ ${most} s`, isMet: took <= most })
  return [
    line(`a role given to ${GIVEN.toLocaleString('en')} of ${users.length.toLocaleString('en')} accounts in one call`, given, LIMIT_S.given),
    line(`10-K8: sessions of ${KICKED} of them ended, in calls of ${KICKS_OF}`, kicked, LIMIT_S.kicked),
    { work: `a day of the calendar, ${DAYS_ASKED} calls at once, each`, figure: `${each.toFixed(1)} ms`, target: `≤ ${DAY_MS} ms`, isMet: each <= DAY_MS },
    line(`an import of ${TOO_MANY.toLocaleString('en')} rows refused, upload included`, refused, LIMIT_S.refused),
  ]
}
async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
async function roleOf(client: pg.Client, code: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select r.id from role r join tenant t on t.id = r.tenant_id where t.code = $1 and r.code = $2', ['100001', code])
  return rows[0]?.id ?? ''
}
const days = (by: Session): Promise<unknown> => Promise.all(Array.from({ length: DAYS_ASKED }, () => call(by, `schoolCalendarItem/getOne?riQiStr=${DAY}`)))
/** From the upload until the job says why not. */
async function tooMany(by: Session, file: string): Promise<number> {
  await writeSheet(
    file,
    ['学号', '姓名'],
    Array.from({ length: TOO_MANY }, (_, n) => [`P${n}`, '张三']),
  )
  const job = await importSheet(by, 'student/import', file, 'insert')
  if (job.state !== 'failed') throw new Error(`${TOO_MANY} rows were not refused: ${job.state} ${job.message}`)
  return job.seconds
}
