import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settled, sheet, upload } from '#testing/roster.ts'
import { type AwardSchool, awardSchool } from './testing.ts'

let s: AwardSchool
beforeAll(async () => {
  s = await awardSchool()
})
afterAll(() => s.close())
describe('history', () => {
  it('is imported once for a student, item and year, checked line by line', async () => {
    const who = await s.pupil()
    const { studentNo } = (await s.db.query<{ studentNo: string }>(sql`select student_no as "studentNo" from student where id = ${who.id}`))[0] ?? { studentNo: '' }
    const lines = [
      ['三好学生', studentNo, '2024-2025', '2025-05-04'],
      ['三好学生', studentNo, '2024', '2025-05-04'],
      ['先进班集体', studentNo, '2024-2025', '2025-05-04'],
      ['三好学生', studentNo, '2024-2025', '2025-06-01'],
    ]
    const imported = async (rows: typeof lines) => {
      const sent = await upload<{ jobId: string }>(s.officer, 'award/awardRecord/import', await sheet(['奖项', '学生', '学年', '授予日期'], rows), '历史.xlsx')
      return settled(s.officer, sent.data.jobId)
    }
    const job = await imported(lines)
    expect([job.total, job.ok, job.errors.map(e => e.rule.split('.').at(-1)).sort()]).toEqual([4, 1, ['collective', 'twice', 'xn']])
    const again = await imported(lines.slice(0, 1))
    expect(again.ok).toBe(1)
  })
})
