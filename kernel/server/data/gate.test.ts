import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { entityNamed } from '#model'
import { Gate } from '#server/data/gate.ts'
import { createServer } from '#server/start/server.ts'
import { testRegistry } from '#testing/database.ts'
import { type Actor, openSchool, type School, testSecret } from '#testing/school.ts'

let school: School
let officer: Actor
beforeAll(async () => {
  school = await openSchool()
  officer = await school.as({ roles: ['admin', 'officer'] })
})
afterAll(() => school.close())
const code = (): string => `C${randomBytes(3).toString('hex')}`
const addCampus = async (): Promise<{ id: string; version: number }> =>
  (await officer.post<{ id: string; version: number }>('base/campus/add', { code: code(), name: '南校区' })).data

describe('the second wall', () => {
  it('shows a connection without a tenant no row, and takes none for another tenant', async () => {
    await addCampus()
    const client = await school.server.core.pool.connect()
    try {
      await client.query("select set_config('app.tenant', '', false)")
      expect((await client.query('select * from campus')).rows).toEqual([])
      await client.query('select set_config($1, $2, false)', ['app.tenant', (await school.another()).tenantId])
      expect((await client.query('select * from campus')).rows).toEqual([])
      await expect(client.query("insert into campus (tenant_id, code, name, is_enabled) values ($1, 'X', 'X', true)", [school.tenantId])).rejects.toThrow(/row-level security/)
      await expect(client.query('alter table campus disable row level security')).rejects.toThrow(/owner/)
    } finally {
      client.release(true)
    }
  })
  it('lets nobody change or remove an audit row', async () => {
    await expect(school.server.core.pool.query('update audit_log set action = $1', ['x'])).rejects.toThrow(/permission denied/)
    await expect(school.server.core.pool.query('delete from audit_log')).rejects.toThrow(/permission denied/)
  })
})

