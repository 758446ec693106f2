import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRegistry } from '#testing/database.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { FIGURES, type FigureCode, figureScopeOf, policyFigure } from './model/policy-figure.ts'
import { type AffectedBatch, figureOn, figureUse } from './server/policy-figures.ts'

/** A module made up for this test: one open batch that reads scholarships. */
const BATCH: AffectedBatch = { id: 'b1', name: '2026 年国家奖学金', link: null }
const use = figureUse('probe', async (_db, span) => (span.code === 'nationalScholarship.amount' && span.scope === 'undergraduate' ? [BATCH] : []))
let s: School
let officer: Actor
beforeAll(async () => {
  const registry = await testRegistry()
  s = await openSchool([], { registry: { ...registry, registrations: new Map([...registry.registrations, [use.kind, [use]]]) } })
  officer = await s.as({ roles: ['officer'] })
})
afterAll(() => s.close())
const rowOf = async (code: FigureCode, from: string, scope = 'all') => (await s.db.unscoped(policyFigure).find({ code, scope, effectiveFrom: from } as never)) as { id: string }
const amountOn = async (on: string, scope: 'undergraduate' | 'doctor' = 'undergraduate') => (await figureOn(s.db, 'nationalScholarship.amount', { scope, on })).amount
const given = (more: object = {}) => ({ code: 'workStudy.minHourly', scope: 'all', value: { amount: 15_00 }, effectiveFrom: '2027-01-01', ...more })
const save = (draft: object, by = officer) => by.post<{ id: string }>('base/policyFigure/save', draft)

describe('40-P1 policy figures', () => {
  it('hold on the day a rule names, for its scope', async () => {
    expect([await amountOn('2023-12-31'), await amountOn('2024-01-01'), await amountOn('2024-01-01', 'doctor')]).toEqual([8000_00, 10_000_00, 30_000_00])
    const caps = ['2021-08-31', '2023-09-01', '2026-10-01'].map(on => figureOn(s.db, 'loan.cap', { scope: 'undergraduate', on }))
    expect((await Promise.all(caps)).map(c => c.amount)).toEqual([8000_00, 16_000_00, 20_000_00])
    expect((await figureOn(s.db, 'military.cap', { scope: 'undergraduate', on: '2024-08-30' })).amount).toBe(16_000_00)
    expect(await figureOn(s.db, 'refund.months', { scope: 'master', on: '2026-09-01' })).toEqual({ year: 10, term: 5 })
    expect(['5', '2', '6', null].map(figureScopeOf)).toEqual(['undergraduate', 'master', 'secondary', 'all'])
  })
  it('have a row for every figure the program knows', async () => {
    const known = new Set((await s.db.unscoped(policyFigure).all({})).map(row => row.code))
    expect([...known].sort()).toEqual(Object.keys(FIGURES).sort())
  })
  it('are refused where there is none: nothing is assumed', async () => {
    await expect(figureOn(s.db, 'loan.cap', { scope: 'secondary', on: '2026-09-01' })).rejects.toMatchObject({ issues: [{ rule: 'system.policyFigure.none' }] })
  })
})
describe('40-P2 changing policy figures', () => {
  it('refuses rows of one figure and scope that overlap, one by one and at once', async () => {
    expect((await save(given())).errors[0]?.rule).toBe('system.policyFigure.overlap')
    const { id } = await rowOf('workStudy.minHourly', '2018-08-20')
    expect((await save(given({ id, value: { amount: 12_00 }, effectiveFrom: '2018-08-20', effectiveTo: '2026-12-31' }))).code).toBe(200)
    const both = await Promise.all([save(given()), save(given({ effectiveFrom: '2027-03-01' }))])
    expect(both.map(a => a.code).filter(code => code === 200)).toHaveLength(1)
    expect((await figureOn(s.db, 'workStudy.minHourly', { on: '2026-12-31' })).amount).toBe(12_00)
  })
  it('takes the parts of the figure and no others', async () => {
    const refused = await Promise.all([{ amount: -1 }, { sum: 1 }, {}].map(value => save(given({ value, effectiveFrom: '2040-01-01' }))))
    expect(refused.map(a => [a.code, a.errors[0]?.field])).toEqual([
      [422, 'value'],
      [422, 'value'],
      [422, 'value'],
    ])
    expect((await save(given({ effectiveFrom: '2040-02-01', effectiveTo: '2040-01-01' }))).errors[0]?.rule).toBe('system.policyFigure.dates')
  })
  it('lists open batches that would change, and asks', async () => {
    const { id } = await rowOf('nationalScholarship.amount', '2024-01-01', 'undergraduate')
    const draft = { id, code: 'nationalScholarship.amount', scope: 'undergraduate', value: { amount: 12_000_00 }, effectiveFrom: '2024-01-01' }
    expect(
      (await officer.get<{ batches: AffectedBatch[] }>('base/policyFigure/affected', { id, code: draft.code, scope: draft.scope, effectiveFrom: draft.effectiveFrom })).data
        .batches,
    ).toEqual([BATCH])
    const asked = await save(draft)
    expect([asked.code, asked.errors[0]?.rule, asked.msg.includes(BATCH.name)]).toEqual([422, 'system.policyFigure.asks', true])
    expect(await amountOn('2026-10-01')).toBe(10_000_00)
    expect((await save({ ...draft, seen: [BATCH.id] })).code).toBe(200)
    expect(await amountOn('2026-10-01')).toBe(12_000_00)
    expect((await officer.post('base/policyFigure/drop', { id })).errors[0]?.rule).toBe('system.policyFigure.asks')
  })
  it('is for whoever may', async () => {
    const student = await s.as({ roles: ['student'], userType: 2 })
    expect((await save(given({ effectiveFrom: '2050-01-01' }), student)).code).toBe(403)
  })
})
