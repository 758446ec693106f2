import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { closeTodos, openTodos, type TodoDraft } from '#server/notifications/todos.ts'
import { ok, ruleOf } from '#testing/answers.ts'
import { loadSamples, sampleRow } from '#testing/samples.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { dayMark, type readDay } from './model/day.ts'
import type { myTodos } from './model/todo.ts'

type Day = OutputOf<typeof readDay>
let school: School
beforeAll(async () => {
  await loadSamples(['campus', 'student', 'system'])
  school = await openSchool()
})
afterAll(() => school?.close())
let count = 0
/** Somebody with nothing to do about their own account. */
async function person(): Promise<Actor> {
  const who = await school.as({ roles: ['officer'] })
  await school.db.query(
    sql`update sys_user set mobile = ${`139000022${String(++count).padStart(2, '0')}`}, mobile_verified = true where tenant_id = ${school.tenantId} and id = ${who.userId}`,
  )
  return who
}
const hours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
const give = (who: Actor, bizId: string, more: Partial<TodoDraft> = {}) =>
  openTodos(school.db, [{ userId: who.userId, kind: 'task', title: bizId, bizType: 'errand', bizId, link: '/x', ...more }])
const dayOf = async (who: Actor, query: Record<string, unknown> = {}): Promise<Day> => ok(await who.get<Day>('base/todo/day', query))
const titles = ({ items }: Day) => items.map(one => one?.title)
const idOf = async (who: Actor, title: string): Promise<string> => (await dayOf(who)).items.find(one => one?.title === title)?.id ?? ''
const act = (who: Actor, verb: string, body: object) => who.post(`base/todo/${verb}`, body)

