import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { liveTogether } from '#modules/dormitory/stays/testing.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { reviewOf } from '../recognition/model/scoring.ts'
import { type RecognitionSchool, recognitionSchool } from '../recognition/testing.ts'
import { ruleOf } from '../testing.ts'
import { drawFrom, groupSize, hasQuorum } from './model/draw.ts'
import { reviewGroup, reviewVote } from './model/group.ts'
import { inOrder } from './server/cases.ts'

let s: RecognitionSchool
beforeAll(async () => {
  s = await recognitionSchool()
})
afterAll(() => s.close())
interface Card {
  id: string
  code: string
  name: string | null
  points: number | null
  answers: Array<{ question: string }>
}
interface Mine {
  batchId: string
  members: string[]
  mayVote: boolean
  cards: Card[]
}
const offer = (by: Actor, batchId: string) => by.post('hardship/reviewVolunteer/offer', { batchId, isWilling: true })
const draw = (batchId: string, classId = s.ids.s2301, by = s.fdy) => by.post<{ id: string; members: string[] }>('hardship/reviewGroup/draw', { batchId, classId })
const mine = async (by: Actor, batchId: string) => (await by.get<Mine[]>('hardship/reviewGroup/mine')).data.find(m => m.batchId === batchId)
const vote = (by: Actor, recognitionId: string, points: number) => by.post<{ left: number }>('hardship/reviewVote/cast', { recognitionId, points })
/** Names are shown three days before the first vote. */
const begin = (batchId: string) => s.db.query(sql`update review_group set shown_from = current_date - 4, votes_from = current_date - 1 where batch_id = ${batchId}`)
/** Students who would take part, with their accounts. */
async function willing(batchId: string, names: readonly string[], classId?: string) {
  const people = []
  for (const name of names) {
    const one = await s.person(name, classId)
    await offer(one.self, batchId)
    people.push(one)
  }
  return people
}
describe('40-D4 the group', () => {
  it('is odd, a tenth of the class and five at least, with officers for half of it at most', () => {
    expect([4, 50, 51, 61, 75].map(groupSize)).toEqual([5, 5, 7, 7, 9])
    expect(drawFrom(['a', 'b', 'c', 'd', 'e', 'f'], 5, new Set(['a', 'b', 'c']))).toEqual(['a', 'b', 'd', 'e', 'f'])
    expect(drawFrom(['a', 'b', 'c', 'd', 'e'], 5, new Set(['a', 'b', 'c']))).toBeUndefined()
    expect([hasQuorum(3, 5), hasQuorum(4, 5), hasQuorum(4, 6), hasQuorum(0, 0)]).toEqual([false, true, true, false])
  })
  it('is refused with the numbers where too few are willing, and drawn from the seed that is kept', async () => {
    const batchId = await s.batch()
    await s.applied(batchId, '申请甲')
    expect(ruleOf(await draw(batchId, s.ids.n2301))).toBe('notFound')
    const early = await draw(batchId)
    expect(early.errors[0]).toMatchObject({ rule: expect.stringMatching(/tooFew$/), values: { need: 5, willing: 0 } })
    const told = captureNotifications(s.server)
    const people = await willing(batchId, ['评一', '评二', '评三', '评四', '评五', '评六'])
    const drawn = await draw(batchId)
    expect(drawn.data.members).toHaveLength(5)
    const group = await s.db.unscoped(reviewGroup).one(drawn.data.id)
    const again = inOrder(
      group.seed ?? '',
      people.map(p => p.id),
    )
    expect(group.members).toEqual(again.slice(0, 5))
    expect(ruleOf(await draw(batchId))).toBe('drawn')
    await s.server.settle()
    expect(await told('hardship.drawn')).toHaveLength(5)
    const shown = await mine(await s.self(people[0]?.id ?? ''), batchId)
    expect(shown).toMatchObject({ mayVote: false })
    expect([...(shown?.members ?? [])].sort()).toEqual([...drawn.data.members].sort())
  })
  it('leaves applicants out where enough are willing, and takes the monitor as an officer', async () => {
    const batchId = await s.batch()
    const who = await s.applied(batchId, '也报名', {}, s.ids.s2302)
    await offer(who.self, batchId)
    const people = await willing(batchId, ['二一', '二二', '二三', '二四', '二五'], s.ids.s2302)
    await s.db.update(stuClass, s.ids.s2302, { monitorId: people[0]?.id ?? null })
    const drawn = await draw(batchId, s.ids.s2302, s.college)
    const group = await s.db.unscoped(reviewGroup).one(drawn.data.id)
    expect(group.isTight).toBe('no')
    expect(group.members).not.toContain(who.studentId)
  })
})
describe('40-D4 room-mates of an applicant', () => {
  it('are not drawn where enough others are willing', async () => {
    const batchId = await s.batch()
    const who = await s.applied(batchId, '同寝甲', {}, s.ids.s2302)
    const mates = await willing(batchId, ['室友一', '室友二', '室友三'], s.ids.s2302)
    await liveTogether(s, [who.studentId, ...mates.map(m => m.id)])
    const others = await willing(batchId, ['他一', '他二', '他三', '他四', '他五'], s.ids.s2302)
    const drawn = await draw(batchId, s.ids.s2302, s.college)
    const group = await s.db.unscoped(reviewGroup).one(drawn.data.id)
    expect(group.isTight).toBe('no')
    expect([...(group.members ?? [])].sort()).toEqual(others.map(o => o.id).sort())
  })
  it('abstain on that case alone where they had to be drawn', async () => {
    const batchId = await s.batch()
    const [one, two] = [await s.applied(batchId, '同寝乙'), await s.applied(batchId, '不同寝')]
    const [mate, ...others] = await willing(batchId, ['室友', '旁一', '旁二', '旁三', '旁四'])
    if (!mate) throw new Error('nobody')
    await liveTogether(s, [one.studentId, mate.id])
    const drawn = await draw(batchId)
    expect((await s.db.unscoped(reviewGroup).one(drawn.data.id)).isTight).toBe('yes')
    await begin(batchId)
    expect((await mine(mate.self, batchId))?.cards.map(c => c.id)).toEqual([two.id])
    expect((await mine(others[0]?.self as Actor, batchId))?.cards).toHaveLength(2)
    expect(ruleOf(await vote(mate.self, one.id, 10))).toBe('ownCase')
    expect((await vote(mate.self, two.id, 3)).code).toBe(200)
    const board = await s.fdy.get<Array<Record<string, unknown>>>('hardship/reviewGroup/board', { batchId })
    expect(board.data).toMatchObject([{ votes: 1, votesDue: 9 }])
  })
})
describe('40-D5 votes', () => {
  it('are cast without names, not on the own case, and counted with quorum and without the extremes', async () => {
    const batchId = await s.batch()
    const [one, two] = [await s.applied(batchId, '案一', { illness: '父亲住院自付 5 万元' }), await s.applied(batchId, '案二')]
    await offer(two.self, batchId)
    const others = await willing(batchId, ['甲', '乙', '丙', '丁'])
    const drawn = await draw(batchId)
    expect((await s.db.unscoped(reviewGroup).one(drawn.data.id)).isTight).toBe('yes')
    const [first, ...rest] = others
    if (!first) throw new Error('nobody')
    expect(ruleOf(await vote(first.self, one.id, 5))).toBe('early')
    await begin(batchId)
    const cards = (await mine(first.self, batchId))?.cards ?? []
    expect(cards).toHaveLength(2)
    expect(JSON.stringify(cards)).not.toMatch(/案一|案二|住院|6000|重大疾病/)
    expect(cards.every(c => c.name === null && /^K\d\d$/.test(c.code))).toBe(true)
    const stranger = await s.person('外人')
    expect(ruleOf(await vote(stranger.self, one.id, 5))).toBe('notMember')
    // a member with an own application sees no card for it
    expect((await mine(two.self, batchId))?.cards.map(c => c.id)).toEqual([one.id])
    expect(ruleOf(await vote(two.self, two.id, 10))).toBe('ownCase')
    await s.closeBatch(batchId)
    expect((await vote(first.self, two.id, 6)).data).toEqual({ left: 1 })
    await vote(first.self, two.id, 4)
    expect((await s.db.unscoped(reviewVote).all({ recognitionId: two.id })).map(v => v.points)).toEqual([4])
    expect(ruleOf(await s.fdy.post('hardship/reviewGroup/close', { id: drawn.data.id }))).toBe('noQuorum')
    for (const m of rest) {
      await vote(m.self, one.id, 2)
      await vote(m.self, two.id, 8)
    }
    // four of the five may vote on case two; all have
    await vote(two.self, one.id, 2)
    expect((await s.row(one.id)).reviewScore).toBeNull()
    expect((await vote(first.self, one.id, 2)).data).toEqual({ left: 0 })
    expect(await s.row(one.id)).toMatchObject({ reviewScore: 60 })
    expect(await s.row(two.id)).toMatchObject({ reviewScore: 85, indexScore: 44.2, finalScore: 56.44 })
    expect(ruleOf(await vote(first.self, one.id, 3))).toBe('over')
  })
  it('are read by nobody, and the board tells their number alone', async () => {
    const batchId = await s.batch()
    const { id } = await s.applied(batchId, '保密')
    const people = await willing(batchId, ['子', '丑', '寅', '卯', '辰'])
    const drawn = await draw(batchId)
    await begin(batchId)
    await vote(people[0]?.self as Actor, id, -7)
    const board = await s.fdy.get<Array<Record<string, unknown>>>('hardship/reviewGroup/board', { batchId })
    expect(board.data).toMatchObject([{ className: '软件2301', votes: 1, votesDue: 5, state: 'drawn' }])
    expect(board.data.flatMap(Object.values)).not.toContain(-7)
    expect((await s.officer.get('hardship/reviewVote/list')).code).toBe(404)
    const told = captureNotifications(s.server)
    expect((await s.fdy.post<{ reminded: number }>('hardship/reviewGroup/remind', { id: drawn.data.id })).data).toEqual({ reminded: 4 })
    await s.server.settle()
    expect(await told('hardship.voteMissing')).toHaveLength(4)
  })
  it('40-D6 a mean from −10 to 10 becomes 0 to 100; from seven votes the extremes are dropped', () => {
    expect(reviewOf([-10, -10])).toBe(0)
    expect(reviewOf([10])).toBe(100)
    expect(reviewOf([-10, 2, 2, 2, 2, 10])).toBe(56.67)
    expect(reviewOf([-10, 2, 2, 2, 2, 2, 10])).toBe(60)
    expect(reviewOf([])).toBeNull()
  })
  it('a batch waits for its reviews, except where the college did without one', async () => {
    const batchId = await s.batch()
    const { id } = await s.applied(batchId, '小班')
    await s.approve([id])
    await s.closeBatch(batchId)
    expect(ruleOf(await s.confirm(s.officer, batchId))).toBe('unreviewed')
    const skip = { batchId, classId: s.ids.s2301, reason: '班级人数太少' }
    expect((await s.fdy.post('hardship/reviewGroup/skip', skip)).code).toBe(403)
    expect((await s.college.post('hardship/reviewGroup/skip', skip)).code).toBe(200)
    expect((await s.confirm(s.officer, batchId)).data).toMatchObject({ recognised: 1 })
  })
})
