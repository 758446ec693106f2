import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { profileParts } from '#server/extensions/profile-parts.ts'
import { pagesOfPdf, wordsOfPdf } from '#server/print/fixture.ts'
import { replaceRegistrations } from '#testing/registrations.ts'
import type { Actor } from '#testing/school.ts'
import type { myFollowUp, profileParts as partsAction, profileBrief, profilePart } from './model/profile.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from './testing.ts'

let s: SmallSchool
let officer: Actor
let fdy: Actor
let id: string
beforeAll(async () => {
  s = await smallSchool()
  officer = await s.as({ roles: ['officer'], nickName: '李主任' })
  fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin, nickName: '林知夏' })
  id = (await officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301))).data.id
})
afterAll(() => s.close())
const hints = async (who: Actor) => (await who.get<OutputOf<typeof profileBrief>>('base/student/profileBrief', { id })).data.notable
const mark = async (who: Actor) => (await who.get<OutputOf<typeof myFollowUp> | null>('base/student/myFollowUp', { id })).data

describe('a student in short', () => {
  it('30-SP a hint is settled with a note for everybody who sees it, until it applies anew', async () => {
    expect(await hints(officer)).toMatchObject([{ hint: 'student.way/incomplete', settled: null }])
    const settle = (hint: string) => fdy.post('base/student/settleHint', { id, hint, note: '已通知本人补齐' })
    expect((await settle('student.way/nothing')).errors[0]?.rule).toBe('student.student.noHint')
    expect((await settle('student.way/incomplete')).code).toBe(200)
    expect(await hints(officer)).toMatchObject([{ hint: 'student.way/incomplete', settled: { by: '林知夏', note: '已通知本人补齐' } }])
    await s.db.query(sql`update settled_hint set updated_at = now() - interval '31 days' where tenant_id = ${s.tenantId}`)
    expect(await hints(officer)).toMatchObject([{ settled: null }])
  })
  it('30-SP a mark to follow up is a to-do of whoever sets it, and nobody else sees it', async () => {
    expect((await fdy.post('base/student/followUp', { id, note: '谈一次话', dueOn: '2030-01-02' })).code).toBe(200)
    expect(await mark(fdy)).toEqual({ note: '谈一次话', dueAt: '2030-01-02T10:00:00.000Z' })
    expect(await mark(officer)).toBeNull()
    const todos = await fdy.get<{ result: Array<{ title: string }> }>('base/todo/mine', {})
    expect(todos.data.result.map(t => t.title)).toContain('跟进 周雨桐')
    await fdy.post('base/student/endFollowUp', { id })
    expect(await mark(fdy)).toBeNull()
  })
  it('30-SP5 whoever asks for students outside the scope is told that there are none, and it is audited', async () => {
    const other = await s.as({ roles: ['fdy'], teacherId: s.ids.he })
    expect((await other.get('base/student/profileBrief', { id })).code).toBe(404)
    const tried = await s.db.query(sql`select 1 from audit_log where tenant_id = ${s.tenantId} and action = 'access.hidden' and user_id = ${other.userId} and biz_id = ${id}`)
    expect(tried).toHaveLength(1)
  })
})

const partsOf = async (who: Actor, of = id) => (await who.get<Array<OutputOf<typeof partsAction>>>('base/student/profileParts', { id: of })).data
const part = (who: Actor, code: string) => who.get<OutputOf<typeof profilePart>>('base/student/profilePart', { id, part: code })
const paper = (who: Actor, more: object = {}) => who.post('sheet/print/issue', { code: 'studentProfile', ids: [id], ...more })
const reveals = () =>
  s.db.query<{ section: string }>(sql`select detail->>'section' as section from audit_log where tenant_id = ${s.tenantId} and action = 'reveal' and biz_id = ${id}`)
/** One part fails for a while, what it sums up and what it lists. */
async function failing<T>(code: string, run: () => Promise<T>): Promise<T> {
  const { registry } = s.server.core
  const fails = () => Promise.reject(new Error('its table is gone'))
  const back = replaceRegistrations(
    registry,
    profileParts,
    registry.of(profileParts).map(p => (p.code === code ? { ...p, lines: fails, whereabouts: fails } : p)),
  )
  try {
    return await run()
  } finally {
    back()
  }
}

describe('the page and its paper', () => {
  it('30-SP3 a part that fails says so, and keeps no other back', async () => {
    const codes = (await partsOf(officer)).filter(p => !p.isClosed).map(p => p.code)
    expect(codes).toContain('outing.goingOut')
    const [answers, brief, words] = await failing('outing.goingOut', async () => [
      await Promise.all(codes.map(async code => [code, (await part(officer, code)).code] as const)),
      (await officer.get<OutputOf<typeof profileBrief>>('base/student/profileBrief', { id })).data,
      wordsOfPdf((await paper(officer)).raw),
    ])
    expect(answers.filter(([, code]) => code !== 200)).toEqual([['outing.goingOut', 500]])
    expect(brief.failed).toEqual(['外出'])
    expect(words).toContain('外出：暂时取不到')
    expect(words).toContain('周雨桐')
  })
  it('30-SP4 students see their own profile without the notes of the staff', async () => {
    const self = await selfOf(s, id)
    await fdy.post('base/student/settleHint', { id, hint: 'student.way/incomplete', note: '家里的事，先不催' })
    expect(JSON.stringify(await hints(fdy))).toContain('家里的事')
    expect(await hints(self)).toMatchObject([{ hint: 'student.way/incomplete', settled: null }])
    for (const { code, isClosed } of await partsOf(self)) if (!isClosed) expect((await self.get('base/student/profilePart', { id, part: code })).code).toBe(200)
  })
  it('30-SP6 the paper carries reader, time and watermark, though the school has switched its watermark off', async () => {
    const made = await paper(officer)
    expect(made.headers['content-type']).toBe('application/pdf')
    const words = wordsOfPdf(made.raw)
    expect(words).toMatch(/打印　\d{4}-\d\d-\d\d \d\d:\d\d　李主任/)
    expect(words.split('李主任').length - 1).toBeGreaterThan(pagesOfPdf(made.raw)) // the watermark names the reader as well
  })
  it('30-SP6 sensitive parts are on it only if asked for with a reason and permitted; that is audited as on the page', async () => {
    const closed = (await partsOf(await s.as({ roles: ['admin'] }))).filter(p => p.isClosed).map(p => p.label)
    expect(closed.length).toBeGreaterThan(0)
    await paper(officer)
    expect(await reveals()).toEqual([])
    expect((await paper(officer, { plain: true, reason: '谈话前了解情况' })).code).toBe(403)
    const admin = await s.as({ roles: ['admin'] })
    expect((await paper(admin, { plain: true })).code).toBe(422)
    await paper(admin, { plain: true, reason: '谈话前了解情况' })
    expect((await reveals()).map(r => r.section).sort()).toEqual(closed.sort())
  })
})