describe('the day', () => {
  it('60-CD1 ranks by severity, hours overdue up to 24, and 20 for what is pinned', async () => {
    const who = await person()
    await give(who, 'late', { dueAt: hours(-3.5) })
    await give(who, 'very late', { dueAt: hours(-300) })
    await give(who, 'urgent', { priority: 'urgent' })
    await give(who, 'plain')
    const rank = async () => (await dayOf(who)).items.map(one => [one?.title, one?.rank])
    expect(await rank()).toEqual([
      ['urgent', 100],
      ['very late', 44],
      ['late', 23],
      ['plain', 20],
    ])
    expect((await act(who, 'pin', { id: await idOf(who, 'plain'), isPinned: true })).code).toBe(200)
    expect(await rank()).toEqual([
      ['urgent', 100],
      ['very late', 44],
      ['plain', 40],
      ['late', 23],
    ])
    expect((await act(who, 'pin', { id: await idOf(who, 'plain'), isPinned: false })).code).toBe(200)
    expect((await rank()).at(-1)).toEqual(['plain', 20])
  })
  it('60-CD2 an item goes when its source says so, and by nothing its reader does', async () => {
    const who = await person()
    await give(who, 'settled')
    const id = await idOf(who, 'settled')
    for (const [verb, body] of [
      ['pin', { id, isPinned: true }],
      ['snooze', { id, days: 1, reason: '明天再办' }],
      ['wake', { id }],
    ] as const) {
      expect((await act(who, verb, body)).code).toBe(200)
      expect(ok(await who.get<OutputOf<typeof myTodos>>('base/todo/mine', {})).page.total).toBe(1)
    }
    expect(titles(await dayOf(who))).toEqual(['settled'])
    await closeTodos(school.db, { bizType: 'errand', bizId: 'settled' }, 'done')
    expect(await dayOf(who)).toMatchObject({ items: [], total: 0, later: 0 })
    expect((await act(who, 'snooze', { id, days: 1, reason: '明天再办' })).code).toBe(404)
  })
  it('60-CD3 is put off for so many days, for a reason, unless it has to be done now', async () => {
    const who = await person()
    await give(who, 'later')
    await give(who, 'urgent', { priority: 'urgent' })
    await give(who, 'overdue', { dueAt: hours(-1) })
    const snooze = async (title: string, more: object = {}) => act(who, 'snooze', { id: await idOf(who, title), days: 3, reason: '等材料', ...more })
    expect([ruleOf(await snooze('urgent')), ruleOf(await snooze('overdue')), ruleOf(await snooze('later', { days: 4 }))]).toEqual(['now', 'now', 'long'])
    expect((await snooze('later', { reason: '' })).code).toBe(400)
    const id = await idOf(who, 'later')
    expect((await snooze('later')).code).toBe(200)
    expect([titles(await dayOf(who)), (await dayOf(who)).later, titles(await dayOf(who, { isLater: true }))]).toEqual([['urgent', 'overdue'], 1, ['later']])
    // what cannot be put off any more comes back by itself
    await give(who, 'later', { dueAt: hours(-0.1) })
    expect([titles(await dayOf(who)).includes('later'), (await dayOf(who)).later]).toEqual([true, 0])
    await give(who, 'later', { dueAt: hours(5) })
    expect((await dayOf(who)).later).toBe(1)
    // and so does what was put off long enough
    await school.db.query(sql`update day_mark set snoozed_until = now() - interval '1 minute' where todo_id = ${id}`)
    expect([(await dayOf(who)).later, titles(await dayOf(who)).includes('later')]).toEqual([0, true])
  })
  it('is one’s own: nobody marks what others have to do', async () => {
    const [who, other] = [await person(), await person()]
    await give(who, 'mine')
    const id = await idOf(who, 'mine')
    expect([(await act(other, 'pin', { id, isPinned: true })).code, (await act(other, 'snooze', { id, days: 1, reason: '不归我管' })).code]).toEqual([404, 404])
    expect((await dayOf(other)).items).toEqual([])
    expect((await school.anonymous.get('base/todo/day')).code).toBe(401)
  })
  it('60-CD4 names the student whom an item is about, so that all about one stand on one card', async () => {
    const who = await person()
    const row = await sampleRow(school.db, familyMember)
    await give(who, row.id, { bizType: familyMember.name, title: '核对信息' })
    await give(who, 'other')
    const found = (await dayOf(who)).items.map(one => [one?.title, one?.studentId])
    expect(found.sort()).toEqual([
      ['other', null],
      ['核对信息', row.studentId],
    ])
  })
  it('60-CD6 gives the number to call, masked, to whoever reaches the student, and nobody else', async () => {
    const row = await sampleRow(school.db, familyMember)
    await school.db.query(sql`update student set phone = '13812345678' where tenant_id = ${school.tenantId} and id = ${row.studentId}`)
    const [officer, teacher] = [await person(), await school.as({ roles: ['teacher'] })]
    for (const who of [officer, teacher]) await give(who, row.id, { bizType: familyMember.name, title: '核对信息' })
    const phoneOf = async (who: Actor) => (await dayOf(who)).items.find(one => one?.title === '核对信息')
    expect(await phoneOf(officer)).toMatchObject({ studentId: row.studentId, phone: expect.stringMatching(/^138\*+5678$/), module: 'student' })
    expect((await phoneOf(teacher))?.phone).toBeNull()
    // who holds such a list and is a student as well does not call themselves
    const own = await school.as({ roles: ['officer'], studentId: String(row.studentId) })
    await give(own, row.id, { bizType: familyMember.name, title: '核对信息' })
    expect(await phoneOf(own)).toMatchObject({ studentId: row.studentId, phone: null })
  })
  it('60-CD5 counts what it lists', async () => {
    const who = await person()
    for (let n = 0; n < 5; n++) await give(who, `n${n}`)
    await act(who, 'snooze', { id: await idOf(who, 'n1'), days: 1, reason: '明天再办' })
    const [now, later] = [await dayOf(who), await dayOf(who, { isLater: true })]
    expect([now.total, now.items.length, now.later, later.total, later.items.length]).toEqual([4, 4, 1, 1, 1])
  })
  it('marked from two windows at once has one mark', async () => {
    const who = await person()
    await give(who, 'twice')
    const id = await idOf(who, 'twice')
    const answers = await Promise.all([true, true, true].map(isPinned => act(who, 'pin', { id, isPinned })))
    expect(answers.map(a => a.code)).toEqual([200, 200, 200])
    expect(await school.db.unscoped(dayMark).count({ todoId: id })).toBe(1)
  })
})
