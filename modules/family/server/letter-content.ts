import sql from 'sql-template-tag'
import type { Fact, Facts } from '#flow/index.ts'
import { refusalOf } from '#model'
import { factsOfStudents, knownFacts, readableFacts } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { schoolShortName } from '#server/data/school-name.ts'
import { type HomeLetter, homeLetter } from '../model/home-letter.ts'
import { type Carried, DELICATE, DELICATE_OF, FACT_OF, fieldsIn, LETTER_FIELDS, type LetterField, strangersIn, whyNot } from '../model/letter-fields.ts'
import { settingsOf } from './settings.ts'

type Written = Pick<HomeLetter, 'content' | 'allowedFields'>
/** 50-HS3: a letter names allowed fields only, and may carry what the school permits at this moment. */
export async function mustCarryAllowed(db: Db, { content, allowedFields }: Written): Promise<void> {
  const [place] = strangersIn(content, allowedFields)
  if (place) throw refusalOf(homeLetter, 'place', { place }, 'content')
  const [known, set] = [await factsKnown(db), await settingsOf(db)]
  const on = { grades: set.letterGrades, punishments: set.letterPunishments, arrears: set.letterArrears }
  for (const field of allowedFields) {
    const name = FACT_OF[field]
    const fact = known.get(name ?? '')
    const values = { field: { text: LETTER_FIELDS[field] }, kind: { text: DELICATE[DELICATE_OF[field] ?? 'grades'] } }
    if (name && !fact) throw refusalOf(homeLetter, 'notKnown', values, 'allowedFields')
    const refused = whyNot(field, fact?.sensitivity, on)
    if (refused) throw refusalOf(homeLetter, refused, values, 'allowedFields')
  }
}
/** Nobody learns by a letter, or by its preview, what they may not read. */
export function mustReadAllowed({ db, me }: Pick<Ctx, 'db' | 'me'>, { allowedFields }: Pick<HomeLetter, 'allowedFields'>): void {
  const readable = readableFacts(db, me)
  const hidden = allowedFields.find(field => FACT_OF[field] && !readable.has(FACT_OF[field]))
  if (hidden) throw refusalOf(homeLetter, 'notYours', { field: { text: LETTER_FIELDS[hidden] } }, 'allowedFields')
}
const factsKnown = async (db: Db): Promise<Map<string, Fact>> => new Map((await knownFacts(db)).map(f => [f.name, f]))
/** What of a letter its students are told before it goes. */
export const toldOf = ({ content }: Pick<HomeLetter, 'content'>): LetterField[] => fieldsIn(content).filter(field => DELICATE_OF[field])

/** To whom a letter goes: a student, and the relative who reads it. */
export interface Addressee {
  studentId: string
  guardianId: string | null
}
type Own = Record<'id' | 'student' | 'guardian' | 'studentNo' | 'college' | 'className' | 'counsellor', string | null>
/** The values of the fields that a letter names, for any number of families at once. */
export async function carriedOf(db: Db, { content }: Pick<HomeLetter, 'content'>, to: readonly Addressee[]): Promise<(studentId: string) => Carried> {
  const fields = fieldsIn(content)
  const ids = to.map(a => a.studentId)
  const own =
    await db.query<Own>(sql`select s.id, s.name as student, m.name as guardian, s.student_no as "studentNo", d.name as college, c.name as "className", t.name as counsellor
    from unnest(${ids}::uuid[], ${to.map(a => a.guardianId)}::uuid[]) x(student_id, guardian_id)
      join student s on s.tenant_id = ${db.me.tenantId} and s.id = x.student_id left join family_member m on m.tenant_id = s.tenant_id and m.id = x.guardian_id
      left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
      left join student_staff_now h on h.tenant_id = s.tenant_id and h.student_id = s.id and h.role = 'fdy' and h.is_primary left join teacher t on t.tenant_id = h.tenant_id and t.id = h.teacher_id`)
  const factsOf = await factsOfStudents(
    db,
    sql`select unnest(${ids}::uuid[])`,
    fields.flatMap(field => FACT_OF[field] ?? []),
  )
  const [known, school] = [await factsKnown(db), await schoolShortName(db)]
  const byStudent = new Map(own.map(o => [o.id, o]))
  return studentId => {
    const [of, facts] = [{ ...byStudent.get(studentId), school } as Record<string, string | null>, factsOf(studentId)]
    return Object.fromEntries(
      fields.map(field => {
        const name = FACT_OF[field]
        return [field, name ? said(known.get(name), facts[name]) : (of[field] ?? '')]
      }),
    )
  }
}
/** A value in words: with its unit, or as the label of its choice. */
function said(fact: Fact | undefined, value: Facts[string]): string {
  if (value === undefined || value === null) return ''
  return `${fact?.choices?.[String(value)] ?? String(value)}${fact?.unit ?? ''}`
}
