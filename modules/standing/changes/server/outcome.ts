import { gradeMajor, stuClass } from '#modules/campus/model/organisation.ts'
import type { StudentStatus } from '#modules/student/model/status.ts'
import type { Ctx, Db } from '#server/context.ts'
import { type Consequence, consequenceSources, type StandingChange } from '#server/extensions/consequences.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import type { StoredConsequence } from '../model/status-change.ts'
import type { Check } from './judge.ts'
import type { ChangeContext } from './known.ts'
import { type Change, type ChangeInput, type Target, targetOf } from './target.ts'
import type { ChangeType } from './types.ts'

type Lang = Ctx['lang']
/** 30-SC2: what the change would cause everywhere, asked of each module. */
export async function consequencesOf(
  db: Db,
  type: ChangeType,
  { student, classes }: ChangeContext,
  asked: Parameters<typeof targetOf>[2] & ChangeInput,
): Promise<StoredConsequence[]> {
  const target = targetOf(type, student, asked, classes.get(asked.toClassId ?? ''))
  const change: StandingChange = {
    studentId: student.id,
    from: { status: student.status ?? '', classId: student.classId, gradeMajorId: student.gradeMajorId },
    to: { status: target.status, ...target.place },
    on: asked.effectiveDate,
    until: target.until,
  }
  const sources = [...db.registered(consequenceSources)].sort((a, b) => a.order - b.order)
  const found: Array<ReadonlyArray<Consequence | null>> = []
  for (const source of sources) found.push(await source.of(db, change))
  return found.flat().flatMap(c => c ?? [])
}
export const shownConsequences = (lang: Lang, found: readonly StoredConsequence[]) =>
  found.map(c => ({ label: translate(lang, c.label), value: formatWording(lang, c.value), needsCare: c.tone === 'attention' }))
export const shownChecks = (lang: Lang, checks: readonly Check[]) => checks.map(c => ({ label: translate(lang, c.label), value: formatWording(lang, c.value), isMet: c.isMet }))

/** A standing in words; status is a choice that the page names. */
export async function placeText(db: Db, status: string | null, place: { classId: string | null; gradeMajorId: string | null }) {
  const [classes, gradeMajors] = await Promise.all([db.cached(stuClass), db.cached(gradeMajor)])
  return {
    status: (status ?? 'active') as StudentStatus,
    className: classes.get(place.classId ?? '')?.name ?? null,
    gradeMajorName: gradeMajors.get(place.gradeMajorId ?? '')?.name ?? null,
  }
}
export const targetText = (db: Db, target: Target) => placeText(db, target.status, target.place)
/** What a student who wants another major has chosen, in order. */
export async function choiceNames(db: Db, { choices }: Pick<Change, 'choices'>): Promise<string[]> {
  const gradeMajors = await db.cached(gradeMajor)
  return (choices ?? []).map(id => gradeMajors.get(id ?? '')?.name ?? '—')
}
