import { demoPupils } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { moment } from '#server/demo/days.ts'
import { mhDisclosure } from '../model/disclosure.ts'

/** An invented one. */
export async function demoDisclosures(db: Db): Promise<void> {
  const psychologist = await demoAccount(db, 'psychologist')
  const who = (await demoPupils(db)).find(p => p.isNear && !p.isOwn)
  if (!psychologist || !who) return
  const words = { toWhom: '学生母亲', what: '演示：今晚请到校陪伴，已联系医院急诊', why: '演示：说过具体的打算，有现实危险' }
  await db.insertMany(mhDisclosure, [{ studentId: who.id, byId: psychologist.id, basis: 'life', at: moment(-3, '22:10'), ...words }], { history: false })
}