describe('writing', () => {
  it('does a repeated call once and gives the same answer', async () => {
    const key = randomBytes(8).toString('hex')
    const body = { code: code(), name: '北校区' }
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => officer.post<{ id: string }>('base/campus/add', body, { 'idempotency-key': key })))
    expect(new Set(answers.map(a => a.data?.id)).size).toBe(1)
    expect(answers.every(a => a.code === 200)).toBe(true)
    const other = await officer.post('base/campus/add', { ...body, name: '别的' }, { 'idempotency-key': key })
    expect(other.code).toBe(409)
  })
  it('a stale change is answered with the row as this reader may see it: personal values masked, and no secret', async () => {
    const { userId } = await school.as()
    await school.db.update(entityNamed('user'), userId, { mobile: '13812345678', passwordHash: 'not-to-be-told' } as never)
    const answer = await officer.post<{ id: string }>('base/sysUser/update', { id: userId, version: 0, nickName: '甲' })
    expect(answer.code).toBe(409)
    expect(answer.data).toMatchObject({ id: userId, mobile: '138****5678' })
    expect(answer.raw.toString()).not.toMatch(/13812345678|not-to-be-told/)
  })
  it('reads a secret where it is named and nowhere else, and what a write answers has none', async () => {
    const user = entityNamed('user')
    const { userId: id } = await school.as()
    const rows = school.db.unscoped(user)
    const secret = { passwordHash: 'kept' } as never
    expect(await school.db.update(user, id, secret)).not.toHaveProperty('passwordHash')
    expect(await school.db.update(user, id, secret)).not.toHaveProperty('passwordHash') // nothing changed
    const read = [await rows.one(id), await rows.find({ id } as never), await school.db.tx(db => db.unscoped(user).lock(id)), (await rows.all({ id } as never))[0]]
    for (const row of [...read, (await rows.page({ where: { id } as never })).result[0]]) {
      expect(row).toMatchObject({ id })
      expect(row).not.toHaveProperty('passwordHash')
    }
    expect(await rows.with('passwordHash' as never).one(id)).toMatchObject({ id, passwordHash: 'kept' })
    expect(
      await school.db
        .unscoped(entityNamed('apiClient'))
        .with('secretHash' as never)
        .all(),
    ).toEqual([])
  })
  it('lets one of two people who changed the same row win, and shows the other the row as it stands', async () => {
    const { id, version } = await addCampus()
    const answers = await Promise.all(['甲', '乙'].map(name => officer.post<{ name: string; version: number }>('base/campus/update', { id, version, name })))
    expect(answers.map(a => a.code).sort()).toEqual([200, 409])
    const lost = answers.find(a => a.code === 409)
    expect(lost?.data.version).toBe(version + 1)
    expect(lost?.msg).toContain('校区')
  })
  it('refuses a change of an old version by itself, before any rule and any write', async () => {
    const { id, version } = await addCampus()
    const write = vi.spyOn(Gate.prototype, 'update')
    const answer = await officer.post<{ name: string }>('base/campus/update', { id, version: version + 1, name: '甲' })
    expect(answer).toMatchObject({ code: 409, data: { name: '南校区' } })
    expect(write).not.toHaveBeenCalled()
    write.mockRestore()
  })
  it('says in the reader’s language that the program made a change', async () => {
    const { id } = await school.db.insert(entityNamed('campus'), { code: code(), name: '西校区' })
    const { data } = await officer.get<Array<{ byName: string }>>('base/campus/history', { id }, { 'accept-language': 'en' })
    expect(data.map(h => h.byName)).toEqual(['System'])
  })
  it('counts what points at a row that is to be removed only so far, and says that there are more', async () => {
    const { id } = await addCampus()
    const buildings = (n: number) =>
      school.db.insertMany(
        entityNamed('building'),
        [...Array(n).keys()].map(() => ({ campusId: id, code: code(), name: '教学楼', usage: 'teaching', floors: 5 })),
      )
    const said = async () => (await officer.post<{ failed: Array<{ msg: string }> }>('base/campus/remove', { ids: id })).data.failed[0]?.msg
    await buildings(100)
    expect(await said()).toContain('100 条楼宇')
    await buildings(1)
    expect(await said()).toContain('100 条以上楼宇')
  })
  it('keeps who changed what, from and to', async () => {
    const { id, version } = await addCampus()
    await officer.post('base/campus/update', { id, version, name: '东校区' })
    const { data } = await officer.get<Array<{ action: string; source: string; changes: Array<{ field: string; from: unknown; to: unknown }> }>>('base/campus/history', { id })
    expect(data.map(h => h.action)).toEqual(['update', 'add'])
    expect(data[0]).toMatchObject({ source: 'web', changes: [{ field: 'name', from: '南校区', to: '东校区' }] })
  })
  it('names field and value when a number is taken', async () => {
    const { data } = await officer.get<{ result: Array<{ code: string }> }>('base/campus/list', { size: 1 })
    const answer = await officer.post('base/campus/add', { code: data.result[0]?.code, name: '重复' })
    expect(answer.code).toBe(422)
    expect(answer.errors[0]).toMatchObject({ field: 'code' })
    expect(answer.msg).toContain(String(data.result[0]?.code))
  })
  it('refuses to remove what is in use and counts the uses', async () => {
    const { id } = await addCampus()
    await officer.post('base/building/add', { code: code(), name: '一号楼', campusId: id, usage: 'teaching', floors: 6 })
    const { data } = await officer.post<{ done: number; failed: Array<{ msg: string }> }>('base/campus/remove', { ids: [id] })
    expect(data.done).toBe(0)
    expect(data.failed[0]?.msg).toMatch(/1 /)
  })
  it('leaves nothing behind when a rule refuses halfway', async () => {
    const before = await school.db.query(sql`select count(*)::int as n from campus where tenant_id = ${school.tenantId}`)
    await expect(
      school.db.tx(async db => {
        await db.query(sql`insert into campus (tenant_id, code, name, is_enabled) values (${school.tenantId}, 'half', '半', true)`)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await school.db.query(sql`select count(*)::int as n from campus where tenant_id = ${school.tenantId}`)).toEqual(before)
  })
})

describe('bad requests', () => {
  it('refuses prototypes, deep keys, big and broken bodies in the reader’s language', async () => {
    for (const url of ['list?__proto__=1', 'list?constructor.prototype=1', 'list?a.b.c.d.e=1', `list?${'x=1&'.repeat(200)}`])
      expect((await officer.get(`/api/flySource-base/campus/${url}`)).code).toBe(400)
    const { app } = school.server
    const headers = { 'flysource-auth': `bearer ${officer.token}`, 'content-type': 'application/json', 'accept-language': 'en' }
    const big = await app.inject({ method: 'POST', url: '/api/base-resource/campus/add', headers, payload: `{"name":"${'x'.repeat(10_000_000)}"}` })
    expect([big.statusCode, big.json<{ code: number }>().code]).toEqual([400, 400])
    const broken = await app.inject({ method: 'POST', url: '/api/base-resource/campus/add', headers, payload: '{"name":' })
    expect([broken.statusCode, broken.json<{ code: number }>().code]).toEqual([400, 400])
    expect(broken.json<{ msg: string }>().msg).toMatch(/[a-z]/i)
  })
  it('coerces nothing: null, numbers as text and arrays are refused with the field', async () => {
    for (const floors of [null, '1e9', [1], {}, 1.5, '3'])
      expect(
        (await officer.post('base/building/add', { code: code(), name: 'x', campusId: randomBytes(16).toString('hex'), usage: 'teaching', floors })).errors.some(
          e => e.field === 'floors',
        ),
      ).toBe(true)
  })
})

