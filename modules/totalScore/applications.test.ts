import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { processInstance, processTask } from '#modules/workflow/cases/model/instance.ts'
import { today } from '#server/base/today.ts'
import { sql as asOwner } from '#testing/database.ts'
import { PIXEL, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { pointObjection } from './model/objection.ts'
import { pointApplication } from './model/point-application.ts'
import { ok, type PointSchool, pointSchool, ruleOf } from './testing.ts'

let s: PointSchool
let college: Actor
let item = ''
beforeAll(async () => {
  s = await pointSchool()
  college = await s.as({ roles: ['college'], departmentId: s.ids.info })
  item = await s.item({ source: 'apply', applyWithinDays: 60, needsProof: true, pointsMax: 10, code: 'APPLY' })
})
afterAll(() => s.close())
const photo = async (who: Actor): Promise<string> => (await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', PIXEL, '证明.png')).data.fileId
const apply = async (who: Actor, more: object = {}) =>
  who.post<{ id: string; total: number }>('totalScore/pointApplication/apply', {
    itemId: item,
    occurredOn: today(),
    points: 2,
    what: '参加运动会',
    proofs: [await photo(who)],
    ...more,
  })
async function decide(by: Actor, bizId: string) {
  const running = await s.db.unscoped(processInstance).find({ bizId, state: 'pending' })
  const task = await s.db.unscoped(processTask).find({ instanceId: running?.id ?? '', assigneeId: by.userId, state: 'todo' })
  return by.post('workflow/processTask/approve', { taskId: task?.id })
}
describe('applications for points', () => {
  const proofs = new Map<Actor, string[]>()
  beforeAll(async () => {
    for (const { actor } of [s.pupil(0), s.pupil(1)]) proofs.set(actor, await Promise.all(Array.from({ length: 12 }, () => photo(actor))))
  })
  expectApplication({ of: pointApplication, path: 'totalScore/pointApplication', files: 'proofs' }, () => ({
    db: s.db,
    applicants: async () => [s.pupil(0).actor, s.pupil(1).actor],
    form: who => ({ itemId: item, occurredOn: today(), points: 5, what: 'Sports day', proofs: [proofs.get(who)?.pop()] }),
    approvers: [s.fdy, college],
  }))
  it('50-TS3 one later than its days is refused with both dates; one that came back is judged by when it was first asked', async () => {
    const { actor, id: studentId } = s.pupil(2)
    const [last, late] = [addDays(today(), -60), addDays(today(), -61)]
    const refused = await apply(actor, { occurredOn: late })
    expect([ruleOf(refused), refused.errors[0]?.field, refused.errors[0]?.values]).toMatchObject(['late', 'occurredOn', { days: 60, day: late, due: addDays(today(), -1) }])
    expect(await s.db.unscoped(pointApplication).count({ studentId })).toBe(0)
    const made = await apply(actor, { occurredOn: last })
    const { id, instanceId } = ok(made) as unknown as { id: string; instanceId: string }
    const task = await s.db.unscoped(processTask).find({ instanceId, assigneeId: s.fdy.userId, state: 'todo' })
    ok(await s.fdy.post('workflow/processTask/return', { taskId: task?.id, to: 'applicant', opinion: '请写清楚' }))
    await asOwner(s.server.core.url, `update point_application set created_at = created_at - interval '3 days', occurred_on = occurred_on - 3 where id = '${id}'`)
    const again = { id, itemId: item, points: 2, what: '参加运动会比赛', proofs: [await photo(actor)] }
    expect(ruleOf(await actor.post('totalScore/pointApplication/resubmit', { ...again, occurredOn: addDays(last, -4) }))).toBe('late')
    ok(await actor.post('totalScore/pointApplication/resubmit', { ...again, occurredOn: addDays(last, -3) }))
  })
  it('refuses items that cannot be applied for, values outside the range, a missing proof, days to come', async () => {
    const { actor } = s.pupil(3)
    const refused = async (more: object) => ruleOf(await apply(actor, more))
    expect([await refused({ itemId: s.itemId }), await refused({ points: 11 }), await refused({ proofs: [] }), await refused({ occurredOn: addDays(today(), 1) })]).toEqual([
      'item',
      'range',
      'noProof',
      'future',
    ])
    expect((await s.record([s.pupil(3).id], item)).errors[0]?.rule).toContain('item')
    const form = { schemeId: s.conductId, categoryId: s.disciplineId, name: '申请项目', pointsMin: 1, pointsMax: 2, unit: 'once', source: 'apply', isEnabled: true }
    const add = (more: object) => s.officer.post('totalScore/tsItem/add', { ...form, ...more })
    expect(ruleOf(await add({ code: 'X1', direction: 'add' }))).toBe('days')
    expect(ruleOf(await add({ code: 'X2', direction: 'deduct', applyWithinDays: 60 }))).toBe('applyAdds')
  })
  it('up to two points the counsellor decides, above the college as well; what is approved counts, once', async () => {
    const { actor, id: studentId } = s.pupil(4)
    const small = ok(await apply(actor, { points: 2 }))
    ok(await decide(s.fdy, small.id))
    expect(await s.account(studentId)).toMatchObject({ points: 200 })
    const large = ok(await apply(actor, { points: 3 }))
    ok(await decide(s.fdy, large.id))
    expect(await s.account(studentId)).toMatchObject({ points: 200 })
    ok(await decide(college, large.id))
    expect(await s.account(studentId)).toMatchObject({ points: 500 })
    expect((await s.entries(studentId, item)).map(e => [e.sourceType, e.sourceId, e.amount])).toEqual([
      ['pointApplication', small.id, 200],
      ['pointApplication', large.id, 300],
    ])
  })
})
describe('50-TS5 a deduction reaches the student at once and stands; an objection', () => {
  const minus = { direction: 'deduct', pointsMax: 20 } as const
  const object = (who: Actor, entryId: string | undefined) => who.post('totalScore/pointObjection/object', { entryId, grounds: '当天请了假' })
  const answer = (who: Actor, id: string | undefined, outcome: 'upheld' | 'dismissed') => who.post('totalScore/pointObjection/answer', { id, outcome, answer: '已核实请假记录' })
  async function deducted(n: number, by = s.fdy) {
    const { id, actor } = s.pupil(n)
    const of = await s.item(minus)
    ok(await s.record([id], of, { points: 4, reason: '旷课' }, by))
    const [entry] = await s.entries(id, of)
    return { id, actor, entry, of }
  }
  it('that is upheld reverses it, one that is not leaves it; each entry once', async () => {
    const { id, actor, entry, of } = await deducted(5)
    expect(await s.account(id)).toMatchObject({ points: -400 })
    const answers = await Promise.all([object(actor, entry?.id), object(actor, entry?.id)])
    expect(answers.map(ruleOf).toSorted()).toEqual(['once', undefined])
    const made = await s.db.unscoped(pointObjection).find({ entryId: entry?.id ?? '' })
    expect((await s.account(id))?.points).toBe(-400)
    const todos = async () => ok(await college.get<{ result: object[] }>('base/todo/mine', { bizType: 'pointObjection' })).result
    expect(await todos()).toHaveLength(1)
    expect((await answer(s.fdy, made?.id, 'upheld')).code).toBe(403)
    expect((await answer(await s.as({ roles: ['college'], departmentId: s.ids.art }), made?.id, 'upheld')).code).toBe(404)
    ok(await answer(college, made?.id, 'upheld'))
    expect([ruleOf(await answer(college, made?.id, 'dismissed')), await todos(), (await s.account(id))?.points]).toEqual(['state', [], 0])
    expect((await s.entries(id, of)).map(e => e.amount)).toEqual([-400, 400])
    const other = await deducted(5)
    ok(await object(actor, other.entry?.id))
    const second = await s.db.unscoped(pointObjection).find({ entryId: other.entry?.id ?? '' })
    ok(await answer(s.officer, second?.id, 'dismissed'))
    expect((await s.account(id))?.points).toBe(-400)
    const mine = ok(await actor.get<{ entries: Array<{ id: string; objection: string | null; objectUntil: string | null }> }>('totalScore/pointEntry/mine')).entries
    expect(mine.find(e => e.id === other.entry?.id)).toMatchObject({ objection: 'dismissed', objectUntil: null, answer: '已核实请假记录' })
  })
  it('is made within seven days, to one’s own deduction that stands, and never answered by whoever recorded it', async () => {
    const { actor, entry } = await deducted(5, s.officer)
    expect((await object(s.pupil(4).actor, entry?.id)).code).toBe(404)
    await asOwner(s.server.core.url, `update point_entry set created_at = created_at - interval '8 days' where id = '${entry?.id}'`)
    const late = await object(actor, entry?.id)
    expect([ruleOf(late), late.errors[0]?.values]).toMatchObject(['late', { due: addDays(today(), -1), today: today() }])
    await asOwner(s.server.core.url, `update point_entry set created_at = created_at + interval '1 day' where id = '${entry?.id}'`)
    ok(await object(actor, entry?.id))
    const made = await s.db.unscoped(pointObjection).find({ entryId: entry?.id ?? '' })
    expect(ruleOf(await answer(s.officer, made?.id, 'dismissed'))).toBe('own')
    ok(await s.record([s.pupil(5).id], s.itemId, { points: 1 }))
    const [added] = await s.entries(s.pupil(5).id, s.itemId)
    expect(ruleOf(await object(actor, added?.id))).toBe('notDeducted')
    const taken = await deducted(5)
    ok(await s.officer.post('totalScore/pointEntry/reverse', { id: taken.entry?.id, reason: '记错了' }))
    expect(ruleOf(await object(actor, taken.entry?.id))).toBe('reversed')
  })
})
