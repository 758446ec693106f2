import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '#server/base/today.ts'
import { shuffleBallots } from './server/ballot-box.ts'
import { ok, ruleOf } from './testing.ts'
import { type ElectionSchool, electionSchool, soon } from './testing-elections.ts'

let s: ElectionSchool
beforeAll(async () => {
  s = await electionSchool()
})
afterAll(() => s.close())
describe('60-OG5 secrecy', () => {
  it('60-OG5 ballot and mark are one transaction: of two devices one is counted, ballots equal marks, and results stay closed', async () => {
    const { id, of } = await s.opened([s.at(0), s.at(1)])
    const twice = await Promise.all([s.vote(s.at(2), id, [of[0] ?? '']), s.vote(s.at(2), id, [of[1] ?? ''])])
    expect(twice.map(a => a.code).toSorted()).toEqual([200, 422])
    expect(ruleOf(twice.find(a => a.code !== 200) as never)).toBe('voted')
    expect(ruleOf(await s.vote(s.at(3), id, of))).toBe('tooMany')
    expect(ruleOf(await s.vote(s.at(3), id, [crypto.randomUUID()]))).toBe('foreign')
    expect(ruleOf(await s.vote(await s.pupil({}, s.ids.s2302), id, []))).toBe('notVoter')
    await Promise.all(s.pupils.slice(4, 12).map((who, n) => s.vote(who, id, [of[n % 2] ?? ''])))
    const [counts] = await s.db.query<{ ballots: number; marks: number }>(sql`select (select count(*)::int from org_ballot where election_id = ${id}) as ballots,
      (select count(*)::int from org_voter where election_id = ${id} and voted_on is not null) as marks`)
    expect(counts).toEqual({ ballots: 9, marks: 9 })
    expect(ruleOf(await s.run('count', id))).toBe('stillOpen')
    const shown = await s.shownTo(s.at(3), id)
    expect([shown?.voted, shown?.posts[0]?.candidates.map(c => [c.votes, c.result])]).toEqual([
      9,
      [
        [null, null],
        [null, null],
      ],
    ])
    const list = ok(await s.fdy.get<{ result: Array<{ votes: number | null }> }>('studentOrg/orgCandidate/list', { electionId: id })).result
    expect(list.map(c => c.votes)).toEqual([null, null])
    ok(await s.cancel(id))
  })
  it('60-OG5 with full access to the database nothing joins ballot and voter once it is counted: no value, order, transaction, id, moment or log', async () => {
    const { id, of } = await s.opened([s.at(0), s.at(1)])
    // the choice of each voter is told by their number: the odd ones take the second
    const order = s.pupils.slice(2)
    for (const [n, who] of order.entries()) ok(await s.vote(who, id, [of[n % 2] ?? '']))
    for (const who of [s.at(0), s.at(1)]) ok(await s.vote(who, id, []))
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
    ok(await s.run('count', id))
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
    ok(await s.run('confirm', id, {}).then(a => (a.code === 200 ? a : s.run('nextRound', id, { voteTo: soon() }))))
  })
})
