import sql from 'sql-template-tag'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { moveStatus } from '#modules/student/server/api.ts'
import { draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { ok } from '#testing/answers.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'

export { ok, ruleOf } from '#testing/answers.ts'

export interface Graduate {
  /** Of the student. */
  id: string
  actor: Actor
}
export interface AlumniSchool extends SmallSchool {
  officer: Actor
  finance: Actor
  student(given?: Record<string, unknown>): Promise<string>
  ends(id: string, to?: 'graduated' | 'completed' | 'incomplete' | 'active'): Promise<void>
  /** Somebody who has just graduated, with an account. */
  graduate(given?: Record<string, unknown>): Promise<Graduate>
  project(more?: object): Promise<string>
}
const LIMITS = { resendSeconds: 0, perHour: 100, perDay: 100 }
/** A claim from an address of its own, with the code that its phone has got. */
export function claimant(s: Pick<SmallSchool, 'server' | 'tenantId'>) {
  const phone = () => `138${String(serial('claimPhone')).padStart(8, '0')}`
  const code = (mobile: string, scene: 'verify' | 'login' = 'verify') => s.server.identity.codes.make({ tenantId: s.tenantId, scene, mobile }, LIMITS, '127.0.0.1')
  async function send(body: object, address?: string): Promise<Answer<unknown>> {
    const n = serial('claimAddress')
    const remoteAddress = address ?? `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
    const answer = await s.server.app.inject({ method: 'POST', url: '/api/flySource-alumni/openApi/claim', payload: { tenantId: '100001', ...body }, remoteAddress })
    const { code: said, msg, data, errors = [] } = answer.json()
    return { status: answer.statusCode, code: said, msg, data, errors, headers: {}, raw: answer.rawPayload }
  }
  const claim = async (given: { mobile: string } & Readonly<Record<string, unknown>>, address?: string) => send({ code: await code(given.mobile), ...given }, address)
  return { phone, code, send, claim }
}
/** A small school with an office and a finance office, whose alumni give online. */
export const alumniSchool = fixture(
  'alumni',
  smallSchool,
  async (s: SmallSchool) => {
    const item = { code: 'donation', name: '校友捐赠', nature: 'agency', period: 'once', optional: true, partial: false, receiptKind: 'internal', refundRule: 'full' }
    await s.db.insert(chargeItem, item as never)
    return { officer: await s.as({ roles: ['officer'] }), finance: await s.as({ roles: ['finance'] }) }
  },
  (s): AlumniSchool => {
    const school: AlumniSchool = {
      ...s,
      student: async (given = {}) => ok(await s.officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, given))).id,
      async ends(studentId, to = 'graduated') {
        await s.db.tx(tx => moveStatus(tx, { studentId, to, effectiveDate: today(), changeId: null, source: '测试' } as never))
        await s.server.settle()
      },
      async graduate(given = {}) {
        const id = await school.student(given)
        // whoever is added has an account soon after, unless they have left before; the actor below brings its own
        await s.server.settle()
        await s.db.query(sql`delete from sys_user where tenant_id = ${s.db.me.tenantId} and student_id = ${id}`)
        await school.ends(id)
        return { id, actor: await s.as({ roles: ['alumnus'], studentId: id }) }
      },
      async project(more = {}) {
        const draft = { title: '励学金', purpose: 'scholarship', goal: 10_000_00, from: today(), to: today(), text: '<p>帮同学</p>', ...more }
        const { id } = ok(await s.officer.post<{ id: string }>('alumni/donationProject/add', draft))
        ok(await s.officer.post('alumni/donationProject/open', { id }))
        return id
      },
    }
    return school
  },
)
