import type { OutputOf } from '#model'
import { gradeMajor, stuClass } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { citizenNo, type SmallSchool, type Student, smallSchool } from '#modules/student/testing.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import type { planBoard } from './classes/model/actions.ts'

export type Board = OutputOf<typeof planBoard>
const PROVINCES = ['110101', '330102', '440103', '520102', '510104']
/** A school before the first day of grade 2026: software with three classes and network with two, and nobody in them. */
export interface NewcomerSchool extends SmallSchool {
  officer: Actor
  admissions: Actor
  software26: string
  network26: string
  classes: { software: string[]; network: string[] }
  /** Students about to come, without class and number; returns their ids in the order of entering. */
  newcomers(gradeMajorId: string, count: number, given?: (n: number) => Record<string, unknown>): Promise<string[]>
  record(id: string): Promise<Student>
}
export const newcomerSchool = fixture(
  'newcomers',
  smallSchool,
  async (school: SmallSchool) => {
    const { ids, db } = school
    const [officer, admissions] = [await school.as({ roles: ['officer'], nickName: '李主任' }), await school.as({ roles: ['admissions'], nickName: '招生办' })]
    const campusId = (await db.unscoped(gradeMajor).one(ids.gm24)).campusId
    const majorOf = async (majorId: string, name: string) =>
      (await db.insert(gradeMajor, { name, grade: 2026, majorId, departmentId: ids.info, level: '5', duration: 3, campusId })).id
    const [software26, network26] = [await majorOf(ids.software, '2026级软件技术'), await majorOf(ids.network, '2026级网络技术')]
    const classOf = async (classNo: string, name: string, gradeMajorId: string, majorId: string) =>
      (
        await db.insert(stuClass, {
          ...{ classNo, name, gradeMajorId, grade: 2026, majorId, departmentId: ids.info, campusId, capacity: 30, state: 'active' },
          ...{ startDate: '2026-09-01', expectedEnd: '2029-07-01' },
        })
      ).id
    const software: string[] = []
    for (const n of ['1', '2', '3']) software.push(await classOf(`26010${n}`, `软件260${n}`, software26, ids.software))
    const network: string[] = []
    for (const n of ['1', '2']) network.push(await classOf(`26020${n}`, `网络260${n}`, network26, ids.network))
    return { officer, admissions, software26, network26, classes: { software, network } }
  },
  (school): NewcomerSchool => ({
    ...school,
    record: id => school.db.unscoped(student).one(id),
    async newcomers(gradeMajorId, count, given = () => ({})) {
      const made: string[] = []
      for (let n = 0; n < count; n++) {
        const { data, code, msg } = await school.officer.post<{ id: string }>('base/student/preEnrol', { ...newcomer(gradeMajorId, n), ...given(n) })
        if (code !== 200) throw new Error(msg)
        made.push(data.id)
      }
      return made
    },
  }),
)
function newcomer(gradeMajorId: string, n: number): Record<string, unknown> {
  const at = serial('newcomer')
  const birthDate = `${2004 + (n % 5)}-01-01`
  return {
    name: `新生${[...String(at)].map(d => '零一二三四五六七八九'[Number(d)]).join('')}`,
    genderCode: n % 3 ? '2' : '1',
    idType: '1',
    idNo: citizenNo(`${110101 + Math.floor(at / 499)}${birthDate.replaceAll('-', '')}${String((at % 499) * 2 + (n % 3 ? 0 : 1)).padStart(3, '0')}`),
    birthDate,
    ethnicityCode: n % 7 ? '01' : '05',
    sourceCanton: PROVINCES[(n * n) % PROVINCES.length],
    gradeMajorId,
    ksh: `26110101${String(at).padStart(6, '0')}`,
    phone: '13812342071',
  }
}
/** A published or previewed plan over all classes of these grade-majors. */
export async function planned(s: NewcomerSchool, more: Record<string, unknown> = {}): Promise<string> {
  const draft = {
    ...{ name: `方案${serial('plan')}`, grade: 2026, gradeMajorIds: [s.software26], classIds: s.classes.software, balance: ['gender', 'origin', 'score', 'ethnicity'] },
    ...{ seed: 7, ...more },
  }
  const { data, code, msg } = await s.officer.post<{ id: string }>('distribution/distributionPlan/add', draft)
  if (code !== 200) throw new Error(msg)
  return data.id
}
