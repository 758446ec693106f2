import sql from 'sql-template-tag'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { admittedStudent } from '../../roll/model/admitted-student.ts'
import { entryReexamination, ITEMS } from '../model/reexamination.ts'
import { admissionRetention } from '../model/retention.ts'

/** Of a hundred new students: examined, then in doubt; the rest is still to be looked at. */
const [PASSED, DOUBT] = [86, 89]

/** The re-examination two weeks before its end, and who keeps the admission. */
export default (async db => {
  const [college, officer] = [await demoAccount(db, 'college'), await demoAccount(db, 'officer')]
  if (!college || !officer) return
  const at = moment(-9, '15:00')
  const items = (results: object) =>
    JSON.stringify(
      Object.keys(ITEMS).map(code => ({
        code,
        result: 'pass',
        note: null,
        by: college.id,
        at,
        ...(code in results ? { result: results[code as never], note: '照片与本人不太像' } : {}),
      })),
    ) // verbatim
  const drawn = sql`(row_number() over (order by md5(a.id::text)))::int`
  const state = sql`case when a.n in (1, 2) then 'failed' when a.n in (3, 4) then 'unfit' when a.n % 100 < ${PASSED} then 'passed' when a.n % 100 < ${DOUBT} then 'doubt' else 'open' end`
  await db.insertFrom(
    entryReexamination,
    {
      ...{ studentId: sql`a.id`, departmentId: sql`a.department_id`, year: sql`a.year`, state, dueAt: moment(14, '23:59'), warnAt: moment(1, '08:00') },
      items: sql`case when a.n in (1, 2) then ${items({ genuineness: 'fail' })}::jsonb when a.n in (3, 4) then ${items({ health: 'fail' })}::jsonb when a.n % 100 < ${PASSED} then ${items({})}::jsonb
        when a.n % 100 < ${DOUBT} then ${items({ identity: 'doubt' })}::jsonb else '[]'::jsonb end`,
      firstId: sql`case when a.n % 100 < ${DOUBT} or a.n <= 4 then ${officer.id}::uuid end`,
      judgedAt: sql`case when a.n % 100 < ${DOUBT} or a.n <= 4 then ${at}::timestamptz end`,
    },
    sql`(select a.*, ${drawn} as n from admitted_student a where a.tenant_id = ${db.me.tenantId} and a.state = 'enrolled') a`,
    { history: false },
  )
  const kept = await db.unscoped(admittedStudent).all({ state: 'reserved' }) // demo data: no data scope
  await db.insertMany(
    admissionRetention,
    kept.map(({ id, departmentId }, n) => ({
      ...{
        studentId: id,
        departmentId,
        cause: n % 3 ? ('enlistment' as const) : ('illness' as const),
        dischargedOn: n % 3 ? day(170) : null,
        until: day(900),
        docNo: `校招〔${day(0).slice(0, 4)}〕${n + 1} 号`,
      }, // verbatim
      ...{ reason: n % 3 ? '应征入伍' : '术后休养', proofs: [], state: 'approved' as const }, // verbatim
    })),
    { history: false },
  )
}) satisfies Demo