describe('a transaction', () => {
  const campus = () => entityNamed('campus')
  const history = async (id: string): Promise<string[]> =>
    (await school.db.query<{ action: string }>(sql`select action from operation_log where tenant_id = ${school.tenantId} and biz_id = ${id} order by at`)).map(r => r.action)
  it('answers each of the statements asked side by side, those before a faulty one too', async () => {
    const { one, two } = await school.db.tx(async db => {
      const [[one], [two]] = await Promise.all([db.query<{ n: number }>(sql`select ${1}::int as n`), db.query<{ n: number }>(sql`select ${2}::int as n`)])
      return { one, two }
    })
    expect([one, two]).toEqual([{ n: 1 }, { n: 2 }])
    await school.db
      .tx(async db => {
        const asked = await Promise.allSettled([db.query(sql`select 1 as n`), db.query(sql`select 1 / ${0}::int`), db.query(sql`select 3 as n`)])
        expect(asked.map(a => a.status)).toEqual(['fulfilled', 'rejected', 'rejected'])
        throw new Error('taken back')
      })
      .catch(error => expect((error as Error).message).toBe('taken back'))
    expect(await school.db.query(sql`select 4 as n`)).toEqual([{ n: 4 }])
  })
  it('looks at several things on one trip without beginning a transaction, and says so to whoever writes there', async () => {
    const at = (db: typeof school.db) => db.query<{ at: string; pid: number }>(sql`select now()::text as at, pg_backend_pid() as pid`)
    const [together, apart] = await school.db.readOnly(async db => [await Promise.all([at(db), at(db)]), await at(db)])
    expect(together[0]).toEqual(together[1])
    expect([apart?.[0]?.pid, apart?.[0]?.at === together[0]?.[0]?.at]).toEqual([together[0]?.[0]?.pid, false])
    await expect(school.db.readOnly(db => db.query(sql`select 1 / ${0}::int`))).rejects.toThrow(/zero/)
    await expect(school.db.readOnly(db => db.enqueueInsert(campus(), { code: code(), name: '只看不写' } as never))).rejects.toThrow('read-only block')
    expect(await school.db.tx(db => db.readOnly(inner => inner.query(sql`select 1 as n`)))).toEqual([{ n: 1 }])
  })
  it('lets no statement through once its transaction has ended: it would run in somebody else’s', async () => {
    let left: Promise<unknown> = Promise.resolve()
    let kept: typeof school.db | undefined
    const failing = school.db.tx(async db => {
      kept = db
      await db.query(sql`select 1`)
      left = wait(50).then(() => db.query(sql`insert into campus (tenant_id, code, name) values (${school.tenantId}, 'left', '漏下的')`))
      left.catch(() => {})
      throw new Error('the other one failed')
    })
    await expect(failing).rejects.toThrow('the other one failed')
    await expect(left).rejects.toThrow('the transaction of this statement has ended')
    await expect(kept?.query(sql`select 1`)).rejects.toThrow('the transaction of this statement has ended')
    let done: typeof school.db | undefined
    await school.db.tx(async db => {
      done = db
      await db.query(sql`select 1`)
    })
    await expect(done?.query(sql`select 1`)).rejects.toThrow('the transaction of this statement has ended')
    await expect(done?.enqueue(sql`select 1`)).rejects.toThrow('the transaction of this statement has ended')
    expect(await school.db.query(sql`select 1 from campus where tenant_id = ${school.tenantId} and code = 'left'`)).toEqual([])
  })
  it('says that nothing was kept where work went on past a statement that failed', async () => {
    const own = code()
    const swallowing = school.db.tx(async db => {
      await db.query(sql`insert into campus (tenant_id, code, name) values (${school.tenantId}, ${own}, '咽下的')`)
      await db.query(sql`select 1 / ${0}::int`).catch(() => {})
      return 'done'
    })
    await expect(swallowing).rejects.toThrow('all of it was taken back')
    expect(await school.db.query(sql`select 1 from campus where tenant_id = ${school.tenantId} and code = ${own}`)).toEqual([])
    expect(await school.db.tx(db => db.query(sql`select 1 as n`))).toEqual([{ n: 1 }])
  })
  it('reads rows held in memory that it has written once, and again after each further write; others see none of it until the end', async () => {
    const name = async (db: typeof school.db, id: string): Promise<unknown> => ((await db.cached(campus())).get(id) as { name?: unknown } | undefined)?.name
    const { id } = await addCampus()
    await school.db.tx(async db => {
      await db.update(campus(), id, { name: '一校区' } as never)
      expect([await name(db, id), await name(school.db, id)]).toEqual(['一校区', '南校区'])
      expect(await db.cached(campus())).toBe(await db.cached(campus()))
      await db.query(sql`update campus set name = '二校区' where tenant_id = ${school.tenantId} and id = ${id}`)
      await db.changed(campus())
      expect(await name(db, id)).toBe('二校区')
    })
    expect(await name(school.db, id)).toBe('二校区')
  })
  it('finds or makes a row by its key, and writes only the making into the history', async () => {
    const draft = { code: code(), name: '按编码找', isEnabled: true } as never
    const ids = await Promise.all([1, 2, 3].map(() => school.db.tx(db => db.getOrCreateId(campus(), ['code'], draft))))
    expect(new Set(ids).size).toBe(1)
    expect(await history(ids[0] as string)).toEqual(['add'])
  })
  it('writes what nobody waits for before whatever is asked next, and hears its rows before the transaction is over', async () => {
    const heard: object[] = []
    const named = (name: string) => sql`update campus set name = ${name} where tenant_id = ${school.tenantId} and id = ${id} returning name`
    const { id } = await addCampus()
    await school.db.tx(async db => {
      await db.enqueue(named('先写'), rows => heard.push(...rows))
      expect(await db.query(sql`select name from campus where tenant_id = ${school.tenantId} and id = ${id}`)).toEqual([{ name: '先写' }])
      await db.enqueue(named('后写'), rows => heard.push(...rows))
    })
    expect(heard).toEqual([{ name: '先写' }, { name: '后写' }])
    expect(await school.db.query(sql`select name from campus where tenant_id = ${school.tenantId} and id = ${id}`)).toEqual([{ name: '后写' }])
    const refused = school.db.tx(async db => {
      await db.enqueue(sql`select 1 / ${0}::int`)
      await db.enqueue(named('不会留下'))
    })
    await expect(refused).rejects.toThrow('division by zero')
    expect(await school.db.query(sql`select name from campus where tenant_id = ${school.tenantId} and id = ${id}`)).toEqual([{ name: '后写' }])
  })
  it('writes what nobody waits for with the commit, and is refused there when it may not be', async () => {
    const taken = code()
    await school.db.tx(db => db.enqueueInsert(campus(), { code: taken, name: '随提交写入', isEnabled: true } as never))
    const found = (await school.db.unscoped(campus()).find({ code: taken } as never)) as unknown as { id: string; name: string }
    expect(found.name).toBe('随提交写入')
    expect(await history(found.id)).toEqual(['add'])
    const other = code()
    const twice = school.db.tx(async db => {
      await db.insert(campus(), { code: other, name: '不会留下', isEnabled: true } as never)
      await db.enqueueInsert(campus(), { code: taken, name: '重复', isEnabled: true } as never)
    })
    await expect(twice).rejects.toMatchObject({ code: 422 })
    expect(await school.db.unscoped(campus()).find({ code: other } as never)).toBeUndefined()
  })
})

describe('several processes', () => {
  it('hear of a change to rows held in memory within moments', async () => {
    const { core } = school.server
    const second = await createServer({
      url: core.url,
      dataDir: core.dataDir,
      secret: testSecret(),
      registry: await testRegistry(),
      poolSize: 4,
      timed: false,
      log: pino({ level: 'fatal' }),
    })
    try {
      const headers = { 'flysource-auth': `bearer ${officer.token}` }
      const names = async (): Promise<string[]> =>
        (await second.app.inject({ method: 'GET', url: '/api/base-resource/campus/getSelect', headers })).json<{ data: Array<{ label: string }> }>().data.map(c => c.label)
      await names()
      const name = `校区${randomBytes(3).toString('hex')}`
      await officer.post('base/campus/add', { code: code(), name })
      await expect.poll(names, { timeout: 5000 }).toContain(name)
    } finally {
      await second.close()
    }
  })
})
