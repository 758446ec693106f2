import sql, { join, type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { welcomeSource } from '#server/extensions/welcome-steps.ts'
import type { AdmittedState } from '../model/admitted-student.ts'

const inStates = (db: Db, students: Sql, states: readonly AdmittedState[]): Sql =>
  sql`select a.id from admitted_student a where a.tenant_id = ${db.me.tenantId} and a.id in (${students}) and a.state in (${join(states)})`
const events = ['student.admissionChanged']
export default [
  /** 30-AC2 */
  ...welcomeSource({
    ...{ code: 'admission.intention', title: '确认来校', link: '/welcome/admission', events },
    settled: (db, students) => inStates(db, students, ['intended', 'late', 'arrived', 'reviewed', 'enrolled']),
  }),
  /** 30-AC4 */
  ...welcomeSource({
    ...{ code: 'admission.review', title: '报到初审', events },
    settled: (db, students) => inStates(db, students, ['reviewed', 'enrolled']),
  }),
]
