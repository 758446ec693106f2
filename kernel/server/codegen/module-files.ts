import {
  bool,
  choice,
  date,
  datetime,
  decimal,
  type Entity,
  entityNamed,
  type Field,
  type FieldOptions,
  files,
  integer,
  looksPersonal,
  money,
  ref,
  rich,
  snake,
  text,
  time,
  VERBS,
} from '#model'
import { type Design, type DesignedField, hasMax, NAMED_FIELDS } from '#model/codegen.ts'
import { draftTable } from '../data/draft.ts'

export const upper = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`
/** Identifier to English: `repairType` → `Repair type`. */
const words = (name: string): string => upper(name.replace(/Id$/, '').replace(/[A-Z]/g, c => ` ${c.toLowerCase()}`))
/** A text as a TypeScript string literal, escaped against code injection. */
export const quoted = (text: string): string => `'${text.replace(/[\\']/g, c => `\\${c}`)}'`
const DEFAULT_FIELDS: readonly DesignedField[] = [
  ...NAMED_FIELDS,
  { name: 'sort', label: '排序', kind: 'integer', max: 9999 },
  { name: 'isEnabled', label: '启用', kind: 'bool', isRequired: true },
]
/** Design of a module with the default fields. */
export const plainDesign = (code: string, name: string, entity: string, label: string): Design => ({ code, name, entity, label, fields: DEFAULT_FIELDS })

/** Generates a module that passes the conformance tests unchanged: path in the module's folder → content. */
export function moduleFiles(design: Design): Record<string, string> {
  const { code, name, entity, label, fields } = design
  const page = `${upper(entity)}Page`
  return {
    'module.ts': moduleText(design, page),
    [`model/${entity}.ts`]: modelText(design),
    [`migrations/001-${code}.sql`]: draftTable(draftOf(design)),
    [`web/${page}.tsx`]: pageText(design, page),
    'locales/en.json': `${JSON.stringify(english(design), null, 2)}\n`,
    'README.md': `# ${name} (${code})\n\nWhat it is: one sentence.\n\n| table | holds |\n|---|---|\n| \`${snake(entity)}\` | ${label.replaceAll('|', '\\|')} |\n\n## Fields\n\n${fields.map(f => `- \`${f.name}\` ${f.label}`).join('\n')}\n\n## Rules\n\nEach rule in its own words under its number; a test names it.\n`,
  }
}
const needsOf = ({ fields, code }: Design): string[] => [...new Set(fields.flatMap(f => (f.to ? [entityNamed(f.to).module] : [])))].filter(m => m !== code).sort()
function moduleText({ code, name, entity, label, ...rest }: Design, page: string): string {
  const needs = needsOf({ code, name, entity, label, ...rest })
  return `import { defineModule } from '#model'
import { ${entity} } from './model/${entity}.ts'

export default defineModule({
  code: '${code}',
  name: ${quoted(name)},
${needs.length ? `  needs: [${needs.map(quoted).join(', ')}],\n` : ''}  entities: [${entity}],
  menus: [
    {
      title: ${quoted(name)},
      icon: 'folder',
      domain: 'daily',
      children: [{ title: ${quoted(label)}, path: '/${code}/${entity}', component: '${code}/${page}', of: [${entity}] }],
    },
  ],
  grants: { officer: ['${code}:${entity}:*'] },
})
`
}
const optionsOf = (f: DesignedField): string[] => [
  ...(f.isRequired ? ['required: true'] : []),
  ...(f.kind === 'bool' && f.isRequired ? ['initial: true'] : []),
  ...(f.isUnique && f.isRequired ? ['immutable: true'] : []),
  ...(f.max == null || !hasMax(f.kind) ? [] : [`max: ${f.kind === 'money' ? f.max * 100 : f.max}`]),
  ...(f.kind === 'integer' ? ['min: 0'] : []),
  ...(f.isSearched && f.kind === 'text' && !f.isPersonal ? ['search: true'] : []),
  ...(f.isUnique && !f.isPersonal ? ['sortable: true'] : []),
  ...(f.isPersonal ? [`sensitivity: 'S1'`] : looksPersonal(f.name, f) ? [`clear: 'of no person'`] : []),
]
function fieldText(f: DesignedField): string {
  const options = optionsOf(f)
  const object = options.length ? `, { ${options.join(', ')} }` : ''
  const label = quoted(f.label)
  if (f.kind === 'ref') return `ref(${quoted(f.to ?? '')}, ${label}${object})`
  if (f.kind === 'choice') return `choice(${label}, { ${(f.choices ?? []).map(c => `${c.key}: ${quoted(c.label)}`).join(', ')} }${object})`
  return `${f.kind}(${label}${object})`
}
const titleOf = ({ fields }: Design): DesignedField => {
  const names = fields.filter(f => f.kind === 'text' && f.isRequired && !f.isPersonal)
  return (names.find(f => f.name === 'name') ?? names[0]) as DesignedField
}
/** Scope ties derived from the references to students, classes and departments. Without any the entity has no ties and only whole-school roles see rows, until the author adds
 *  a tie or a reason for `everyone`. */
