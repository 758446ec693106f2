import { SERVERS } from '#fields/servers.ts'
import { type Entity, entityNamed, type Field, hasEntity, snake, storedFields } from '#model'

/** The table of an entity as its declaration implies it: a first draft of a migration, to be edited by hand. */
export function draftTable(e: Entity): string {
  const fields = storedFields(e)
  const lines = [
    'tenant_id uuid not null references tenant, id uuid not null default uuidv7()',
    ...fields.flatMap(([name, field]) => columns(name, field)),
    ...(e.options.softDelete ? ['deleted_at timestamptz'] : []),
    'created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1',
    'primary key (tenant_id, id)',
    ...fields
      .filter(([, f]) => f.kind === 'ref' && hasEntity(f.options.to ?? ''))
      .map(([n, f]) => `foreign key (tenant_id, ${snake(n)}) references ${entityNamed(f.options.to ?? '').table} (tenant_id, id)`),
    ...fields
      .filter(([, f]) => f.kind === 'choice')
      .map(
        ([n, f]) =>
          `check (${snake(n)} in (${Object.keys(f.options.choices ?? {})
            .map(c => `'${c}'`)
            .join(', ')}))`,
      ),
  ]
  return `create table ${e.table} (\n  ${lines.join(',\n  ')}\n);\n${indexes(e, fields)}`
}
function columns(name: string, field: Field): string[] {
  const column = `${snake(name)} ${SERVERS[field.kind].column(field)}${field.options.required ? ' not null' : ''}`
  return field.options.encrypted ? [column, `${snake(name)}_hash text${field.options.required ? ' not null' : ''}`] : [column]
}
function indexes(e: Entity, fields: ReadonlyArray<[string, Field]>): string {
  const live = e.options.softDelete ? ' where deleted_at is null' : ''
  const column = (n: string): string => (e.fields[n]?.options.encrypted ? `${snake(n)}_hash` : snake(n))
  const unique = (e.options.unique ?? []).map(
    key => `create unique index ${e.table}_${key.map(snake).join('_')}_key on ${e.table} (tenant_id, ${key.map(column).join(', ')})${live};\n`,
  )
  const references = fields.filter(([, f]) => f.kind === 'ref').map(([n]) => `create index ${e.table}_${snake(n)} on ${e.table} (tenant_id, ${snake(n)});\n`)
  return [...unique, ...references].join('')
}
