import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import type { Actor } from '#testing/school.ts'
import type { myFollowUp, profileBrief } from './model/profile.ts'
import { draftOf, type SmallSchool, smallSchool } from './testing.ts'

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
