import sql from 'sql-template-tag'
import { type Phrase, type Row, refusalOf } from '#model'
import { admittedStudent } from '#modules/admission/roll/model/admitted-student.ts'
import { keepWish, wishOf } from '#modules/dormitory/server/api.ts'
import { isBeforeEnrolment, type StudentStatus } from '#modules/student/model/status.ts'
import { student } from '#modules/student/model/student.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { type Ctx, compute, type Db, handle } from '#server/context.ts'
import { welcomeSource } from '#server/extensions/welcome-steps.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { batchOf, look } from '../../steps/server/api.ts'
import { myInfo, SAVES } from '../model/actions.ts'
import { isOptional, SECTIONS, type SectionCode, unfinishedOf, welcomeInfo } from '../model/info.ts'

type Info = Row<typeof welcomeInfo>
type Acting = Pick<Ctx, 'db' | 'me'>
const SOURCE = 'welcome.information'
const isBefore = ({ status }: Row<typeof student>): boolean => isBeforeEnrolment(status as StudentStatus)
const infoOf = (db: Db, studentId: string): Promise<Info | undefined> => db.unscoped(welcomeInfo).find({ studentId }) // the caller's own
const mine = handle(myInfo, async ({ db, me }) => {
  const studentId = ownStudentId(me)
  await batchOf(db, studentId)
  const [info, who, roll, wish] = [
    await infoOf(db, studentId),
    await db.unscoped(student).one(studentId),
    await db.unscoped(admittedStudent).find({ id: studentId }),
    await wishOf(db, studentId),
  ] // the caller's own
  const done = info?.sections ?? []
  const { postcode, email, emergencyName, emergencyPhone, hukouAddress } = who
  return {
    sections: (Object.keys(SECTIONS) as SectionCode[]).map(code => ({ code, isDone: done.includes(code), isOptional: isOptional(code) })),
    isOpen: isBefore(who),
    form: {
      homeAddress: info?.homeAddress ?? who.homeAddress ?? roll?.address ?? null,
      ...{ postcode: info?.postcode ?? postcode, email: info?.email ?? email, hukouAddress: info?.hukouAddress ?? hukouAddress },
      ...{ emergencyName: info?.emergencyName ?? emergencyName, emergencyPhone: info?.emergencyPhone ?? emergencyPhone ?? roll?.guardianPhone ?? null },
      ...{ family: info?.family ?? [], politicalCode: info?.politicalCode ?? who.politicalCode, joinedOn: info?.joinedOn ?? null, leagueBranch: info?.leagueBranch ?? null },
      ...{ height: info?.height ?? wish?.height ?? null, weight: info?.weight ?? null, shoeSize: info?.shoeSize ?? null },
      ...{ healthCode: info?.healthCode ?? who.healthCode, specialNeeds: info?.specialNeeds ?? null, movesHousehold: info?.movesHousehold ?? null },
      ...{ needsAccessible: wish?.needsAccessible ?? null, medicalNote: wish?.medicalNote ?? null, roommates: wish?.roommates ?? null },
      ...{ sleepTime: wish?.sleepTime ?? null, wakeTime: wish?.wakeTime ?? null, quiet: wish?.quiet ?? null, smoking: wish?.smoking ?? null, snoring: wish?.snoring ?? null },
    },
  }
})
/** 30-WI3: the section is kept; with the last one that is asked for the form is complete. */
async function keep({ db, me }: Acting, section: SectionCode, values: Partial<Info>): Promise<void> {
  const studentId = ownStudentId(me)
  const { member } = await batchOf(db, studentId)
  await db.unscoped(welcomeMember).lock(member.id) // the caller's own: two sections that are saved at once wait for each other
  const who = await db.unscoped(student).one(studentId) // as above
  if (!isBefore(who)) throw refusalOf(welcomeInfo, 'enrolled', { name: who.name })
  const info = await infoOf(db, studentId)
  const sections = [...new Set([...(info?.sections ?? []).flatMap(code => code ?? []), section])]
  const completedAt = unfinishedOf(sections).length ? null : (info?.completedAt ?? new Date().toISOString())
  if (info) await db.update(welcomeInfo, info.id, { ...values, sections, completedAt })
  else await db.insert(welcomeInfo, { studentId, ...values, sections, completedAt })
  await look(db, SOURCE, [studentId])
}
const source = welcomeSource({
  ...{ code: SOURCE, title: '信息采集', link: '/welcome/info' },
  settled: (db, students) => sql`select i.student_id from welcome_info i where i.tenant_id = ${db.me.tenantId} and i.student_id in (${students}) and i.completed_at is not null`,
  lacking: (
    db,
    students,
  ) => sql`select s.id, coalesce(i.sections, '[]')::text as actual from student s left join welcome_info i on i.tenant_id = s.tenant_id and i.student_id = s.id
    where s.tenant_id = ${db.me.tenantId} and s.id in (${students}) and i.completed_at is null`,
  said: actual => ({ text: '还没有填：{sections}', values: { sections: namesOf(unfinishedOf(JSON.parse(actual))) } }),
})
const namesOf = (codes: readonly SectionCode[]): Phrase[] => codes.map(code => ({ text: SECTIONS[code] }))
export default [
  mine,
  handle(SAVES.contact, ({ db, me }, given) => keep({ db, me }, 'contact', given)),
  handle(SAVES.family, async ({ db, me }, { family }) => {
    if (!family.some(one => one?.isGuardian && one.phone)) throw refusalOf(welcomeInfo, 'noGuardian', {}, 'family')
    await keep({ db, me }, 'family', { family })
  }),
  handle(SAVES.league, ({ db, me }, given) => keep({ db, me }, 'league', given)),
  /** 30-WI4: long beds go by the same height. */
  handle(SAVES.sizes, async ({ db, me }, given) => {
    await keepWish({ db, me }, ownStudentId(me), { height: given.height })
    await keep({ db, me }, 'sizes', given)
  }),
  handle(SAVES.health, async ({ db, me }, { needsAccessible, medicalNote, ...given }) => {
    await keepWish({ db, me }, ownStudentId(me), { needsAccessible: needsAccessible ?? false, medicalNote: medicalNote ?? null })
    await keep({ db, me }, 'health', given)
  }),
  handle(SAVES.household, ({ db, me }, given) => keep({ db, me }, 'household', given)),
  /** 30-WI4: habits and roommate wishes are kept nowhere else. */
  handle(SAVES.habits, async ({ db, me }, { roommates, ...given }) => {
    await keepWish({ db, me }, ownStudentId(me), { ...given, roommates: roommates ?? [] })
    await keep({ db, me }, 'habits', {})
  }),
  compute(welcomeInfo, ['unfinished'], async ({ lang }, rows) => {
    for (const row of rows) row.unfinished = formatWording(lang, { text: '{sections}', values: { sections: namesOf(unfinishedOf(row.sections ?? [])) } })
  }),
  ...source,
]
