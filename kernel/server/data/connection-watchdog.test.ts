import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type DatabaseCopy, freshDatabase, sql } from '#testing/database.ts'
import { Line } from '#testing/tcp-proxy.ts'
import { asRefusal } from '../http/envelope.ts'
import { freePort } from '../start/embedded.ts'
import { notifier } from './notify.ts'
import { appPool } from './pool.ts'

const HASTE = { silentMs: 300, everyMs: 200, answerMs: 3_000 }
let database: DatabaseCopy
let line: Line
let url: string
beforeAll(async () => {
  database = await freshDatabase()
})
beforeEach(async () => {
  const there = new URL(database.url)
  line = await Line.open(await freePort(), Number(there.port))
  url = Object.assign(new URL(there), { hostname: '127.0.0.1', port: String(line.port) }).href
  return () => line.close()
})
afterAll(() => database.drop())
const opened = async (patience = HASTE) => {
  const pool = appPool(url, 2, { patience })
  await pool.query('select 1')
  return pool
}
const faultOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'an answer',
    error => asRefusal(error).code,
  )

it('a line that carries nothing any more without being cut fails what is asked on it with 503, and the next connection serves', async () => {
  const pool = await opened()
  line.deafen()
  expect(await faultOf(pool.query('select 2'))).toBe(503)
  expect((await pool.query('select 3 as n')).rows).toEqual([{ n: 3 }])
  await pool.end()
})
it('where the database cannot be reached at all, what is asked fails with 503 too', async () => {
  const pool = await opened()
  line.hold()
  expect(await faultOf(pool.query('select 2'))).toBe(503)
  line.release()
  await expect.poll(() => faultOf(pool.query('select 3'))).toBe('an answer')
  await pool.end()
})
it('a statement that takes long is left alone, and so is a transaction whose owner takes long', async () => {
  const pool = await opened({ ...HASTE, answerMs: 20_000 })
  const client = await pool.connect()
  await client.query('begin')
  // longer than three silence timeouts, on the server's clock
  await pool.query('select pg_sleep(3)')
  expect((await client.query('select 4 as n')).rows).toEqual([{ n: 4 }])
  client.release()
  await pool.end()
})
it('the server is told to notice when the program goes away without a word', async () => {
  const pool = await opened()
  const { rows } = await pool.query(
    "select current_setting('tcp_keepalives_idle')::int + current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int as seconds",
  )
  expect(rows[0].seconds).toBeLessThanOrEqual(30)
  await pool.end()
})
it('who listens notices that the line carries nothing any more, and hears again over another', async () => {
  const heard: string[] = []
  const told = notifier(url, { beat: { everyMs: 100, limitMs: 500 } })
  told.listen('silent_test', text => heard.push(text))
  await told.notify('silent_test', 'first')
  await expect.poll(() => heard).toContain('first')
  line.deafen()
  await expect.poll(async () => sql(database.url, "select pg_notify('silent_test', 'second')").then(() => heard)).toContain('second')
  await told.close()
})
