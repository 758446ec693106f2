import { type StudentOf, studentsOf, withStudents } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { certCatalog } from '../model/cert-catalog.ts'
import { CERT_MESSAGES } from '../model/messages.ts'
import { type StudentCert, studentCert } from '../model/student-cert.ts'

export const MINE = '/certificate/mine'
/** Name of the entry, with the level. */
export const nameOf = async (db: Db, { catalogId, level }: Pick<StudentCert, 'catalogId' | 'level'>): Promise<string> =>
  [(await db.cached(certCatalog)).get(catalogId)?.name ?? '', level].filter(Boolean).join(' ')
export const aboutCert: MessageAbout<StudentCert> = {
  bizType: 'studentCert',
  link: ({ id }) => `${MINE}?id=${id}`,
  values: async (row, db) => ({ cert: await nameOf(db, row), certNo: row.certNo }),
}
const listOf = (studentId: string): string => `/certificate/certs?view=all&studentId=${studentId}`
/** 50-SK1, SK5: open until somebody has looked into it, or got the money back. */
export const certTodos = rowTodos<StudentCert, 'claim' | 'recover'>(studentCert, aboutCert, {
  claim: {
    text: '{name} 的证书编号 {certNo} 又被 {claimant} 填报，请核实',
    while: row => row.claimedById !== null,
    done: row => row.claimNote ?? '',
    link: row => listOf(row.studentId),
    priority: 'urgent',
    message: CERT_MESSAGES.claimed,
  },
  recover: {
    text: '追回 {name} 的{cert}奖励 {amount} 元',
    while: row => row.rewardState === 'recover',
    done: row => row.rewardNote ?? '',
    link: () => '/certificate/rewards?view=recover',
    message: CERT_MESSAGES.recover,
  },
})
const placed = ({ counselledClassId, classId, departmentId }: StudentOf) => ({ counselledClassId: counselledClassId ?? classId, departmentId })
/** 50-SK1: the counsellors of both learn that a number was given twice. */
export async function claim(db: Db, held: StudentCert, claimantId: string): Promise<void> {
  const row = await db.update(studentCert, held.id, { claimedById: claimantId, claimedOn: today(), claimNote: null })
  const people = await studentsOf(db, [held.studentId, claimantId])
  const [who, claimant] = [people.get(held.studentId), people.get(claimantId)]
  if (!who || !claimant) return
  const [own = [], others = []] = await staffOfAll(db, [placed(who), placed(claimant)], 'fdy')
  const more = { claimant: claimant.name, claimantClass: claimant.className ?? '' }
  const theirs = others.filter(o => !own.includes(o))
  await certTodos.open(db, 'claim', [
    { row, who, to: own, more },
    { row, who, to: theirs, more, link: listOf(claimantId) },
  ])
}
export async function tell(db: Db, event: 'verified' | 'rejected' | 'revoked', rows: readonly StudentCert[]): Promise<void> {
  const people = await withStudents(db, rows)
  await notifyAbout(
    db,
    CERT_MESSAGES[event],
    aboutCert,
    people.map(({ row, who }) => ({ row, who, ...(row.verifyReason ? { more: { reason: row.verifyReason } } : {}) })),
  )
}
