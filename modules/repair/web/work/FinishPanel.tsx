import { Button, InputNumber, Select } from 'antd'
import { Trash2 } from 'lucide-react'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { FieldSpec } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { KeptPhotos } from '#web/inputs/KeptPhotos.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { ScanButton } from '#web/scan/ScanButton.tsx'
import { myBag } from '../../model/material.ts'
import { PAYERS } from '../../model/order.ts'
import { finishSheet } from '../../model/work-actions.ts'
import type { Job, Work } from './useWork.ts'

const DEFAULT_MINUTES = 30
interface Used {
  materialId: string
  qty: number
}
/** Materials out of the own bag, chosen or scanned from their label. */
function Materials({ used, onChange }: { used: readonly Used[]; onChange: (used: Used[]) => void }) {
  const { data: bag = [] } = useRead(myBag, {})
  const of = (id: string) => bag.find(m => m.materialId === id)
  const put = (materialId: string, qty: number) => onChange([...used.filter(u => u.materialId !== materialId), ...(qty ? [{ materialId, qty }] : [])])
  const add = (materialId: string) => put(materialId, (used.find(u => u.materialId === materialId)?.qty ?? 0) + 1)
  const scan = (text: string): boolean => {
    const found = bag.find(m => m.code === text.trim())
    if (found) add(found.materialId)
    return found !== undefined
  }
  return (
    <Stack gap={2}>
      <Select
        aria-label={t('用料')}
        placeholder={t('用料')}
        value={null}
        showSearch={{ optionFilterProp: 'label' }}
        options={bag.map(m => ({ value: m.materialId, label: `${m.name}${m.spec ? ` ${m.spec}` : ''}（${m.qty} ${m.unit}）` }))}
        onChange={id => id && add(id)}
      />
      <ScanButton title={t('扫材料码')} help={t('对准材料上的二维码')} other={t('你的工具包里没有这种材料')} onRead={scan}>
        {t('扫码')}
      </ScanButton>
      {used.map(({ materialId: id, qty }) => (
        <Row key={id}>
          {of(id)?.name}
          <InputNumber aria-label={t('数量')} min={1} max={of(id)?.qty ?? 1} value={qty} suffix={of(id)?.unit ?? ''} onChange={n => put(id, n ?? 1)} />
          <Button type="text" aria-label={t('去掉')} icon={<Trash2 size={15} />} onClick={() => put(id, 0)} />
        </Row>
      ))}
    </Stack>
  )
}
const PHOTOS = { afterPhotos: '维修后照片', beforePhotos: '维修前照片' } as const
const photos = <N extends keyof typeof PHOTOS>(field: N): FieldSpec<N> => ({ field, render: props => <KeptPhotos {...props} label={t(PHOTOS[field])} /> })
/** 20-R6: what a finished sheet must say; kept on the phone until there is a network. */
export function FinishPanel({ job, work, onClose }: { job: Job; work: Work; onClose: () => void }) {
  const mayCharge = (cause: unknown): boolean => job.chargeable && cause === 'misuse'
  return (
    <ActionForm
      of={finishSheet}
      title={t('完工：{{place}}', { place: job.place ?? '' })}
      input={{ id: job.id }}
      initial={{ minutes: DEFAULT_MINUTES, cause: 'wear', payBy: 'school' }}
      layout={[
        photos('afterPhotos'),
        photos('beforePhotos'),
        { field: 'materials', render: ({ value, onChange }) => <Materials used={(value ?? []) as Used[]} onChange={onChange} /> }, // the field's declared type
        'minutes',
        'cause',
        { field: 'payBy', render: ({ id, value, values, onChange }) => <Payer id={id} value={value} mayCharge={mayCharge(values.cause)} onChange={onChange} /> },
        'note',
      ]}
      isReady={values => Array.isArray(values.afterPhotos)}
      keep={(given, files) => void work.record('finish', { ...given, payBy: given.payBy === 'student' && !mayCharge(given.cause) ? 'school' : given.payBy }, files)}
      onClose={onClose}
    />
  )
}
/** Applicants pay for misuse only, and only for types that may be charged. */
const Payer = ({ id, value, mayCharge, onChange }: { id: string; value: unknown; mayCharge: boolean; onChange: (value: string) => void }) => (
  <Select
    id={id}
    value={value === 'student' && !mayCharge ? 'school' : String(value)}
    options={Object.entries(PAYERS).map(([key, label]) => ({ value: key, label: t(label), disabled: key === 'student' && !mayCharge }))}
    onChange={onChange}
  />
)
