import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flowSubject } from '#flow/index.ts'
import { entity, text } from '#model'
import { type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import type { Actor } from '#testing/school.ts'
import { processBinding, processDef } from '../flows/model/process.ts'
import { makeFlow } from '../flows/server/flow-seed.ts'
import { asks, line } from '../testing.ts'

const outing = entity('workflow.sampleOuting', '外出', { note: text('说明', { max: 200 }) }, { title: 'note', scope: {} })
const graph = line(asks('fdy', { by: 'relation', relation: 'fdy' }))
const processType = 'sampleOuting'
flowSubject({ processType, label: '外出申请', entity: outing, form: ['note'], initial: { code: 'outing', name: '外出申请', graph } })

interface Line {
  departmentId: string
  defName: string | null
  why: string
}
let s: SmallSchool
let officer: Actor
beforeAll(async () => {
  s = await smallSchool()
  officer = await s.as({ roles: ['officer'] })
})
afterAll(() => s.close())
const lines = async (): Promise<Map<string, Line>> => new Map((await officer.get<Line[]>('workflow/processBinding/inForce', { processType })).data.map(l => [l.departmentId, l]))

describe('what the bindings come to for the departments', () => {
  it('says that nothing can be applied for while no flow is published', async () => {
    const [standard] = await s.db.unscoped(processDef).all({ processType })
    await s.db.update(processDef, standard?.id ?? '', { state: 'disabled' })
    expect([...(await lines()).values()].every(l => l.why === 'none' && l.defName === null)).toBe(true)
    await s.db.update(processDef, standard?.id ?? '', { state: 'published' })
  })
  it('10-W3 names for every department the flow it takes and whose binding says so: its own, the one above, the default', async () => {
    const bound = await makeFlow(s.db, { processType, code: 'outing-info', name: '信息学院的', graph })
    await s.db.insert(processBinding, { processType, departmentId: s.ids.info, defId: bound })
    const found = await lines()
    expect(found.get(s.ids.info)).toMatchObject({ defName: '信息学院的', why: 'own' })
    const others = [...found.values()].filter(l => l.departmentId !== s.ids.info)
    expect(others.some(l => l.why === 'default' && l.defName === '外出申请')).toBe(true)
    expect(others.filter(l => l.defName === '信息学院的').every(l => l.why === 'above')).toBe(true)
  })
  it('asks for the permission to see bindings', async () => {
    const teacher = await s.as({ roles: ['teacher'] })
    expect((await teacher.get('workflow/processBinding/inForce', { processType })).code).toBe(403)
  })
})
