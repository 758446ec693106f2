import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#model/days.ts'
import { studentAids } from '#modules/student/server/aid.ts'
import { today } from '#server/base/today.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { listedOn } from '#testing/questions.ts'
import { addRegistration } from '#testing/registrations.ts'
import type { Answer } from '#testing/school.ts'
import { type HardshipSchool, hardshipSchool, ruleOf } from '../testing.ts'
import { aidLevelSpan } from './model/span.ts'
import { levelsOn } from './server/api.ts'
import { setLevels } from './server/spans.ts'

let s: HardshipSchool
beforeAll(async () => {
  s = await hardshipSchool()
})
afterAll(() => s.close())

describe('levels over time', () => {
  it('40-D10 a level holds to the end of the school year, and each change is told', async () => {
    const heard = captureEvents(s.server, 'hardship.levelChanged')
    const id = await s.student('周困难')
    expect((await s.adjust(s.officer, id, 'general')).code).toBe(200)
    const [first] = await s.spansOf(id)
    expect(first).toMatchObject({ level: 'general', from: today(), cause: 'adjusted' })
    expect(first?.to.slice(5)).toBe('08-31')
    expect((await s.adjust(s.officer, id, 'special', { spanId: first?.id })).code).toBe(200)
    const spans = await s.spansOf(id)
    expect(spans.filter(x => x.from <= x.to)).toMatchObject([{ level: 'special', from: today(), to: first?.to }])
    await s.server.settle()
    expect(heard).toMatchObject([
      { studentId: id, from: null, to: 'general' },
      { studentId: id, from: 'general', to: 'special' },
    ])
    const read = await s.db.query<{ id: string; level: string }>(levelsOn(s.db, sql`select ${id}::uuid`, today()))
    expect(read).toEqual([{ id, level: 'special' }])
  })
  it('60-ST1 who is in difficulty and got nothing counts as on that day: from the level on, and until aid is granted', async () => {
    const id = await s.student('钱无助')
    await s.adjust(s.officer, id, 'hard')
    const [yesterday, tomorrow] = [addDays(today(), -1), addDays(today(), 1)]
    const isWithout = async (day: string) => (await listedOn(s, 'hardship.withoutAid', day)).includes(id)
    expect([await isWithout(yesterday), await isWithout(today())]).toEqual([false, true])
    const isTold = async () => {
      const last = (await s.spansOf(id))[0]?.to ?? ''
      return [await isWithout(today()), tomorrow > last || !(await isWithout(tomorrow))]
    }
    const without = addRegistration(s.server.core.registry, studentAids, {
      ...{ code: 'test', label: '助学金' },
      granted: (_db, students) => sql`select g.id, '助学金' as name, 100 as amount, ${tomorrow}::date as day from (select ${id}::uuid as id) g where g.id in (${students})`,
    })
    expect(await isTold()).toEqual([true, true])
    without()
  })
  it('40-D7 the second of two who change one level is told who and when', async () => {
    const id = await s.student('吴两人')
    await s.adjust(s.officer, id, 'general')
    const [seen] = await s.spansOf(id)
    const answers = await Promise.all(['special', 'hard'].map(level => s.adjust(s.officer, id, level, { spanId: seen?.id })))
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    const late = answers.find(a => a.code === 422)
    expect(ruleOf(late as Answer<void>)).toBe('changedMeanwhile')
    expect(late?.errors[0]?.values).toMatchObject({ name: '吴两人', by: '资助中心', at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) })
    expect((await s.spansOf(id)).filter(x => x.from <= x.to)).toHaveLength(1)
  })
  it('40-D10 the database keeps levels of a student from overlapping', async () => {
    const studentId = await s.student('郑重叠')
    const span = { studentId, level: 'hard', from: '2024-09-01', to: '2025-08-31', cause: 'recognised' } as const
    await s.db.insert(aidLevelSpan, span)
    await expect(s.db.insert(aidLevelSpan, { ...span, from: '2025-08-31', to: '2025-12-31' })).rejects.toThrow('与已有记录的时间重叠')
    await setLevels(s.db, [{ studentId, level: 'general', from: '2025-03-01', to: '2025-08-31', cause: 'adjusted', endCause: 'adjusted' }])
    expect(await s.spansOf(studentId)).toMatchObject([
      { level: 'hard', to: '2025-02-28', endCause: 'adjusted' },
      { level: 'general', from: '2025-03-01' },
    ])
  })
  it('ends with the school, and is told to nobody outside the scope', async () => {
    const id = await s.student('王离校')
    await s.adjust(s.officer, id, 'hard')
    await s.db.emit('student.statusChanged', { studentId: id, from: 'active', to: 'withdrawn', effectiveDate: today() })
    await s.server.settle()
    expect((await s.spansOf(id)).filter(x => x.from <= x.to)).toEqual([])
    const art = await s.student('冯艺术', s.ids.a2301)
    await s.adjust(s.officer, art, 'hard')
    const list = async (by: typeof s.fdy) => (await by.get<{ result: Array<{ studentId: string }> }>('hardship/aidLevelSpan/list', { studentId: art })).data.result
    expect([await list(s.officer), await list(s.fdy)].map(r => r.length)).toEqual([1, 0])
    const mine = await (await s.self(art)).get<{ level: string }>('hardship/aidLevelSpan/mine')
    expect(mine.data.level).toBe('hard')
    expect((await s.adjust(s.fdy, art, 'special')).code).toBe(403)
  })
})
