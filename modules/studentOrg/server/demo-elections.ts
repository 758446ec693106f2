import sql from 'sql-template-tag'
import { counselledClasses } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { orgCandidate, orgElection, orgVoter } from '../model/election.ts'
import { orgPost } from '../model/post.ts'

const [STANDING, PERCENT, NEXT_TERM] = [3, 61, 241]
interface Place {
  id: string
  classId: string
}
/** One election under way in the class of the student people sign in as, where their counsellor has it, else in another one of the counsellor: 61 % have voted. */
export async function makeElection(db: Db): Promise<void> {
  const own = (await demoAccount(db, 'student'))?.studentId ?? null
  const [of] = await db.query<Place>(sql`select o.id, o.class_id as "classId" from student_org o
    where o.tenant_id = ${db.me.tenantId} and o.type = 'classCommittee' and o.class_id in ${counselledClasses(db)} 
    order by exists (select from student s where s.tenant_id = o.tenant_id and s.id = ${own}::uuid and s.class_id = o.class_id) desc, o.code limit 1`)
  const [post] = of ? await db.unscoped(orgPost).all({ orgId: of.id, kind: 'committee' }, { sort: ['sort'], limit: 1 }) : [] // demo data
  if (!of || !post) return
  const pupils = await db.query<{ id: string }>(
    sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.class_id = ${of.classId} and s.status = 'active' and s.deleted_at is null order by s.id = ${own}::uuid desc nulls last, s.student_no`,
  )
  if (pupils.length <= STANDING) return
  const { id } = await db.insert(orgElection, {
    ...{ orgId: of.id, name: `下一届${post.name}选举`, postIds: [post.id], frozenSeats: [{ postId: post.id, seats: 1 }], from: day(NEXT_TERM), voteTo: moment(2, '20:00') },
    ...{ state: 'voting', voters: pupils.length },
  } as never)
  const standing = pupils.slice(-STANDING).map(p => ({ electionId: id, postId: post.id, studentId: p.id, statement: '把大家的事放在心上。', state: 'admitted' as const }))
  await db.insertMany(orgCandidate, standing, { history: false })
  const voted = Math.round((pupils.length * PERCENT) / 100)
  // the one people sign in as comes first and has not voted yet
  const drafts = pupils.map((p, n) => ({ electionId: id, studentId: p.id, votedOn: n >= pupils.length - voted ? day(-1) : null }))
  await db.insertMany(orgVoter, drafts, { history: false })
  const rows = await db.unscoped(orgCandidate).all({ electionId: id }) // demo data
  const choices = Array.from({ length: voted }, (_, n) => [rows[n % rows.length]?.id ?? ''])
  await db.query(sql`insert into org_ballot (tenant_id, election_id, choices)
    select ${db.me.tenantId}, ${id}, c from jsonb_array_elements(${JSON.stringify(choices)}::jsonb) c order by random()`)
}
