import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { commit, importSheet, type Job, openRoster, type Roster, sheet, undo } from '#testing/roster.ts'

// Every import starts a process, slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
let r: Roster
beforeAll(async () => {
  r = await openRoster()
})
afterAll(() => r.close())
beforeEach(async () => {
  await r.db.query(sql`delete from pupil`)
  await r.db.query(sql`delete from troop`)
})
const HEADER = ['学员号', '姓名', '小队', '入队日期', '积分', '证件号']
const ID_NO = '110101200801010019'
const PUPILS = [
  ['P1', '张三', 'A1', '2026-09-01', 5, ID_NO],
  ['P2', '李四', 'A2', '2026-09-01', 6, null],
]
const put = async (entity: string, header: readonly string[], rows: Array<Array<string | number | null>>): Promise<Job> => {
  const done = await commit(r.officer, await importSheet(r.officer, entity, await sheet(header, rows)))
  expect(done).toMatchObject({ state: 'done' })
  return done
}
const pupils = (): Promise<Array<Record<string, unknown>>> =>
  r.db.query(sql`select p.pupil_no as no, p.name, q.code as squad, p.band, p.score, p.id_no_hash as "idNo" from pupil p join squad q on q.id = p.squad_id order by p.pupil_no`)
const ask = (job: Pick<Job, 'id'>, who = r.officer) => who.post('sheet/importJob/undo', { id: job.id })

describe('10-E undo of an import', () => {
  it('removes new rows and changes changed ones back, encrypted and derived values among them', async () => {
    await put('pupil', HEADER, PUPILS)
    const before = await pupils()
    const job = await put('pupil', HEADER, [
      ['P1', '张三丰', 'A3', '2026-09-01', null, '110101200801020022'],
      ['P2', '李四', 'A2', '2026-09-01', 6, null],
      ['P3', '王五', 'A3', '2026-09-01', 7, null],
    ])
    expect(job).toMatchObject({ toAdd: 1, toChange: 1, unchanged: 1 })
    expect(await pupils()).not.toEqual(before)
    expect(Date.parse(job.undoUntil ?? '') - Date.now()).toBeGreaterThan(23 * HOUR_MS)
    expect(await undo(r.officer, job)).toMatchObject({ state: 'undone', undoUntil: null })
    expect(await pupils()).toEqual(before)
    expect(await r.db.query(sql`select from import_undo where job_id = ${job.id}`)).toEqual([])
    expect((await ask(job)).code).toBe(409)
  })
  it('goes through the verbs of a row where these have rules, rows that refer to each other among them', async () => {
    await put('troop', ['队伍编号', '队伍名称', '上级队伍'], [['T1', '一队', null]])
    const job = await put(
      'troop',
      ['队伍编号', '队伍名称', '上级队伍'],
      [
        ['T2', '二队', null],
        ['T3', '三队', 'T2'],
        ['T1', '一队', 'T2'],
      ],
    )
    expect(await undo(r.officer, job)).toMatchObject({ state: 'undone' })
    expect(await r.db.query(sql`select code, parent_id as parent from troop`)).toEqual([{ code: 'T1', parent: null }])
  })
  it('is refused whole if a single row was touched since, and says how many', async () => {
    const job = await put('pupil', HEADER, PUPILS)
    await r.db.query(sql`update pupil set name = '改过', version = version + 1 where pupil_no = 'P2'`)
    expect(await undo(r.officer, job)).toMatchObject({ state: 'done', message: '2 行里有 1 行在导入之后又改过，不能撤销' })
    expect((await pupils()).map(p => p.name)).toEqual(['张三', '改过'])
    await r.db.query(sql`delete from pupil where pupil_no = 'P2'`)
    expect(await undo(r.officer, job)).toMatchObject({ state: 'done', message: '2 行里有 1 行在导入之后又改过，不能撤销' })
  })
  it('is possible for a day, and for whoever imported', async () => {
    const job = await put('pupil', HEADER, PUPILS)
    expect((await ask(job, await r.as({ roles: ['officer'] }))).code).toBe(404)
    await r.db.query(sql`update import_job set undo_until = now() - interval '1 minute' where id = ${job.id}`)
    expect(await ask(job)).toMatchObject({ code: 409, msg: '导入已超过 24 小时，不能撤销' })
    expect(await pupils()).toHaveLength(2)
  })
})
