import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { citizenGender, citizenIdFault } from '#model'
import { openSchool, type School } from '#testing/school.ts'
import { teacher } from './model/people.ts'
import demo, { type DemoStaff } from './server/demo.ts'
import { peopleMaker } from './server/demo-names.ts'

let school: School
let staff: DemoStaff
beforeAll(async () => {
  school = await openSchool()
  staff = await demo(school.db, { students: 600 })
})
afterAll(() => school.close())

describe('the demo school', () => {
  it('has the base data the specification asks for', async () => {
    const [counts] = await school.db.query<Record<string, number>>(sql`select (select count(*) from campus)::int campuses,
      (select count(*) from department where dept_type = '1')::int colleges, (select count(*) from major)::int majors, (select count(distinct grade) from grade_major)::int grades,
      (select count(*) from stu_class where state = 'active')::int classes, (select count(*) from school_year)::int years, (select count(*) from canton where replaced_by is not null)::int historic`)
    expect(counts).toMatchObject({ campuses: 3, colleges: 14, majors: 60, grades: 6, classes: 20, years: 12 })
    expect(counts?.historic).toBeGreaterThanOrEqual(40)
  })
  it('leaves two classes without a counsellor, and every other one with exactly one', async () => {
    const rows = await school.db.query<{ n: number }>(
      sql`select count(s.id)::int as n from stu_class c left join class_staff s on s.class_id = c.id and s.role = 'fdy' and s.end_date is null where c.state = 'active' group by c.id`,
    )
    expect(rows.filter(r => r.n === 0)).toHaveLength(2)
    expect(rows.every(r => r.n <= 1)).toBe(true)
  })
  it('names somebody for every account', () => {
    expect(Object.values(staff).every(id => /^[0-9a-f-]{36}$/.test(id))).toBe(true)
  })
  it('gives everybody a valid identity number that agrees with gender and birth date', async () => {
    for (const t of await school.db.unscoped(teacher).all()) {
      expect(citizenIdFault(t.idNo)).toBeUndefined()
      expect(citizenGender(t.idNo)).toBe(t.genderCode)
    }
  })
})
describe('people for the demo', () => {
  it('are the same for the same seed', () => {
    const [a, b] = [peopleMaker(7, ['420106']), peopleMaker(7, ['420106'])]
    for (let i = 0; i < 50; i++) expect(a({ born: ['2006-01-01', '2008-12-31'] })).toEqual(b({ born: ['2006-01-01', '2008-12-31'] }))
  })
  it('never share a number, even when thousands are born in one place', () => {
    const human = peopleMaker(1, ['420106', '420111'])
    const numbers = Array.from({ length: 30_000 }, () => human({ born: ['2004-09-01', '2008-08-31'] }).idNo)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.some(n => citizenIdFault(n))).toBe(false)
  })
})
