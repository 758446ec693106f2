import type { InputOf } from '#model'
import { admittedStates } from '#modules/admission/roll/model/admitted-student.ts'
import { department, gradeMajor } from '#modules/campus/model/organisation.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { handleApplication, meantForCaller, mustTakePart } from '#modules/workflow/server/api.ts'
import { type Db, handle, type Lang } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { majorAdjustment } from '../model/adjustment.ts'
import { majorApplication, myOffers } from '../model/application.ts'
import { adjustStages, majorAdjustBatch } from '../model/batch.ts'
import type { Judged } from '../model/conditions.ts'
import { majorSubject } from '../model/flow.ts'
import { admittedLines, type Batch, conditionsFor, isBefore, type OnRoll, offersOf, rollOf } from './places.ts'

type Form = Pick<InputOf<typeof majorApplication.apply>, 'choices'>
const ids = ({ choices }: { choices: ReadonlyArray<string | null> }): string[] => choices.flatMap(id => id ?? [])
const shown = (lang: Lang, judged: readonly Judged[]) =>
  judged.map(({ condition, isMet, own, wanted }) => ({
    condition,
    isMet,
    own: own.map(w => formatWording(lang, w)).join('、'),
    wanted: wanted.map(w => formatWording(lang, w)).join('、'),
  }))

/** 30-WM1: each choice is another major with places, whose conditions are met. */
async function choiceProblems(db: Db, batch: Batch, roll: OnRoll, wanted: readonly string[]) {
  const [known, offers, lines] = [await db.cached(gradeMajor), await offersOf(db, batch.id), await admittedLines(db, batch.year)]
  const problem = (key: string, values: Record<string, unknown>) => ({ key, values, field: 'choices' })
  if (wanted.length > batch.choices) return [problem('tooMany', { most: batch.choices })]
  return wanted.flatMap((id, n) => {
    const choice = known.get(id)?.name ?? '—'
    const target = offers.find(o => o.id === id)
    if (wanted.indexOf(id) < n) return [problem('twice', { choice })]
    if (id === roll.gradeMajorId) return [problem('own', { choice })]
    if (!target) return [problem('notOffered', { choice })]
    return conditionsFor(batch, roll, target, lines).flatMap(({ condition, isMet, own, wanted: asks }) => (isMet ? [] : [problem(condition, { choice, own, wanted: asks })]))
  })
}
async function violationsOf(db: Db, studentId: string, batch: Batch, form: Form) {
  const roll = await rollOf(db, studentId)
  if (!roll || !isBefore(roll)) return [{ key: 'notBefore', values: { state: { text: roll ? admittedStates.labels[roll.state] : '不在录取名单' } } }]
  if (roll.year !== batch.year) return [{ key: 'otherYear', values: { name: batch.name, year: batch.year } }]
  return choiceProblems(db, batch, roll, ids(form))
}
const batchOfForm = (db: Db, id: string): Promise<Batch> => db.unscoped(majorAdjustBatch).one(id) // the audience is checked next
/** Changes of major as a kind of application. */
const applications = handleApplication(majorAdjustment, majorApplication, {
  subject: majorSubject,
  link: () => '/welcome/major',
  async validate({ db }, who, form, { row }) {
    const batch = await batchOfForm(db, row?.batchId ?? form.batchId)
    // a returned one is given again while the others are decided
    if (!row) await mustTakePart(db, majorAdjustBatch, batch)
    return { violations: await violationsOf(db, who.id, batch, form) }
  },
  formOf: row => ({ ...row, choices: ids(row) }),
  draft: form => ({ ...form, choices: ids(form) }),
  async initial({ db }, who: { id: string }) {
    const roll = await rollOf(db, who.id)
    return { fromGradeMajorId: roll?.gradeMajorId ?? null, departmentId: roll?.departmentId ?? null }
  },
  taken: 'open',
  async mine({ db }, _rows) {
    const known = await db.cached(gradeMajor)
    return row => ({
      ...{ batchId: row.batchId, choices: ids(row), reason: row.reason, phone: row.phone },
      ...{ choiceNames: ids(row).map(id => known.get(id)?.name ?? '—'), toName: known.get(row.toGradeMajorId ?? '')?.name ?? null },
    })
  },
  async card({ db, lang }, row) {
    const batch = await db.unscoped(majorAdjustBatch).one(row.batchId) // of the case that is read
    const [known, roll, lines] = [await db.cached(gradeMajor), await rollOf(db, row.studentId), await admittedLines(db, batch.year)]
    return {
      ...{ reason: row.reason, phone: row.phone, fromName: known.get(row.fromGradeMajorId ?? '')?.name ?? null },
      wanted: ids(row).map(id => {
        const target = known.get(id)
        return { name: target?.name ?? '—', conditions: roll && target ? shown(lang, conditionsFor(batch, roll, target, lines)) : [] }
      }),
    }
  },
  async describe(db, row, { name }) {
    const known = await db.cached(gradeMajor)
    return {
      title: { text: '{name} 专业调整', values: { name } },
      summary: ids(row)
        .map(id => known.get(id)?.name ?? '—')
        .join('、'),
      facts: {},
    }
  },
})
const offers = handle(myOffers, async ({ db, me, lang }) => {
  const roll = await rollOf(db, ownStudentId(me))
  if (!roll || !isBefore(roll)) return []
  const open = (await db.unscoped(majorAdjustBatch).all({ state: 'published', year: roll.year }, { sort: ['-beginTime'] })).filter(
    b => isOpen(b) && adjustStages.allows({ state: b.stage }, 'simulate'),
  ) // the audience is checked next
  const batches = await meantForCaller(db, majorAdjustBatch, open)
  const [colleges, lines] = [await db.cached(department), batches.length ? await admittedLines(db, roll.year) : []]
  return Promise.all(
    batches.map(async batch => ({
      ...{ id: batch.id, name: batch.name, choices: batch.choices },
      offers: (await offersOf(db, batch.id))
        .filter(o => o.id !== roll.gradeMajorId)
        .map(o => ({ id: o.id, name: o.name, college: colleges.get(o.departmentId)?.name ?? '—', seats: o.seats, conditions: shown(lang, conditionsFor(batch, roll, o, lines)) })),
    })),
  )
})
export default [...applications.registrations, offers]
