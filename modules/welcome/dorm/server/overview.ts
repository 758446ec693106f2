import sql from 'sql-template-tag'
import type { Phrase } from '#model'
import { claimRound } from '#modules/dormitory/claims/model/round.ts'
import { openingsOf } from '#modules/dormitory/server/api.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { claimLink } from '../model/link.ts'
import { DORM_MESSAGES } from '../model/messages.ts'
import { claimOverview, claimWaiting, remindClaims } from '../model/overview.ts'
import { comingIn, hasBed } from './coming.ts'
import { type Lack, lacksIn } from './conditions.ts'
import { linkOfBatch, roundIdsOf } from './links.ts'
import { PAGE } from './release.ts'
import { settingsOf } from './settings.ts'

interface Person {
  studentId: string
  name: string
  genderCode: string
  classId: string
  className: string
  hasBed: boolean
}
interface Seen {
  people: Person[]
  /** What those without a bed lack. */
  lacks: ReadonlyMap<string, readonly Lack[]>
  rounds: Array<{ id: string; name: string }>
}
const NO_CLASS = '—'
/** The reader's students of a batch who come, and what they lack, in a few statements for any number of them. */
async function look(db: Db, batchId: string, classId?: string | null): Promise<Seen> {
  const people = await db.query<Person>(sql`select s.id as "studentId", s.name, s.gender_code as "genderCode", coalesce(s.class_id::text, '') as "classId",
      coalesce(c.name, ${NO_CLASS}) as "className", ${hasBed} as "hasBed"
    from ${db.visible(welcomeMember).rows()} m join student s on s.tenant_id = m.tenant_id and s.id = m.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    where m.batch_id = ${batchId} and m.student_id in (${comingIn(db, batchId)}) and (${classId ?? null}::text is null or coalesce(s.class_id::text, '') = ${classId ?? null})
    order by c.name nulls last, s.name, s.id`)
  const link = await linkOfBatch(db, batchId)
  if (!link) return { people, lacks: new Map(), rounds: [] }
  const rounds = await db.unscoped(claimRound).all({ id: roundIdsOf(link) }, { sort: ['beginTime'] }) // names and pools; people are scoped above
  const isByClass = rounds.some(r => !r.trial && r.pool?.grants.length)
  const open = people.filter(p => !p.hasBed).map(p => p.studentId)
  return { people, lacks: Map.groupBy(await lacksIn(db, link, isByClass, open), l => l.studentId), rounds: rounds.map(({ id, name }) => ({ id, name })) }
}
const counted = (people: readonly Person[], lacks: Seen['lacks']) => {
  const claimed = people.filter(p => p.hasBed).length
  const blocked = people.filter(p => lacks.has(p.studentId)).length
  return { total: people.length, claimed, blocked, eligible: people.length - claimed - blocked }
}
const overview = handle(claimOverview, async ({ db, lang }, { batchId }) => {
  const { people, lacks, rounds } = await look(db, batchId)
  const waveMax = (await settingsOf(db))['claim.waveMax']
  const openings = await openingsOf(
    db,
    rounds.map(r => r.id),
  )
  const reasons = Map.groupBy([...lacks.values()].flat(), l => l.code)
  return {
    ...counted(people, lacks),
    reasons: [...reasons].map(([code, all]) => ({ code, name: all[0] ? formatWording(lang, all[0].name) : code, count: all.length })).sort((a, b) => b.count - a.count),
    classes: [...Map.groupBy(people, p => p.classId)].map(([classId, own]) => ({ classId, className: own[0]?.className ?? NO_CLASS, ...counted(own, lacks) })),
    waveMax,
    openings: openings.map(({ opensAt, waves, people: n }) => ({ opensAt, waves: waves.join('、').slice(0, 500), people: n, isOver: n > waveMax })),
    rounds,
  }
})
const saidOf = (lacks: readonly Lack[]): Array<string | Phrase> => lacks.flatMap(({ text }, n) => (n ? ['；', text] : [text]))
const waiting = handle(claimWaiting, async ({ db, lang }, { batchId, classId }) => {
  const { people, lacks } = await look(db, batchId, classId)
  return people
    .filter(p => !p.hasBed)
    .map(({ studentId, name, genderCode, className }) => {
      const why = lacks.get(studentId)
      return { studentId, name, genderCode, className, why: why ? formatWording(lang, saidOf(why)).slice(0, 500) : null }
    })
})
const remind = handle(remindClaims, async ({ db }, { batchId, classId }) => {
  const { people, lacks } = await look(db, batchId, classId)
  const open = people.filter(p => !p.hasBed)
  const accounts = await accountsOf(
    db,
    open.map(p => p.studentId),
  )
  const told = (isBlocked: boolean) =>
    open.flatMap(({ studentId }) => {
      const [userId, why] = [accounts.get(studentId), lacks.get(studentId)]
      if (!userId || Boolean(why) !== isBlocked) return []
      return [{ to: [userId], values: why ? { why: saidOf(why) } : {}, bizType: claimLink.name, bizId: studentId, link: PAGE, mobileLink: PAGE }]
    })
  const [blocked, free] = [told(true), told(false)]
  await notifyEach(db, DORM_MESSAGES.stillBlocked, blocked)
  await notifyEach(db, DORM_MESSAGES.mayChoose, free)
  return { told: blocked.length + free.length }
})
export default [overview, waiting, remind]
