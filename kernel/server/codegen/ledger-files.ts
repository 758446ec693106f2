import { type Entity, type Fields, integer, snake, text } from '#model'
import { type Design, NAMED_FIELDS } from '#model/codegen.ts'
import { ENTRY_KEYS, entryFields } from '#model/ledger.ts'
import { draftTable } from '../data/draft.ts'
import { moduleFiles, quoted, upper } from './module-files.ts'

/** Generates a module with a ledger: accounts with a number, a name and a balance, and entries in and out. */
export function ledgerFiles(given: Pick<Design, 'code' | 'name' | 'entity' | 'label'>): Record<string, string> {
  const design: Design = { ...given, fields: NAMED_FIELDS }
  const { code, name, entity, label } = design
  const [entry, page] = [`${entity}Entry`, `${upper(entity)}Page`]
  const { 'locales/en.json': texts = '{}', ...plain } = moduleFiles(design)
  return {
    ...plain,
    'module.ts': `import { defineModule } from '#model'
import { ${entity}, ${entry} } from './model/${entity}.ts'

export default defineModule({
  code: '${code}',
  name: ${quoted(name)},
  entities: [${entity}, ${entry}],
  menus: [
    {
      title: ${quoted(name)},
      icon: 'folder',
      domain: 'daily',
      children: [
        { title: ${quoted(label)}, path: '/${code}/${entity}', component: '${code}/${page}', of: [${entity}] },
        { title: ${quoted(`${label}明细`)}, path: '/${code}/${entry}', component: '${code}/${upper(entry)}Page', of: [${entry}] },
      ],
    },
  ],
  grants: { officer: ['${code}:*'] },
})
`,
    [`model/${entity}.ts`]: modelText(design, entry),
    [`server/${entity}.ts`]: `import { ledgerCheck } from '#server/ledger/check.ts'
import { ${entity}Ledger } from '../model/${entity}.ts'

export default ledgerCheck(${entity}Ledger, { role: 'officer', link: '/${code}/${entity}' })
`,
    [`web/${page}.tsx`]: pageText(entity, entity, ['code', 'name', 'balance'], []),
    [`web/${upper(entry)}Page.tsx`]: pageText(entry, entity, ['createdAt', 'accountId', 'kind', 'amount', 'reason'], ['accountId', 'kind']),
    [`migrations/001-${code}.sql`]: tables(design, entry),
    [`${entity}.test.ts`]: testText(entity),
    'locales/en.json': `${JSON.stringify({ ...JSON.parse(texts), ...english(entity, label) }, null, 2)}\n`,
  }
}
const english = (entity: string, label: string): Record<string, string> => ({
  ...{ [`${label}明细`]: `${upper(entity)} entries`, [`${label}明细#one`]: `${upper(entity)} entry`, [`${label}明细#many`]: `${upper(entity)} entries` },
  ...{ 余额: 'Balance', 转入: 'In', 转出: 'Out', '“{name}”只剩 {available}，这次要 {wanted}': 'Of “{name}” {available} is left, {wanted} wanted' },
})
const modelText = ({ code, entity, label }: Design, entry: string): string => `import { entity, integer, text } from '#model'
import { ENTRY_KEYS, entryFields, ledger } from '#model/ledger.ts'

export const ${entity} = entity(
  '${code}.${entity}',
  ${quoted(label)},
  {
    code: text('编号', { required: true, immutable: true, max: 20, search: true, sortable: true }),
    name: text('名称', { required: true, max: 60, search: true }),
    balance: integer('余额', { required: true, readonly: true, initial: 0 }),
  },
  { title: 'name', scope: {}, unique: [['code']], importKey: ['code'], sort: ['code'], refusals: { short: '“{name}”只剩 {available}，这次要 {wanted}' } },
)
export const ${entry} = entity('${code}.${entry}', ${quoted(`${label}明细`)}, entryFields('${entity}', ${quoted(label)}, { in: '转入', out: '转出' }), {
  title: 'sourceId',
  scope: {},
  unique: ENTRY_KEYS,
  verbs: ['list', 'export'],
  appendOnly: true,
})
export const ${entity}Ledger = ledger({
  entry: ${entry},
  account: ${entity},
  effects: { in: { balance: 1 }, out: { balance: -1 } },
  floors: [{ sum: { balance: 1 }, refusal: 'short' }],
})
`
const list = (names: readonly string[]): string => `[${names.map(n => `'${n}'`).join(', ')}]`
const pageText = (of: string, file: string, columns: readonly string[], filters: readonly string[]): string => `import { EntityTable } from '#web/records/EntityTable.tsx'
import { ${of} } from '../model/${file}.ts'

export default function ${upper(of)}Page() {
  return <EntityTable of={${of}} columns={${list(columns)}}${filters.length ? ` filters={${list(filters)}}` : ''} />
}
`
const testText = (entity: string): string => `import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { expectLedger } from '#testing/ledger.ts'
import { openSchool, type School } from '#testing/school.ts'
import { ${entity}, ${entity}Ledger } from './model/${entity}.ts'

let school: School
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school.close())
expectLedger(${entity}Ledger, { school: () => school, newAccount: async () => (await school.db.insert(${entity}, { code: randomUUID().slice(0, 20), name: '测试' })).id })
`
const fixed = { required: true } as const
function tables({ code, entity }: Design, entry: string): string {
  const draft = (name: string, fields: Fields, unique: ReadonlyArray<readonly string[]>): Entity => ({
    ...{ name, module: code, label: name, fields, table: snake(name), wire: name, verbs: [] },
    options: { title: 'id', scope: {}, unique },
  })
  const account = draft(entity, { code: text('', fixed), name: text('', fixed), balance: integer('', fixed) }, [['code']])
  const entries = draft(entry, entryFields(entity, '', { in: '', out: '' }), ENTRY_KEYS)
  const [of, its] = [snake(entity), snake(entry)]
  return `${draftTable(account)}alter table ${of} add constraint ${of}_short check (balance >= 0);
-- Movements. Rows are inserted only: a mistake is reversed by another entry.
${draftTable(entries)}alter table ${its} add foreign key (tenant_id, account_id) references ${of} (tenant_id, id),
  add foreign key (tenant_id, reverses_id) references ${its} (tenant_id, id), add check (amount <> 0);
`
}
