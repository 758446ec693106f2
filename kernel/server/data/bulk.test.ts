import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#server/base/uuid.ts'
import { openRoster, type Roster } from '#testing/roster.ts'
import { drill, pupil, squad, troop } from '../../testing/modules/roster/model/roster.ts'
import type { Gate } from './gate.ts'

let roster: Roster
let db: Gate
let actor: string
beforeAll(async () => {
  roster = await openRoster()
  actor = roster.officer.userId
  db = (roster.db as Gate).as({ me: { ...roster.db.me, userId: actor }, source: 'test' })
})
afterAll(() => roster.close())

let next = 0
const draft = (more: Record<string, unknown> = {}) => ({
  id: uuidv7(),
  pupilNo: `P${++next}`,
  name: `学员${next}`,
  squadId: roster.squads.get('A1') as string,
  band: '甲',
  joinedOn: '2026-09-01',
  isBoarder: false,
  ...more,
})
const make = async (more: Record<string, unknown> = {}) => db.insert(pupil, draft(more))
const read = (id: string) => db.unscoped(pupil).one(id)
const history = (id: string) =>
  db.query<{ action: string; diff: Record<string, unknown>; user: string; source: string; module: string }>(
    sql`select action, diff, user_id as "user", source, module from operation_log where tenant_id = ${roster.tenantId} and biz_id = ${id} and action <> 'add' order by at, id`,
  )

