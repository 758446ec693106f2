import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { commit, importSheet, type Job, openRoster, type Roster, rowsOfFile, sheet, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { applyOffset } from '../base/time-sync.ts'

// Every import starts a process, slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
let r: Roster
beforeAll(async () => {
  r = await openRoster()
})
afterAll(() => r.close())
beforeEach(async () => {
  await r.db.query(sql`delete from pupil`)
})
const HEADER = ['学员号', '姓名', '小队', '入队日期', '积分']
const ROWS = [
  ['P1', '张三', 'A1', '2026-09-01', 5],
  ['P2', '李四', 'A2', '2026-09-01', 6],
  ['P3', '王五', 'A3', '2026-09-01', 7],
]
const count = async (): Promise<number> => (await r.db.query<{ n: number }>(sql`select count(*)::int as n from pupil`))[0]?.n ?? 0
const run = async (rows: Array<Array<string | number | null>>, header: readonly string[] = HEADER, fields: Record<string, string> = {}, who: Actor = r.officer): Promise<Job> =>
  importSheet(who, 'pupil', await sheet(header, rows), fields)
const roster = async (): Promise<void> => {
  expect(await commit(r.officer, await run(ROWS))).toMatchObject({ state: 'done' })
}

it('10-E2 finds columns by their header text and reads every kind of cell', async () => {
  const file = await sheet(
    ['入队日期', ' 姓 名*', '学员号', '小队名称', '尺码', '水平', '身高', '费用', '住宿', '爱好', '证件号', '出生日期', '起床时间', '积分'],
    [
      ['2026年9月1日', '张三', 'Ｐ００１', '第1小队', '中号', '高级', 170.5, 12.5, '是', '篮球、阅读', '110101200801010019', '20080101', '7:05', '1,000'],
      ['2026/9/1', '李四', 'P002', 'A3', 's', 'beginner', '160', '0.01', '', '', '', 39448, '', ''],
    ],
  )
  const job = await importSheet(r.officer, 'pupil', file)
  expect(job).toMatchObject({ state: 'ready', total: 2, ok: 2, bad: 0, toAdd: 2, toChange: 0, unchanged: 0, errors: [], progress: 1 })
  expect(await count()).toBe(0)
  expect(await commit(r.officer, job)).toMatchObject({ state: 'done', toAdd: 2 })
  const { data } = await r.officer.get<{ result: Array<Record<string, unknown>> }>('roster/pupil/list')
  expect(data.result[0]).toMatchObject({ pupilNo: 'P001', name: '张三', squadName: '第1小队', band: '甲', size: 'm', level: 'advanced', height: 170.5, fee: 1250, isBoarder: true })
  expect(data.result[0]).toMatchObject({ hobbies: ['篮球', '阅读'], birthDate: '2008-01-01', wakesAt: '07:05', score: 1000, joinedOn: '2026-09-01' })
  expect(data.result[1]).toMatchObject({ pupilNo: 'P002', band: '乙', size: 's', level: 'beginner', fee: 1, isBoarder: false, birthDate: '2008-01-01' })
})
it('10-E3 writes nothing while one row is wrong, and says what is wrong with each', async () => {
  const job = await run([...ROWS, ['P4', '', 'A9', '2026-13-01', 5000], ['P1', '又一个', 'A1', '2026-09-01', 1]])
  expect(job).toMatchObject({ state: 'invalid', total: 5, bad: 2, ok: 3 })
  expect(job.errors.map(e => `${e.row} ${e.field} ${e.msg}`)).toEqual([
    '5 name 请填写姓名',
    '5 squadId 没有小队“A9”',
    '5 joinedOn 入队日期应是 2026-09-01 这样的日期，现在是“2026-13-01”',
    '5 score 积分不能大于 1000，现在是 5000',
    '6 pupilNo 与第 2 行重复：学员号都是“P1”',
  ])
  expect((await r.officer.post('sheet/importJob/commit', { id: job.id })).code).toBe(409)
  expect(await count()).toBe(0)
  const sheetOfErrors = await rowsOfFile(r, r.officer, job.errorFileId)
  expect(sheetOfErrors[0]).toEqual([...HEADER, '原行号', '错误原因'])
  expect(sheetOfErrors.slice(1).map(row => [row[0], row[5], row[6]])).toEqual([
    ['P4', 5, expect.stringContaining('没有小队“A9”；入队日期应是')],
    ['P1', 6, '与第 2 行重复：学员号都是“P1”'],
  ])
})
it('10-E3 the good rows alone are written only when that is asked for', async () => {
  const job = await run([...ROWS, ['P4', '', 'A1', '2026-09-01', 1], ['P1', '又一个', 'A1', '2026-09-01', 1]])
  const done = await commit(r.officer, job, { goodOnly: true })
  expect(done).toMatchObject({ state: 'done', ok: 3, bad: 2, toAdd: 3 })
  expect(await count()).toBe(3)
})
it('10-E3 the same import twice doubles no row and changes nothing; changes are told apart from new rows', async () => {
  await roster()
  expect(await run(ROWS)).toMatchObject({ state: 'ready', toAdd: 0, toChange: 0, unchanged: 3 })
  const job = await run([
    ['P1', '张三', 'A2', '2026-09-01', 5],
    ['P2', '李四', 'A2', '2026-09-01', 6],
    ['P9', '新人', 'A4', '2026-09-02', null],
  ])
  expect(job).toMatchObject({ state: 'ready', toAdd: 1, toChange: 1, unchanged: 1 })
  await commit(r.officer, job)
  const rows = await r.db.query<{ no: string; version: number; band: string }>(sql`select pupil_no as no, version, band from pupil order by pupil_no`)
  expect(rows).toEqual([
    { no: 'P1', version: 2, band: '甲' },
    { no: 'P2', version: 1, band: '甲' },
    { no: 'P3', version: 1, band: '乙' },
    { no: 'P9', version: 1, band: '乙' },
  ])
})
it('keeps the history of every changed field with its source, encrypted ones unread', async () => {
  await roster()
  await commit(r.officer, await run([['P1', '张三丰', '110101200801010019']], ['学员号', '姓名', '证件号']))
  const row = (await r.db.query<{ id: string; idNo: string }>(sql`select id, id_no as "idNo" from pupil where pupil_no = 'P1'`))[0]
  expect(row?.idNo).toMatch(/^v1\./)
  const { data } = await r.officer.get<Array<{ action: string; source: string; byName: string; changes: Array<Record<string, unknown>> }>>('roster/pupil/history', { id: row?.id })
  expect(data[0]).toMatchObject({ action: 'update', source: 'import', byName: '李主任' })
  expect(data[0]?.changes).toEqual(
    expect.arrayContaining([expect.objectContaining({ field: 'name', from: '张三', to: '张三丰' }), expect.objectContaining({ field: 'idNo', from: null })]),
  )
  expect(JSON.stringify(data)).not.toContain('110101200801010019')
  expect(data[1]).toMatchObject({ action: 'add', source: 'import' })
})
it('updates only the columns present, and new rows must have what is required', async () => {
  await roster()
  expect(await commit(r.officer, await run([['P1', 100]], ['学员号', '积分']))).toMatchObject({ state: 'done', toChange: 1 })
  expect((await r.db.query(sql`select name, score from pupil where pupil_no = 'P1'`))[0]).toEqual({ name: '张三', score: 100 })
  const job = await run([['P7', 100]], ['学员号', '积分'])
  expect(job.errors.map(e => e.msg)).toEqual([
    '这一行是新增，请填写姓名（表格里没有这一列）',
    '这一行是新增，请填写小队（表格里没有这一列）',
    '这一行是新增，请填写入队日期（表格里没有这一列）',
  ])
})
it('finds a row by a further key when the sheet has no column of the first', async () => {
  await roster()
  await commit(r.officer, await run([['P1', '110101200801010019']], ['学员号', '证件号']))
  const job = await run([['110101200801010019', 77]], ['证件号', '积分'])
  expect(job).toMatchObject({ state: 'ready', toAdd: 0, toChange: 1 })
  await commit(r.officer, job)
  expect((await r.db.query(sql`select pupil_no as no, score from pupil where score = 77`))[0]).toEqual({ no: 'P1', score: 77 })
})
it('refuses fields that are fixed, unique values that others have, and existing rows when only new ones are wanted', async () => {
  await roster()
  expect((await run([['P1', '2026-09-02']], ['学员号', '入队日期'])).errors[0]?.msg).toBe('入队日期建立后不能修改（现在是“2026-09-01”）')
  await commit(r.officer, await run([['P1', '110101200801010019']], ['学员号', '证件号']))
  expect((await run([['P2', '110101200801010019']], ['学员号', '证件号'])).errors[0]?.msg).toBe('证件号“******”已被其他记录使用')
  expect((await run(ROWS, HEADER, { mode: 'insert' })).errors[0]?.msg).toBe('学员号“P1”已存在（只新增，不覆盖）')
})
it('runs the rules the entity declares for imports: rows in memory, derived columns, whole-sheet checks, what follows', async () => {
  const young = await run([['P1', '张三', 'A1', '2026-09-01', '2024-01-01']], ['学员号', '姓名', '小队', '入队日期', '出生日期'])
  expect(young.errors[0]).toMatchObject({ row: 2, field: 'birthDate', rule: 'roster.pupil.tooYoung', msg: '张三在 2024-01-01 出生，入队时不满 6 岁' })
  await roster()
  expect((await r.db.query<{ n: number }>(sql`select n from roster_event order by id desc limit 1`))[0]?.n).toBe(3)
})
it('10-E3 obeys data scope for the row as it was and as it will be', async () => {
  await roster()
  const teacherId = (await r.db.query<{ id: string }>(sql`select uuidv7() as id`))[0]?.id as string
  await r.db.query(sql`update squad set leader_id = ${teacherId} where code in ('A1', 'A4')`)
  const fdy = await r.as({ roles: ['student'], teacherId })
  const job = await run(
    [
      ['P1', '张三改', 'A1', '2026-09-01', 5],
      ['P2', '李四', 'A1', '2026-09-01', 6],
      ['P8', '新人', 'A4', '2026-09-01', 6],
      ['P9', '外人', 'A3', '2026-09-01', 6],
    ],
    HEADER,
    {},
    fdy,
  )
  expect(job.errors.map(e => `${e.row} ${e.msg}`)).toEqual(['3 这一行不在您的数据范围内', '5 这一行不在您的数据范围内'])
  const away = await run([['P1', 'A3']], ['学员号', '小队'], {}, fdy)
  expect(away.errors[0]?.rule).toBe('sheet.outOfScope')
  await r.db.query(sql`update squad set leader_id = null`)
})
it('10-E3 needs the permission to add for new rows and to change for changed ones', async () => {
  await roster()
  const teacher = await r.as({ roles: ['finance'] })
  expect(
    (
      await run(
        [
          ['P1', '改名', 'A1', '2026-09-01', 5],
          ['P8', '新人', 'A1', '2026-09-01', 5],
        ],
        HEADER,
        {},
        teacher,
      )
    ).errors.map(e => e.rule),
  ).toEqual(['sheet.noUpdate', 'sheet.noAdd'])
  const other = await upload(await r.as({ roles: ['applicant'] }), 'roster/pupil/import', await sheet(HEADER, ROWS), 'a.xlsx')
  expect(other.code).toBe(403)
})
it('writes at once when nothing is wrong and that was asked for', async () => {
  expect(await run(ROWS, HEADER, { auto: '1' })).toMatchObject({ state: 'done', toAdd: 3 })
  expect(await run([...ROWS, ['P4', '', 'A1', '2026-09-01', 1]], HEADER, { auto: '1' })).toMatchObject({ state: 'invalid' })
})
it('checks again when writing: what changed meanwhile is refused, nothing is written', async () => {
  const job = await run(ROWS)
  await r.db.query(sql`update squad set code = 'A3x' where code = 'A3'`)
  await r.db.query(sql`insert into pupil (tenant_id, pupil_no, name, squad_id, band, joined_on) values (${r.tenantId}, 'P2', '先到', ${r.squads.get('A1')}, '甲', '2026-01-01')`)
  const again = await commit(r.officer, job)
  expect(again).toMatchObject({ state: 'invalid', bad: 1, message: '校验之后数据有变化，现在有 1 行不能导入，没有写入任何一行' })
  expect(again.errors[0]).toMatchObject({ row: 3, field: 'joinedOn' })
  expect(await count()).toBe(1)
  await r.db.query(sql`update squad set code = 'A3' where code = 'A3x'`)
})
it('can be cancelled at every stage before it is written; others neither see nor touch it', async () => {
  const ready = await run(ROWS)
  const stranger = await r.as({ roles: ['officer'] })
  expect((await stranger.get('sheet/importJob/getOne', { id: ready.id })).code).toBe(404)
  expect((await stranger.post('sheet/importJob/cancel', { id: ready.id })).code).toBe(404)
  expect((await r.officer.post<Job>('sheet/importJob/cancel', { id: ready.id })).data).toMatchObject({ state: 'cancelled', message: '已取消，没有写入任何一行' })
  expect((await r.officer.post('sheet/importJob/commit', { id: ready.id })).msg).toBe('导入任务现在是“已取消”，不能写入')
  const { data } = await upload<{ jobId: string }>(r.officer, 'roster/pupil/import', await sheet(HEADER, ROWS), 'a.xlsx')
  expect((await r.officer.post<Job>('sheet/importJob/cancel', { id: data.jobId })).data.state).toBe('cancelled')
  const left = await r.db.query(sql`select 1 from import_row where job_id = any(${[ready.id, data.jobId]}::uuid[]) union all
    select 1 from attachment a join import_job j on j.file_id = a.id where j.id = any(${[ready.id, data.jobId]}::uuid[])`)
  expect(left).toHaveLength(0)
  const mine = await r.officer.get<{ result: Job[]; page: { total: number } }>('sheet/importJob/mine', { size: 2 })
  expect(mine.data.result).toHaveLength(2)
  expect(mine.data.page.total).toBeGreaterThan(5)
})
it('imports rows that point at each other, through the rules of their record verbs', async () => {
  const header = ['队伍编号', '队伍名称', '上级队伍']
  const wrong = await importSheet(
    r.officer,
    'troop',
    await sheet(header, [
      ['T1', '总队', ''],
      ['T2', '空队', 'T1'],
      ['T3', '三队', '不存在'],
    ]),
  )
  expect(wrong.errors.map(e => e.msg)).toEqual(['队伍不能叫“空队”', '没有上级队伍“不存在”'])
  const job = await importSheet(
    r.officer,
    'troop',
    await sheet(header, [
      ['T2', '二队', '总队'],
      ['T3', '三队', 'T2'],
      ['T1', '总队', ''],
    ]),
  )
  expect(await commit(r.officer, job)).toMatchObject({ state: 'done', toAdd: 3 })
  const rows = await r.db.query(sql`select a.code, b.code as parent from troop a left join troop b on b.id = a.parent_id order by a.code`)
  expect(rows).toEqual([
    { code: 'T1', parent: null },
    { code: 'T2', parent: 'T1' },
    { code: 'T3', parent: 'T2' },
  ])
  expect(await importSheet(r.officer, 'troop', await sheet(header, [['T3', '三队', 'T1']]))).toMatchObject({ toChange: 1 })
})
it('an import tells the time of the database where this machine’s clock is apart from it', async () => {
  const real = Date.now()
  applyOffset(-600_000)
  try {
    const { errorFileId } = await run([['P1', '张三', '没有这个小队', '2026-09-01', 5]])
    const [kept] = await r.db.query<{ until: string }>(sql`select expires_at as until from attachment where tenant_id = ${r.db.me.tenantId} and id = ${errorFileId}`)
    expect(Date.parse(kept?.until ?? '')).toBeGreaterThanOrEqual(real + 7 * DAY_MS + 600_000)
  } finally {
    applyOffset(0)
  }
})
