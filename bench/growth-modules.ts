import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Design, DesignedField } from '#model/codegen.ts'
// the generator follows references to declared entities
import '#modules/student/model/student.ts'
import { moduleFiles, plainDesign } from '#server/codegen/module-files.ts'

export const MODULES = 40
export const ENTITIES = 4
export const ACTIONS = 5

const FURTHER: readonly DesignedField[] = [
  { name: 'studentId', label: '学生', kind: 'ref', to: 'student', isRequired: true },
  {
    name: 'state',
    label: '状态',
    kind: 'choice',
    isRequired: true,
    choices: [
      { key: 'open', label: '办理中' },
      { key: 'closed', label: '已办结' },
    ],
  },
  { name: 'dueOn', label: '截止日期', kind: 'date' },
  { name: 'price', label: '金额', kind: 'money', max: 100_000 },
  { name: 'phone', label: '联系电话', kind: 'text', isPersonal: true, max: 20 },
  { name: 'detail', label: '详细说明', kind: 'rich' },
]
const upper = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`
const two = (n: number): string => String(n).padStart(2, '0')

/** Generates further modules below `modules/`: tables, texts in two languages, a page per entity, actions with handlers. */
export function writeModules(tree: string): void {
  for (let n = 1; n <= MODULES; n++)
    for (const [file, text] of Object.entries(oneModule(n))) {
      const path = join(tree, 'modules', `growth${two(n)}`, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
}
function oneModule(n: number): Record<string, string> {
  const code = `growth${two(n)}`
  const designs = Array.from({ length: ENTITIES }, (_, i): Design => {
    const plain = plainDesign(code, `增长${two(n)}`, `${code}Item${i + 1}`, `事项${two(n)}${i + 1}`)
    return { ...plain, fields: [...plain.fields, ...FURTHER] }
  })
  const files: Record<string, string> = {}
  const english: Record<string, string> = {}
  let tables = ''
  for (const design of designs) {
    const { 'module.ts': _module, 'README.md': _readme, 'locales/en.json': texts = '{}', ...rest } = moduleFiles(design)
    for (const [file, text] of Object.entries(rest)) {
      if (file.startsWith('migrations/')) tables += `${text}\n`
      else files[file] = text
    }
    Object.assign(english, JSON.parse(texts), Object.fromEntries(actionNames(design).map(({ label }, i) => [label, `Step ${n}.${i + 1}`])))
    files[`model/${design.entity}-actions.ts`] = actionsText(design)
    files[`server/${design.entity}.ts`] = handlersText(design)
  }
  return { ...files, 'module.ts': moduleText(code, designs), [`migrations/001-${code}.sql`]: tables, 'locales/en.json': JSON.stringify(english, null, 2) }
}
const actionNames = ({ entity, label }: Design): Array<{ name: string; label: string; constant: string }> =>
  Array.from({ length: ACTIONS }, (_, i) => ({ name: `step${i + 1}`, label: `${label}第${i + 1}步`, constant: `${entity}Step${i + 1}` }))

function actionsText(design: Design): string {
  const { code, entity } = design
  const each = actionNames(design).map(
    ({ name, label, constant }) => `export const ${constant} = action('${code}.${entity}.${name}', '${label}', {
  input: { id: ref('${entity}', '${design.label}', { required: true }), remark: text('说明', { max: 200 }), amount: integer('数量', { min: 0, max: 9999 }), day: date('日期') },
  output: { code: ${entity}.fields.code, name: ${entity}.fields.name, dueOn: ${entity}.fields.dueOn, phone: ${entity}.fields.phone },
})`,
  )
  return `import { action, date, integer, ref, text } from '#model'
import { ${entity} } from './${entity}.ts'

${each.join('\n')}
`
}
function handlersText(design: Design): string {
  const { entity } = design
  const names = actionNames(design)
  const each = names.map(
    ({ constant }) => `  handle(${constant}, async ({ db }, { id }) => {
    const [row] = await db.visible(${entity}).all({ id })
    return row ? { code: row.code, name: row.name, dueOn: row.dueOn, phone: row.phone } : null
  }),`,
  )
  return `import { handle } from '#server/context.ts'
import { ${names.map(n => n.constant).join(', ')} } from '../model/${entity}-actions.ts'
import { ${entity} } from '../model/${entity}.ts'

export default [
${each.join('\n')}
]
`
}
function moduleText(code: string, designs: readonly Design[]): string {
  const imports = designs.map(
    d => `import { ${d.entity} } from './model/${d.entity}.ts'
import { ${actionNames(d)
      .map(a => a.constant)
      .join(', ')} } from './model/${d.entity}-actions.ts'`,
  )
  const pages = designs.map(d => `{ title: '${d.label}', path: '/${code}/${d.entity}', component: '${code}/${upper(d.entity)}Page', of: [${d.entity}] }`)
  return `import { defineModule } from '#model'
${imports.join('\n')}

export default defineModule({
  code: '${code}',
  name: '${designs[0]?.name}',
  needs: ['student'],
  entities: [${designs.map(d => d.entity).join(', ')}],
  actions: [${designs.flatMap(d => actionNames(d).map(a => a.constant)).join(', ')}],
  menus: [{ title: '${designs[0]?.name}', icon: 'folder', children: [${pages.join(', ')}] }],
  grants: { officer: ['${code}:*'] },
})
`
}
