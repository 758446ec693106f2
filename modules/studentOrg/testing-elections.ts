import type { Row } from '#model'
import { DAY_MS } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { orgCandidate, orgElection } from './model/election.ts'
import { studentOrg } from './model/org.ts'
import { orgPost } from './model/post.ts'
import { type OrgSchool, ok, orgSchool, type Pupil } from './testing.ts'

interface Shown {
  id: string
  voted: number
  posts: Array<{ candidates: Array<{ votes: number | null; result: string | null }> }>
}
/** The committee of 软件2301 and fourteen students who elect it. */
export interface ElectionSchool extends OrgSchool {
  committeeId: string
  /** Posts of the committee by name. */
  posts: Record<string, string>
  pupils: Pupil[]
  at(n: number): Pupil
  add(more?: object, by?: Actor): Promise<Answer<{ id: string }>>
  run<T = unknown>(verb: string, id: string, more?: object, by?: Actor): Promise<Answer<T>>
  stand(who: Pupil, electionId: string, postId: string | undefined, more?: object): Promise<Answer>
  admit(candidateId: string, by?: Actor): Promise<Answer>
  candidate(electionId: string, who: Pupil): Promise<Row<typeof orgCandidate>>
  vote(who: Pupil, id: string, choices: readonly string[]): Promise<Answer>
  stateOf(id: string): Promise<string>
  /** An election in which these stand and are admitted, with its voting begun. */
  opened(standing: readonly Pupil[]): Promise<{ id: string; of: string[] }>
  cancel(id: string): Promise<Answer>
  shownTo(who: Pupil, id: string): Promise<Shown | undefined>
}
export const soon = (): string => new Date(Date.now() + DAY_MS).toISOString()
export const electionSchool = fixture(
  'studentOrg.elections',
  orgSchool,
  async (s: OrgSchool) => {
    await s.branch(s.ids.s2301)
    ok(await s.fdy.post('studentOrg/studentOrg/makeForClasses', {}))
    const committeeId = (await s.db.unscoped(studentOrg).find({ classId: s.ids.s2301, type: 'classCommittee' }))?.id ?? ''
    const posts = Object.fromEntries((await s.db.unscoped(orgPost).all({ orgId: committeeId })).map(({ id, name }) => [name, id]))
    const pupils: Pupil[] = []
    for (let n = 0; n < 14; n++) pupils.push(await s.pupil({ name: `选民${n}` }))
    return { committeeId, posts, pupils }
  },
  (s): ElectionSchool => {
    const of: ElectionSchool = {
      ...s,
      at: n => s.pupils[n] as Pupil,
      add: (more = {}, by = s.fdy) =>
        by.post('studentOrg/orgElection/add', { orgId: s.committeeId, name: '班委换届', postIds: [s.posts.学习委员], from: today(), voteTo: soon(), ...more }),
      run: (verb, id, more = {}, by = s.fdy) => by.post(`studentOrg/orgElection/${verb}`, { id, ...more }),
      stand: (who, electionId, postId, more = {}) => who.actor.post('studentOrg/orgCandidate/stand', { electionId, postId, statement: '愿意服务同学', ...more }),
      admit: (id, by = s.fdy) => by.post('studentOrg/orgCandidate/admit', { id }),
      async candidate(electionId, who) {
        const row = await s.db.unscoped(orgCandidate).find({ electionId, studentId: who.id })
        if (!row) throw new Error('no candidate')
        return row
      },
      vote: (who, id, choices) => who.actor.post('studentOrg/orgElection/vote', { id, choices }),
      stateOf: async id => (await s.db.unscoped(orgElection).one(id)).state,
      async opened(standing) {
        const { id } = ok(await of.add())
        for (const who of standing) ok(await of.stand(who, id, s.posts.学习委员))
        ok(await of.run('closeNomination', id))
        const admitted: string[] = []
        for (const who of standing) {
          const row = await of.candidate(id, who)
          ok(await of.admit(row.id))
          admitted.push(row.id)
        }
        ok(await of.run('openVoting', id))
        return { id, of: admitted }
      },
      cancel: id => of.run('cancel', id, { reason: '重新组织' }),
      shownTo: async (who, id) => ok(await who.actor.get<Shown[]>('studentOrg/orgElection/mine')).find(e => e.id === id),
    }
    return of
  },
)
