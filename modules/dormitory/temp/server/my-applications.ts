import { type InputOf, refusalOf } from '#model'
import { type StudentOf, selfStudent } from '#modules/student/server/api.ts'
import type { Ctx } from '#server/context.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { nightAt } from '../../places/model/night.ts'
import type { tempApplication } from '../model/application.ts'
import { tempLocation } from '../model/temp-location.ts'
import { bedsOfStudents, nightsInTerm } from './facts.ts'
import { settingsOf } from './settings.ts'
import { countOf, validate } from './submit.ts'

/** Prefilled: last place and emergency contact on record. */
export async function begin(ctx: Ctx) {
  const { db, lang } = ctx
  const who = await selfStudent(ctx)
  const settings = await settingsOf(db)
  const [last] = await db.unscoped(tempLocation).all({ studentId: who.id }, { sort: ['-from'], limit: 1 }) // one's own rows, filtered by student id
  const bed = (await bedsOfStudents(db, [who.id])).get(who.id)
  const [problem] = bed ? [] : refusalOf(tempLocation, 'noStay').issues
  return {
    placeType: last?.placeType ?? null,
    cantonCode: last?.cantonCode ?? null,
    address: last?.address ?? null,
    contactName: last?.contactName ?? who.emergencyName,
    contactPhone: last?.contactPhone ?? who.emergencyPhone,
    submitBefore: settings.tempSubmitBefore,
    maxNights: settings.tempMaxNights,
    termNights: settings.tempTermNights,
    usedInTerm: await nightsInTerm(db, who.id, nightAt(new Date().toISOString()), null),
    bed: bed?.fullName ?? null,
    problem: problem ? formatIssue(lang, problem) : null,
  }
}
/** The outcome of an application that is still being written. */
export async function preview({ db }: Ctx, who: StudentOf, { from, to, id }: InputOf<typeof tempApplication.preview>) {
  const judged = await validate(db, who.id, { from, to }, id ?? null)
  const { settings, nights, level, usedInTerm, isLate, leaveId } = judged
  const limits = { termNights: settings.tempTermNights, submitBefore: settings.tempSubmitBefore }
  return {
    answer: { nights: nights.map(n => n.date), level, usedInTerm, needsProof: isLate, leaveId, ...limits },
    // violations a proof would remedy are handled in the form
    violations: judged.violations.filter(v => v.key !== 'late'),
    row: nights.length ? { from, to, ...countOf(judged), placeType: 'other' } : null,
  }
}
