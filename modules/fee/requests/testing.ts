import { approveAs } from '#modules/leave/testing.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { type PaySchool, paySchool } from '../orders/testing.ts'
import { feeApplication } from './model/fee-application.ts'

interface CreatedRequest {
  id: string
  instanceId: string
}
export interface RequestSchool extends PaySchool {
  fdy: Actor
  college: Actor
  officer: Actor
  ask(form: object, by?: Actor): Promise<Answer<CreatedRequest>>
  /** Asks what must be possible, and is agreed to by these, one after another. */
  agreed(form: object, by: readonly Actor[]): Promise<CreatedRequest>
  approve(made: CreatedRequest, by: Actor): Promise<Answer<unknown>>
  requestOf(id: string): Promise<Awaited<ReturnType<typeof readRequest>>>
}
const readRequest = (s: PaySchool, id: string) => s.db.unscoped(feeApplication).one(id)
/** A school whose student asks the counsellor 林知夏, the college, the office and two people of finance. */
export async function requestSchool(): Promise<RequestSchool> {
  const s = await paySchool()
  const fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin, userType: 2 })
  const college = await s.as({ roles: ['college'], departmentId: s.ids.info, userType: 2 })
  const officer = await s.as({ roles: ['officer'], userType: 2 })
  const ask = (form: object, by = s.student) => by.post<CreatedRequest>('fee/feeApplication/apply', { reason: '家里暂时困难', ...form })
  const approve = (made: CreatedRequest, by: Actor) => approveAs(by, made.instanceId)
  return {
    ...s,
    ...{ fdy, college, officer, ask, approve },
    async agreed(form, by) {
      const answer = await ask(form)
      if (answer.code !== 200) throw new Error(answer.msg)
      for (const who of by) {
        const agreed = await approve(answer.data, who)
        if (agreed.code !== 200) throw new Error(agreed.msg)
      }
      return answer.data
    },
    requestOf: id => readRequest(s, id),
  }
}