function scopeOf({ fields }: Design): Record<string, string> {
  const tie = (to: string): string | undefined => fields.find(f => f.kind === 'ref' && f.to === to)?.name
  const ties = { student: tie('student'), class: tie('stuClass'), department: tie('department'), teacher: tie('teacher'), user: tie('user') }
  return Object.fromEntries(Object.entries(ties).flatMap(([name, field]) => (field ? [[name, field]] : [])))
}
const scopeText = (design: Design): string => {
  const ties = Object.entries(scopeOf(design)).map(([tie, field]) => `${tie}: '${field}'`)
  return ties.length ? `{ ${ties.join(', ')} }` : '{}'
}
const uniqueOf = ({ fields }: Design): string[][] => fields.filter(f => f.isUnique).map(f => [f.name])
function modelText(design: Design): string {
  const { code, entity, label, fields } = design
  const kinds = [...new Set(['entity', ...fields.map(f => f.kind)])].sort()
  const unique = uniqueOf(design)
  const options = [
    `title: '${titleOf(design).name}'`,
    `scope: ${scopeText(design)}`,
    ...(unique.length
      ? [`unique: [${unique.map(set => `[${set.map(n => `'${n}'`).join(', ')}]`).join(', ')}]`, `importKey: ['${unique[0]?.[0]}']`, `sort: ['${unique[0]?.[0]}']`]
      : []),
  ]
  return `import { ${kinds.join(', ')} } from '#model'

export const ${entity} = entity(
  '${code}.${entity}',
  ${quoted(label)},
  {
${fields.map(f => `    ${f.name}: ${fieldText(f)},`).join('\n')}
  },
  { ${options.join(', ')} },
)
`
}
const MAKERS: Record<Exclude<DesignedField['kind'], 'ref' | 'choice'>, (label: string, options: FieldOptions) => Field> = {
  text,
  integer,
  decimal,
  money,
  date,
  time,
  datetime,
  bool,
  rich,
  files,
}
/** The unregistered entity, to generate its table. */
function draftOf(design: Design): Entity {
  const made = (f: DesignedField): Field => {
    const options = { required: Boolean(f.isRequired), ...(f.isPersonal ? { sensitivity: 'S1' as const } : {}) }
    if (f.kind === 'ref') return ref(f.to ?? '', f.label, options)
    if (f.kind === 'choice') return choice(f.label, Object.fromEntries((f.choices ?? []).map(c => [c.key, c.label])), options)
    return MAKERS[f.kind](f.label, options)
  }
  return {
    name: design.entity,
    module: design.code,
    label: design.label,
    fields: Object.fromEntries(design.fields.map(f => [f.name, made(f)])),
    options: { title: titleOf(design).name, scope: scopeOf(design), unique: uniqueOf(design) },
    table: snake(design.entity),
    wire: design.entity,
    verbs: VERBS,
  }
}
function pageText({ entity, fields }: Design, page: string): string {
  const names = (of: readonly DesignedField[]): string => of.map(f => `'${f.name}'`).join(', ')
  const filters = fields.filter(f => ['choice', 'bool', 'ref', 'date', 'datetime'].includes(f.kind))
  const columns = fields.filter(f => f.kind !== 'rich' && f.kind !== 'files')
  return `import { EntityTable } from '#web/records/EntityTable.tsx'
import { ${entity} } from '../model/${entity}.ts'

export default function ${page}() {
  return <EntityTable of={${entity}} columns={[${names(columns)}]}${filters.length ? ` filters={[${names(filters)}]}` : ''} />
}
`
}
const english = ({ code, name, entity, label, fields }: Design): Record<string, string> =>
  Object.fromEntries(
    [
      [name, words(code)] as const,
      [label, words(entity)] as const,
      // singular beside a verb, plural as a heading
      [`${label}#one`, words(entity)] as const,
      [`${label}#many`, `${words(entity)}s`] as const,
      ...fields.flatMap(f => [[f.label, words(f.name)] as const, ...(f.choices ?? []).map(c => [c.label, words(c.key)] as const)]),
    ].sort(([a], [b]) => (a < b ? -1 : 1)),
  )
