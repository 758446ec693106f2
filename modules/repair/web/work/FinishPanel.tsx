import { Button, Input, InputNumber, Select } from 'antd'
import { Camera, ScanLine, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { acceptOf, usePick } from '#web/files/usePick.tsx'
import { t } from '#web/i18n/index.ts'
import { DictSelect } from '#web/inputs/DictSelect.tsx'
import { useRead } from '#web/records/useRead.ts'
import { Scanner } from '#web/scan/Scanner.tsx'
import { myBag } from '../../model/material.ts'
import { PAYERS, repairCause } from '../../model/order.ts'
import type { Job, Work } from './useWork.ts'

const PICTURES = ['jpg', 'jpeg', 'png', 'mp4']
const DEFAULT_MINUTES = 30
interface Used {
  materialId: string
  qty: number
}
function PhotosInput({ label, files, onChange }: { label: string; files: readonly File[]; onChange: (files: File[]) => void }) {
  const { pick, input } = usePick({ accept: acceptOf(PICTURES), multiple: true, onPick: more => onChange([...files, ...more].slice(0, 6)) })
  return (
    <p className="repair-photos">
      <Button icon={<Camera size={16} />} onClick={pick}>
        {label}
      </Button>
      <span>{files.length ? t('{{n}} 张', { n: files.length }) : null}</span>
      {files.length ? <Button type="text" aria-label={t('去掉照片')} icon={<Trash2 size={15} />} onClick={() => onChange([])} /> : null}
      {input}
    </p>
  )
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
/** 20-R6: what a finished sheet must say; kept on the phone until there is a network. */
export function FinishPanel({ job, work, onClose }: { job: Job; work: Work; onClose: () => void }) {
  const [after, setAfter] = useState<File[]>([])
  const [before, setBefore] = useState<File[]>([])
  const [used, setUsed] = useState<Used[]>([])
  const [minutes, setMinutes] = useState(DEFAULT_MINUTES)
  const [cause, setCause] = useState('wear')
  const [payBy, setPayBy] = useState<keyof typeof PAYERS>('school')
  const [note, setNote] = useState('')
  const ids = [useId(), useId(), useId(), useId()]
  const mayCharge = job.chargeable && cause === 'misuse'
  const finish = () => {
    void work.record(
      'finish',
      { id: job.id, minutes, materials: used, cause, payBy: mayCharge ? payBy : payBy === 'student' ? 'school' : payBy, ...(note ? { note } : {}) },
      { after, before },
    )
    onClose()
  }
  return (
    <Panel
      open
      title={t('完工：{{place}}', { place: job.place ?? '' })}
      onClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" disabled={!after.length || !cause} onClick={finish}>
            {t('完工')}
          </Button>
        </div>
      }
    >
      <div className="repair-finish">
        <PhotosInput label={t('维修后照片')} files={after} onChange={setAfter} />
        <PhotosInput label={t('维修前照片')} files={before} onChange={setBefore} />
        <Materials used={used} onChange={setUsed} />
        <label htmlFor={ids[0]}>{t('工时')}</label>
        <InputNumber id={ids[0] ?? ''} min={1} max={2880} value={minutes} suffix={t('分钟')} onChange={n => setMinutes(n ?? DEFAULT_MINUTES)} />
        <label htmlFor={ids[1]}>{t('故障原因')}</label>
        <DictSelect id={ids[1] ?? ''} of={repairCause} value={cause} onChange={code => setCause(code ?? 'wear')} allowClear={false} />
        <label htmlFor={ids[2]}>{t('费用承担')}</label>
        <Select
          id={ids[2] ?? ''}
          value={mayCharge ? payBy : payBy === 'student' ? 'school' : payBy}
          options={(Object.keys(PAYERS) as Array<keyof typeof PAYERS>).map(value => ({ value, label: t(PAYERS[value]), disabled: value === 'student' && !mayCharge }))}
          onChange={setPayBy}
        />
        <label htmlFor={ids[3]}>{t('说明')}</label>
        <Input.TextArea id={ids[3] ?? ''} maxLength={500} value={note} onChange={e => setNote(e.target.value)} />
      </div>
    </Panel>
  )
}
