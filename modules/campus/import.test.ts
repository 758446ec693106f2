import { afterAll, beforeAll, expect, it } from 'vitest'
import { commit, type Job, settled, sheet, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { idNumber, openPlace, type Place } from './fixture.ts'
import { classStaff, teacher } from './model/people.ts'

let p: Place
let officer: Actor
beforeAll(async () => {
  p = await openPlace()
  officer = await p.school.as({ roles: ['officer'] })
})
afterAll(() => p.school.close())

async function check(entity: string, header: readonly string[], rows: ReadonlyArray<ReadonlyArray<string | number | null>>, who: Actor = officer): Promise<Job> {
  const answer = await upload<{ jobId: string }>(who, `base/${entity}/import`, await sheet(header, rows), '名册.xlsx')
  expect(answer.msg).toBe('成功')
  return settled(who, answer.data.jobId)
}
const RELATIONS = ['班级', '教职工', '角色', '开始日期']

it('30-BR1 relations are imported by class number, role and start date; the same file twice changes nothing', async () => {
  await p.teacher('李洋')
  await p.teacher('赵敏')
  const rows = [
    ['25A1', 'T00001', '辅导员', '2025-09-01'],
    ['25A1', 'T00002', '班主任', '2025-09-01'],
    ['25A2', '李洋', '辅导员', '2025-09-01'],
  ]
  const job = await check('classStaff', RELATIONS, rows)
  expect(job.errors).toEqual([])
  expect(await commit(officer, job)).toMatchObject({ state: 'done', toAdd: 3 })
  expect(await p.db.unscoped(classStaff).count()).toBe(3)
  expect(await check('classStaff', RELATIONS, rows)).toMatchObject({ state: 'ready', toAdd: 0, toChange: 0, unchanged: 3 })
})
it('30-BR2 an import that would give a class two counsellors is refused row by row, nothing of it written', async () => {
  const job = await check('classStaff', RELATIONS, [
    ['25B1', 'T00001', '辅导员', '2025-09-01'],
    ['25A1', 'T00002', '辅导员', '2025-10-01'],
    ['25B9', 'T00002', '辅导员', '2025-10-01'],
  ])
  const outcome = job.state === 'ready' ? await commit(officer, job) : job
  expect(outcome.errors.map(e => [e.row, e.rule])).toEqual(expect.arrayContaining([[4, 'sheet.refMissing']]))
  expect(await p.db.unscoped(classStaff).count()).toBe(3)
})
it('staff are imported with their persons; a wrong identity number names its row', async () => {
  const header = ['工号', '姓名', '性别', '证件号', '部门', '类别', '电话']
  const good = ['8001', '钱多多', '男', idNumber({ male: true }), '01', '专任教师', '13900001111']
  const wrong = await check('teacher', header, [good, ['8002', '孙小小', '女', '110105194912310021', '信息学院', '专任教师', '13900002222']])
  const refused = wrong.state === 'ready' ? await commit(officer, wrong) : wrong
  expect(refused.errors.map(e => [e.row, e.rule])).toEqual([[3, 'campus.teacher.idNoFault']])
  const done = await commit(officer, await check('teacher', header, [good]))
  expect(done).toMatchObject({ state: 'done', toAdd: 1 })
  expect(await p.db.unscoped(teacher).find({ staffNo: '8001' })).toMatchObject({ name: '钱多多', personId: expect.any(String), status: 'active' })
})
it('classes are imported with grade, major and college of their grade-major', async () => {
  const job = await check(
    'stuClass',
    ['班号', '班级名称', '年级专业', '校区', '容量', '建班日期', '预计毕业'],
    [['26A1', '2026软件1班', '2026级软件技术', '南校区', 45, '2026-09-01', '2029-07-01']],
  )
  expect(job.errors).toEqual([])
  expect(await commit(officer, job)).toMatchObject({ state: 'done', toAdd: 1 })
  const row = await officer.get<{ result: Array<Record<string, unknown>> }>('base/stuClass/list', { keyword: '26A1' })
  expect(row.data.result[0]).toMatchObject({ grade: 2026, majorId: p.majorA, departmentId: p.collegeA })
})
