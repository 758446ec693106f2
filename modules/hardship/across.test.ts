import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { studentAids } from '#modules/student/server/aid.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { aidBatch } from './recognition/model/batch.ts'
import { aidRecognition } from './recognition/model/recognition.ts'
import { aidSurvey } from './recognition/model/survey.ts'
import { forgetFamilies } from './recognition/server/jobs.ts'
import { scoreBatch } from './recognition/server/rescore.ts'
import { modelOf } from './recognition/server/scores.ts'
import { type RecognitionSchool, recognitionSchool } from './recognition/testing.ts'

let s: RecognitionSchool
beforeAll(async () => {
  s = await recognitionSchool()
})
afterAll(() => s.close())

describe('figures and files', () => {
  it('the statistics add up: levels, colleges, and what moved since a year ago', async () => {
    for (const [name, level] of [
      ['统计一', 'hard'],
      ['统计二', 'special'],
    ] as const)
      await s.adjust(s.officer, await s.student(name), level)
    const { data } = await s.officer.get<{ students: number; byLevel: Array<{ key: string; students: number }>; fresh: number; gone: number; share: number }>(
      'hardship/aidLevelSpan/statistics',
      {
        from: today(),
        to: today(),
      },
    )
    expect(data).toMatchObject({ students: 2, fresh: 2, gone: 0 })
    expect(data.byLevel.reduce((sum, g) => sum + g.students, 0)).toBe(2)
    expect(data.share).toBeGreaterThan(0)
    const known = s.db.registered(studentAids).length > 0
    expect((data as { withoutAid?: number }).withoutAid ?? null).toEqual(known ? 2 : null)
    const art = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect((await art.get<{ students: number }>('hardship/aidLevelSpan/statistics', { from: today(), to: today() })).data.students).toBe(0)
  })
  it('the pool for the province has the recognised of one’s scope, and a college no family columns', async () => {
    const batchId = await s.batch()
    const { id, studentId } = await s.applied(batchId, '省平台')
    await s.db.update(aidRecognition, id, { level: 'hard', decidedAt: new Date().toISOString() })
    await s.adjust(s.officer, studentId, 'hard')
    const [profile] = await s.db.query<{ id: string }>(sql`select id from export_profile where tenant_id = ${s.tenantId} and dataset = 'aidPool'`)
    const make = (by: Actor) => by.post('exchange/exportProfile/make', { profileId: profile?.id, filter: {}, password: 'a good one', reason: '报送省平台' })
    const made = await make(s.officer)
    expect([made.status, made.raw.subarray(0, 2).toString()]).toEqual([200, 'PK'])
    expect((await make(s.college)).code).toBe(403)
    await s.server.settle()
    const denied = await s.db.query(sql`select id from audit_log where user_id = ${s.college.userId} and action like 'access%'`)
    expect(denied.length).toBeGreaterThan(0)
  })
})
describe('40-D13 what is forgotten', () => {
  it('drafts never handed in go 90 days after the batch, copies after the years the school keeps them', async () => {
    const batchId = await s.batch()
    const kept = await s.applied(batchId, '保留')
    const draft = await s.person('只存草稿')
    await s.save(draft.self)
    const far = await s.db.query<{ on: string }>(sql`select (current_date + 120)::text as on`)
    await s.db.query(sql`update aid_batch set end_time = now() + interval '1 hour' where tenant_id = ${s.tenantId}`)
    await forgetFamilies(s.db, today())
    expect(await s.db.unscoped(aidSurvey).count({ studentId: draft.id })).toBe(1)
    await forgetFamilies(s.db, far[0]?.on)
    expect(await s.db.unscoped(aidSurvey).count({ studentId: draft.id })).toBe(0)
    expect((await s.row(kept.id)).surveySnapshot).not.toBeNull()
    await s.db.query(sql`update aid_recognition set created_at = now() - interval '7 years' where id = ${kept.id}`)
    await forgetFamilies(s.db, today())
    expect(await s.row(kept.id)).toMatchObject({ surveySnapshot: null, finalScore: 44.2 })
  })
})
describe('40-D1 many at once', () => {
  it('a batch is scored in pages, and the same input gives the same scores', async () => {
    const batchId = await s.batch()
    const first = await s.applied(batchId, '成批')
    const batch = await s.db.unscoped(aidBatch).one(batchId)
    const model = await modelOf(s.db, batch)
    const before = await s.row(first.id)
    expect(await scoreBatch(s.db, batchId, model)).toBe(1)
    const after = await s.row(first.id)
    expect([after.indexScore, after.finalScore, after.scoreDetail]).toEqual([before.indexScore, before.finalScore, before.scoreDetail])
  })
})
