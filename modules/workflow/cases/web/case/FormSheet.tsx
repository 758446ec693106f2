import { Button } from 'antd'
import { Paperclip } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { Entity, FieldKind } from '#model'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { formatDate, formatDatetime, MISSING, plainDatetime } from '#web/values/format.ts'
import style from './case.module.css'
import type { CaseField } from './types.ts'
import type { CaseForm } from './useCaseForm.ts'

const FILE_ID = /^[0-9a-f-]{36}$/
/** File ids of a field, if it holds files. */
const fileIds = (value: unknown): string[] => (Array.isArray(value) && value.every(id => typeof id === 'string' && FILE_ID.test(id)) ? value : [])
/** Whether a value is empty; an upload field without files counts as empty, not 0. */
const isBlank = ({ value, text, was }: CaseField): boolean => was === null && (!text || value === null || (Array.isArray(value) && !value.length))

/** A formatted value; attached files open beside it. */
function FieldText({ field, kind }: { field: CaseField; kind: FieldKind | undefined }) {
  const { value, text } = field
  const ids = kind === 'files' ? fileIds(value) : []
  if (isBlank({ ...field, was: null })) return <>{MISSING}</>
  if (kind === 'datetime' && typeof value === 'string') return <time title={plainDatetime(value)}>{formatDatetime(value)}</time>
  if (kind === 'date' && typeof value === 'string') return <time title={value}>{formatDate(value)}</time>
  if (!ids.length) return <>{text}</>
  return (
    <span className={style.files}>
      {ids.map((id, at) => (
        <FileLink key={id} id={id}>
          <Paperclip size={14} aria-hidden="true" />
          {t('附件 {{n}}', { n: at + 1 })}
        </FileLink>
      ))}
    </span>
  )
}
interface FormSheetProps {
  fields: readonly CaseField[]
  /** The row's declaration, if loaded: without it values are shown as text from the server. */
  entity: Entity | null
}
/** Submitted values with labels; changed ones show the previous value. */
export function FormSheet({ fields, entity }: FormSheetProps) {
  const [isAll, setAll] = useState(false)
  const blank = fields.filter(isBlank).length
  const shown = isAll ? fields : fields.filter(field => !isBlank(field))
  if (!fields.length) return null
  return (
    <Sheet label={t('申请内容')} className={style.sheet}>
      <h2>
        {t('申请内容')}
        {blank ? (
          <Button type="link" size="small" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? t('收起未填项') : t('未填 {{n}} 项', { n: blank })}
          </Button>
        ) : null}
      </h2>
      <dl className={style.facts}>
        {shown.map(field => (
          <Fragment key={field.name}>
            <dt>{field.label}</dt>
            <dd className={field.was === null ? undefined : style.changed}>
              <FieldText field={field} kind={entity?.fields[field.name]?.kind} />
              {field.was === null ? null : <small>{t('原为 {{was}}', { was: field.was || MISSING })}</small>}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Sheet>
  )
}
/** Inputs of this step. */
export function InputSheet({ form, disabled }: { form: CaseForm; disabled: boolean }) {
  if (!form.names.length) return null
  return (
    <Sheet title={t('这一步要填写的')} className={classes(style.sheet, style.inputs)}>
      <Fields form={form.form} row={form.row} disabled={disabled} />
    </Sheet>
  )
}
