import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { leagueMember } from '#modules/league/model/member.ts'
import { setParams } from '#modules/message/testing.ts'
import { proofOf } from '#modules/offCampus/testing.ts'
import { fakeFacts } from '#modules/society/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { orgAppointment } from './model/appointment.ts'
import { orgCandidate, orgElection, orgVoter } from './model/election.ts'
import { studentOrg } from './model/org.ts'
import { orgPost } from './model/post.ts'
import { shuffleBallots } from './server/ballot-box.ts'
import { type OrgSchool, ok, orgSchool, type Pupil, ruleOf } from './testing.ts'

let s: OrgSchool
let facts: ReturnType<typeof fakeFacts>
let pupils: Pupil[]
let org: string
const post: Record<string, string> = {}
beforeAll(async () => {
  s = await orgSchool()
  facts = fakeFacts(s)
  await s.branch(s.ids.s2301)
  ok(await s.fdy.post('studentOrg/studentOrg/makeForClasses', {}))
  org = (await s.db.unscoped(studentOrg).find({ classId: s.ids.s2301, type: 'classCommittee' }))?.id ?? ''
  for (const { id, name } of await s.db.unscoped(orgPost).all({ orgId: org })) post[name] = id
  pupils = []
  for (let n = 0; n < 14; n++) pupils.push(await s.pupil({ name: `选民${n}` }))
})
afterAll(() => s.close())
const soon = (): string => new Date(Date.now() + DAY_MS).toISOString()
const draft = (more: object = {}) => ({ orgId: org, name: '班委换届', postIds: [post.学习委员], from: today(), voteTo: soon(), ...more })
const add = (more: object = {}, by: Actor = s.fdy) => by.post<{ id: string }>('studentOrg/orgElection/add', draft(more))
const run = <T = unknown>(verb: string, id: string, more: object = {}, by: Actor = s.fdy) => by.post<T>(`studentOrg/orgElection/${verb}`, { id, ...more })
const stand = (who: Pupil, electionId: string, postId: string | undefined, more: object = {}) =>
  who.actor.post('studentOrg/orgCandidate/stand', { electionId, postId, statement: '愿意服务同学', ...more })
const candidate = async (electionId: string, who: Pupil) => {
  const row = await s.db.unscoped(orgCandidate).find({ electionId, studentId: who.id })
  if (!row) throw new Error('no candidate')
  return row
}
const vote = (who: Pupil, id: string, choices: readonly string[]) => who.actor.post('studentOrg/orgElection/vote', { id, choices })
const stateOf = async (id: string) => (await s.db.unscoped(orgElection).one(id)).state
const at = (n: number): Pupil => pupils[n] as Pupil
/** An election in which these stand and are admitted, with its voting begun. */
async function opened(standing: readonly Pupil[], more: { postIds?: string[] } = {}): Promise<{ id: string; of: string[] }> {
  const { id } = ok(await add(more))
  for (const who of standing) ok(await stand(who, id, more.postIds?.[0] ?? post.学习委员))
  ok(await run('closeNomination', id))
  const of: string[] = []
  for (const who of standing) {
    const row = await candidate(id, who)
    ok(await s.fdy.post('studentOrg/orgCandidate/admit', { id: row.id }))
    of.push(row.id)
  }
  ok(await run('openVoting', id))
  return { id, of }
}
const cancel = (id: string) => run('cancel', id, { reason: '重新组织' })
interface Shown {
  id: string
  voted: number
  posts: Array<{ candidates: Array<{ votes: number | null; result: string | null }> }>
}
const shownTo = async (who: Pupil, id: string) => ok(await who.actor.get<Shown[]>('studentOrg/orgElection/mine')).find(e => e.id === id)

