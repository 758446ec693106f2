import type { InputOf, Row } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import { type Asking, handleApplication } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Ctx, Db } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { copyFile } from '#server/files/attachments.ts'
import { settingsReader } from '#server/params/settings.ts'
import { declaration, shown } from '../model/application.ts'
import { evidenceDeclaration } from '../model/declaration.ts'
import { DECLARED, evidence } from '../model/evidence.ts'
import { declarationSubject } from '../model/flow.ts'
import { EVIDENCE_PARAMETERS } from '../model/parameters.ts'
import { isAlike } from '../model/similar.ts'
import { reversedAmong, settleEvidence } from './store.ts'

type Form = Omit<InputOf<typeof declaration.resubmit>, 'id'>
type Declared = Row<typeof evidenceDeclaration>
type DeclarationInput = Pick<Form, 'kind' | 'title' | 'occurredOn' | 'level' | 'isDistinct'>
const settingsOf = settingsReader('evidence', EVIDENCE_PARAMETERS)

/** 50-EV4: an entry, or another declaration, of the student that may be of the same thing: same kind and level, some days apart, a similar title. */
async function similarTo(db: Db, studentId: string, { kind, level, occurredOn, title }: DeclarationInput, ownId: string | null) {
  const { 'evidence.similarDays': days } = await settingsOf(db)
  const near = { studentId, kind, 'occurredOn.ge': addDays(occurredOn, -days), 'occurredOn.le': addDays(occurredOn, days) }
  const entries = await db.unscoped(evidence).all({ ...near, 'reversesId.isNull': true }) // the student's own
  const reversed = await reversedAmong(
    db,
    entries.map(e => e.id),
  )
  const open = await db.unscoped(evidenceDeclaration).all({ ...near, state: ['pending', 'returned'] }) // the student's own
  const others = [...entries.filter(e => !reversed.has(e.id)), ...open.filter(d => d.id !== ownId)]
  return others.find(other => (other.level ?? null) === (level ?? null) && isAlike(other.title, title))
}
async function violationsOf(db: Db, who: StudentOf, form: DeclarationInput & Partial<Form>, id: string | null) {
  const { occurredOn, teamRole, teamSize, isDistinct } = form
  const similar = isDistinct ? undefined : await similarTo(db, who.id, form, id)
  return [
    ...(occurredOn > today() ? [{ key: 'future', values: { day: occurredOn }, field: 'occurredOn' }] : []),
    ...(teamRole && teamRole !== 'individual' && (teamSize ?? 0) < 2 ? [{ key: 'teamSize', field: 'teamSize' }] : []),
    ...(similar ? [{ key: 'similar', values: { title: similar.title, day: similar.occurredOn }, field: 'isDistinct' }] : []),
  ]
}
/** 50-EV1: what is approved becomes an entry, with copies of its proofs. */
async function keep({ db }: Pick<Ctx, 'db'>, row: Declared): Promise<void> {
  const id = uuidv7()
  const files: string[] = []
  for (const file of row.proofs ?? []) {
    const copy = file && (await copyFile(db, file, { of: evidence, rowId: id }))
    if (copy) files.push(copy)
  }
  const { studentId, kind, title, occurredOn, level, place, teamRole, teamSize, quantity } = row
  await settleEvidence(db, DECLARED, [row.id], [{ ...{ id, files, studentId, kind, title, occurredOn, level, place, teamRole, teamSize, quantity }, sourceId: row.id }], '')
}
const validate = async ({ db }: Pick<Ctx, 'db'>, who: StudentOf, form: Form, { row }: Asking<Declared>) => ({
  violations: [...(await violationsOf(db, who, form, row?.id ?? null)), ...(form.proofs?.length ? [] : [{ key: 'noProof', field: 'proofs' }])],
})
const applications = handleApplication(evidenceDeclaration, declaration, {
  subject: declarationSubject,
  link: ({ id }) => `/evidence/mine?id=${id}`,
  validate,
  formOf: row => row,
  draft: form => ({ ...form, isDistinct: form.isDistinct ?? false }),
  begin: async () => ({}),
  preview: async ({ db }, who, { id, ...asks }) => ({
    answer: {},
    violations: asks.kind && asks.title && asks.occurredOn ? await violationsOf(db, who, asks as DeclarationInput, id ?? null) : [],
    row: {},
  }),
  card: async (_ctx, row) => only(shown, row),
  describe: async (_db, { title }, { name }) => ({ title: { text: '{name}：{title}', values: { name, title } }, facts: {} }),
  approved: keep,
})
export default applications.registrations
