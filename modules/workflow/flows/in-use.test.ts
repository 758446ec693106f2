import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { department } from '#modules/campus/model/organisation.ts'
import { startCase } from '../cases/testing.ts'
import { asks, line } from '../testing.ts'
import { processBinding, processDef, processVersion } from './model/process.ts'
import { flowFor } from './server/definitions.ts'
import { type DrawingSchool, declareTrip, drawingSchool, simple } from './testing.ts'

declareTrip()
let s: DrawingSchool
beforeAll(async () => {
  s = await drawingSchool()
})
afterAll(() => s.close())

describe('which flow an application takes', () => {
  const flowOf = async (departmentId: string | null, batchId?: string): Promise<string> =>
    (await flowFor(s.db, 'sampleTrip', { departmentId, ...(batchId ? { batchId } : {}) })).def.id
  const bind = (draft: Record<string, unknown>) => s.officer.post<{ id: string }>('workflow/processBinding/add', { processType: 'sampleTrip', ...draft })
  it("10-W3 takes the batch's flow before the department's, the nearest department's before the one above, and the default last", async () => {
    const root = (await s.db.insert(department, { code: 'R', name: '学校', deptType: '2' })).id
    await s.db.update(department, s.ids.info, { parentId: root })
    const [batch, own, above] = [await s.drawn(simple), await s.drawn(simple), await s.drawn(simple)]
    const standard = await flowOf(s.ids.info)
    await bind({ departmentId: root, defId: above })
    expect(await flowOf(s.ids.info)).toBe(above)
    expect(await flowOf(s.ids.art)).toBe(standard)
    await bind({ departmentId: s.ids.info, defId: own })
    expect(await flowOf(s.ids.info)).toBe(own)
    expect(await flowOf(root)).toBe(above)
    await bind({ batchId: 'b1', defId: batch })
    expect(await flowOf(s.ids.info, 'b1')).toBe(batch)
    expect(await flowOf(s.ids.info, 'b2')).toBe(own)
    expect(await flowOf(null, 'b1')).toBe(batch)
    expect((await s.call('setState', { id: own, state: 'disabled' })).code).toBe(200)
    expect(await flowOf(s.ids.info)).toBe(above)
    await s.db.query(sql`delete from process_binding`)
    await s.db.query(sql`update process_def set is_default = false where process_type <> 'sampleTrip'`) // registered by other modules
    await s.db.changed(processBinding, processDef)
  })
  it('10-W3 refuses where nothing is published, naming the kind of application', async () => {
    const [standard] = await s.db.unscoped(processDef).all({ processType: 'sampleTrip', isDefault: true })
    await s.db.update(processDef, standard?.id ?? '', { state: 'disabled' })
    await expect(flowFor(s.db, 'sampleTrip', { departmentId: null })).rejects.toThrow('“外出申请”还没有已发布的流程，暂时不能申请，请联系学工处')
    await s.db.update(processDef, standard?.id ?? '', { state: 'published' })
  })
  it('binds only published flows of the same kind, once a place', async () => {
    const draft = await s.create('草稿流程')
    expect((await bind({ departmentId: s.ids.art, defId: draft })).errors[0]).toMatchObject({
      rule: 'workflow.processBinding.unpublished',
      msg: '流程“草稿流程”没有发布，不能绑定',
    })
    const id = await s.drawn(simple)
    expect((await s.officer.post('workflow/processBinding/add', { processType: 'other', defId: id })).errors[0]?.rule).toBe('workflow.processBinding.type')
    const bound = await bind({ departmentId: s.ids.art, defId: id })
    expect(bound.code).toBe(200)
    expect((await bind({ departmentId: s.ids.art, defId: id })).errors[0]?.rule).toBe('record.duplicate')
    expect(await s.removed(id)).toEqual(['“外出流程”还绑定在 1 处，请先改绑定'])
    await s.officer.post('workflow/processBinding/remove', { ids: bound.data.id })
  })
  it('has one default, which cannot be switched off; a flow that was published stays', async () => {
    const id = await s.drawn(simple)
    const draft = await s.create()
    expect((await s.call('makeDefault', { id: draft })).errors[0]?.rule).toBe('workflow.processDef.unpublished')
    expect((await s.call('setState', { id: draft, state: 'published' })).errors[0]?.rule).toBe('workflow.processDef.never')
    await Promise.all([s.call('makeDefault', { id }), s.call('makeDefault', { id: await s.drawn(simple) }), s.call('makeDefault', { id })])
    const defaults = await s.db.unscoped(processDef).all({ processType: 'sampleTrip', isDefault: true })
    expect(defaults).toHaveLength(1)
    expect((await s.call('setState', { id: defaults[0]?.id, state: 'disabled' })).errors[0]?.rule).toBe('workflow.processDef.isDefault')
    expect(await s.removed(id)).toEqual(['“外出流程”发布过，不能删除，可以停用'])
    expect(await s.removed(draft)).toEqual([])
  })
})

describe('moving running applications to a later version', () => {
  it('10-W3 leaves them where they are until somebody moves them, having seen which can be', async () => {
    const id = await s.drawn(line(asks('a', { by: 'relation', relation: 'fdy' }), asks('b', { by: 'role', role: 'officer' })))
    const [first] = await s.db.unscoped(processVersion).all({ defId: id })
    const [stays, moves, ended] = [
      await startCase(s.db, first, { at: 'a', applicantId: s.officer.userId }),
      await startCase(s.db, first, { at: 'b', applicantId: s.officer.userId }),
      await startCase(s.db, first, { at: 'b', applicantId: s.officer.userId, state: 'approved' }),
    ]
    await s.save(id, line({ ...asks('b', { by: 'role', role: 'officer' }), name: '学工处审核' }))
    await s.publish(id)
    const versionIn = async (instanceId: string): Promise<string | undefined> =>
      (await s.db.query<{ id: string }>(sql`select def_version_id as id from process_instance where id = ${instanceId}`))[0]?.id
    expect(await versionIn(moves)).toBe(first?.id)
    const asked = { defId: id, fromNo: 1, toNo: 2 }
    expect((await s.call<unknown[]>('previewMigration', asked)).data).toEqual([
      expect.objectContaining({ instanceId: stays, refused: '新版本没有“a审批”这个环节' }),
      expect.objectContaining({ instanceId: moves, refused: null }),
    ])
    expect(await versionIn(moves)).toBe(first?.id)
    expect((await s.call('migrate', asked)).data).toEqual({ moved: 1, left: 1 })
    const second = await s.db.unscoped(processVersion).find({ defId: id, no: 2 })
    expect([await versionIn(stays), await versionIn(moves), await versionIn(ended)]).toEqual([first?.id, second?.id, first?.id])
    const logs = await s.db.query(sql`select action, "from", "to", is_forced as forced, actor_id as by from process_log where instance_id = ${moves}`)
    expect(logs).toEqual([{ action: 'migrate', from: '1', to: '2', forced: true, by: s.officer.userId }])
    const [moved] = await s.db.query<{ at: string; task: string }>(
      sql`select i.current_nodes as at, t.node_name as task from process_instance i join process_task t on t.instance_id = i.id where i.id = ${moves}`,
    )
    expect(moved).toEqual({ at: '学工处审核', task: '学工处审核' })
    expect((await s.call('migrate', { ...asked, toNo: 1 })).errors[0]?.rule).toBe('workflow.processDef.same')
    expect((await s.call('migrate', { ...asked, toNo: 7 })).errors[0]).toMatchObject({ rule: 'workflow.processDef.noVersion', values: { no: 7 } })
  })
})
