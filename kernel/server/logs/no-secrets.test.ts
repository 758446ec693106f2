import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { upload } from '#testing/roster.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'

const lines: string[] = []
let school: School
let who: Actor
let owner: pg.Client
beforeAll(async () => {
  school = await openSchool([], { log: pino({ level: 'trace' }, { write: line => void lines.push(line) }) })
  who = await school.as({ roles: ['admin'] })
  owner = new pg.Client({ connectionString: school.server.core.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await school.close()
})
const LINK = 'oss/oss/endpoint/link-file'
const PASSWORD = 'f1a8c4e07b2d9536f1a8c4e07b2d9536'
const LOGS = ['error_log', 'api_day', 'operation_log', 'audit_log', 'login_log'] as const

it('10-F7 10-A3 a token, ticket or password stands in no log, whether in the address or a header, however much is logged, also where the call breaks', async () => {
  const { fileId } = (await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.7\nx'), '一.pdf')).data
  const { ticket } = (await who.get<{ ticket: string }>('oss/oss/endpoint/ticket', { fileId })).data
  const wrong = 'notatokenbutlonglikeone0123456789abcdefghij'
  const all = async (codes: readonly number[]): Promise<void> => {
    const asked = [
      await school.anonymous.get(LINK, { fileId, 'FlySource-Auth': who.token }),
      await school.anonymous.get(LINK, { fileId, ticket }),
      await school.anonymous.get(LINK, { fileId, 'FlySource-Auth': wrong }),
    ]
    expect(asked.map(a => a.status)).toEqual(codes)
  }
  await all([200, 200, 401])
  await school.anonymous.post(`/api/flySource-auth/oauth/token?tenantId=100001&username=nobody&password=${PASSWORD}&type=account&grant_type=password`)
  await owner.query('alter table attachment rename to attachment_away')
  try {
    await all([500, 500, 401])
  } finally {
    await owner.query('alter table attachment_away rename to attachment')
  }
  await school.server.settle()
  const written: unknown[] = []
  for (const log of LOGS) written.push((await owner.query(`select * from ${log}`)).rows)
  expect(lines.some(line => line.includes('request failed'))).toBe(true)
  expect(written.flat().length).toBeGreaterThan(0)
  const text = lines.join('') + JSON.stringify(written)
  expect(Object.entries({ token: who.token, ticket, wrong, PASSWORD }).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []))).toEqual([])
})
