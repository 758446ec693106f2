import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { notify, notifyEach } from '#server/notifications/notify.ts'
import { STAGES, type Stage, windowOf } from '../../schemes/model/scheme.ts'
import type { Scheme } from '../../schemes/server/api.ts'
import { cqaSheet } from '../../sheets/model/sheet.ts'
import { cqaGroup } from '../model/group.ts'
import { STAGE_MESSAGES } from '../model/messages.ts'
import { membersOf } from './groups.ts'

type Staff = 'fdy' | 'college'
/** Sheets that still wait for a stage. */
const WAITING = { self: ['open'], group: ['open', 'selfDone'], fdy: ['open', 'selfDone', 'groupDone'], college: ['open', 'selfDone', 'groupDone', 'fdyDone'] } as const
/** Who sees to it that a stage comes to its end. */
const STAFF = { self: 'fdy', group: 'fdy', fdy: 'fdy', college: 'college' } as const
interface Place {
  classId: string | null
  departmentId: string | null
  count: number
}
const waitingIn = (db: Db, { id }: Scheme, stage: Stage): Promise<Place[]> =>
  db.query<Place>(sql`select t.class_id as "classId", t.department_id as "departmentId", count(*)::int as count from cqa_sheet t
    where t.tenant_id = ${db.me.tenantId} and t.scheme_id = ${id} and t.state = any(${[...WAITING[stage]]}::text[]) group by 1, 2`)
/** Those responsible for these sheets, each with how many. */
async function staffFor(db: Db, places: readonly Place[], staff: Staff): Promise<Map<string, number>> {
  const found = await staffOfAll(
    db,
    places.map(({ classId, departmentId }) => ({ counselledClassId: classId, departmentId })),
    staff,
  )
  const counts = new Map<string, number>()
  for (const [n, users] of found.entries()) for (const user of users) counts.set(user, (counts.get(user) ?? 0) + (places[n]?.count ?? 0))
  return counts
}
const valuesOf = (scheme: Scheme, stage: Stage) => ({ scheme: scheme.name, stage: { text: STAGES[stage] }, until: schoolTimeText(windowOf(scheme, stage).until) })
const about = ({ id }: Scheme, link: string) => ({ bizType: 'cqaScheme', bizId: id, link, mobileLink: link })
const GROUP = '/cqa/group'
/** Where the staff of a stage look after it. */
const pageOf = ({ id }: Scheme, stage: Stage): string => `${STAFF[stage] === 'college' ? '/cqa/confirm' : '/cqa/review'}?scheme=${id}`
const accountsFor = async (db: Db, studentIds: readonly string[]): Promise<string[]> => [...(await accountsOf(db, [...studentIds])).values()]

/** A stage has begun: the members of the groups, the counsellors, the colleges. */
export async function tellOpened(db: Db, stage: Exclude<Stage, 'self'>, schemes: readonly Scheme[]): Promise<void> {
  for (const scheme of schemes) {
    const groups = stage === 'group' ? await db.unscoped(cqaGroup).all({ schemeId: scheme.id }) : [] // of the whole scheme
    const to = stage === 'group' ? await accountsFor(db, groups.flatMap(membersOf)) : [...(await staffFor(db, await waitingIn(db, scheme, stage), STAFF[stage])).keys()]
    await notify(db, STAGE_MESSAGES.opened, { to, values: valuesOf(scheme, stage), ...about(scheme, stage === 'group' ? GROUP : pageOf(scheme, stage)) })
  }
}
/** A stage ends soon: who has not submitted is told, and staff how many of theirs are left. */
export async function tellEnding(db: Db, stage: Stage, schemes: readonly Scheme[]): Promise<void> {
  for (const scheme of schemes) {
    const places = await waitingIn(db, scheme, stage)
    const values = valuesOf(scheme, stage)
    await notify(db, STAGE_MESSAGES.ending, {
      to: await accountsFor(db, await latecomers(db, scheme, stage, places)),
      values,
      ...about(scheme, stage === 'self' ? `/cqa/mine?scheme=${scheme.id}` : GROUP),
    })
    const staff = await staffFor(db, places, STAFF[stage])
    await notifyEach(
      db,
      STAGE_MESSAGES.lacking,
      [...staff].map(([user, count]) => ({ to: [user], values: { ...values, count }, ...about(scheme, pageOf(scheme, stage)) })),
    )
  }
}
/** Students whom a stage waits for: those who have not scored themselves, the leaders of groups that have not submitted. */
async function latecomers(db: Db, { id: schemeId }: Scheme, stage: Stage, places: readonly Place[]): Promise<string[]> {
  if (stage === 'self') return (await db.unscoped(cqaSheet).all({ schemeId, state: 'open' })).map(t => t.studentId) // of the whole scheme
  if (stage !== 'group') return []
  const classId = places.flatMap(p => p.classId ?? [])
  return (await db.unscoped(cqaGroup).all({ schemeId, classId })).map(g => g.leaderId) // as above
}
