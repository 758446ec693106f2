import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openSchool, type School } from '#testing/school.ts'
import { notifyWorkers, type QueueWorker, queueWorker } from './queue-worker.ts'
import { Queues } from './queues.ts'

let school: School
let other: School
let worked: string[]
beforeAll(async () => {
  school = await openSchool()
  other = await school.another()
})
beforeEach(() => {
  worked = []
})
afterAll(() => school.close())

/** A queue whose waiting work is an audit entry. */
const worker = (name: string): QueueWorker =>
  queueWorker(name, `select from audit_log where tenant_id = $1 and action = '${name}' and user_id is null`, async db => {
    worked.push(db.me.tenantId)
    return false
  })
const put = ({ db, tenantId }: School, name: string) => db.query(sql`insert into audit_log (tenant_id, action) values (${tenantId}, ${name})`)

it('one look at all schools works only for those that have something waiting', async () => {
  const queues = new Queues(school.server.core, [worker('test.looked')])
  await queues.settle(name => name === 'test.looked')
  expect(worked).toEqual([])
  await put(other, 'test.looked')
  await queues.settle(name => name === 'test.looked')
  expect(worked).toEqual([other.tenantId])
  await queues.stop()
})
it('a call wakes the one school it comes from', async () => {
  const queues = new Queues(school.server.core, [worker('test.called')])
  queues.start()
  await notifyWorkers(other.db, 'test.called')
  await expect.poll(() => worked).toEqual([other.tenantId])
  await queues.stop()
})
it('a queue of a module that a school is not licensed for rests', async () => {
  const own = worker('test.screen')
  const { core } = school.server
  const moduleOf = (of: object) => (of === own ? 'screen' : undefined)
  const queues = new Queues({ ...core, registry: { ...core.registry, moduleOf } }, [own])
  await other.db.query(sql`with made as (insert into licence (tenant_id, school_name, edition, modules, max_students, issued_at, expire_date, grace_days, machine_code, payload, signature)
      values (${other.tenantId}, 'x', 'x', '["leave"]', 1, now(), current_date + 1, 1, 'x', 'x', 'x') returning id)
    update tenant set licence_id = (select id from made) where id = ${other.tenantId}`)
  for (const each of [school, other]) await put(each, 'test.screen')
  await queues.settle(name => name === 'test.screen')
  expect(worked).toEqual([school.tenantId])
  await queues.stop()
})
