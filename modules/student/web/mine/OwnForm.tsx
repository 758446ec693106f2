import { useQueryClient } from '@tanstack/react-query'
import { Button, ConfigProvider } from 'antd'
import { Suspense, useState } from 'react'
import type { InputOf } from '#model'
import { lazily } from '#web/base/chunk.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { Fields } from '#web/forms/Fields.tsx'
import type { FieldSpec, FormLayout } from '#web/forms/layout.ts'
import { useAct } from '#web/forms/useAct.ts'
import { useFields } from '#web/forms/useFields.ts'
import { changedValues, startValues } from '#web/forms/values.ts'
import { isRefusal } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { entityKey } from '#web/values/address.ts'
import { updateMine } from '../../model/actions.ts'
import type { OWN_FIELDS } from '../../model/fields.ts'
import { student } from '../../model/student.ts'
import type { Mine, OwnRules } from '../public/own-record.ts'
import { PhoneCode } from './PhoneCode.tsx'
import '#web/forms/forms.css'
import style from './mine.module.css'

// the region tree is large and loaded on demand
const CantonPicker = lazily(() => import('#modules/campus/web/CantonPicker.tsx'))
export type OwnField = (typeof OWN_FIELDS)[number]
const specOf = (field: OwnField): FieldSpec =>
  field === 'homeCanton'
    ? {
        field,
        render: props => (
          <Suspense fallback={<Bars lines={1} />}>
            <CantonPicker {...props} />
          </Suspense>
        ),
      }
    : { field }

interface OwnFormProps {
  row: Mine
  names: readonly OwnField[]
  rules: OwnRules
  onDone?: () => void
  onCancel?: () => void
}
/** Inline form for some of the student's own fields. */
export function OwnForm({ row, names, rules, onDone, onCancel }: OwnFormProps) {
  const client = useQueryClient()
  const narrow = useNarrow()
  const [layout] = useState<FormLayout>(() => names.map(specOf))
  const [fields] = useState(() => Object.fromEntries(names.map(n => [n, updateMine.input[n]])))
  const plain: Readonly<Record<string, unknown>> = { ...row }
  const form = useFields(fields, layout, startValues(fields, plain))
  const changed = changedValues(fields, plain, form.values)
  const isChanged = Object.keys(changed).length > 0
  const [code, setCode] = useState('')
  const isNewPhone = Boolean(changed.phone) && rules.get('phone')?.needsCode === true
  useUnsaved(isChanged)
  const act = useAct(updateMine, { done: t('已保存'), onDone: () => onDone?.() })
  const isStale = isRefusal(act.error) && act.error.code === 409
  const save = () => {
    const checked = form.checkChanges(changed)
    if (!checked || act.isPending) return
    if (!isChanged) return onDone?.()
    act.mutate({ ...checked, ...(isNewPhone ? { code: code.trim() } : {}), version: row.version } as InputOf<typeof updateMine>, {
      onError: error => {
        form.refuse(error)
        // version conflict: reload the record, keep the input
        if (isRefusal(error) && error.code === 409) void client.invalidateQueries({ queryKey: entityKey(student) })
      },
    })
  }
  return (
    <ConfigProvider componentSize={narrow ? 'large' : 'medium'}>
      <form
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        {form.refusal ? <Refused what={t('没有保存')} error={form.refusal} {...(isStale ? { todo: t('已取来新的内容，你填的还在，核对后再保存一次') } : {})} /> : null}
        <Fields form={form} disabled={act.isPending} />
        {isNewPhone ? <PhoneCode mobile={String(changed.phone)} code={code} onChange={setCode} /> : null}
        <Row className={style.acts}>
          <Button type="primary" htmlType="submit" loading={act.isPending} disabled={!isChanged}>
            {t('保存')}
          </Button>
          {onCancel ? <Button onClick={onCancel}>{t('取消')}</Button> : null}
        </Row>
      </form>
    </ConfigProvider>
  )
}
