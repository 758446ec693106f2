import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allEntities, type Entity } from '#model'
import { HOUR_MS, MINUTE_MS } from '#model/days.ts'
import { type AttentionSchool, attentionSchool, headed, ok } from '#modules/mentalHealth/attention/testing.ts'
import { mhAppointment } from '#modules/mentalHealth/counselling/model/appointment.ts'
import { mhRecord } from '#modules/mentalHealth/counselling/model/record.ts'
import { mhSlot } from '#modules/mentalHealth/counselling/model/slot.ts'
import { today } from '#server/base/today.ts'
import { roleWithEverything } from '#testing/grants.ts'
import { callRoute, nameOf, type Route, routesOf } from '#testing/routes.ts'
import type { Actor } from '#testing/school.ts'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 })
/** Words of a file that nobody outside may read, wherever they were written. */
const WORD = '秘密词'
/** What is asked about students, and where traces of what others do are read. `matrix` and `sensitive` go through all there is. */
const ABOUT = /\/(mentalHealth|query|audit|message|warning)\/|\/(student|profile|todo|attention\w*)\//
let s: AttentionSchool
let admin: Actor
let routes: Route[]
let before: Map<string, number>
let names: string[]
beforeAll(async () => {
  s = await attentionSchool()
  await headed(s)
  await roleWithEverything(s, 'everything', 'all')
  admin = await s.as({ roles: ['everything', 'admin', 'officer'] })
  routes = routesOf(s).filter(
    r => r.method === 'GET' && r.permission && !r.open && !r.url.endsWith('/stream') && (ABOUT.test(r.url) || (r.action && 'studentId' in r.action.input)),
  )
  const [who] = await s.db.query<{ name: string; no: string }>(sql`select name, student_no as no from student where id = ${s.pupil}`)
  names = [s.pupil, who?.name ?? '', who?.no ?? '']
  await s.server.settle()
  before = await mentions(admin)
  await plant()
  await s.server.settle()
})
afterAll(() => s?.close())
/** A file about the first student in every table of the module, by the product where that is one call. */
async function plant(): Promise<void> {
  const { fdy, psy, officer } = s.people
  const said = (n: number) => `${WORD}${n}`
  const id = await s.severe({ watchFor: said(1), agreedActions: said(2), assessment: said(3) })
  const at = new Date(Date.now() - MINUTE_MS).toISOString()
  ok(await psy.post('mentalHealth/attentionCase/followUp', { id, at, way: 'face', layer: 'ml2', content: said(4), nextOn: today() }))
  ok(await fdy.post('mentalHealth/crisisEvent/report', { studentId: s.pupil, at, place: said(5), facts: said(6) }))
  ok(await fdy.post('mentalHealth/mhReferral/referInDanger', { studentId: s.pupil, reason: said(7), dangerReason: said(8) }))
  ok(await psy.post('mentalHealth/mhDisclosure/record', { studentId: s.pupil, basis: 'life', toWhom: '学生母亲', at, what: said(9), why: said(10) }))
  ok(await officer.post('mentalHealth/mhBreakGlass/break', { studentId: s.pupil, why: said(11) }))
  for (const [n, studentId] of [s.pupil, s.plain].entries()) {
    const start = Date.now() - (30 + n) * HOUR_MS
    const slot = await s.db.insert(mhSlot, { psychologistId: psy.userId, start: new Date(start).toISOString(), end: new Date(start + HOUR_MS / 2).toISOString(), room: `室${n}` })
    await s.db.insertMany(mhAppointment, [{ slotId: slot.id, studentId, topic: 'mood', urgency: 'routine', intake: `${WORD}同`, state: 'done' }], { history: false })
    const [booked] = await s.db.unscoped(mhAppointment).all({ slotId: slot.id })
    const draft = { appointmentId: booked?.id ?? '', studentId, psychologistId: psy.userId, notes: `${WORD}同`, risk: 'high' as const }
    await s.db.insertMany(mhRecord, [draft], { history: false })
  }
}
const timesIn = (text: string): number => names.reduce((n, name) => n + text.split(name).length - 1, 0)
/** About the student where a call asks about whom; else as it is opened. */
const queryOf = ({ action, url }: Route): Record<string, string> => {
  if (action) return 'studentId' in action.input ? { studentId: s.pupil } : 'id' in action.input ? { id: s.pupil } : {}
  return /(getOne|history)$/.test(url) ? { id: s.pupil } : {}
}
/** How often each list, figure or page that can be asked names the student. */
async function mentions(who: Actor, which: readonly Route[] = routes): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const route of which) {
    const text = (await callRoute(who, route, queryOf(route))).raw.toString()
    found.set(nameOf(route), timesIn(text) + (text.includes(WORD) ? 1000 : 0))
  }
  return found
}
/** What names the student more often than before there was a file. */
const told = (now: Map<string, number>): string[] => [...now].filter(([name, n]) => n > (before.get(name) ?? 0)).map(([name]) => name)
const own = (): Entity[] => allEntities().filter(e => e.module === 'mentalHealth')
const ofStudents = (): Entity[] => own().filter(e => 'studentId' in e.fields || e.name === 'attentionFollowUp' || e.name === 'crisisStep')
const withVerbs = (all: readonly Entity[]): string[] => all.filter(e => (e.options.verbs ?? ['list']).length).map(e => e.name)
/** Tables of the database in which a text stands, in any column. */
async function tablesWith(word: string): Promise<string[]> {
  const tables = await s.db.query<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) if ((await s.db.query(sql`select 1 from ${raw(`"${name}"`)} t where t::text like ${`%${word}%`} limit 1`).catch(() => [])).length) found.push(name)
  return found
}
/** Lines of logs, messages and to-dos that name both the student and something of this module. */
async function trails(): Promise<string[]> {
  const kinds = own().map(e => e.name)
  const found: string[] = []
  for (const table of ['audit_log', 'operation_log', 'outbox', 'message', 'todo', 'idempotency', 'job_run'])
    for (const { all } of await s.db.query<{ all: string }>(sql`select t::text as all from ${raw(`"${table}"`)} t`).catch(() => [] as Array<{ all: string }>))
      if (kinds.some(k => all.includes(k)) && timesIn(all)) found.push(`${table} ${all.slice(0, 200)}`)
  return found
}

