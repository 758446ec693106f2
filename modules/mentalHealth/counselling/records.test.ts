import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { mhAppointment } from './model/appointment.ts'
import { mhRecord } from './model/record.ts'
import { type CounsellingSchool, counsellingSchool, ok, type Pupil, ruleOf } from './testing.ts'

let s: CounsellingSchool
let who: Pupil
let appointmentId: string
let admin: Actor
/** Words that no answer to anybody else may hold. */
const SECRET = ['夜里反复想起那件事', '先从睡眠开始', '晨光医院', '建议继续门诊', '不想让爸妈知道']
const [NOTES, PLAN, HOSPITAL, QUOTE, INTAKE] = SECRET as [string, string, string, string, string]
const RECORD = 'mentalHealth/mhRecord'
const write = (more = {}, by = s.shen) => by.post(`${RECORD}/write`, { appointmentId, notes: NOTES, risk: 'watch', plan: PLAN, ...more })
const open = (by: Actor) => by.post<Record<string, unknown>>(`${RECORD}/open`, { appointmentId })
/** An hour of 沈静 that the student has come to. */
async function came(self: Actor, inHours = 0.2): Promise<string> {
  const slotId = await s.slot(inHours)
  ok(await s.book(slotId, self, { intake: INTAKE }))
  const id = (await s.db.unscoped(mhAppointment).all({ slotId }))[0]?.id as string
  ok(await s.shen.post('mentalHealth/mhAppointment/checkIn', { id }))
  return id
}
beforeAll(async () => {
  s = await counsellingSchool()
  admin = await s.as({ roles: ['admin'], nickName: '管理员' })
  who = await s.pupil('许望')
  appointmentId = await came(who.self)
})
afterAll(() => s.close())

