import sql from 'sql-template-tag'
import { claimRound } from '#modules/dormitory/claims/model/round.ts'
import { type Opening, openingsOf, saidOf } from '#modules/dormitory/server/api.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { takeReminders } from '#modules/workflow/server/api.ts'
import { coalescedReads } from '#server/base/coalesced-reads.ts'
import { type Db, handle } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { claimLink } from '../model/link.ts'
import { DORM_MESSAGES } from '../model/messages.ts'
import { claimOverview, claimWaiting, remindClaims } from '../model/overview.ts'
import { comingIn, hasBed } from './coming.ts'
import { type Lack, lacksIn } from './conditions.ts'
import { type Link, linkOfBatch, roundIdsOf } from './links.ts'
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
  /** What those without a bed lack. */
  lacks: ReadonlyMap<string, readonly Lack[]>
  rounds: ReadonlyArray<{ id: string; name: string }>
}
const NO_CLASS = '—'
/** The reader's students of a batch who come. */
const peopleOf = (db: Db, batchId: string, classId?: string | null): Promise<Person[]> =>
  db.query<Person>(sql`select s.id as "studentId", s.name, s.gender_code as "genderCode", coalesce(s.class_id::text, '') as "classId",
      coalesce(c.name, ${NO_CLASS}) as "className", ${hasBed} as "hasBed"
    from ${db.visible(welcomeMember).rows()} m join student s on s.tenant_id = m.tenant_id and s.id = m.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    where m.batch_id = ${batchId} and m.student_id in (${comingIn(db, batchId)}) and (${classId ?? null}::text is null or coalesce(s.class_id::text, '') = ${classId ?? null})
    order by c.name nulls last, s.name, s.id`)
/** What these lack, in a few statements for any number of them. */
async function look(db: Db, link: Link, ids: readonly string[]): Promise<Seen> {
  const rounds = await db.unscoped(claimRound).all({ id: roundIdsOf(link) }, { sort: ['beginTime'] }) // names and pools; the caller has chosen the people
  const isByClass = rounds.some(r => !r.trial && r.pool?.grants.length)
  return { lacks: Map.groupBy(await lacksIn(db, link, isByClass, ids), l => l.studentId), rounds: rounds.map(({ id, name }) => ({ id, name })) }
}
const NOTHING: Seen = { lacks: new Map(), rounds: [] }
/** People and what those of them without a bed lack, as of now. */
async function waitingIn(db: Db, batchId: string, classId?: string | null) {
  const [open, link] = [(await peopleOf(db, batchId, classId)).filter(p => !p.hasBed), await linkOfBatch(db, batchId)]
  const { lacks } = link
    ? await look(
        db,
        link,
        open.map(p => p.studentId),
      )
    : NOTHING
  return { open, lacks }
}
interface Picture extends Seen {
  openings: readonly Opening[]
}
/** Cache lifetime of a batch in milliseconds: many look at the same one while thousands choose. */
const FRESH_MS = 2000
const pictures = coalescedReads<Picture>(FRESH_MS)
/** A whole batch, of which each reader counts only the own students. */
const pictureOf = (db: Db, link: Link): Promise<Picture> =>
  pictures(`${db.me.tenantId} ${link.id} ${link.version}`, async () => {
    const open = await db.query<{ id: string }>(sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.id in (${comingIn(db, link.batchId)}) and not ${hasBed}`)
    const seen = await look(
      db,
      link,
      open.map(s => s.id),
    )
    const openings = await openingsOf(
      db,
      seen.rounds.map(r => r.id),
    )
    return { ...seen, openings }
  })
const counted = (people: readonly Person[], lacks: Seen['lacks']) => {
  const claimed = people.filter(p => p.hasBed).length
  const blocked = people.filter(p => lacks.has(p.studentId)).length
  return { total: people.length, claimed, blocked, eligible: people.length - claimed - blocked }
}
const overview = handle(claimOverview, async ({ db, lang }, { batchId }) => {
  const link = await linkOfBatch(db, batchId)
  const { lacks: all, rounds, openings } = link ? await pictureOf(db, link) : { ...NOTHING, openings: [] }
  const people = await peopleOf(db, batchId)
  const lacks = new Map(people.flatMap(({ studentId, hasBed: isHoused }) => (isHoused || !all.has(studentId) ? [] : [[studentId, all.get(studentId) ?? []] as const])))
  const waveMax = (await settingsOf(db))['claim.waveMax']
  const reasons = Map.groupBy([...lacks.values()].flat(), l => l.code)
  return {
    ...counted(people, lacks),
    reasons: [...reasons].map(([code, all]) => ({ code, name: all[0] ? formatWording(lang, all[0].name) : code, count: all.length })).sort((a, b) => b.count - a.count),
    classes: [...Map.groupBy(people, p => p.classId)].map(([classId, own]) => ({ classId, className: own[0]?.className ?? NO_CLASS, ...counted(own, lacks) })),
    waveMax,
    openings: openings.map(({ opensAt, waves, people: n }) => ({ opensAt, waves: waves.join('、').slice(0, 500), people: n, isOver: n > waveMax })),
    rounds: [...rounds],
  }
})
const waiting = handle(claimWaiting, async ({ db, lang }, { batchId, classId }) => {
  const { open, lacks } = await waitingIn(db, batchId, classId)
  return open.map(({ studentId, name, genderCode, className }) => {
    const why = lacks.get(studentId)
    return { studentId, name, genderCode, className, why: why ? formatWording(lang, saidOf(why)).slice(0, 500) : null }
  })
})
/** Rate limit: each is reminded once in so many minutes, whoever sends it. */
const REMIND_MINUTES = 60
const remind = handle(remindClaims, async ({ db }, { batchId, classId }) => {
  const { open, lacks } = await waitingIn(db, batchId, classId)
  const ids = open.map(p => p.studentId)
  const people = { from: sql`(select unnest(${ids}::uuid[]) as id) s`, isAnswered: sql`false` }
  const to = new Set(await takeReminders(db, remindClaims, { taskId: batchId, people, minutes: REMIND_MINUTES }))
  const accounts = await accountsOf(db, ids)
  const told = (isBlocked: boolean) =>
    open.flatMap(({ studentId }) => {
      const [userId, why] = [accounts.get(studentId), lacks.get(studentId)]
      if (!userId || !to.has(userId) || Boolean(why) !== isBlocked) return []
      return [{ to: [userId], values: why ? { why: saidOf(why) } : {}, bizType: claimLink.name, bizId: studentId, link: PAGE, mobileLink: PAGE }]
    })
  const [blocked, free] = [told(true), told(false)]
  await notifyEach(db, DORM_MESSAGES.stillBlocked, blocked)
  await notifyEach(db, DORM_MESSAGES.mayChoose, free)
  return { told: blocked.length + free.length }
})
export default [overview, waiting, remind]
