import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { leagueMember } from '#modules/league/model/member.ts'
import { setParams } from '#modules/message/testing.ts'
import { proofOf } from '#modules/offCampus/testing.ts'
import { fakeFacts } from '#modules/society/testing.ts'
import { today } from '#server/base/today.ts'
import { orgAppointment } from './model/appointment.ts'
import { orgCandidate, orgElection, orgVoter } from './model/election.ts'
import { studentOrg } from './model/org.ts'
import { orgPost } from './model/post.ts'
import { ok, ruleOf } from './testing.ts'
import { type ElectionSchool, electionSchool, soon } from './testing-elections.ts'

let s: ElectionSchool
let facts: ReturnType<typeof fakeFacts>
beforeAll(async () => {
  s = await electionSchool()
  facts = fakeFacts(s)
})
afterAll(() => s.close())
describe('60-OG6 rounds and confirmation', () => {
  it('60-OG6 a tie goes to a round among the tied, with statements and consents; the result stands by the seats of its time', async () => {
    const [one, two] = [s.at(5), s.at(6)]
    const { id } = ok(await s.add({ name: '生活委员选举', postIds: [s.posts.生活委员] }))
    for (const who of [one, two]) ok(await s.stand(who, id, s.posts.生活委员, { consent: await proofOf(who.actor) }))
    expect(ruleOf(await s.stand(one, id, s.posts.生活委员))).toBe('already')
    ok(await s.run('closeNomination', id))
    expect(ruleOf(await s.stand(s.at(7), id, s.posts.生活委员))).toBe('closed')
    expect(ruleOf(await s.run('openVoting', id))).toBe('waiting')
    const of = [(await s.candidate(id, one)).id, (await s.candidate(id, two)).id]
    for (const c of of) ok(await s.admit(c))
    ok(await s.run('openVoting', id))
    for (const [n, who] of s.pupils.entries()) ok(await s.vote(who, id, n < 7 ? [of[0] ?? ''] : [of[1] ?? '']))
    const minutes = (electionId: string) => s.fdy.post('sheet/print/issue', { code: 'orgMinutes', ids: [electionId] })
    expect(ruleOf(await minutes(id))).toBe('states')
    ok(await s.run('count', id))
    expect([await s.stateOf(id), (await minutes(id)).status]).toEqual(['repeat', 200])
    expect(ruleOf(await s.league.post('sheet/print/issue', { code: 'orgMinutes', ids: [id, s.tenantId] }))).toBe('outside')
    expect((await s.db.unscoped(orgCandidate).all({ electionId: id })).map(c => [c.votes, c.result])).toEqual([
      [7, 'next'],
      [7, 'next'],
    ])
    const row = await s.db.unscoped(orgPost).one(s.posts.生活委员 ?? '')
    ok(await s.college.post('studentOrg/orgPost/update', { id: row.id, version: row.version, seats: 2 }))
    const next = ok(await s.run<{ id: string }>('nextRound', id, { voteTo: soon() })).id
    expect(ruleOf(await s.run('nextRound', id, { voteTo: soon() }))).toBe('nextMade')
    const second = await s.db.unscoped(orgElection).one(next)
    expect([second.roundNo, second.frozenSeats]).toEqual([2, [{ postId: s.posts.生活委员, seats: 1 }]])
    const copied = await s.candidate(next, one)
    expect([copied.statement, copied.consent?.length]).toEqual(['愿意服务同学', 1])
    const [file] = await s.db.query<{ n: number }>(sql`select count(*)::int as n from attachment where biz_id = ${copied.id}`)
    expect(file?.n).toBe(1)
    for (const c of await s.db.unscoped(orgCandidate).all({ electionId: next })) ok(await s.admit(c.id))
    ok(await s.run('openVoting', next))
    for (const who of s.pupils) ok(await s.vote(who, next, [copied.id]))
    ok(await s.run('count', next))
    ok(await s.run('confirm', next))
    expect(await s.db.unscoped(orgAppointment).find({ studentId: one.id, postId: s.posts.生活委员 ?? '' })).toMatchObject({ state: 'active', way: 'election' })
    expect((await s.shownTo(two, next))?.posts[0]?.candidates.map(c => c.votes).toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 14])
  })
  it('60-OG2 a winner who may not hold the post any more is passed over with a reason, and only they; two who confirm at once make one', async () => {
    const [monitor, studies] = [s.at(8), s.at(9)]
    const { id } = ok(await s.add({ name: '两个岗位', postIds: [s.posts.班长, s.posts.学习委员] }))
    ok(await s.stand(monitor, id, s.posts.班长))
    ok(await s.stand(studies, id, s.posts.学习委员))
    facts.barred.add(s.at(10).id)
    expect((await s.stand(s.at(10), id, s.posts.班长)).msg).toContain('选民10在处分期内')
    facts.barred.delete(s.at(10).id)
    ok(await s.run('closeNomination', id))
    const [first, second] = [await s.candidate(id, monitor), await s.candidate(id, studies)]
    for (const c of [first, second]) ok(await s.admit(c.id))
    ok(await s.run('openVoting', id))
    for (const who of s.pupils) ok(await s.vote(who, id, [first.id, second.id]))
    ok(await s.run('count', id))
    facts.barred.add(studies.id)
    const refused = await s.run('confirm', id)
    expect([ruleOf(refused), refused.msg.includes('选民9在处分期内')]).toEqual(['ineligible', true])
    const reason = '受处分，不再符合条件'
    expect(ruleOf(await s.run('confirm', id, { passOver: [{ candidateId: first.id, reason }] }))).toBe('eligible')
    const answers = await Promise.all([1, 2].map(() => s.run('confirm', id, { passOver: [{ candidateId: second.id, reason }] })))
    expect(answers.map(a => a.code).toSorted()).toEqual([200, 422])
    await s.server.settle()
    expect((await s.db.unscoped(stuClass).one(s.ids.s2301)).monitorId).toBe(monitor.id)
    expect(await s.db.unscoped(orgAppointment).count({ studentId: studies.id })).toBe(0)
    expect((await s.candidate(id, studies)).passedOver).toBe(reason)
    facts.barred.delete(studies.id)
  })
})
describe('60-OG4 league branches', () => {
  it('60-OG4 vote online only where the school allows it and with the consent of the committee above; a fifth more candidates; more than two thirds present', async () => {
    const branch = await s.db.unscoped(studentOrg).find({ classId: s.ids.s2301, type: 'leagueBranch' })
    const posts = (await s.db.unscoped(orgPost).all({ orgId: branch?.id ?? '' }, { sort: ['sort'] })).slice(1, 2).map(p => p.id)
    const consent = await proofOf(s.fdy)
    const of = { orgId: branch?.id, name: '支委选举', postIds: posts }
    expect(ruleOf(await s.add({ ...of, consent }))).toBe('branchOnline')
    await setParams(s, 'studentOrg', { branchOnline: true })
    expect(ruleOf(await s.add(of))).toBe('branchOnline')
    const { id } = ok(await s.add({ ...of, consent }))
    const members = s.pupils.slice(0, 9)
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
    ok(await s.stand(s.at(0), id, posts[0]))
    ok(await s.run('closeNomination', id))
    ok(await s.admit((await s.candidate(id, s.at(0))).id))
    expect(ruleOf(await s.run('openVoting', id))).toBe('fewInAll')
    ok(await s.cancel(id))
    const again = ok(await s.add({ ...of, consent: await proofOf(s.fdy) })).id
    for (const who of [s.at(0), s.at(1)]) ok(await s.stand(who, again, posts[0]))
    ok(await s.run('closeNomination', again))
    const both = [await s.candidate(again, s.at(0)), await s.candidate(again, s.at(1))]
    for (const c of both) ok(await s.admit(c.id))
    ok(await s.run('openVoting', again))
    expect(await s.db.unscoped(orgVoter).count({ electionId: again })).toBe(9)
    expect(ruleOf(await s.vote(s.at(12), again, []))).toBe('notVoter')
    for (const who of members.slice(0, 6)) ok(await s.vote(who, again, [both[0]?.id ?? '']))
    await s.db.update(orgElection, again, { voteTo: new Date(Date.now() - 1000).toISOString() })
    expect(ruleOf(await s.vote(s.at(7), again, []))).toBe('over')
    ok(await s.run('count', again))
    // six of nine are two thirds, not more
    expect(await s.stateOf(again)).toBe('repeat')
    expect((await s.candidate(again, s.at(0))).result).toBe('next')
    await setParams(s, 'studentOrg', { branchOnline: false })
  })
  it('60-OG an organisation that ends calls its elections off, and their ballots go', async () => {
    const team = await s.org({ level: 'college', departmentId: s.ids.info })
    const seat = ok(await s.league.post<{ id: string }>('studentOrg/orgPost/add', { orgId: team, name: '队长', kind: 'officer', seats: 1, way: 'election' })).id
    const { id } = ok(await s.add({ orgId: team, name: '队长选举', postIds: [seat] }, s.league))
    ok(await s.stand(s.at(0), id, seat))
    ok(await s.run('closeNomination', id, {}, s.league))
    ok(await s.admit((await s.candidate(id, s.at(0))).id, s.league))
    ok(await s.run('openVoting', id, {}, s.league))
    ok(await s.vote(s.at(1), id, []))
    const ballots = () => s.db.query(sql`select 1 from org_ballot where tenant_id = ${s.tenantId} and election_id = ${id}`)
    expect(await ballots()).toHaveLength(1)
    ok(await s.league.post('studentOrg/studentOrg/end', { id: team, reason: '合并' }))
    expect([await s.stateOf(id), await ballots()]).toEqual(['cancelled', []])
    expect(ruleOf(await s.vote(s.at(2), id, []))).toBe('state')
  })
  it('60-OG nobody runs an election outside their scope; an election asks for free seats of elected posts', async () => {
    const arts = await s.as({ roles: ['college'], departmentId: s.ids.art })
    const { id } = ok(await s.add({ postIds: [s.posts.文体委员], from: addDays(today(), 1) }))
    expect((await s.run('closeNomination', id, {}, arts)).code).toBe(404)
    expect((await s.at(0).actor.post('studentOrg/orgElection/count', { id })).code).toBe(403)
    expect(ruleOf(await s.add({ postIds: [s.posts.班长] }))).toBe('noSeat')
    expect(ruleOf(await s.add({ voteTo: new Date(Date.now() - 1000).toISOString() }))).toBe('past')
    ok(await s.cancel(id))
  })
})
