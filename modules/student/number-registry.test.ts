import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { student } from './model/student.ts'
import { draftOf, type SmallSchool, smallSchool } from './testing.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await smallSchool()
})
afterAll(() => s.close())
/** The account of a number is made behind the answer; a student who has one is not removed. */
async function withoutAccount(studentId: string) {
  await s.server.settle()
  await s.db.query(sql`delete from role_user where user_id in (select id from sys_user where student_id = ${studentId})`)
  await s.db.query(sql`delete from sys_user where student_id = ${studentId}`)
}

it('30-SN4 gives no number again that another student had, also after it was replaced or its row removed', async () => {
  const officer = await s.as({ roles: ['officer'] })
  const preEnrolled = async (studentNo: string) => (await officer.post<{ id: string; version: number }>('base/student/preEnrol', draftOf(s.ids.s2301, { studentNo }))).data
  const first = await preEnrolled('20260001')
  const changed = await officer.post<{ version: number }>('base/student/update', { id: first.id, version: first.version, studentNo: '20260002' })
  expect(changed.code).toBe(200)
  const taken = await officer.post('base/student/add', draftOf(s.ids.s2301, { studentNo: '20260001' }))
  expect(taken.errors[0]).toMatchObject({ field: 'studentNo', rule: 'student.student.studentNoTaken' })
  // the student itself may have it back
  expect((await officer.post('base/student/update', { id: first.id, version: changed.data.version, studentNo: '20260001' })).code).toBe(200)
  const other = await preEnrolled('20260003')
  await expect(s.db.update(student, other.id, { studentNo: '20260002' })).rejects.toMatchObject({ issues: [{ field: 'studentNo', rule: 'record.duplicate' }] })
  await withoutAccount(other.id)
  expect((await officer.post('base/student/remove', { ids: other.id })).data).toEqual({ done: 1, failed: [] })
  expect((await officer.post('base/student/add', draftOf(s.ids.s2301, { studentNo: '20260003' }))).errors[0]?.rule).toBe('student.student.studentNoUsed')
})
