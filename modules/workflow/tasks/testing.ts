import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor, Answer, School } from '#testing/school.ts'
import type { RoundEntity } from '../rounds/model/round.ts'
import type { TaskActions } from './model/task.ts'
import { attendTasks } from './server/jobs.ts'

type Board = OutputOf<TaskActions['board']>
type Lacking = OutputOf<TaskActions['lacking']>
/** A school with one kind of task, for its standard tests. */
export interface TaskSchool {
  school: School
  /** The round's entity, and the address of its actions: `outing/holidayPlan`. */
  round: RoundEntity
  rounds: string
  /** Address of the answers' actions: `outing/holidayDestination`. */
  answers: string
  /** A new task for all students, open for some days; returns its id. */
  published(): Promise<string>
  answer(id: string, who: Actor): Promise<Answer<unknown>>
  /** Who publishes and sees the whole school; a counsellor of the first student's class only. */
  officer: Actor
  counsellor: Actor
  /** Two students of different classes. */
  students: readonly [Actor, Actor]
  /** Event of the reminder to a student. */
  reminder: string
}
interface TestedTask {
  /** Who joins its audience later is asked, too; false of a frozen one. */
  follows?: boolean
}
const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()

/** Standard tests of a task, through what the product registers. `given` is called once the module's school is open. */
export function expectTask(given: () => TaskSchool, { follows = true }: TestedTask = {}): void {
  const board = async (id: string, who = given().officer) => (await who.get<Board>(`${given().answers}/board`, { id })).data
  const lacking = async (id: string, who = given().officer) => (await who.get<Lacking[]>(`${given().answers}/lacking`, { id })).data
  const act = (verb: string, id: string, more: object = {}) => given().officer.post(`${given().rounds}/${verb}`, { id, ...more })
  const todos = async (id: string, who: Actor) => {
    const { school, round } = given()
    return school.db.query<{ dueAt: string }>(
      sql`select due_at as "dueAt" from todo where tenant_id = ${school.tenantId} and user_id = ${who.userId} and biz_type = ${round.name} and biz_id = ${id} and state = 'open'`,
    )
  }
  it('counts by class what its lists hold, for the whole school and for each class', async () => {
    const { published, answer, students } = given()
    const id = await published()
    const before = await board(id)
    expect([before.answered, (await lacking(id)).length]).toEqual([0, before.expected])
    await answer(id, students[0])
    const after = await board(id)
    expect([after.expected, after.answered, (await lacking(id)).length]).toEqual([before.expected, 1, before.expected - 1])
    expect(after.byClass.reduce((n, c) => n + c.expected, 0)).toBe(after.expected)
    for (const { classId, expected, answered } of after.byClass) {
      const inClass = await given().officer.get<Lacking[]>(`${given().answers}/lacking`, { id, classId })
      expect([classId, inClass.data.length]).toEqual([classId, expected - answered])
    }
  })
  it('shows a counsellor their own classes only', async () => {
    const { published, answer, students, counsellor } = given()
    const id = await published()
    await answer(id, students[1])
    const [all, own] = [await board(id), await board(id, counsellor)]
    expect(own.byClass.length).toBeLessThan(all.byClass.length)
    expect([all.answered, own.answered]).toEqual([1, 0])
    expect((await lacking(id, counsellor)).length).toBe(own.expected)
    expect((await students[0].get(`${given().answers}/board`, { id })).code).toBe(403)
  })
  it('is answered once: a second answer leaves one, and twice at the same time as well', async () => {
    const { published, answer, students } = given()
    const id = await published()
    await Promise.all([answer(id, students[0]), answer(id, students[0])])
    await answer(id, students[0])
    expect((await board(id)).answered).toBe(1)
  })
  it('reminds whoever lacks once within its minutes, whoever asks', async () => {
    const { published, answer, students, officer, counsellor, answers, reminder, school } = given()
    const told = captureNotifications(school.server)
    const id = await published()
    await answer(id, students[1])
    const first = await counsellor.post<{ told: number }>(`${answers}/remind`, { id })
    expect(first.code).toBe(200)
    const heard = (await told(reminder)).filter(h => h.bizId === id)
    expect([heard.length, heard[0]?.to.includes(students[0].userId), heard[0]?.to.includes(students[1].userId)]).toEqual([1, true, false])
    const again = await counsellor.post(`${answers}/remind`, { id })
    expect([again.code, again.errors[0]?.rule.split('.').at(-1), again.errors[0]?.values?.minutes]).toEqual([422, 'soon', expect.any(Number)])
    await officer.post(`${answers}/remind`, { id })
    expect((await told(reminder)).filter(h => h.bizId === id && h.to.includes(students[0].userId)).length).toBe(1)
  })
  it('refuses an answer after its end, and says which task and until when', async () => {
    const { published, answer, students } = given()
    const id = await published()
    await act('close', id, { reason: '提前结束' })
    const late = await answer(id, students[0])
    expect([late.code, late.errors[0]?.values]).toEqual([422, expect.objectContaining({ name: expect.any(String), endTime: expect.any(String) })])
    expect((await board(id)).answered).toBe(0)
    const reminded = await given().officer.post(`${given().answers}/remind`, { id })
    expect(reminded.errors[0]?.rule.split('.').at(-1)).toBe('notOpen')
  })
  it('stands among the to-dos until it is answered or over; extended it is due later, and reopened it is asked again', async () => {
    const { published, answer, students } = given()
    const id = await published()
    const open = async () => [(await todos(id, students[0])).length, (await todos(id, students[1])).length]
    expect(await open()).toEqual([1, 1])
    await answer(id, students[0])
    expect(await open()).toEqual([0, 1])
    const later = inHours(24 * 20)
    expect((await act('extend', id, { endTime: later, reason: '还有人没有完成' })).code).toBe(200)
    expect((await todos(id, students[1])).map(t => new Date(t.dueAt).toISOString())).toEqual([later])
    await act('close', id, { reason: '提前结束' })
    expect(await open()).toEqual([0, 0])
    await act('extend', id, { endTime: inHours(24 * 30), reason: '再开放几天' })
    expect(await open()).toEqual([0, 1])
    expect((await answer(id, students[1])).code).toBe(200)
    expect(await open()).toEqual([0, 0])
  })
  it.runIf(follows)('asks who joins its audience later, too', async () => {
    const { school, published, round } = given()
    const id = await published()
    await school.db.query(sql`delete from todo where tenant_id = ${school.tenantId} and biz_type = ${round.name} and biz_id = ${id}`)
    await attendTasks(school.db)
    expect((await todos(id, given().students[0])).length).toBe(1)
  })
}

/** An open board: counts its notifications until closed. `address` is the listening server, `path` the stream's: `signIn/signOccurrence/follow`. */
export async function openBoard(address: string, path: string, id: string, who: Actor) {
  const away = new AbortController()
  const [service, ...rest] = path.split('/')
  const answer = await fetch(`${address}/api/flySource-${service}/${rest.join('/')}?id=${id}`, { headers: { 'FlySource-Auth': `bearer ${who.token}` }, signal: away.signal })
  let told = 0
  const ended = (async () => {
    for await (const part of (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) told += part.split('event: board').length - 1
    return 'ended'
  })().catch(() => 'left')
  return { answer, told: () => told, ended, leave: () => away.abort() }
}
