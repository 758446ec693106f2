import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import { contactsOf } from '#server/extensions/student-contacts.ts'
import { questions } from '#server/statistics/questions.ts'
import { askedOn, listedOn } from './questions.ts'
import { openSchool, type School } from './school.ts'

let s: School
beforeAll(async () => {
  s = await openSchool()
})
afterAll(() => s.close())

describe('questions of the office', () => {
  it('60-ST1 each is answered for several days in one statement, whole, by its groups and as a list, and says nothing its figures do not', async () => {
    const days = [addDays(today(), -400), addDays(today(), -30), today()]
    for (const q of s.db.registered(questions)) {
      expect([q.code, (await askedOn(s, q.code, days)).map(a => a.day)]).toEqual([q.code, days])
      for (const { of } of Object.values(q.by ?? {})) await askedOn(s, q.code, days, of.key)
      if (q.listed) expect(await listedOn(s, q.code, today())).toEqual([])
      const known = q.figures.flatMap(f => [f.code, `${f.code}Of`, `${f.code}Percent`])
      expect([...q.says.matchAll(/\{(\w+)\}/g)].map(m => m[1]).filter(name => !known.includes(name ?? ''))).toEqual([])
    }
  })
  it('contacts of all ways are read in one select', async () => {
    const found = contactsOf(s.db, ['talk', 'takingPart'])
    expect(found && (await s.db.query(sql`select c.student_id, c."on"::text from ${found} c`))).toEqual([])
  })
})
