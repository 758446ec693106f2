import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { approveAs, proofOf, rulesOf } from '#modules/standing/testing.ts'
import { processInstance } from '#modules/workflow/cases/model/instance.ts'
import { today } from '#server/base/today.ts'
import { archiveBorrow } from './model/archive-borrow.ts'
import { archiveFile } from './model/archive-file.ts'
import { graduateDestination } from './model/graduate-destination.ts'
import { type ArchiveSchool, archiveSchool, must } from './testing.ts'

let s: ArchiveSchool
beforeAll(async () => {
  s = await archiveSchool()
})
afterAll(() => s.close())
const ask = async (fileId: string, more: object = {}) =>
  s.fdy.post<{ id: string }>('archive/archiveBorrow/apply', {
    ...{ fileId, unit: '市公安局', person: '孙警官', purpose: '政审', letter: await proofOf(s.fdy), onSite: false, dueOn: addDays(today(), 5), ...more },
  })
const lend = (verb: string, id: string) => s.keeper.post(`archive/archiveBorrow/${verb}`, { id })
async function approved(fileId: string): Promise<string> {
  const { id } = must(await ask(fileId))
  const instance = await s.db.unscoped(processInstance).find({ bizType: 'archiveBorrow', bizId: id })
  must(await approveAs(s.keeper, instance?.id ?? ''))
  return id
}
describe('50-AR4 borrowing', () => {
  it('50-AR4 is refused of what is not in the store, with holder and date, before and after it was approved', async () => {
    const { id: studentId, file } = await s.stored()
    const [one, two] = [await approved(file.id), await approved(file.id)]
    const answers = await Promise.all([one, two].map(id => lend('lend', id)))
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    const refused = answers.find(a => a.code !== 200)
    expect([refused && rulesOf(refused), refused?.msg]).toEqual([['elsewhere'], expect.stringMatching(/借出，\d{4}-\d\d-\d\d \d\d:\d\d 起：市公安局 孙警官/)])
    expect(rulesOf(await ask(file.id))).toEqual(['elsewhere'])
    const lent = await s.db.unscoped(archiveBorrow).find({ fileId: file.id, state: 'lent' })
    must(await lend('giveBack', lent?.id ?? ''))
    expect(await s.file(studentId)).toMatchObject({ state: 'inStore', holder: '一号库房 3 柜' })
    expect((await s.moves(file.id)).slice(-2)).toEqual(['borrow', 'giveBack'])
  })
  it('50-AR1 no file is lent to its student or without a letter, nor until a day that is past', async () => {
    const { file } = await s.stored({ name: '沈一鸣' })
    expect(rulesOf(await ask(file.id, { person: '沈一鸣' }))).toEqual(['owner'])
    expect(rulesOf(await ask(file.id, { letter: [] }))).not.toEqual([])
    expect(rulesOf(await ask(file.id, { dueOn: '2020-01-01' }))).toEqual(['duePast'])
  })
})
it('50-AR9 stock-taking finds what is missing, misplaced and unknown; nothing changes until it is confirmed', async () => {
  const [right, gone, other] = [await s.stored(), await s.stored(), await s.stored()]
  must(await s.act(s.keeper, 'relocate', { ids: [right.file.id, gone.file.id], locationId: s.places.box }))
  const stock = (verb: string, input: object, by = s.keeper) => by.post<{ id: string; result: string; lost: number; moved: number }>(`archive/archiveStock/${verb}`, input)
  const { id } = must(await stock('start', { locationId: s.places.box }))
  expect(rulesOf(await stock('start', { locationId: s.places.box }))).toEqual(['running'])
  expect(must(await stock('scan', { id, code: right.file.archiveNo })).result).toBe('right')
  expect(must(await stock('scan', { id, code: other.file.archiveNo })).result).toBe('misplaced')
  const twice = await Promise.all([s.keeper, s.second].map(by => stock('scan', { id, code: 'NOBODY1' }, by)))
  expect(twice.map(a => a.code).sort()).toEqual([200, 422])
  const { data } = await s.keeper.get<{ expected: number; right: number; missing: Array<{ id: string }>; misplaced: Array<{ id: string }>; unknown: string[] }>(
    'archive/archiveStock/result',
    { id },
  )
  expect(data).toMatchObject({ expected: 2, right: 1, missing: [{ id: gone.file.id }], misplaced: [{ id: other.file.id }], unknown: ['NOBODY1'] })
  expect([(await s.file(gone.id)).state, (await s.file(other.id)).holder]).toEqual(['inStore', '一号库房 3 柜'])
  const answers = await Promise.all([s.keeper, s.second].map(by => stock('confirm', { id }, by)))
  expect(answers.map(a => a.code).sort()).toEqual([200, 422])
  expect(answers.find(a => a.code === 200)?.data).toEqual({ lost: 1, moved: 1 })
  expect([(await s.file(gone.id)).state, (await s.file(other.id)).holder]).toEqual(['lost', '一号库房 3 柜 1 层 1 盒'])
  // found again by the next one
  const again = must(await stock('start', { locationId: s.places.box })).id
  for (const w of [right, gone, other]) must(await stock('scan', { id: again, code: w.file.archiveNo }))
  expect(must(await stock('confirm', { id: again }))).toEqual({ lost: 0, moved: 1 })
  expect((await s.file(gone.id)).state).toBe('inStore')
})
it('50-AR statistics add up: files of entrants by origin, college and state, destinations as of a day', async () => {
  await s.destined(await s.stored())
  type Groups = Array<{ files: number; people: number }>
  const files = (
    await s.officer.get<{ files: number; received: number; byCollege: Groups; byState: Groups }>('archive/archiveFile/statistics', { from: '2020-01-01', to: today() })
  ).data
  expect(files.files).toBe(await s.db.unscoped(archiveFile).count())
  expect(files.received).toBe(files.files - (await s.db.unscoped(archiveFile).count({ state: 'notReceived' })))
  for (const groups of [files.byCollege, files.byState]) expect(groups.reduce((n, g) => n + g.files, 0)).toBe(files.files)
  const span = { from: '2020-01-01', to: addDays(today(), 800) }
  const { data } = await s.officer.get<{ people: number; known: number; byKind: Groups; byCollege: Groups }>('archive/graduateDestination/statistics', span)
  expect(data.known).toBe(await s.db.unscoped(graduateDestination).count({ isCurrent: true }))
  expect(data.byKind.reduce((n, g) => n + g.people, 0)).toBe(data.known)
  expect(data.byCollege.reduce((n, g) => n + g.people, 0)).toBe(data.people)
})
