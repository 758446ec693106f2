import { mustAllow, Refusal, refusalOf } from '#model'
import { accountsOfTeachers } from '#modules/campus/server/api.ts'
import { answerStays, planOf, takeBackAnswer } from '#modules/outing/server/api.ts'
import { isMinor } from '#modules/student/model/age.ts'
import { student } from '#modules/student/model/student.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { firstPeople } from '#server/i18n/wording.ts'
import { notify } from '#server/notifications/notify.ts'
import { changeMany } from '../../places/server/api.ts'
import { assignDuty, enterStays, revokeStay } from '../model/actions.ts'
import { HOLDING, holidayStay } from '../model/holiday-stay.ts'
import { HOLIDAY_MESSAGES } from '../model/messages.ts'
import { isUnpublished } from '../model/rules.ts'
import { giveUpBed } from './central-bed.ts'
import { boardersOf, type Resident } from './people.ts'
import { settingsOf } from './settings.ts'
import { copyOf, problemsOf } from './submit.ts'

const STAFF_LINK = '/dormitory/holiday?tab=stays'
const NAMED = 20
/** Students by typed numbers, within scope. */
async function boardersByNo(db: Db, numbers: readonly string[]): Promise<Resident[]> {
  const found = await db.visibleFor(student, 'dormitory:holidayStay:enter').all({ studentNo: [...numbers] })
  const unknown = numbers.filter(no => !found.some(s => s.studentNo === no))
  if (unknown.length) throw refusalOf(enterStays, 'unknown', { numbers: unknown }, 'studentNos')
  return [
    ...(
      await boardersOf(
        db,
        found.map(s => s.id),
        { isLocked: true },
      )
    ).values(),
  ]
}
/** School work entered as a list: no application, each with a teacher. */
const enter = handle(enterStays, async ({ db, refuse }, { planId, studentNos, dutyTeacherId, guardianAgreed, lodging, ...form }) => {
  const plan = await planOf(db, planId)
  if (isUnpublished(plan)) refuse('unpublished', { name: plan.name }, 'planId')
  const people = await boardersByNo(db, [...new Set(studentNos.flatMap(no => no?.trim() || []))])
  const held = await db.unscoped(holidayStay).all({ planId, studentId: people.map(p => p.id), state: HOLDING }) // found within the caller's scope just before
  if (held.length) refuse('done', { names: people.filter(p => held.some(h => h.studentId === p.id)).map(p => p.name) }, 'studentNos')
  const faults = await Promise.all(
    people.map(async who => {
      const problems = await problemsOf(db, plan, who, { ...form, guardianName: who.guardianName, guardianPhone: who.guardianPhone })
      const minor = isMinor(who.birthDate, form.from) && !guardianAgreed ? [{ key: 'minor', values: { name: who.name }, field: 'guardianAgreed' }] : []
      return [...problems, ...minor].flatMap(p => refusalOf(holidayStay, p.key, 'values' in p ? p.values : {}, 'field' in p ? p.field : undefined).issues)
    }),
  )
  if (faults.flat().length) throw new Refusal(422, faults.flat())
  const destinations = await answerStays(db, plan, people, { isOwn: false })
  const { stayCommitment: commitment } = await settingsOf(db)
  await db.insertMany(
    holidayStay,
    people.map(who => ({
      ...form,
      ...copyOf(who),
      planId,
      destinationId: destinations.get(who.id)?.id ?? '',
      source: 'list' as const,
      lodging: lodging ?? 'ownBed',
      guardianName: who.guardianName,
      guardianPhone: who.guardianPhone,
      guardianAgreed: guardianAgreed ?? false,
      commitment,
      dutyTeacherId,
      state: 'approved' as const,
      approvedAt: new Date().toISOString(),
    })),
  )
  await tellDuty(
    db,
    dutyTeacherId,
    plan,
    people.map(p => p.name),
  )
  return { entered: people.length }
})
/** 20-DH5 */
const assign = handle(assignDuty, async ({ db }, { ids: given, teacherId }) => {
  const ids = [...new Set(given)]
  const rows = await db.visible(holidayStay).all({ id: ids })
  if (rows.length < ids.length) throw notFound()
  for (const row of rows) mustAllow(holidayStay, row, 'assign')
  const done = await changeMany(db, holidayStay, rows, { dutyTeacherId: teacherId })
  const people = await boardersOf(
    db,
    rows.map(r => r.studentId),
  )
  for (const [planId, those] of Map.groupBy(rows, r => r.planId))
    await tellDuty(
      db,
      teacherId,
      await planOf(db, planId),
      those.flatMap(r => people.get(r.studentId)?.name ?? []),
    )
  return { done }
})
async function tellDuty(db: Db, teacherId: string, plan: { id: string; name: string }, names: readonly string[]): Promise<void> {
  const to = [...(await accountsOfTeachers(db, [teacherId])).values()]
  const values = { plan: plan.name, count: names.length, names: firstPeople(names, NAMED) }
  await notify(db, HOLIDAY_MESSAGES.holidayDuty, { to, values, bizType: 'holidayPlan', bizId: plan.id, link: STAFF_LINK, mobileLink: STAFF_LINK })
}
/** 20-DH6: approvers may revoke it after a talk; the student is asked again for an answer. */
const revoke = handle(revokeStay, async (ctx, { id, reason }) => {
  const { db, me } = ctx
  const row = await db.visible(holidayStay).lock(id, 'revoke')
  await giveUpBed(ctx, row)
  await db.update(holidayStay, id, { state: 'revoked', revokeReason: reason })
  const who = (await boardersOf(db, [row.studentId])).get(row.studentId)
  await takeBackAnswer(db, row.destinationId, who?.userId ?? null)
  const plan = await planOf(db, row.planId)
  const link = '/dormitory/holiday/mine'
  const told = { to: who?.userId ? [who.userId] : [], values: { plan: plan.name, reason, by: me.nickName }, bizType: 'holidayStay', bizId: id, link, mobileLink: link }
  await notify(db, HOLIDAY_MESSAGES.holidayRevoked, told)
})
export default [enter, assign, revoke]
