import { personsFor } from '#modules/campus/server/api.ts'
import { peopleMaker } from '#modules/campus/server/demo-names.ts'
import { user } from '#modules/system/model/user.ts'
import type { Db } from '#server/context.ts'
import { day } from '#server/demo/days.ts'
import type { KnownApplicant } from '../entry/model/applicant.ts'

/** The account of the exam realm that visitors sign in with. */
const APPLICANT = '26420106150002' // verbatim
/** Who that is, the same in every examination of the demo; undefined where there is no such account. */
export async function demoApplicant(db: Db): Promise<KnownApplicant | undefined> {
  const [own] = await db.unscoped(user).all({ realm: 'exam', accountNo: APPLICANT }) // demo data
  if (!own) return undefined
  const year = Number(day(0).slice(0, 4))
  const who = peopleMaker(617, ['420106'])({ born: [`${year - 18}-01-01`, `${year - 18}-12-31`] })
  const [personId = ''] = await personsFor(db, [who])
  const known = {
    ...{ ksh: APPLICANT, idNo: who.idNo, name: own.nickName, genderCode: who.genderCode, birthDate: who.birthDate ?? day(-6600), category: 'regular' },
    ...{ school: '青山中学', canton: '420106' },
  }
  return { userId: own.id, personId, phone: who.phone, known }
}
