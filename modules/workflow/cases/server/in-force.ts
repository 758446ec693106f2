import { Refusal } from '#model'
import { type Db, handle } from '#server/context.ts'
import { processBinding } from '../../flows/model/process.ts'
import { flowsInForce } from '../../flows/model/process-keeping.ts'
import { flowFor, lineUp, type School, schoolOf } from '../../flows/server/api.ts'

type Binding = NonNullable<Awaited<ReturnType<typeof bindingsOf>>[number]>
const bindingsOf = async (db: Db, processType: string) => [...(await db.cached(processBinding)).values()].filter(b => b.processType === processType && b.batchId === null)

/** 10-W3: for each department the flow in force and the binding it comes from. */
export default handle(flowsInForce, async ({ db }, { processType }) => {
  const school = await schoolOf(db)
  const bindings = await bindingsOf(db, processType)
  const departments = [...school.departments.values()].sort((a, b) => a.code.localeCompare(b.code))
  const lines = []
  for (const { id, name } of departments) {
    const found = await flowFor(db, processType, { departmentId: id }).catch(unlessNone)
    const why = found ? whyOf(school, bindings, id, found.def.id) : ('none' as const)
    lines.push({ departmentId: id, place: name, defId: found?.def.id ?? null, defName: found?.def.name ?? null, no: found?.version.no ?? null, why })
  }
  return lines
})
function unlessNone(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
function whyOf(school: School, bindings: readonly Binding[], departmentId: string, defId: string): 'own' | 'above' | 'school' | 'default' {
  const line = lineUp(school, departmentId)
  const [nearest] = bindings
    .filter(b => b.defId === defId && (b.departmentId === null || line.includes(b.departmentId)))
    .map(b => (b.departmentId === null ? line.length : line.indexOf(b.departmentId)))
    .sort((a, b) => a - b)
  if (nearest === undefined) return 'default'
  if (nearest === line.length) return 'school'
  return nearest === 0 ? 'own' : 'above'
}
