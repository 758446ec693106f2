import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allEntities } from '#model'
import { selfOf } from '#modules/student/testing.ts'
import { roleWithEverything } from '#testing/grants.ts'
import type { Actor } from '#testing/school.ts'
import { attentionCase } from './model/attention-case.ts'
import { type AttentionSchool, attentionSchool, ok, SECRET } from './testing.ts'

let s: AttentionSchool
beforeAll(async () => {
  s = await attentionSchool()
})
afterAll(() => s.close())

interface Ids {
  caseId: string
  signalId: string
  helpId: string
}
/** What somebody is answered by list, count, search, select, export, query, profile, cards and case, byte for byte; moments of the answer itself aside. */
async function answersTo(who: Actor, { caseId, signalId, helpId }: Ids): Promise<string[]> {
  const calls = [
    () => who.get('mentalHealth/attentionCase/register'),
    () => who.get('mentalHealth/attentionCase/register', { level: '2', due: 'overdue' }),
    () => who.get('mentalHealth/attentionCase/cards'),
    () => who.post('mentalHealth/attentionCase/open', { id: caseId }),
    () => who.get('mentalHealth/attentionSignal/find', { view: 'all' }),
    () => who.get('mentalHealth/attentionSignal/find', { view: 'inCase' }),
    () => who.post('mentalHealth/attentionSignal/handle', { id: signalId }),
    () => who.get('mentalHealth/helpRequest/desk', { view: 'all' }),
    () => who.post('mentalHealth/helpRequest/open', { id: helpId }),
    () => who.get('mentalHealth/attentionRule/rules'),
    ...['attentionCase', 'attentionFollowUp', 'attentionMember', 'attentionSignal', 'attentionRule', 'helpRequest'].flatMap(of => [
      () => who.get(`mentalHealth/${of}/list`),
      () => who.get(`mentalHealth/${of}/getOne`, { id: caseId }),
      () => who.get(`mentalHealth/${of}/getSelect`, { keyword: '一' }),
      () => who.post(`mentalHealth/${of}/export`, {}),
    ]),
    () => who.get('base/student/list', { keyword: '周雨桐' }),
    () => who.get('base/student/getOne', { id: s.pupil }),
    () => who.get('student/profile/parts', { id: s.pupil }),
    () => who.get('student/profile/notable', { id: s.pupil }),
    () => who.get('student/profile/timeline', { id: s.pupil }),
    () => who.get('query/savedQuery/subjects'),
  ]
  // one after the other: a server under load answers some of many with 503
  const answers: string[] = []
  for (const call of calls) {
    const { status, raw } = await call()
    answers.push(`${status} ${raw.toString().replace(/"(traceId|timestamp|time)":"?[^",}]*"?/g, '')}`)
  }
  return answers
}
it('50-MH2 50-MH8 30-SP1 administrators, offices, foreign counsellors and head teachers are answered byte for byte as if the student had neither case nor signals nor asked for help; the team is not', async () => {
  const { admin, officer, other, psy } = s.people
  const none = '00000000-0000-7000-8000-000000000000'
  const asked = async (ids: Ids) => {
    const all: string[][] = []
    for (const who of [admin, officer, other, psy]) all.push(await answersTo(who, ids))
    return all
  }
  const self = await selfOf(s, s.pupil)
  await s.server.settle()
  const before = await asked({ caseId: none, signalId: none, helpId: none })
  const id = await s.severe({ actionCard: null })
  ok(
    await psy.post('mentalHealth/attentionCase/followUp', {
      id,
      at: new Date().toISOString(),
      way: 'face',
      layer: 'ml2',
      content: SECRET,
      nextOn: (await psy.get<{ result: Array<{ nextFollowUpOn: string }> }>('mentalHealth/attentionCase/register')).data.result[0]?.nextFollowUpOn,
    }),
  )
  ok(await self.post('mentalHealth/helpRequest/ask', { about: 'self', text: SECRET, isAnonymous: false }))
  const raised = { signalId: 'one', ruleCode: 'absentNight', occurredAt: new Date().toISOString(), value: 1 }
  await s.db.emitMany('warning.signalRaised', [
    { ...raised, studentId: s.pupil },
    { ...raised, studentId: s.plain },
  ])
  await s.server.settle()
  const [signal] = await s.db.query<{ id: string }>(sql`select id from attention_signal where tenant_id = ${s.tenantId} and student_id = ${s.plain}`)
  const [help] = await s.db.query<{ id: string }>(sql`select id from help_request where tenant_id = ${s.tenantId}`)
  const after = await asked({ caseId: id, signalId: signal?.id ?? '', helpId: help?.id ?? '' })
  const changed = before.map((answers, i) => answers.flatMap((text, k) => (text === after[i]?.[k] ? [] : [[text, after[i]?.[k]]])))
  expect(changed.slice(0, 3)).toEqual([[], [], []])
  expect(changed[3]).not.toEqual([])
  expect(after[3]?.join()).toContain(SECRET)
})
const aboutStudents = () => allEntities().filter(e => e.module === 'mentalHealth' && Object.values(e.fields).some(f => f.options.to === 'student'))
it('50-MH2 whoever wants to remove a student is not told that a case keeps them, nor is anything else kept here named', async () => {
  const { admin } = s.people
  const tried = async (id: string) => (await admin.post<{ failed: Array<{ msg: string }> }>('base/student/remove', { ids: [id] })).data.failed.map(f => f.msg)
  const before = await tried(s.plain)
  expect(before.join()).toContain('使用')
  await s.db.insert(attentionCase, { studentId: s.plain, level: '4', sources: [], state: 'proposed' })
  expect(await tried(s.plain)).toEqual(before)
  expect(aboutStudents().length).toBeGreaterThan(8)
  expect(aboutStudents().flatMap(e => (e.options.isUncounted ? [] : e.name))).toEqual([])
})
it('50-MH2 the query tool knows no students “with a case”, even for somebody who was given the key of a list that does not exist', async () => {
  const key = 'mentalHealth:attentionCase:list'
  await s.db.query(sql`insert into menu (tenant_id, title, type, permission_key, module) values (${s.tenantId}, '伪造', 'menu', ${key}, 'mentalHealth')`)
  await roleWithEverything(s, 'forger', 'all')
  const forger = await s.as({ roles: ['forger'] })
  const offered = (await forger.get('query/savedQuery/subjects')).raw.toString()
  expect(offered).toContain('familyMember.studentId')
  expect(aboutStudents().flatMap(e => (offered.includes(`${e.name}.`) ? e.name : []))).toEqual([])
  const spec = { columns: ['name'], where: { all: [{ related: 'attentionCase.studentId', op: 'any' }] } }
  expect((await forger.post('query/savedQuery/run', { subject: 'student', spec, reason: '查看' })).code).toBe(422)
})
