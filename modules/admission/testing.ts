import sql from 'sql-template-tag'
import type { Row } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { student } from '#modules/student/model/student.ts'
import { citizenNo, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import { commit, type Job, settled, sheet, upload } from '#testing/roster.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { admittedStudent } from './roll/model/admitted-student.ts'

export interface Newcomer {
  id: string
  ksh: string
  idNo: string
  /** Signed in to the welcome realm. */
  actor: Actor
}
export interface AdmissionSchool extends SmallSchool {
  admissions: Actor
  college: Actor
  officer: Actor
  /** Somebody entered on the roll of 2024 by hand, with the account of the welcome realm. */
  newcomer(given?: Record<string, unknown>): Promise<Newcomer>
  onRoll(id: string): Promise<Row<typeof admittedStudent>>
  record(id: string): Promise<Row<typeof student>>
}
export const YEAR = 2024
export const day = (days: number): string => addDays(today(), days)
export const rulesOf = (answer: Answer<unknown>): string[] => answer.errors.map(e => e.rule.split('.').at(-1) ?? '')

export const admissionSchool = fixture(
  'admission',
  smallSchool,
  async (school: SmallSchool) => ({
    admissions: await school.as({ roles: ['admissions'], nickName: '招生办周老师' }),
    college: await school.as({ roles: ['college'], departmentId: school.ids.info, nickName: '陈书记' }),
    officer: await school.as({ roles: ['officer'], nickName: '李主任' }),
  }),
  (s): AdmissionSchool => ({
    ...s,
    newcomer: given => newcomerOf(s, s.admissions, given),
    onRoll: id => s.db.unscoped(admittedStudent).one(id),
    record: id => s.db.unscoped(student).one(id),
  }),
)
/** A complete row of the roll; each call is another person. */
export function rollDraft(gradeMajorId: string, given: Record<string, unknown> = {}): Record<string, unknown> & { ksh: string; idNo: string } {
  const n = serial('admitted')
  const idNo = citizenNo(`110101${20060101 + (n % 27)}${String(100 + ((n * 2) % 900)).padStart(3, '0')}`)
  return {
    ...{
      year: YEAR,
      ksh: `24110101${String(n).padStart(6, '0')}`,
      name: '林晓舟',
      genderCode: '1',
      idType: '1',
      idNo,
      birthDate: `${2006}-01-${String(1 + (n % 27)).padStart(2, '0')}`,
    },
    ...{ ethnicityCode: '01', politicalCode: '03', gradeMajorId, sourceCanton: '110101', phone: '13812342071', guardianPhone: '13912345678', totalScore: 512.5 },
    ...given,
  }
}
async function newcomerOf(s: SmallSchool, admissions: Actor, given?: Record<string, unknown>): Promise<Newcomer> {
  const draft = rollDraft(s.ids.gm24, given)
  const made = await admissions.post<{ id: string }>('admission/admittedStudent/add', draft)
  if (made.code !== 200) throw new Error(`${made.msg} ${JSON.stringify(made.errors)}`)
  const { id } = made.data
  await s.server.settle()
  // the account of the roll, with a session of its own
  await s.db.query(sql`delete from sys_user where realm = 'welcome' and student_id = ${id}`)
  const actor = await s.as({ realm: 'welcome', roles: ['newStudent'], studentId: id, nickName: String(draft.name) })
  return { id, ksh: draft.ksh, idNo: draft.idNo, actor }
}
/** A file in the layout of a province: header and lines. */
export const HEADER = ['KSH', 'XM', 'XBDM', 'SFZH', 'CSRQ', 'MZDM', 'LQZY', 'XZQHDM', 'ZF', 'LXSJ'] as const
export function provinceLine(given: Partial<Record<(typeof HEADER)[number], string>> = {}): string[] {
  const { ksh, idNo, birthDate } = rollDraft('')
  const line = {
    KSH: ksh,
    XM: '林晓舟',
    XBDM: '1',
    SFZH: idNo,
    CSRQ: String(birthDate).replaceAll('-', ''),
    MZDM: '01',
    LQZY: '01',
    XZQHDM: '110101',
    ZF: '512.50',
    LXSJ: '13812342071',
  }
  return HEADER.map(name => ({ ...line, ...given })[name])
}
export async function importRoll(who: Actor, file: Buffer, name: string, fields: Record<string, string> = {}): Promise<Job> {
  const answer = await upload<{ jobId: string }>(who, 'admission/admittedStudent/import', file, name, fields)
  if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg}`)
  return settled(who, answer.data.jobId)
}
export const provinceSheet = (lines: readonly string[][]): Promise<Buffer> => sheet(HEADER, lines)
export { commit, setParams }
