import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openSchool, type School } from '#testing/school.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Db } from '../context.ts'
import { backgroundTask, cancelTask, enqueueTask, type Task } from './background-task.ts'

interface Payload {
  n: number
}
let school: School
let failures: string[]
/** Work of the next run. */
let work: (db: Db, task: Task<Payload>) => Promise<void>
beforeAll(async () => {
  school = await openSchool()
})
beforeEach(() => {
  failures = []
  work = async () => {}
})
afterAll(() => school.close())

/** A task whose ending writes an audit entry. */
const queue = backgroundTask<Payload>('test.tasks', {
  atOnce: 2,
  async run(db, task) {
    await work(db, task)
    return tx => tx.query(sql`insert into audit_log (tenant_id, action, detail) values (${tx.me.tenantId}, 'test.task', ${JSON.stringify({ id: task.id, ...task.payload })})`)
  },
  async failed(_tx, _task, error) {
    failures.push((error as Error).message)
  },
})
async function put(): Promise<string> {
  const id = uuidv7()
  await school.db.tx(tx => enqueueTask<Payload>(tx, queue.name, id, { n: 1 }))
  return id
}
const left = async (id: string) =>
  (
    await school.db.query<{ tries: number; isDue: boolean }>(sql`select tries, due_at <= now() as "isDue" from background_task where tenant_id = ${school.tenantId} and id = ${id}`)
  )[0]
const ends = async (id: string): Promise<number> =>
  (await school.db.query(sql`select 1 from audit_log where tenant_id = ${school.tenantId} and action = 'test.task' and detail ->> 'id' = ${id}`)).length
const lapse = (id: string) => school.db.query(sql`update background_task set due_at = now() - interval '1 second' where tenant_id = ${school.tenantId} and id = ${id}`)

it('is done once, whichever processes look, and is gone with its end', async () => {
  let runs = 0
  work = async () => void runs++
  const id = await put()
  expect((await Promise.all([queue.run(school.db), queue.run(school.db), queue.run(school.db)])).filter(Boolean)).toHaveLength(1)
  expect([runs, await ends(id), await left(id)]).toEqual([1, 1, undefined])
})
it('of a process that died is taken over when its lease runs out, with what that one saved', async () => {
  const id = await put()
  let go = (): void => {}
  work = async (db, task) => {
    await task.save(db, { n: 2 })
    await new Promise<void>(done => {
      go = done
    })
  }
  const dead = queue.run(school.db)
  await expect.poll(() => left(id)).toMatchObject({ tries: 1, isDue: false })
  await expect
    .poll(async () => (await school.db.query(sql`select payload -> 'n' as n from background_task where tenant_id = ${school.tenantId} and id = ${id}`))[0])
    .toEqual({ n: 2 })
  expect(await queue.run(school.db)).toBe(false)
  await lapse(id)
  const found: number[] = []
  work = async (_db, { payload }) => void found.push(payload.n)
  expect(await queue.run(school.db)).toBe(true)
  expect([found, await ends(id)]).toEqual([[2], 1])
  // if the first process is alive after all, it completes nothing a second time
  go()
  await dead
  expect([await ends(id), failures]).toEqual([1, []])
})
it('is left to the others by a process that stops', async () => {
  const id = await put()
  const stopping = new AbortController()
  work = async (_db, { signal }) => {
    stopping.abort()
    signal.throwIfAborted()
  }
  await queue.run(school.db, stopping.signal)
  expect([await left(id), failures]).toEqual([{ tries: 0, isDue: true }, []])
  await cancelTask(school.db, id)
})
it('ends in nothing once it was cancelled', async () => {
  const id = await put()
  work = db => cancelTask(db, id)
  await queue.run(school.db)
  expect([await ends(id), await left(id), failures]).toEqual([0, undefined, []])
})
it('that fails says so with its end, and is not tried again', async () => {
  const id = await put()
  work = async () => {
    throw new Error('没有磁盘空间')
  }
  await queue.run(school.db)
  expect([failures, await ends(id), await left(id)]).toEqual([['没有磁盘空间'], 0, undefined])
})
it('waits a moment where the database was away', async () => {
  const id = await put()
  work = async () => {
    throw Object.assign(new Error('terminating connection'), { code: '57P01' })
  }
  await queue.run(school.db)
  expect([failures, await left(id)]).toEqual([[], { tries: 1, isDue: false }])
  await cancelTask(school.db, id)
})
it('that ends every process which takes it is given up after three', async () => {
  const id = await put()
  await school.db.query(sql`update background_task set tries = 3 where tenant_id = ${school.tenantId} and id = ${id}`)
  await queue.run(school.db)
  expect([failures, await left(id)]).toEqual([['given up after 3 processes ended over it'], undefined])
})
