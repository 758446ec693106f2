import { Button, Checkbox, Input, InputNumber, Select, Upload } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#model'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { useAct } from '#web/forms/useAct.ts'
import { putFile } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { datasets, readTemplate } from '../model/actions.ts'
import { CHECKS, FORMATS, type ProfileColumn, SOURCES } from '../model/columns.ts'

/** What changes of a column; undefined takes it away. */
type Change = { [K in keyof ProfileColumn]?: ProfileColumn[K] | undefined }
type Fields = NonNullable<OutputOf<typeof datasets>['fields']>
const options = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([value, label]) => ({ value, label: t(label) }))
/** Codes as people write them: 1=男，2=女. */
const codesText = (codes: ProfileColumn['codes']): string =>
  Object.entries(codes ?? {})
    .map(([ours, theirs]) => `${ours}=${theirs}`)
    .join('，')
function codesOf(text: string): Record<string, string> | undefined {
  const pairs = text.split(/[,，;；\n]/).flatMap(part => {
    const at = part.indexOf('=')
    return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const] : []
  })
  return pairs.length ? Object.fromEntries(pairs) : undefined
}
/** 40-X1: the columns of the receiver's template, each mapped to what fills it. */
export function MappingInput({ id, value, onChange, values, disabled }: DrawnInput) {
  const { data = [] } = useRead(datasets, {})
  const of = data.find(d => d.code === values.dataset)
  const columns = (value ?? []) as readonly ProfileColumn[]
  const put = (at: number, more: Change) => onChange(columns.map((c, n) => (n === at ? tidy({ ...c, ...more }) : c)))
  if (!of) return <p className="ql-help">{t('先选数据')}</p>
  return (
    <div id={id}>
      <Template dataset={of.code} headerRows={Number(values.headerRows ?? 1)} charset={values.charset === 'gbk' ? 'gbk' : 'utf8'} disabled={disabled} onRead={onChange} />
      <PlainTable
        label={t('列')}
        rows={columns.map((column, at) => ({ column, at }))}
        keyOf={r => r.at}
        empty={t('还没有列')}
        columns={[
          [t('标题'), r => [...(r.column.groups ?? []), r.column.title].join(' / '), { isHead: true }],
          [t('内容'), r => <Select aria-label={t('内容')} value={r.column.source} options={options(SOURCES)} disabled={disabled} onChange={source => put(r.at, { source })} />],
          [t('取值'), r => <Content column={r.column} fields={r.column.source === 'result' ? of.result : of.fields} disabled={disabled} onChange={more => put(r.at, more)} />],
          [
            t('代码对照'),
            r => (
              <Input
                aria-label={t('代码对照')}
                defaultValue={codesText(r.column.codes)}
                placeholder="1=男，2=女"
                disabled={disabled}
                onBlur={e => put(r.at, { codes: codesOf(e.target.value) })}
              />
            ),
          ],
          [t('必填'), r => <Checkbox aria-label={t('必填')} checked={r.column.required ?? false} disabled={disabled} onChange={e => put(r.at, { required: e.target.checked })} />],
          [
            t('最长'),
            r => <InputNumber aria-label={t('最长')} min={1} value={r.column.length ?? null} disabled={disabled} onChange={length => put(r.at, { length: length ?? undefined })} />,
          ],
          [
            t('检查'),
            r => (
              <Select
                aria-label={t('检查')}
                allowClear
                value={r.column.check ?? null}
                options={options(CHECKS)}
                disabled={disabled}
                onChange={check => put(r.at, { check: check ?? undefined })}
              />
            ),
          ],
          [t('对应行'), r => <Checkbox aria-label={t('对应行')} checked={r.column.isKey ?? false} disabled={disabled} onChange={e => put(r.at, { isKey: e.target.checked })} />],
        ]}
      />
    </div>
  )
}
/** A column without what it does not say. */
const tidy = (column: Change): ProfileColumn =>
  Object.fromEntries(Object.entries(column).filter(([, v]) => v !== undefined && v !== false && v !== null)) as unknown as ProfileColumn
interface ContentProps {
  column: ProfileColumn
  fields: Fields | readonly (Fields[number] | null)[]
  disabled: boolean
  onChange: (more: Change) => void
}
function Content({ column, fields, disabled, onChange }: ContentProps) {
  const { source, field, text, format } = column
  if (source === 'empty') return null
  if (source === 'constant' || source === 'template')
    return (
      <Input aria-label={t('取值')} value={text ?? ''} disabled={disabled} onChange={e => onChange({ text: e.target.value })} placeholder={source === 'template' ? '{name}' : ''} />
    )
  const known = fields.flatMap(f => (f ? [f] : []))
  const kind = known.find(f => f.name === field)?.kind
  const formats = kind === 'money' ? (['yuan', 'fen'] as const) : kind === 'date' || kind === 'datetime' ? (['dateDash', 'datePlain'] as const) : []
  return (
    <Row>
      <Select
        aria-label={t('取值')}
        value={field ?? null}
        disabled={disabled}
        onChange={next => onChange({ field: next ?? undefined, format: undefined })}
        options={known.map(f => ({ value: f.name, label: f.isSensitive ? t('{{label}}（敏感）', { label: f.label }) : f.label }))}
      />
      {formats.length ? (
        <Select
          aria-label={t('格式')}
          value={format ?? formats[0] ?? null}
          disabled={disabled}
          onChange={next => onChange({ format: next })}
          options={formats.map(f => ({ value: f, label: t(FORMATS[f]) }))}
        />
      ) : null}
    </Row>
  )
}
interface TemplateProps {
  dataset: string
  headerRows: number
  charset: 'utf8' | 'gbk'
  disabled: boolean
  onRead: (columns: readonly ProfileColumn[]) => void
}
function Template({ dataset, headerRows, charset, disabled, onRead }: TemplateProps) {
  const [fault, setFault] = useState<unknown>()
  const act = useAct(readTemplate, { onDone: answer => onRead(answer.columns ?? []), done: false })
  const take = async (file: File) => {
    setFault(undefined)
    try {
      const { fileId } = await putFile(file)
      act.mutate({ fileId, dataset, headerRows, charset })
    } catch (error) {
      setFault(error)
    }
  }
  const error = fault ?? act.error
  return (
    <>
      <Upload
        accept=".xlsx,.xls,.csv,.txt"
        showUploadList={false}
        disabled={disabled}
        beforeUpload={file => {
          void take(file)
          return false
        }}
      >
        <Button loading={act.isPending} disabled={disabled}>
          {t('读取对方的模板')}
        </Button>
      </Upload>
      {error ? <Refused what={t('没有读出表头')} error={error} /> : null}
    </>
  )
}
