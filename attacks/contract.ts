/** JSON schema of a value, as in the contract. */
export interface Schema {
  type?: string
  format?: string
  enum?: readonly string[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}
/** One endpoint of the contract. */
export interface Endpoint {
  method: 'GET' | 'POST'
  path: string
  /** Fields of the query or the body; undefined if the contract declares none. */
  input: Schema | undefined
}
interface Operation {
  parameters?: Array<{ name: string; required: boolean; schema: Schema }>
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}
/** All endpoints in the OpenAPI document of a running product, in order. */
export async function endpointsOf(url: string): Promise<Endpoint[]> {
  const { paths } = (await (await fetch(`${url}/api/docs/openapi.json`)).json()) as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase() as Endpoint['method'], path, input: inputOf(operation) })),
  )
}
function inputOf({ parameters, requestBody }: Operation): Schema | undefined {
  if (!parameters) return requestBody?.content['application/json'].schema
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(p => [p.name, p.schema])),
    required: parameters.filter(p => p.required).map(p => p.name),
  }
}
