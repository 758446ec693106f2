import { Button, InputNumber, Select } from 'antd'
import { ScanLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { FieldSpec } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { KeptPhotos } from '#web/inputs/KeptPhotos.tsx'
import { useRead } from '#web/records/useRead.ts'
import { Scanner } from '#web/scan/Scanner.tsx'
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
  const [isScanning, setScanning] = useState(false)
  const add = (materialId: string) =>
    onChange(used.some(u => u.materialId === materialId) ? used.map(u => (u.materialId === materialId ? { ...u, qty: u.qty + 1 } : u)) : [...used, { materialId, qty: 1 }])
  const of = (id: string) => bag.find(m => m.materialId === id)
  return (
    <>
      <p className="repair-photos">
        <Select
          aria-label={t('用料')}
          placeholder={t('用料')}
          value={null}
          showSearch={{ optionFilterProp: 'label' }}
          options={bag.map(m => ({ value: m.materialId, label: `${m.name}${m.spec ? ` ${m.spec}` : ''}（${m.qty} ${m.unit}）` }))}
          onChange={id => id && add(id)}
        />
        <Button icon={<ScanLine size={16} />} onClick={() => setScanning(true)}>
          {t('扫码')}
        </Button>
      </p>
      {used.map(u => (
        <p key={u.materialId} className="repair-photos">
          <span>{of(u.materialId)?.name}</span>
          <InputNumber
            aria-label={t('数量')}
            min={1}
            max={of(u.materialId)?.qty ?? 1}
            value={u.qty}
            suffix={of(u.materialId)?.unit ?? ''}
            onChange={qty => onChange(used.map(x => (x.materialId === u.materialId ? { ...x, qty: qty ?? 1 } : x)))}
          />
          <Button type="text" aria-label={t('去掉')} icon={<Trash2 size={15} />} onClick={() => onChange(used.filter(x => x.materialId !== u.materialId))} />
        </p>
      ))}
      {isScanning ? (
        <Scanner
          title={t('扫材料码')}
          help={t('对准材料上的二维码')}
          other={t('你的工具包里没有这种材料')}
          onRead={text => {
            const found = bag.find(m => m.code === text.trim())
            if (!found) return false
            setScanning(false)
            add(found.materialId)
            return true
          }}
          onClose={() => setScanning(false)}
        />
      ) : null}
    </>
  )
}
const PHOTOS = { afterPhotos: '维修后照片', beforePhotos: '维修前照片' } as const
const photos = (field: keyof typeof PHOTOS): FieldSpec => ({ field, render: props => <KeptPhotos {...props} label={t(PHOTOS[field])} /> })
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
