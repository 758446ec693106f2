import { type FlowGraph, flowSubject } from '#flow/index.ts'
import { choice, entity, integer, type Row, ref, text } from '#model'
import { type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { asks, line } from '../testing.ts'
import { processDef } from './model/process.ts'

/** What the made-up kind of application begins with. */
export const simple = line(asks('fdy', { by: 'relation', relation: 'fdy' }))
/** A kind of application made up for tests; only its declaration is needed to draw flows for it. */
export function declareTrip(): void {
  const trip = entity(
    'workflow.sampleTrip',
    '外出',
    { days: integer('天数', { required: true }), kind: choice('种类', { study: '学习', visit: '参观' }), mentorId: ref('teacher', '带队老师'), note: text('说明', { max: 200 }) },
    { title: 'note', scope: {} },
  )
  flowSubject({
    processType: 'sampleTrip',
    label: '外出申请',
    entity: trip,
    form: ['days', 'kind', 'mentorId', 'note'],
    facts: [{ name: 'trip.times', label: '本学期外出次数', type: 'number', from: 'module', unit: '次' }],
    mandatory: {},
    autos: {},
    noAutoApprove: true,
    initial: { code: 'trip', name: '外出申请', graph: simple },
  })
}
interface Problem {
  node: string | null
  level: string
  rule: string
  text: string
}
/** A school that draws flows for it. */
export interface DrawingSchool extends SmallSchool {
  officer: Actor
  college: Actor
  /** By the office, or by somebody else. */
  call<T>(verb: string, body: Record<string, unknown>, who?: Actor): Promise<Answer<T>>
  /** A new flow; returns its id. */
  create(name?: string): Promise<string>
  rowOf(id: string): Promise<Row<typeof processDef>>
  save(id: string, graph: unknown): Promise<Answer<{ version: number; problems: Problem[] }>>
  publish(id: string, note?: string): Promise<Answer<{ no: number }>>
  /** A new flow with this drawing, published. */
  drawn(graph: FlowGraph): Promise<string>
  /** Tries to remove a flow; returns the refusals. */
  removed(id: string): Promise<string[]>
}
let codes = 0
export async function drawingSchool(): Promise<DrawingSchool> {
  const s = await smallSchool()
  const officer = await s.as({ roles: ['officer'] })
  const college = await s.as({ roles: ['college'], departmentId: s.ids.info })
  const call: DrawingSchool['call'] = (verb, body, who = officer) => who.post(`workflow/processDef/${verb}`, body)
  const rowOf: DrawingSchool['rowOf'] = id => s.db.unscoped(processDef).one(id)
  const create: DrawingSchool['create'] = async (name = '外出流程') => (await call<{ id: string }>('add', { code: `trip${++codes}`, name, processType: 'sampleTrip' })).data.id
  const save: DrawingSchool['save'] = async (id, graph) => call('saveDraft', { id, version: (await rowOf(id)).version, graph })
  const publish: DrawingSchool['publish'] = async (id, note) => call('publish', { id, version: (await rowOf(id)).version, ...(note ? { note } : {}) })
  return {
    ...{ ...s, officer, college, call, rowOf, create, save, publish },
    async drawn(graph) {
      const id = await create()
      await save(id, graph)
      const { msg } = await publish(id)
      if (msg !== '成功') throw new Error(msg)
      return id
    },
    removed: async id => (await call<{ failed: Array<{ msg: string }> }>('remove', { ids: id })).data.failed.map(f => f.msg),
  }
}
