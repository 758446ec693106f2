import { allEntities, Refusal, snake } from '#model'
import { columnsOf } from './columns.ts'

interface PgFault {
  code?: string
  detail?: string
  constraint?: string
  table?: string
  message: string
}

/** Values the database cannot parse: text (22021, 22P05), date or time (22007, 22008, 22009), number or id (22P02). Usually validated before; one that arrives through a
 *  handler's own conversion is still a client error. */
const UNREADABLE: ReadonlySet<string> = new Set(['22021', '22P05', '22007', '22008', '22009', '22P02'])

/** Maps database errors to refusals with field and value; other errors pass through. */
export function toRefusal(error: unknown): unknown {
  const fault = error as PgFault
  if (error instanceof Refusal || !fault.code) return error
  if (fault.code === '23505') return uniqueFault(fault)
  if (fault.code === '23503') return referenceFault(fault)
  if (fault.code === '23P01') return new Refusal(409, [{ rule: `record.${fault.constraint}`, text: '与已有记录的时间重叠', values: { constraint: fault.constraint } }])
  if (fault.code === '23514') return new Refusal(422, [{ rule: `record.${fault.constraint}`, text: '不符合数据约束：{constraint}', values: { constraint: fault.constraint } }])
  if (fault.code === '22003' || fault.code === '22001') return new Refusal(400, [{ rule: 'value.outOfRange', text: '有数值超出允许的范围' }])
  if (UNREADABLE.has(fault.code)) return new Refusal(400, [{ rule: 'value.unreadable', text: '提交的内容中有无法识别的文字、数字、日期或编号' }], null, error)
  if (fault.code === '57014' || fault.code === '55P03') return new Refusal(503, [{ rule: 'server.busy', text: '操作等待太久，已停止，请稍后再试' }])
  return error
}
/** Field names and shown values of `Key (a, b)=(x, y)`; the tenant is left out. */
function keyOf(fault: PgFault): Array<{ field: string; label: string; value: string }> {
  const [, columns = '', values = ''] = /\((.*)\)=\((.*?)\)(?: already exists| is not present| is still|,|\.|$)/.exec(fault.detail ?? '') ?? []
  const e = allEntities().find(x => x.table === fault.table)
  const named = columns.split(', ').map(c =>
    c
      .replace(/^lower\((.*)\)$/, '$1')
      .replace(/"/g, '')
      .replace(/::text$/, ''),
  )
  const given = values.split(', ')
  const names = e
    ? new Map(
        [...columnsOf(e).of].flatMap(([field, column]) => [
          [column, field],
          [`${column}_hash`, field],
        ]),
      )
    : new Map<string, string>()
  return named.flatMap((column, i) => {
    const field = names.get(column)
    if (!field || column === 'tenant_id') return []
    return [{ field, label: e?.fields[field]?.label ?? field, value: e?.fields[field]?.options.encrypted ? '******' : (given[i] ?? '') }]
  })
}
/** Under row-level security PostgreSQL omits the conflicting values; the index name still tells the fields. */
function uniqueSet(fault: PgFault): Array<{ field: string; label: string }> {
  const e = allEntities().find(x => x.table === fault.table)
  const set = e?.options.unique?.find(fields => fault.constraint === `${e.table}_${fields.map(snake).join('_')}_key`) ?? []
  return set.map(field => ({ field, label: e?.fields[field]?.label ?? field }))
}
function uniqueFault(fault: PgFault): Refusal {
  const key = keyOf(fault)
  if (!key.length) {
    const set = uniqueSet(fault)
    const values = { label: set.map(k => k.label).join('、'), constraint: fault.constraint }
    return new Refusal(422, [{ ...(set[0] ? { field: set[0].field } : {}), rule: 'record.duplicate', text: set.length ? '{label}与已有的记录重复' : '与已有的记录重复', values }])
  }
  const label = key.map(k => k.label).join('、')
  return new Refusal(422, [
    {
      ...(key[0] ? { field: key[0].field } : {}),
      rule: 'record.duplicate',
      text: '{label}“{value}”已经存在',
      values: { label, value: key.map(k => k.value).join('、'), constraint: fault.constraint },
    },
  ])
}
function referenceFault(fault: PgFault): Refusal {
  const key = keyOf(fault)
  const missing = /is not present/.test(fault.detail ?? '')
  if (!missing) return new Refusal(422, [{ rule: 'record.inUse', text: '已被其他数据使用，不能删除，可以停用' }])
  return new Refusal(422, [
    { ...(key[0] ? { field: key[0].field } : {}), rule: 'record.noSuchReference', text: '所选的{label}不存在', values: { label: key.map(k => k.label).join('、') } },
  ])
}