describe('60-OG5 secrecy', () => {
  it('60-OG5 ballot and mark are one transaction: of two devices one is counted, ballots equal marks, and results stay closed', async () => {
    const { id, of } = await opened([at(0), at(1)])
    const twice = await Promise.all([vote(at(2), id, [of[0] ?? '']), vote(at(2), id, [of[1] ?? ''])])
    expect(twice.map(a => a.code).toSorted()).toEqual([200, 422])
    expect(ruleOf(twice.find(a => a.code !== 200) as never)).toBe('voted')
    expect(ruleOf(await vote(at(3), id, of))).toBe('tooMany')
    expect(ruleOf(await vote(at(3), id, [crypto.randomUUID()]))).toBe('foreign')
    expect(ruleOf(await vote(await s.pupil({}, s.ids.s2302), id, []))).toBe('notVoter')
    await Promise.all(pupils.slice(4, 12).map((who, n) => vote(who, id, [of[n % 2] ?? ''])))
    const [counts] = await s.db.query<{ ballots: number; marks: number }>(sql`select (select count(*)::int from org_ballot where election_id = ${id}) as ballots,
      (select count(*)::int from org_voter where election_id = ${id} and voted_on is not null) as marks`)
    expect(counts).toEqual({ ballots: 9, marks: 9 })
    expect(ruleOf(await run('count', id))).toBe('stillOpen')
    const shown = await shownTo(at(3), id)
    expect([shown?.voted, shown?.posts[0]?.candidates.map(c => [c.votes, c.result])]).toEqual([
      9,
      [
        [null, null],
        [null, null],
      ],
    ])
    const list = ok(await s.fdy.get<{ result: Array<{ votes: number | null }> }>('studentOrg/orgCandidate/list', { electionId: id })).result
    expect(list.map(c => c.votes)).toEqual([null, null])
    ok(await cancel(id))
  })
  it('60-OG5 with full access to the database nothing joins ballot and voter once it is counted: no value, order, transaction, id, moment or log', async () => {
    const { id, of } = await opened([at(0), at(1)])
    // the choice of each voter is told by their number: the odd ones take the second
    const order = pupils.slice(2)
    for (const [n, who] of order.entries()) ok(await vote(who, id, [of[n % 2] ?? '']))
    for (const who of [at(0), at(1)]) ok(await vote(who, id, []))
    const ballots = () =>
      s.db.query<{ id: string; choice: string | null; xmin: string }>(
        sql`select id, choices ->> 0 as choice, xmin::text as xmin from org_ballot where election_id = ${id} order by ctid`,
      )
    const marks = await s.db.query<{
      who: string
      xmin: string
      day: string | null
      updated: string
      created: string
      by: string | null
      version: number
    }>(sql`select student_id as who, xmin::text as xmin, voted_on::text as day,
      updated_at::text as updated, created_at::text as created, updated_by as by, version from org_voter where election_id = ${id}`)
    // the control: as they came, the transaction joins every one of them
    const before = await ballots()
    expect(marks.filter(m => before.filter(b => b.xmin === m.xmin).length === 1).length).toBe(14)
    // a mark says its day, nothing finer, and nobody's hand
    expect(new Set(marks.map(m => m.day))).toEqual(new Set([today()]))
    expect(marks.every(m => m.updated === m.created && m.version === 1)).toBe(true)
    expect(new Set(marks.map(m => m.created)).size).toBe(1)
    ok(await run('count', id))
    const after = await ballots()
    expect(after.length).toBe(14)
    expect(marks.filter(m => after.some(b => b.xmin === m.xmin)).length).toBe(0)
    expect(after.some(b => before.some(a => a.id === b.id))).toBe(false)
    expect(new Set(after.map(b => b.id[14]))).toEqual(new Set(['4']))
    // one shuffle of many keeps the order once in fourteen factorial times
    const orders = new Set<string>()
    for (let n = 0; n < 3; n++) {
      await shuffleBallots(s.db, [id])
      orders.add((await ballots()).map(b => b.choice ?? '-').join())
    }
    expect(orders.size).toBeGreaterThan(1)
    const columns = await s.db.query<{ name: string }>(sql`select column_name::text as name from information_schema.columns where table_name = 'org_ballot' order by 1`)
    expect(columns.map(c => c.name)).toEqual(['choices', 'election_id', 'id', 'tenant_id'])
    const tables = await s.db.query<{
      name: string
    }>(sql`select table_name::text as name from information_schema.columns where table_schema = 'public' and data_type = 'jsonb' and table_name <> 'org_ballot' and column_name in ('detail', 'diff', 'payload', 'data')
      and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE' and table_schema = 'public')`)
    for (const { name } of tables) {
      const [found] = await s.db.query<{ n: number }>({
        text: `select count(*)::int as n from "${name}" x where x::text like $1 and x::text like '%choices%'`,
        values: [`%${of[0]}%`],
      } as never)
      expect([name, found?.n]).toEqual([name, 0])
    }
    ok(await run('confirm', id, {}).then(a => (a.code === 200 ? a : run('nextRound', id, { voteTo: soon() }))))
  })
})
describe('60-OG6 rounds and confirmation', () => {
  it('60-OG6 a tie goes to a round among the tied, with statements and consents; the result stands by the seats of its time', async () => {
    const [one, two] = [at(5), at(6)]
    const { id } = ok(await add({ name: '生活委员选举', postIds: [post.生活委员] }))
    for (const who of [one, two]) ok(await stand(who, id, post.生活委员, { consent: await proofOf(who.actor) }))
    expect(ruleOf(await stand(one, id, post.生活委员))).toBe('already')
    ok(await run('closeNomination', id))
    expect(ruleOf(await stand(at(7), id, post.生活委员))).toBe('closed')
    expect(ruleOf(await run('openVoting', id))).toBe('waiting')
    const of = [(await candidate(id, one)).id, (await candidate(id, two)).id]
    for (const c of of) ok(await s.fdy.post('studentOrg/orgCandidate/admit', { id: c }))
    ok(await run('openVoting', id))
    for (const [n, who] of pupils.entries()) ok(await vote(who, id, n < 7 ? [of[0] ?? ''] : [of[1] ?? '']))
    const minutes = (electionId: string) => s.fdy.post('sheet/print/issue', { code: 'orgMinutes', ids: [electionId] })
    expect(ruleOf(await minutes(id))).toBe('states')
    ok(await run('count', id))
    expect([await stateOf(id), (await minutes(id)).status]).toEqual(['repeat', 200])
    expect(ruleOf(await s.league.post('sheet/print/issue', { code: 'orgMinutes', ids: [id, s.tenantId] }))).toBe('outside')
    expect((await s.db.unscoped(orgCandidate).all({ electionId: id })).map(c => [c.votes, c.result])).toEqual([
      [7, 'next'],
      [7, 'next'],
    ])
    const row = await s.db.unscoped(orgPost).one(post.生活委员 ?? '')
    ok(await s.college.post('studentOrg/orgPost/update', { id: row.id, version: row.version, seats: 2 }))
    const next = ok(await run<{ id: string }>('nextRound', id, { voteTo: soon() })).id
    expect(ruleOf(await run('nextRound', id, { voteTo: soon() }))).toBe('nextMade')
    const second = await s.db.unscoped(orgElection).one(next)
    expect([second.roundNo, second.frozenSeats]).toEqual([2, [{ postId: post.生活委员, seats: 1 }]])
    const copied = await candidate(next, one)
    expect([copied.statement, copied.consent?.length]).toEqual(['愿意服务同学', 1])
    const [file] = await s.db.query<{ n: number }>(sql`select count(*)::int as n from attachment where biz_id = ${copied.id}`)
    expect(file?.n).toBe(1)
    for (const c of await s.db.unscoped(orgCandidate).all({ electionId: next })) ok(await s.fdy.post('studentOrg/orgCandidate/admit', { id: c.id }))
    ok(await run('openVoting', next))
    for (const who of pupils) ok(await vote(who, next, [copied.id]))
    ok(await run('count', next))
    ok(await run('confirm', next))
    expect(await s.db.unscoped(orgAppointment).find({ studentId: one.id, postId: post.生活委员 ?? '' })).toMatchObject({ state: 'active', way: 'election' })
    expect((await shownTo(two, next))?.posts[0]?.candidates.map(c => c.votes).toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 14])
  })
  it('60-OG2 a winner who may not hold the post any more is passed over with a reason, and only they; two who confirm at once make one', async () => {
    const [monitor, studies] = [at(8), at(9)]
    const { id } = ok(await add({ name: '两个岗位', postIds: [post.班长, post.学习委员] }))
    ok(await stand(monitor, id, post.班长))
    ok(await stand(studies, id, post.学习委员))
    facts.barred.add(at(10).id)
    expect((await stand(at(10), id, post.班长)).msg).toContain('选民10在处分期内')
    facts.barred.delete(at(10).id)
    ok(await run('closeNomination', id))
    const [first, second] = [await candidate(id, monitor), await candidate(id, studies)]
    for (const c of [first, second]) ok(await s.fdy.post('studentOrg/orgCandidate/admit', { id: c.id }))
    ok(await run('openVoting', id))
    for (const who of pupils) ok(await vote(who, id, [first.id, second.id]))
    ok(await run('count', id))
    facts.barred.add(studies.id)
    const refused = await run('confirm', id)
    expect([ruleOf(refused), refused.msg.includes('选民9在处分期内')]).toEqual(['ineligible', true])
    const reason = '受处分，不再符合条件'
    expect(ruleOf(await run('confirm', id, { passOver: [{ candidateId: first.id, reason }] }))).toBe('eligible')
    const answers = await Promise.all([1, 2].map(() => run('confirm', id, { passOver: [{ candidateId: second.id, reason }] })))
    expect(answers.map(a => a.code).toSorted()).toEqual([200, 422])
    await s.server.settle()
    expect((await s.db.unscoped(stuClass).one(s.ids.s2301)).monitorId).toBe(monitor.id)
    expect(await s.db.unscoped(orgAppointment).count({ studentId: studies.id })).toBe(0)
    expect((await candidate(id, studies)).passedOver).toBe(reason)
    facts.barred.delete(studies.id)
  })
})
describe('60-OG4 league branches', () => {
  it('60-OG4 vote online only where the school allows it and with the consent of the committee above; a fifth more candidates; more than two thirds present', async () => {
    const branch = await s.db.unscoped(studentOrg).find({ classId: s.ids.s2301, type: 'leagueBranch' })
    const posts = (await s.db.unscoped(orgPost).all({ orgId: branch?.id ?? '' }, { sort: ['sort'] })).slice(1, 2).map(p => p.id)
    const consent = await proofOf(s.fdy)
    const of = { orgId: branch?.id, name: '支委选举', postIds: posts }
    expect(ruleOf(await add({ ...of, consent }))).toBe('branchOnline')
    await setParams(s, 'studentOrg', { branchOnline: true })
    expect(ruleOf(await add(of))).toBe('branchOnline')
    const { id } = ok(await add({ ...of, consent }))
    const members = pupils.slice(0, 9)
    await s.db.insertMany(
      leagueMember,
      members.map(m => ({
        studentId: m.id,
        branchId: branch?.leagueBranchId ?? '',
        joinedOn: '2020-05-04',
        partyStage: 'none' as const,
        cadre: false,
        feeClass: 'student',
        state: 'active' as const,
        monthsOwed: 0,
      })),
    )
    ok(await stand(at(0), id, posts[0]))
    ok(await run('closeNomination', id))
    ok(await s.fdy.post('studentOrg/orgCandidate/admit', { id: (await candidate(id, at(0))).id }))
    expect(ruleOf(await run('openVoting', id))).toBe('fewInAll')
    ok(await cancel(id))
    const again = ok(await add({ ...of, consent: await proofOf(s.fdy) })).id
    for (const who of [at(0), at(1)]) ok(await stand(who, again, posts[0]))
    ok(await run('closeNomination', again))
    const both = [await candidate(again, at(0)), await candidate(again, at(1))]
    for (const c of both) ok(await s.fdy.post('studentOrg/orgCandidate/admit', { id: c.id }))
    ok(await run('openVoting', again))
    expect(await s.db.unscoped(orgVoter).count({ electionId: again })).toBe(9)
    expect(ruleOf(await vote(at(12), again, []))).toBe('notVoter')
    for (const who of members.slice(0, 6)) ok(await vote(who, again, [both[0]?.id ?? '']))
    await s.db.update(orgElection, again, { voteTo: new Date(Date.now() - 1000).toISOString() })
    expect(ruleOf(await vote(at(7), again, []))).toBe('over')
    ok(await run('count', again))
    // six of nine are two thirds, not more
    expect(await stateOf(again)).toBe('repeat')
    expect((await candidate(again, at(0))).result).toBe('next')
    await setParams(s, 'studentOrg', { branchOnline: false })
  })
  it('60-OG an organisation that ends calls its elections off, and their ballots go', async () => {
    const team = await s.org({ level: 'college', departmentId: s.ids.info })
    const seat = ok(await s.league.post<{ id: string }>('studentOrg/orgPost/add', { orgId: team, name: '队长', kind: 'officer', seats: 1, way: 'election' })).id
    const { id } = ok(await add({ orgId: team, name: '队长选举', postIds: [seat] }, s.league))
    ok(await stand(at(0), id, seat))
    ok(await run('closeNomination', id, {}, s.league))
    ok(await s.league.post('studentOrg/orgCandidate/admit', { id: (await candidate(id, at(0))).id }))
    ok(await run('openVoting', id, {}, s.league))
    ok(await vote(at(1), id, []))
    const ballots = () => s.db.query(sql`select 1 from org_ballot where tenant_id = ${s.tenantId} and election_id = ${id}`)
    expect(await ballots()).toHaveLength(1)
    ok(await s.league.post('studentOrg/studentOrg/end', { id: team, reason: '合并' }))
    expect([await stateOf(id), await ballots()]).toEqual(['cancelled', []])
    expect(ruleOf(await vote(at(2), id, []))).toBe('state')
  })
  it('60-OG nobody runs an election outside their scope; an election asks for free seats of elected posts', async () => {
    const arts = await s.as({ roles: ['college'], departmentId: s.ids.art })
    const { id } = ok(await add({ postIds: [post.文体委员], from: addDays(today(), 1) }))
    expect((await run('closeNomination', id, {}, arts)).code).toBe(404)
    expect((await at(0).actor.post('studentOrg/orgElection/count', { id })).code).toBe(403)
    expect(ruleOf(await add({ postIds: [post.班长] }))).toBe('noSeat')
    expect(ruleOf(await add({ voteTo: new Date(Date.now() - 1000).toISOString() }))).toBe('past')
    ok(await cancel(id))
  })
})
