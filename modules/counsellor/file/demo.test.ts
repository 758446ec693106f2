import { afterAll, beforeAll, expect, it } from 'vitest'
import { teacher } from '#modules/campus/model/people.ts'
import campusDemo from '#modules/campus/server/demo.ts'
import { openSchool, type School } from '#testing/school.ts'
import { counsellorFile } from './model/counsellor-file.ts'
import { fdyTraining } from './model/training.ts'
import { demoFiles } from './server/demo.ts'

let s: School
beforeAll(async () => {
  s = await openSchool()
  await campusDemo(s.db, { students: 600 })
  await demoFiles(s.db)
})
afterAll(() => s.close())

it('the demo school has a file for each counsellor, and trainings that some lack', async () => {
  const [files, trainings] = [await s.db.unscoped(counsellorFile).all(), await s.db.unscoped(fdyTraining).all()]
  expect(files.length).toBe(await s.db.unscoped(teacher).count({ staffCategory: ['fullFdy', 'partFdy'], status: 'active' }))
  expect(files.length).toBeGreaterThan(0)
  expect(files.every(f => f.onDutyTo === null && f.resume?.length)).toBe(true)
  expect(trainings.length).toBeGreaterThan(files.length)
  const officer = await s.as({ roles: ['officer'] })
  const { data } = await officer.get<{ onDuty: number; gaps: unknown[] }>('counsellor/fdyTraining/gaps')
  expect(data.onDuty).toBe(files.length)
  expect(data.gaps.length).toBeGreaterThan(0)
})