describe('a record', () => {
  it('50-MH6 is opened by its author and the supervisor they name, audited each time before the answer, by nobody else', async () => {
    const third = await s.as({ roles: ['psychologist'], nickName: '周衡' })
    ok(await write())
    expect(ok(await open(s.shen))).toMatchObject({ notes: NOTES, risk: 'watch', plan: PLAN, name: '许望', isOwn: true, version: 1 })
    expect((await open(s.lu)).code).toBe(404)
    ok(await write({ version: 1, supervisorId: s.lu.userId }))
    expect(ok(await open(s.lu))).toMatchObject({ notes: NOTES, isOwn: false })
    expect((await open(third)).code).toBe(404)
    expect((await write({ version: 2 }, s.lu)).code).toBe(404)
    const rows = async (by: Actor) => ok(await by.get<{ rows: unknown[] }>(`${RECORD}/mine`)).rows
    expect([await rows(s.shen), await rows(s.lu), await rows(third)].map(r => r.length)).toEqual([1, 1, 0])
    const audits = await s.db.query<{ userId: string; detail: string }>(
      sql`select user_id as "userId", coalesce(detail::text, '') as detail from audit_log where biz_type = 'mhRecord' and action = 'reveal' order by seq`,
    )
    expect(audits.map(a => a.userId)).toEqual([s.shen.userId, s.lu.userId])
    for (const secret of [...SECRET, who.id]) expect(JSON.stringify(audits)).not.toContain(secret)
    // a supervisor who is not named any more reads it no longer
    ok(await write({ version: 2 }))
    expect((await open(s.lu)).code).toBe(404)
    expect(ruleOf(await write({ version: 3, supervisorId: s.shen.userId }))).toBe('supervisor')
    expect(ruleOf(await write({ version: 3, supervisorId: s.fdy.userId }))).toBe('supervisor')
  })
  it('50-MH6 of two who write at once the second is told, and nothing is lost', async () => {
    const other = await s.pupil()
    const id = await came(other.self, 0.6)
    const both = await Promise.all([write({ appointmentId: id }), write({ appointmentId: id, notes: '另一份' })])
    expect(both.map(a => (a.code === 200 ? 'ok' : ruleOf(a))).toSorted()).toEqual(['changed', 'ok'])
    expect(await s.db.unscoped(mhRecord).count({ appointmentId: id })).toBe(1)
  })
  it('50-MH6 is written of hours that the student came to', async () => {
    const slotId = await s.slot(50)
    ok(await s.book(slotId, (await s.pupil()).self))
    const id = (await s.db.unscoped(mhAppointment).all({ slotId }))[0]?.id
    expect(ruleOf(await write({ appointmentId: id }))).toBe('notYet')
  })
  it('50-MH15 has no field for a diagnosis; what a hospital found is quoted with its name and the day of its paper', async () => {
    expect(Object.keys(mhRecord.fields).filter(name => /diagnos/i.test(name))).toEqual([])
    const { version } = ok(await open(s.shen))
    expect(ruleOf(await write({ version, quote: QUOTE }))).toBe('hospital')
    expect(ruleOf(await write({ version, quote: QUOTE, hospital: HOSPITAL }))).toBe('hospital')
    expect(ruleOf(await write({ version, hospital: HOSPITAL, hospitalOn: today() }))).toBe('hospital')
    expect(ruleOf(await write({ version, quote: QUOTE, hospital: HOSPITAL, hospitalOn: addDays(today(), 1) }))).toBe('future')
    ok(await write({ version, quote: QUOTE, hospital: HOSPITAL, hospitalOn: addDays(today(), -3) }))
    expect(ok(await open(s.shen))).toMatchObject({ quote: QUOTE, hospital: HOSPITAL, hospitalOn: addDays(today(), -3) })
  })
})
describe('everybody else', () => {
  it('50-MH2 no verb, query, export, file, search, history or audit answers a word of it to admin, office, college or counsellor', async () => {
    const college = await s.as({ roles: ['college'], departmentId: s.ids.info, nickName: '信息学院' })
    const [record] = await s.db.unscoped(mhRecord).all({ appointmentId })
    // the control: whoever may read it does
    expect(ok(await open(s.shen)).notes).toBe(NOTES)
    for (const by of [admin, s.officer, college, s.fdy, who.self]) {
      const asked = []
      for (const of of ['mhRecord', 'mhAppointment', 'mhSlot']) {
        const id = of === 'mhRecord' ? record?.id : appointmentId
        for (const [verb, query] of [
          ['list', {}],
          ['getSelect', {}],
          ['mine', {}],
          ['desk', {}],
          ['desk', { isPast: true }],
          ['getOne', { id }],
          ['history', { id }],
        ] as const) {
          const path = `mentalHealth/${of}/${verb}`
          asked.push({ path, answer: await by.get(path, query) })
        }
        for (const verb of ['open', 'reveal', 'export', 'update', 'remove', 'checkIn', 'finish', 'miss', 'callOff', 'cancel']) {
          const path = `mentalHealth/${of}/${verb}`
          asked.push({ path, answer: await by.post(path, verb === 'open' && of === 'mhRecord' ? { appointmentId } : { id }) })
        }
      }
      // administrators hold all permissions: they see hours, and have no appointment and no record; students have their own appointments, without words
      const seen = asked.filter(({ answer }) => answer.code === 200).map(({ path }) => path.replace('mentalHealth/', ''))
      const emptyForAdmin = ['mhRecord/mine', 'mhAppointment/desk', 'mhAppointment/desk', 'mhSlot/list', 'mhSlot/getSelect']
      expect(seen).toEqual(by === admin ? emptyForAdmin : by === who.self ? ['mhAppointment/mine'] : [])
      if (by !== who.self) expect(JSON.stringify(asked.map(({ answer }) => answer.data ?? null))).not.toMatch(new RegExp(`许望|${who.id}`))
      const answers = asked.map(({ answer }) => answer)
      for (const subject of ['mhRecord', 'mhAppointment', 'mhSlot'])
        answers.push(await by.post('query/savedQuery/run', { subject, spec: { columns: ['notes'], where: { all: [] } }, reason: '查看' }))
      answers.push(await by.get('query/savedQuery/subjects'), await by.get('audit/auditLog/list', { size: 100 }), await by.get('audit/auditLog/readers', { studentId: who.id }))
      answers.push(await by.get('base/student/profileParts', { id: who.id }), await by.get('message/messageDelivery/list', { size: 100 }))
      const said = answers.map(a => a.raw.toString()).join('\n')
      for (const secret of SECRET) expect(said).not.toContain(secret)
    }
  })
  it('50-MH2 whoever is no psychologist gets no hour of their own, with all permissions', async () => {
    const plan = { from: today(), to: addDays(today(), 9), weekdays: ['1', '2', '3', '4', '5', '6', '7'], begin: '09:00', end: '12:00', minutes: 50, pause: 10, isOnline: true }
    expect(ruleOf(await admin.post('mentalHealth/mhSlot/plan', plan))).toBe('notPsychologist')
  })
  it('50-MH2 the database keeps ciphertext, and no history', async () => {
    const [{ all } = { all: '' }] = await s.db.query<{ all: string }>(
      sql`select string_agg(r::text, ' ') || (select string_agg(a::text, ' ') from mh_appointment a) as all from mh_record r`,
    )
    expect(all).toContain('v1.')
    for (const secret of [...SECRET, 'watch', 'study']) expect(all).not.toContain(secret)
  })
})
