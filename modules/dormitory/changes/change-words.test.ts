import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Wording } from '#model'
import { formatWording } from '#server/i18n/translate.ts'
import type { Actor } from '#testing/school.ts'
import { day } from '../places/testing.ts'
import { dormStay } from '../stays/model/stay.ts'
import { dormChange } from './model/dorm-change.ts'
import { massMove, massMoveLine } from './model/mass-move.ts'
import { executeDue } from './server/jobs.ts'
import { executePlanned } from './server/mass-plan.ts'
import { type ChangeSchool, changeSchool, form, swapWith } from './testing.ts'

let s: ChangeSchool
beforeAll(async () => {
  s = await changeSchool()
})
afterAll(() => s.close())
beforeEach(() => s.clear())

interface Said {
  id: string
  problem: string | null
  endNote: string | null
}
const read = async <T>(who: Actor, path: string, query: object, lang: string): Promise<T> =>
  (await who.get<T>(path, query as Record<string, unknown>, { 'accept-language': lang })).data
const listed = async (entity: string, id: string, lang: string): Promise<Said | undefined> =>
  (await read<{ result: Said[] }>(s.officer, `dorm/${entity}/list`, { id }, lang)).result[0]
const reasonsTold = async (event: string, id: string): Promise<Wording[]> => (await s.told(event)).filter(h => h.bizId === id).map(h => h.values?.reason as Wording)

describe('why a change of bed did not happen', () => {
  it('20-DM3 is read in the reader’s language in the list, on the card, by the student and in messages', async () => {
    const { mei, lan } = s
    await s.db.update(dormStay, lan.stayId, { plannedOut: day(2) })
    const made = await s.applied(mei, form({ toBedId: lan.bedId }))
    await s.agreed(made.id)
    await s.dueToday(made.id)
    await executeDue(s.db)
    await s.server.settle()
    const row = await s.row(made.id)
    expect(row.problem).toMatch(/还住着.+，不能执行$/)
    const english = (await listed('dormChange', made.id, 'en'))?.problem
    expect(english).toMatch(/still lives in .+cannot be carried out/)
    expect((await listed('dormChange', made.id, 'zh-CN'))?.problem).toBe(row.problem)
    expect((await listed('dormChange', made.id, 'zh-TW'))?.problem).toMatch(/還住著.+，不能執行$/)
    expect((await read<Said>(s.manager, 'dorm/dormChange/card', { id: made.id }, 'en')).problem).toBe(english)
    expect((await read<Said[]>(mei.actor, 'dorm/dormChange/mine', { id: made.id }, 'en'))[0]?.problem).toBe(english)
    const told = await reasonsTold('dormitory.changeStuck', made.id)
    expect(told.map(t => formatWording('en', t))).toEqual([english, english])
    // texts written by other versions are shown in Chinese
    await s.db.query(sql`update dorm_change set wording = null where id = ${made.id}`)
    expect((await listed('dormChange', made.id, 'en'))?.problem).toBe(row.problem)
    await mei.actor.post('dorm/dormChange/cancel', { id: made.id, reason: '不换了' })
    await s.db.update(dormStay, lan.stayId, { plannedOut: null })
  })
  it('20-DM2 a swap nobody agreed to says so in English, and what its applicant wrote when calling one off stays as it was written', async () => {
    const { mei, yun } = s
    const asked = await s.applied(mei, swapWith(yun))
    await s.answer(yun, asked.id, false)
    await s.server.settle()
    expect((await s.row(asked.id)).endNote).toBe('对方没有确认')
    expect((await read<Said[]>(mei.actor, 'dorm/dormChange/mine', { id: asked.id }, 'en'))[0]?.endNote).not.toMatch(/[\u3400-\u9fff]/)
    expect((await reasonsTold('dormitory.changeLapsed', asked.id)).map(t => formatWording('zh-tw', t))).toEqual(['對方沒有確認'])
    const made = await s.applied(mei, form({ toBedId: s.bed(8) }))
    await s.agreed(made.id)
    await mei.actor.post('dorm/dormChange/cancel', { id: made.id, reason: '无' })
    expect((await read<Said[]>(mei.actor, 'dorm/dormChange/mine', { id: made.id }, 'en'))[0]?.endNote).toBe('无')
  })
  it('20-DM7 a planned move of many that did not fit says all its reasons in the reader’s language', async () => {
    const { mei, yun } = s
    await s.db.insertMany(
      massMoveLine,
      [mei, yun].map((who, n) => ({ studentId: who.id, toBedId: s.bed(44 + n), ownerId: s.officer.userId, isOpen: true })),
    )
    const { id } = (await s.officer.post<{ id: string }>('dorm/massMove/execute', { name: '周末调整', reason: 'repair', students: 2, effectiveDate: day(3) })).data
    await s.db.query(sql`update mass_move set effective_date = ${day(0)}::date where id = ${id}`)
    const beds = sql`update dorm_bed set is_enabled = false where id = any(${[s.bed(44), s.bed(45)]}::uuid[])`
    await s.db.query(beds)
    await executePlanned(s.db)
    expect((await s.db.unscoped(massMove).one(id)).endNote).toContain('；')
    const english = (await listed('massMove', id, 'en'))?.endNote
    expect([english?.includes('; '), english?.includes('；'), /停用|不能/.test(english ?? '')]).toEqual([true, false, false])
    expect((await reasonsTold('dormitory.massMoveStuck', id)).map(t => formatWording('en', t))).toEqual([english])
    expect(await s.db.unscoped(dormChange).count({ massMoveId: id })).toBe(0)
  })
})

it('10-W2 the designer offers the reasons of the school’s code set by their words', async () => {
  const [flow] = await s.db.query<{ id: string }>(sql`select id from process_def where tenant_id = ${s.tenantId} and process_type = 'dormChange' limit 1`)
  const { facts } = await read<{ facts: Array<{ name: string; choices: Record<string, string> | null }> }>(s.officer, 'workflow/processDef/flow', { id: flow?.id }, 'zh-CN')
  expect(facts.find(f => f.name === 'reason')?.choices).toMatchObject({ roommates: '室友矛盾' })
})
