import sql from 'sql-template-tag'
import { setParams } from '#modules/message/testing.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'

export interface Pupil {
  id: string
  actor: Actor
  guardianId: string
  phone: string
}
/** A school that texts guardians; their numbers are old enough to be believed. */
export interface FamilySchool extends SmallSchool {
  fdy: Actor
  officer: Actor
  pupil(given?: Record<string, unknown>): Promise<Pupil>
  /** What the last text to a phone brought: the key of its link. */
  keyTo(phone: string): Promise<string>
  codeTo(phone: string): Promise<string>
}
const DAYS_AGO_60 = (): string => new Date(Date.now() - 60 * 86_400_000).toISOString()
/** A guardian whose number nobody has changed lately. */
export async function guardianOf(school: Pick<SmallSchool, 'db'>, studentId: string, given: Record<string, unknown> = {}): Promise<{ id: string; phone: string }> {
  const phone = `139${String(serial('guardianPhone')).padStart(8, '0')}`
  const draft = { studentId, relation: '51', name: `周建国${serial('guardian')}`, phone, isGuardian: true, createdAt: DAYS_AGO_60(), ...given }
  await school.db.insertMany(familyMember, [draft] as never, { history: false })
  const row = await school.db.unscoped(familyMember).find({ studentId, name: draft.name })
  return { id: row?.id ?? '', phone: row?.phone ?? '' }
}
export async function textTo({ server, db }: Pick<SmallSchool, 'server' | 'db'>, phone: string): Promise<string> {
  for (let n = 0; n < 2; n++) await server.settle()
  // ids grow with time
  const [last] = await db.query<{ text: string }>(sql`select text from sms_log where tenant_id = ${db.me.tenantId} and mobile = ${phone} order by id desc limit 1`)
  return last?.text ?? ''
}
export const keyIn = (text: string): string => /key=([\w-]+)/.exec(text)?.[1] ?? ''
export const familySchool = fixture(
  'family',
  smallSchool,
  async (school: SmallSchool) => {
    const fdy = await school.as({ roles: ['fdy'], teacherId: school.ids.lin, departmentId: school.ids.info, nickName: '林知夏' })
    const officer = await school.as({ roles: ['officer'], nickName: '李主任' })
    await setParams(school, 'login', { siteUrl: 'https://xg.example.edu.cn' })
    await setParams(school, 'message', { quietFrom: '00:00', quietTo: '00:00' })
    return { fdy, officer }
  },
  (school): FamilySchool => ({
    ...school,
    async pupil(given = {}) {
      const made = await school.officer.post<{ id: string }>('base/student/add', draftOf(school.ids.s2301, given))
      if (made.code !== 200) throw new Error(made.msg)
      const guardian = await guardianOf(school, made.data.id)
      return { id: made.data.id, actor: await selfOf(school, made.data.id), guardianId: guardian.id, phone: guardian.phone }
    },
    keyTo: async phone => keyIn(await textTo(school, phone)),
    codeTo: async phone => /\d{6}/.exec(await textTo(school, phone))?.[0] ?? '',
  }),
)