describe('50-MH2 that a student has a file is told to nobody outside', () => {
  it('by no list, figure, search, profile or page, whatever the permissions; and would be, to a psychologist', async () => {
    expect(told(await mentions(admin))).toEqual([])
    const { psy } = s.people
    const theirs = routes.filter(r => r.url.includes('/attentionCase/register') || r.url.includes('/crisisEvent/register'))
    expect(told(await mentions(psy, theirs)).length).toBeGreaterThan(1)
  })
  it('by no record verb, export or import, of which these tables have none; and would be, if one had a list', () => {
    expect(ofStudents().length).toBeGreaterThan(10)
    expect(withVerbs(ofStudents())).toEqual([])
    expect(withVerbs(own())).toContain('mhSlot')
  })
  it('by no question of the query tool; and would be, if it were a subject like students', async () => {
    const subjects = (await admin.get('query/savedQuery/subjects')).raw.toString()
    expect(ofStudents().flatMap(e => (subjects.includes(`"${e.name}"`) ? e.name : []))).toEqual([])
    expect(subjects).toContain('"student"')
  })
  it('by no log, message or to-do, which name the thing or the student, never both; and would be, by one careless entry', async () => {
    expect(await trails()).toEqual([])
    await s.db.query(
      sql`insert into audit_log (tenant_id, action, biz_type, detail) values (${s.tenantId}, 'reveal', 'mhResult', ${JSON.stringify({ studentId: s.pupil })}::jsonb)`,
    )
    expect(await trails()).toHaveLength(1)
  })
  it('not a word to whoever reads the database or a backup of it; equal topics and risks do not even look alike, as they would by the hash of other encrypted columns', async () => {
    expect(await tablesWith(WORD)).toEqual([])
    expect(await tablesWith(names[1] ?? '')).toContain('student')
    const alike = async (table: string, column: string) =>
      (
        await s.db.query<{ n: number }>(
          sql`select count(*)::int as n from (select from ${raw(table)} where ${raw(column)} is not null group by ${raw(column)} having count(*) > 1) x`,
        )
      )[0]?.n
    for (const [table, column] of [
      ['mh_appointment', 'topic_hash'],
      ['mh_appointment', 'intake_hash'],
      ['mh_record', 'risk_hash'],
      ['mh_record', 'notes_hash'],
    ] as const)
      expect([column, await alike(table, column)]).toEqual([column, 0])
    await s.db.query(sql`update mh_appointment set topic_hash = 'as other modules store it' where tenant_id = ${s.tenantId}`)
    expect(await alike('mh_appointment', 'topic_hash')).toBe(1)
  })
  it('in no file of the school; and would be found, if one were written', () => {
    const folder = s.server.core.dataDir
    const holds = (): string[] =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap(f => (f.isFile() && readFileSync(join(f.parentPath, f.name)).includes(WORD) ? [f.name] : []))
    mkdirSync(folder, { recursive: true })
    expect(holds()).toEqual([])
    const planted = join(folder, 'zz-planted.txt')
    writeFileSync(planted, WORD)
    try {
      expect(holds()).toEqual(['zz-planted.txt'])
    } finally {
      rmSync(planted)
    }
  })
})
