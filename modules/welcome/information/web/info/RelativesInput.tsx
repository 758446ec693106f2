import { Button, Checkbox, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { relationCode } from '#model/national.ts'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { DictSelect } from '#web/inputs/DictSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import style from './info.module.css'

interface Relative {
  relation: string | null
  name: string
  phone: string | null
  employer: string | null
  isGuardian: boolean
}
const NOBODY: Relative = { relation: null, name: '', phone: null, employer: null, isGuardian: false }

/** The family, one card each. */
export function RelativesInput({ value, onChange, disabled, status }: DrawnInput) {
  const rows = (Array.isArray(value) ? value : []) as Relative[]
  return (
    <Stack gap={3}>
      <EditedRows rows={rows} onChange={onChange}>
        {(one, row) => {
          const n = row.at + 1
          return (
            <fieldset className={style.relative} aria-label={t('家庭成员 {{n}}', { n })}>
              <Input
                aria-label={t('姓名 {{n}}', { n })}
                placeholder={t('姓名')}
                maxLength={60}
                value={one.name}
                {...{ status, disabled }}
                onChange={e => row.put({ ...one, name: e.target.value })}
              />
              <DictSelect
                of={relationCode}
                aria-label={t('关系 {{n}}', { n })}
                placeholder={t('关系')}
                value={one.relation}
                {...{ status, disabled }}
                onChange={relation => row.put({ ...one, relation })}
              />
              <Input
                aria-label={t('电话 {{n}}', { n })}
                placeholder={t('电话')}
                inputMode="tel"
                maxLength={20}
                value={one.phone ?? ''}
                {...{ status, disabled }}
                onChange={e => row.put({ ...one, phone: e.target.value || null })}
              />
              <Input
                aria-label={t('工作单位 {{n}}', { n })}
                placeholder={t('工作单位')}
                maxLength={100}
                value={one.employer ?? ''}
                disabled={disabled}
                onChange={e => row.put({ ...one, employer: e.target.value || null })}
              />
              <Row gap={2} spread="between">
                <Checkbox checked={one.isGuardian} disabled={disabled} onChange={e => row.put({ ...one, isGuardian: e.target.checked })}>
                  {t('监护人')}
                </Checkbox>
                <Button type="text" aria-label={t('去掉 {{n}}', { n })} icon={<X size={15} />} disabled={disabled} onClick={row.drop} />
              </Row>
            </fieldset>
          )
        }}
      </EditedRows>
      <Button type="dashed" icon={<Plus size={14} />} disabled={disabled} onClick={() => onChange([...rows, rows.length ? NOBODY : { ...NOBODY, isGuardian: true }])}>
        {t('增加家庭成员')}
      </Button>
    </Stack>
  )
}