describe('updateWhere', () => {
  it('writes version, who and when, and the history from and to, of the rows that match', async () => {
    const [one, two] = [await make({ score: 1 }), await make({ score: 2 })]
    expect(await db.updateWhere(pupil, { id: [one.id, two.id], score: 1 }, { score: 5, birthDate: '2010-01-02', hobbies: ['棋'] }, { returning: ['score', 'hobbies'] })).toEqual([
      { id: one.id, score: 5, hobbies: ['棋'] },
    ])
    expect(await read(one.id)).toMatchObject({ score: 5, version: one.version + 1, updatedBy: actor, birthDate: '2010-01-02', hobbies: ['棋'] })
    expect(await read(two.id)).toMatchObject({ score: 2, version: two.version })
    expect(await history(one.id)).toEqual([
      {
        action: 'update',
        module: 'roster',
        source: 'test',
        user: actor,
        diff: { score: { from: 1, to: 5 }, birthDate: { from: null, to: '2010-01-02' }, hobbies: { from: null, to: ['棋'] } },
      },
    ])
    expect(await history(two.id)).toEqual([])
  })
  it('leaves rows alone that are like that already, and fields that do not change out of the history', async () => {
    const row = await make({ score: 3 })
    expect(await db.updateWhere(pupil, { id: row.id }, { score: 3 })).toEqual([])
    expect((await read(row.id)).version).toBe(row.version)
    await db.updateWhere(pupil, { id: row.id }, { score: 3, remark: '新' })
    expect((await history(row.id)).map(h => h.diff)).toEqual([{ remark: { from: null, to: '新' } }])
  })
  it('computes values in SQL over other tables', async () => {
    const row = await make({ score: 3 })
    await db.updateWhere(
      pupil,
      sql`s.id = p.squad_id and p.id = ${row.id}`,
      { score: sql`p.score + 4`, remark: sql`s.name`, size: null, joinedOn: sql`p.joined_on + 1` },
      { as: 'p', from: sql`squad s` },
    )
    expect(await read(row.id)).toMatchObject({ score: 7, remark: '第1小队', joinedOn: '2026-09-02' })
    await expect(db.updateWhere(pupil, { id: row.id }, { score: 1 }, { from: sql`squad s` })).rejects.toThrow('names its rows in SQL')
  })
  it('keeps sensitive and encrypted values out of the history, and compares them as they are', async () => {
    const row = await make({ health: '好' })
    await db.updateWhere(pupil, { id: row.id }, { health: '哮喘', idNo: '110101200001010015', phone: null })
    expect((await read(row.id)).idNo).toBe('110101200001010015')
    expect((await history(row.id)).map(h => h.diff)).toEqual([{ health: { from: '******', to: '******' }, idNo: { from: null, to: '******' } }])
    expect(await db.updateWhere(pupil, { id: row.id }, { idNo: '110101200001010015' })).toEqual([])
    expect(await db.unscoped(pupil).find({ idNo: '110101200001010015' })).toMatchObject({ id: row.id })
    await expect(db.updateWhere(pupil, { id: row.id }, { idNo: sql`'x'` })).rejects.toThrow('encrypted')
    expect(JSON.stringify(await db.query(sql`select diff from operation_log where tenant_id = ${roster.tenantId} and biz_id = ${row.id}`))).not.toMatch(/哮喘|110101/)
  })
  it('lets one of many change a state, and tells the others that they came too late', async () => {
    const row = await make({ level: 'beginner' })
    const won = await Promise.all([1, 2, 3, 4, 5, 6].map(n => db.updateWhere(pupil, { id: row.id, level: 'beginner' }, { level: 'advanced', score: n })))
    expect(won.filter(rows => rows.length)).toHaveLength(1)
    expect(await history(row.id)).toHaveLength(1)
    expect((await read(row.id)).version).toBe(row.version + 1)
  })
  it('writes a history that fits together when many write the same row', async () => {
    const row = await make({ score: 0 })
    await Promise.all(Array.from({ length: 12 }, () => db.updateWhere(pupil, sql`t.id = ${row.id}`, { score: sql`t.score + 1` })))
    expect((await read(row.id)).score).toBe(12)
    const steps = (await history(row.id)).map(h => h.diff.score as { from: number; to: number })
    expect(steps.map(s => s.from).sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n))
    expect(steps.every(s => s.to === s.from + 1)).toBe(true)
  })
  it('leaves out the history, or the version too, where that is said', async () => {
    const row = await make({ score: 1 })
    await db.updateWhere(pupil, { id: row.id }, { score: 2 }, { history: false })
    expect(await read(row.id)).toMatchObject({ score: 2, version: row.version + 1, updatedBy: actor })
    await db.updateWhere(pupil, { id: row.id }, { score: 3 }, { bookkeeping: true })
    expect(await read(row.id)).toMatchObject({ score: 3, version: row.version + 1 })
    expect(await history(row.id)).toEqual([])
  })
  it('tells nobody who wrote an anonymous row', async () => {
    const row = draft({ score: 1 })
    expect(await db.insertMany(pupil, [row], { anonymous: true })).toBe(1)
    expect(await read(row.id)).toMatchObject({ createdBy: null, updatedBy: null })
    await db.updateWhere(pupil, { id: row.id }, { score: 2 }, { anonymous: true })
    expect(await read(row.id)).toMatchObject({ score: 2, updatedBy: null, version: 2 })
    expect(await db.query(sql`select 1 from operation_log where tenant_id = ${roster.tenantId} and biz_id = ${row.id}`)).toEqual([])
  })
  it('waits for the next statement where nothing waits for it', async () => {
    const [row, added] = [await make({ score: 1 }), draft()]
    await db.tx(async tx => {
      expect(await tx.updateWhere(pupil, { id: row.id }, { score: 2 }, { enqueue: true })).toEqual([])
      expect(await tx.insertMany(pupil, [added], { enqueue: true })).toBe(0)
      expect((await tx.unscoped(pupil).one(row.id)).score).toBe(2)
      await tx.updateWhere(pupil, { id: added.id }, { score: 3 }, { enqueue: true })
    })
    expect((await read(added.id)).score).toBe(3)
    expect((await history(row.id)).map(h => h.diff)).toEqual([{ score: { from: 1, to: 2 } }])
    await expect(db.tx(tx => tx.updateWhere(pupil, { id: row.id }, { squadId: uuidv7() }, { enqueue: true }))).rejects.toThrow()
  })
  it('reaches no other school, and takes part in the transaction', async () => {
    const row = await make()
    const other = (await roster.another()).db
    expect(await other.updateWhere(pupil, { id: row.id }, { score: 9 })).toEqual([])
    expect(await other.updateWhere(pupil, sql`t.id = ${row.id} or true`, { score: 9 })).toEqual([])
    await expect(
      db.tx(async tx => {
        await tx.updateWhere(pupil, { id: row.id }, { score: 9 })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect((await read(row.id)).score).toBeNull()
    expect(await history(row.id)).toEqual([])
  })
  it('drops what the process keeps of a cached entity', async () => {
    const { id } = await db.insert(troop, { code: 'T1', name: '一队' })
    expect((await db.cached(troop)).get(id)?.name).toBe('一队')
    await db.updateWhere(troop, { id }, { name: '二队' })
    expect((await db.cached(troop)).get(id)?.name).toBe('二队')
    await db.updateMany(troop, [{ id, name: '三队' }], { bookkeeping: true })
    expect((await db.cached(troop)).get(id)?.name).toBe('三队')
    await db.upsert(troop, ['code'], [{ code: 'T1', name: '四队' }])
    expect((await db.cached(troop)).get(id)?.name).toBe('四队')
    await db.removeWhere(troop, { id })
    expect((await db.cached(troop)).has(id)).toBe(false)
  })
  it('refuses a field that is not there', async () => {
    await expect(db.updateWhere(pupil, { id: uuidv7() }, { squadSize: 1 })).rejects.toThrow('no stored field')
  })
})

describe('updateMany', () => {
  it('writes to each row its own values: 10,000 in one statement, each in the history', async () => {
    const drafts = Array.from({ length: 10_000 }, () => draft())
    await db.insertMany(pupil, drafts)
    const statements: unknown[] = []
    const counting = Object.create(db, {
      query: {
        value: (statement: never) => {
          statements.push(statement)
          return db.query(statement)
        },
      },
    }) as Gate
    expect(
      await counting.updateMany(
        pupil,
        drafts.map(({ id }, n) => ({ id, score: n % 1000, height: 150.5, hobbies: [`${n}`] })),
      ),
    ).toHaveLength(10_000)
    expect(statements).toHaveLength(1)
    expect(await read(drafts[4321]?.id as string)).toMatchObject({ score: 321, height: 150.5, hobbies: ['4321'], version: 2 })
    expect((await history(drafts[4321]?.id as string)).map(h => h.diff)).toEqual([
      { score: { from: null, to: 321 }, height: { from: null, to: 150.5 }, hobbies: { from: null, to: ['4321'] } },
    ])
    const [log] = await db.query<{ n: number }>(
      sql`select count(*)::int as n from operation_log where tenant_id = ${roster.tenantId} and action = 'update' and biz_id = any(${drafts.map(d => d.id)}::uuid[])`,
    )
    expect(log?.n).toBe(10_000)
  })
  it('hides and encrypts as a single update does, and takes null', async () => {
    const row = await make({ health: '好', idNo: '110101200001010023', score: 4 })
    await db.updateMany(pupil, [{ id: row.id, health: null, idNo: '110101200001010031', score: null }])
    expect(await read(row.id)).toMatchObject({ health: null, idNo: '110101200001010031', score: null })
    expect((await history(row.id)).map(h => h.diff)).toEqual([{ health: { from: '******', to: null }, idNo: { from: '******', to: '******' }, score: { from: 4, to: null } }])
  })
  it('refuses rows that name different fields', async () => {
    await expect(
      db.updateMany(pupil, [
        { id: uuidv7(), score: 1 },
        { id: uuidv7(), remark: 'x' },
      ]),
    ).rejects.toThrow('same fields')
    expect(await db.updateMany(pupil, [])).toEqual([])
  })
})

describe('inserting', () => {
  it('skips what is there and answers how many were made', async () => {
    const drafts = [draft(), draft()]
    expect(await db.insertMany(pupil, drafts)).toBe(2)
    expect(
      await db.insertMany(
        pupil,
        [...drafts, draft()].map(d => ({ ...d, id: uuidv7() })),
        { skipExisting: true },
      ),
    ).toBe(1)
    await expect(db.insertMany(pupil, [{ ...draft(), pupilNo: drafts[0]?.pupilNo as string }])).rejects.toMatchObject({ code: 422 })
  })
  it('inserts what a select finds, with initial values, and the history', async () => {
    const made = await db.insertFrom(
      pupil,
      { pupilNo: sql`'N' || s.code`, name: sql`s.name`, squadId: sql`s.id`, band: sql`s.band`, joinedOn: '2026-09-01', idNo: '110101200001010040' },
      sql`squad s where s.tenant_id = ${roster.tenantId} and s.code = 'A2'`,
      {
        returning: ['pupilNo', 'level'],
      },
    )
    expect(made).toEqual([{ id: expect.any(String), pupilNo: 'NA2', level: 'beginner' }])
    expect(await read(made[0]?.id as string)).toMatchObject({ name: '第2小队', createdBy: actor, version: 1, idNo: '110101200001010040', isBoarder: false })
    expect(await db.query(sql`select action from operation_log where tenant_id = ${roster.tenantId} and biz_id = ${made[0]?.id}`)).toEqual([{ action: 'add' }])
    const again = { pupilNo: 'NA2', name: 'x', squadId: sql`s.id`, band: '甲', joinedOn: '2026-09-01' }
    expect(await db.insertFrom(pupil, again, sql`squad s where s.tenant_id = ${roster.tenantId} and s.code = 'A2'`, { skipExisting: true })).toEqual([])
  })
  it('inserts or updates by a key, with the history of either', async () => {
    const first = await db.upsert(squad, ['code'], [{ code: 'U1', name: '甲', band: '甲' }])
    expect([first.added.length, first.changed.length]).toEqual([1, 0])
    const second = await db.upsert(
      squad,
      ['code'],
      [
        { code: 'U1', name: '乙', band: '甲' },
        { code: 'U2', name: '丙', band: '甲' },
      ],
      { returning: ['code'] },
    )
    expect([second.added.map(r => r.code), second.changed.map(r => r.code)]).toEqual([['U2'], ['U1']])
    expect((await history(first.added[0]?.id as string)).map(h => h.diff)).toEqual([{ name: { from: '甲', to: '乙' } }])
    const races = await Promise.all(['丁', '戊', '己'].map(name => db.upsert(squad, ['code'], [{ code: 'U3', name, band: '甲' }])))
    expect(races.map(r => r.added.length).sort()).toEqual([0, 0, 1])
    const [made] = await db.unscoped(squad).all({ code: 'U3' })
    expect([made?.version, (await history(made?.id as string)).length]).toEqual([3, 2])
  })
  it('finds the row of a key that holds a null, beside others that do not', async () => {
    const squadId = roster.squads.get('A1') as string
    const plan = (place: string) => [
      { squadId: null, term: '春', place },
      { squadId, term: '春', place },
    ]
    const first = await db.upsert(drill, ['squadId', 'term'], plan('操场'))
    expect([first.added.length, first.changed.length]).toEqual([2, 0])
    const second = await db.upsert(drill, ['squadId', 'term'], plan('礼堂'))
    expect([second.added, second.changed.map(r => r.id).sort()]).toEqual([[], first.added.map(r => r.id).sort()])
    expect((await db.unscoped(drill).all({ term: '春' })).map(r => [r.place, r.version])).toEqual([
      ['礼堂', 2],
      ['礼堂', 2],
    ])
    for (const { id } of first.added) expect((await history(id)).map(h => h.diff)).toEqual([{ place: { from: '操场', to: '礼堂' } }])
    expect(await db.upsert(drill, ['squadId', 'term'], plan('礼堂'))).toEqual({ added: [], changed: [] })
    const ids = await Promise.all([1, 2, 3].map(() => db.getOrCreateId(drill, ['squadId', 'term'], { term: '夏' })))
    expect(new Set(ids).size).toBe(1)
    const races = await Promise.all(['甲', '乙', '丙'].map(place => db.upsert(drill, ['squadId', 'term'], [{ squadId: null, term: '秋', place }])))
    expect(races.map(r => r.added.length).sort()).toEqual([0, 0, 1])
    expect(await db.unscoped(drill).all({ term: '秋' })).toMatchObject([{ version: 3 }])
  })
  it('finds the row by an encrypted key, and adds none where nulls count as different', async () => {
    const id = (await make({ idNo: '110101200001010056' })).id
    const { pupilNo, id: _, ...rest } = draft({ idNo: '110101200001010056', remark: '密' })
    const { added, changed } = await db.upsert(pupil, ['idNo'], [{ ...rest, pupilNo }])
    expect([added, changed.map(r => r.id)]).toEqual([[], [id]])
    expect(await read(id)).toMatchObject({ pupilNo, remark: '密' })
    const bare = (remark: string) => [{ ...rest, pupilNo: `${pupilNo}x`, level: null, idNo: null, band: '无', remark }]
    expect((await db.upsert(pupil, ['level', 'band'], bare('一'))).added).toHaveLength(1)
    expect(await db.upsert(pupil, ['level', 'band'], bare('二'))).toMatchObject({ added: [], changed: [{}] })
  })
  it('refuses to upsert by a key that the drafts do not name', async () => {
    await expect(db.upsert(drill, ['squadId', 'term'], [{ term: '冬' }])).rejects.toThrow('must name')
  })
})

describe('removeWhere', () => {
  it('removes what matches, with its history, open todos and files, and nothing of another school', async () => {
    const row = await make({ remark: '去' })
    await db.query(sql`insert into todo (tenant_id, user_id, kind, title, biz_type, biz_id, link) values (${roster.tenantId}, ${actor}, 'task', '看一看', 'pupil', ${row.id}, '/')`)
    expect(await (await roster.another()).db.removeWhere(pupil, { id: row.id })).toEqual([])
    expect(await db.removeWhere(pupil, { id: row.id, remark: '去' }, { returning: ['pupilNo'] })).toEqual([{ id: row.id, pupilNo: row.pupilNo }])
    expect((await history(row.id)).map(h => h.action)).toEqual(['remove'])
    expect(await db.query(sql`select state from todo where tenant_id = ${roster.tenantId} and biz_id = ${row.id}`)).toEqual([{ state: 'cancelled' }])
    expect(await db.removeWhere(pupil, { id: row.id })).toEqual([])
  })
})
