import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import { evidenceStores } from '#server/extensions/evidence.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { remindUnsubmitted } from './batches/server/jobs.ts'
import { type AwardSchool, awardSchool, type Pupil, ranked, rulesOf, TOP_TEN } from './testing.ts'

let s: AwardSchool
beforeAll(async () => {
  s = await awardSchool()
})
afterAll(() => s.close())

describe('40-A5 an outstanding achievement without its proof', () => {
  const todo = async (who: Pupil, id: string) =>
    (await s.db.query<{ state: string; title: string }>(sql`select state, title from todo where user_id = ${who.actor.userId} and biz_id = ${id} and node = 'proof'`))[0]
  const give = async (who: Pupil, id: string, by = who) => by.actor.post('award/awardApplication/giveProof', { id, proofs: await s.proof(by.actor) })
  it('is for its applicant to hand in, once, while the case is open', async () => {
    const [who, other] = [await s.pupil(), await s.pupil()]
    const itemId = await s.item([])
    const batchId = await s.batch([itemId])
    const [{ data: one }, { data: two }] = [
      await s.apply(who.actor, batchId, itemId, { isOutstanding: true }),
      await s.apply(other.actor, batchId, itemId, { isOutstanding: true }),
    ]
    expect(await todo(who, one.id)).toMatchObject({ state: 'open', title: expect.stringMatching(/^补交“奖项\d+”申报的证明材料$/) })
    expect((await give(who, one.id, other)).code).toBe(404)
    const [mine] = (await who.actor.get<Array<{ can: string[] }>>('award/awardApplication/mine', { id: one.id })).data
    expect(mine?.can).toContain('proof')
    expect((await give(who, one.id)).msg).toBe('成功')
    expect([(await s.case(one.id)).proofs?.length, (await todo(who, one.id))?.state]).toEqual([1, 'done'])
    expect(rulesOf(await give(who, one.id))).toEqual(['proved'])
    await other.actor.post('award/awardApplication/withdraw', { id: two.id })
    expect((await todo(other, two.id))?.state).not.toBe('open')
    const plain = await s.pupil()
    const { data: three } = await s.apply(plain.actor, batchId, itemId)
    expect([await todo(plain, three.id), rulesOf(await give(plain, three.id))]).toEqual([undefined, ['proved']])
  })
  it('is asked for when ranks have come to demand it, and then counts', async () => {
    const who = await s.pupil()
    s.grades[who.id] = ranked(2, 50)
    const outstanding = { fact: 'application.outstanding', op: 'eq', value: true } as const
    const itemId = await s.item([
      { name: '前 10%', when: { any: [{ fact: 'cqa.studyRankShare', op: 'le', value: 10 }, { all: [{ fact: 'cqa.studyRankShare', op: 'le', value: 30 }, outstanding] }] } },
    ])
    const batchId = await s.batch([itemId])
    const id = await s.approved(who, batchId, itemId)
    expect((await s.nominate(s.college, id)).msg).toBe('成功')
    s.grades[who.id] = ranked(10, 50)
    await s.officer.post('award/awardBatch/openNotice', { id: batchId })
    expect([(await s.case(id)).state, (await todo(who, id))?.state]).toEqual(['review', 'open'])
    expect((await give(who, id)).msg).toBe('成功')
    await s.college.post('award/awardApplication/decideReview', { id, isKept: true, reason: '已补交获奖证书' })
    expect((await s.officer.post<{ count: number }>('award/awardBatch/openNotice', { id: batchId })).data.count).toBe(1)
    expect((await todo(who, id))?.state).toBe('done')
  })
})
it('40-A1 a student is told which facts the school does not have of them, and reminded of a form that is not there', async () => {
  const told = captureNotifications(s.server)
  const [fits, applied, fails, fresh] = [await s.pupil(), await s.pupil(), await s.pupil(), await s.pupil()]
  for (const who of [fits, applied]) s.grades[who.id] = ranked(1, 40)
  s.grades[fails.id] = ranked(39, 40)
  const itemId = await s.item([TOP_TEN])
  const batchId = await s.batch([itemId], undefined, { endTime: new Date(Date.now() + 48 * HOUR_MS).toISOString() })
  expect((await told('award.unknown', fresh.actor.userId)).map(h => h.values?.what)).toEqual([[{ text: '学业排名前' }]])
  expect(await told('award.unknown', fails.actor.userId)).toEqual([])
  await s.apply(applied.actor, batchId, itemId)
  await remindUnsubmitted(s.db)
  expect(await Promise.all([fits, applied, fails, fresh].map(async who => (await told('award.unsubmitted', who.actor.userId)).length))).toEqual([1, 0, 0, 0])
})
it('50-EV5 achievements are picked from one’s own evidence and kept in words; the college is asked to look when one is taken back', async () => {
  const [who, other] = [await s.pupil({ name: '何晓' }), await s.pupil()]
  const settle = (studentId: string, titles: readonly string[]) =>
    s.db.tx(async db =>
      evidenceStores.of(db)?.settle(
        db,
        'test.contest',
        [studentId],
        titles.map(title => ({ studentId, occurredOn: today(), sourceId: studentId, kind: 'competition' as const, level: 'provincial', place: 'first', title })),
        '成绩更正',
      ),
    )
  await settle(who.id, ['程序设计竞赛'])
  await settle(other.id, ['短视频大赛'])
  const itemId = await s.item([])
  const batchId = await s.batch([itemId])
  const offered = async (by: Pupil) => (await by.actor.get<Array<{ id: string; words: string }>>('award/awardApplication/achievements', { itemId })).data
  const [[mine], [theirs]] = [await offered(who), await offered(other)]
  expect(mine?.words).toBe(`${today()} 竞赛 程序设计竞赛 省级 一等`)
  expect(rulesOf(await s.apply(who.actor, batchId, itemId, { evidenceIds: [theirs?.id] }))).toEqual(['evidence'])
  const { data } = await s.apply(who.actor, batchId, itemId, { evidenceIds: [mine?.id, mine?.id], achievements: '家乡志愿服务' })
  expect(await s.case(data.id)).toMatchObject({ evidenceIds: [mine?.id], achieved: mine?.words, achievements: '家乡志愿服务' })
  await settle(who.id, [])
  const [todo] = await s.db.query<{ title: string; link: string }>(
    sql`select title, link from todo where user_id = ${s.college.userId} and link = ${`/award/cases?tab=list&id=${data.id}`}`,
  )
  expect(todo?.title).toMatch(/^“程序设计竞赛”已冲销，何晓 申报奖项\d+要不要更正$/)
  expect((await s.case(data.id)).achieved).toBe(mine?.words)
  expect(await offered(who)).toEqual([])
})
