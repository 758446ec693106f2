import { toSchoolTime } from '#model/school-time.ts'
import { building } from '#modules/campus/model/places.ts'
import { lessonTimes } from '#modules/campus/server/api.ts'
import { STUDENT_STATUS, type StudentStatus } from '#modules/student/model/status.ts'
import { ownStudentId, studentOf } from '#modules/student/server/api.ts'
import { subjectsOf } from '#server/audit/subjects.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { translate } from '#server/i18n/translate.ts'
import { audit } from '#server/records/verbs.ts'
import { presenceObjection } from '../model/objection.ts'
import { myPresence, presenceEvidence } from '../model/own-actions.ts'
import { presenceChange, presenceState } from '../model/presence-state.ts'

const CHANGES = 20
/** A student's row with what it rests on, in words. The caller has checked access. */
async function seenOf(db: Db, studentId: string, lang: Parameters<typeof translate>[0]) {
  const row = await db.unscoped(presenceState).find({ studentId }) // see above
  if (!row) return null
  const places = await db.cached(building)
  const changes = await db.unscoped(presenceChange).all({ studentId }, { sort: ['-at'], limit: CHANGES }) // see above
  const { state, since, confidence, computedAt, evidence } = row
  return {
    ...{ state, since, confidence, computedAt },
    evidence: (evidence ?? []).map(({ kind, says, at, until = null, placeId, note }) => ({
      ...{ kind, says, at, until, place: places.get(placeId ?? '')?.name ?? null },
      note: kind === 'status' ? translate(lang, STUDENT_STATUS[note as StudentStatus] ?? '') : (note ?? null),
    })),
    lesson: await lessonNow(db, row.classId),
    changes: changes.map(c => ({ state: c.state, since: c.since, at: c.at })),
  }
}
async function lessonNow(db: Db, classId: string | null) {
  if (!classId) return null
  const { date, time } = toSchoolTime(Date.now())
  const found = (await lessonTimes(db, { classIds: [classId] }, date, date)).find(l => l.begin <= time && time < l.end)
  return found ? { course: found.courseName, venue: found.venueName, until: found.end } : null
}
const asked = handle(presenceEvidence, async (ctx, { studentId, purpose }) => {
  const { db, lang } = ctx
  const row = await db.visible(presenceState).find({ studentId })
  const [seen, who] = [row && (await seenOf(db, studentId, lang)), row && (await studentOf(db, studentId))]
  if (!seen || !who) throw notFound()
  const auditId = await audit(ctx, 'reveal', presenceState.name, studentId, { reason: purpose })
  await subjectsOf(db, presenceState, auditId, [{ studentId }])
  return { ...seen, name: who.name, className: who.className }
})
const mine = handle(myPresence, async ({ db, me, lang }) => {
  const studentId = ownStudentId(me)
  const [last] = await db.unscoped(presenceObjection).all({ studentId }, { sort: ['-objectedAt'], limit: 1 }) // the caller's own
  const objection = last ? { words: last.words, objectedAt: last.objectedAt, state: last.state, answer: last.answer } : null
  return { found: await seenOf(db, studentId, lang), objection }
})
export default [asked, mine]
