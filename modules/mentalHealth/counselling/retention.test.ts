import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allEntities, type OutputOf } from '#model'
import { addDays } from '#model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import { printTemplates } from '#server/print/layout.ts'
import type { Actor } from '#testing/school.ts'
import { mhAppointment } from './model/appointment.ts'
import type { destructions } from './model/destruction.ts'
import { mhDestruction } from './model/destruction.ts'
import { mhRecord } from './model/record.ts'
import { destroyDue } from './server/destroy.ts'
import { type CounsellingSchool, counsellingSchool, ok } from './testing.ts'

let s: CounsellingSchool
let admin: Actor
const [NOTES, INTAKE] = ['夜里反复想起那件事', '不想让爸妈知道']
beforeAll(async () => {
  s = await counsellingSchool()
  admin = await s.as({ roles: ['admin'], nickName: '管理员' })
})
afterAll(() => s.close())
let hour = 300
/** A student with a record of 沈静. */
async function counselled(name: string): Promise<{ id: string; appointmentId: string }> {
  const { id } = await s.pupil(name)
  const slotId = await s.slot(++hour)
  await s.db.insertMany(mhAppointment, [{ slotId, studentId: id, topic: 'study', intake: INTAKE, state: 'done' }], { history: false })
  const appointmentId = (await s.db.unscoped(mhAppointment).all({ slotId }))[0]?.id as string
  ok(await s.shen.post('mentalHealth/mhRecord/write', { appointmentId, notes: NOTES, risk: 'watch' }))
  return { id, appointmentId }
}
it('50-MH12 no export, list, print template or query that the school has registered reaches a record', async () => {
  await counselled('许望')
  const sealed = ['mhRecord', 'mhAppointment']
  for (const of of allEntities().filter(e => sealed.includes(e.name))) expect(of.verbs).toEqual([])
  // whatever refers to a record could carry its words along: nothing does
  const refs = allEntities().flatMap(e => Object.values(e.fields).flatMap(f => (f.options.to === 'mhRecord' ? [e.name] : [])))
  expect(refs).toEqual([])
  expect(s.server.core.registry.of(printTemplates).filter(t => sealed.includes(t.entity.name))).toEqual([])
  const subjects = ok(await admin.get<Array<{ code?: string; name?: string }>>('query/savedQuery/subjects'))
  expect(JSON.stringify(subjects)).not.toMatch(/mhRecord|mhAppointment/)
  // every permission the school can grant, tried by somebody who holds all of them
  const keys = await s.db.query<{ key: string }>(
    sql`select distinct permission_key as key from menu where tenant_id = ${s.tenantId} and permission_key like 'mentalHealth:mh%' and permission_key ~ ':(export|list|import|reveal)$'`,
  )
  expect(keys.map(k => k.key).filter(k => /mhRecord|mhAppointment/.test(k))).toEqual([])
  for (const by of [admin, s.shen, s.officer])
    for (const of of sealed)
      for (const verb of ['export', 'exportFile', 'list', 'getSelect', 'statistics', 'batchUpdate', 'printBatch']) {
        for (const answer of [await by.get(`mentalHealth/${of}/${verb}`), await by.post(`mentalHealth/${of}/${verb}`, {})]) {
          expect(answer.code).not.toBe(200)
          expect(answer.raw.toString()).not.toContain(NOTES)
        }
      }
})
it('50-MH12 a single print carries who printed it, for whoever may read it alone, audited before', async () => {
  const { appointmentId } = await counselled('程远')
  const print = (by: Actor) => by.post('mentalHealth/mhRecord/print', { appointmentId })
  const { raw, status } = await print(s.shen)
  expect(status).toBe(200)
  const words = wordsOfPdf(raw)
  expect(words).toContain('沈静')
  expect(words).toContain(NOTES)
  const [account] = await s.db.query<{ no: string }>(sql`select account_no as no from sys_user where id = ${s.shen.userId}`)
  expect(words).toContain(account?.no)
  // the school's own words do not take the reader's place
  const [record] = await s.db.unscoped(mhRecord).all({ appointmentId })
  const audits = () => s.db.query<{ userId: string }>(sql`select user_id as "userId" from audit_log where action = 'print' and biz_id = ${record?.id}`)
  expect((await audits()).map(a => a.userId)).toEqual([s.shen.userId])
  for (const by of [s.lu, admin, s.officer, s.fdy]) expect([403, 404]).toContain((await print(by)).code)
  expect(await audits()).toHaveLength(1)
})
it('50-MH12 records are kept five years after leaving, then destroyed with a protocol that the head of the centre reads', async () => {
  const [gone, late, here, back] = [await counselled('早离'), await counselled('晚离'), await counselled('在读'), await counselled('复读')]
  /** Off the roll since so many years, and `more` days. */
  const left = async ({ id }: { id: string }, years: number, more: number) => {
    const [{ day } = { day: '' }] = await s.db.query<{ day: string }>(sql`select (${today()}::date - make_interval(years => ${years}::int))::date::text as day`)
    const on = addDays(day, -more)
    await s.db.query(sql`update class_history set "from" = ${addDays(on, -900)}::date, "to" = ${on}::date where student_id = ${id}`)
    await s.db.query(sql`update student set status = 'graduated' where id = ${id}`)
    return on
  }
  const on = await left(gone, 5, 0)
  await left(late, 5, -1)
  await left(back, 9, 0)
  await s.db.query(sql`update student set status = 'active' where id = ${back.id}`)
  const has = async ({ id }: { id: string }) => [await s.db.unscoped(mhRecord).count({ studentId: id }), (await s.db.unscoped(mhAppointment).all({ studentId: id }))[0]?.intake]
  // two runs at once: destroyed once, written down once
  const runs = await Promise.all([1, 2].map(() => s.db.tx(destroyDue)))
  expect(runs.toSorted()).toEqual([0, 1])
  expect(await has(gone)).toEqual([0, null])
  for (const kept of [late, here, back]) expect(await has(kept)).toEqual([1, INTAKE])
  expect(await s.db.unscoped(mhDestruction).all({})).toMatchObject([{ studentId: gone.id, leftOn: on, keptYears: 5, records: 1, intakes: 1 }])
  expect((await s.shen.post('mentalHealth/mhRecord/open', { appointmentId: gone.appointmentId })).code).toBe(404)
  // the protocol: the head alone
  const read = (by: Actor) => by.get<OutputOf<typeof destructions>>('mentalHealth/mhDestruction/register')
  const [lu] = await s.db.query<{ no: string }>(sql`select account_no as no from sys_user where id = ${s.lu.userId}`)
  await setParams(s, 'mentalHealth', { centreHead: lu?.no })
  expect(ok(await read(s.lu)).result).toMatchObject([{ name: '早离', leftOn: on, keptYears: 5, records: 1, intakes: 1 }])
  for (const by of [s.shen, admin]) expect(ok(await read(by))).toMatchObject({ isHead: false, result: [], page: { total: 0 } })
  for (const by of [s.officer, s.fdy]) expect((await read(by)).code).toBe(403)
  // a shorter time in the settings reaches the other one
  await setParams(s, 'mentalHealth', { centreHead: lu?.no, recordYears: 4 })
  expect(await s.db.tx(destroyDue)).toBe(1)
  expect(await has(late)).toEqual([0, null])
  expect(await has(here)).toEqual([1, INTAKE])
})
